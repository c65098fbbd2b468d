"""A stranger's game whose examples never show what its fields allow: points over ten
have no name, and nothing reads its option.
"""

from dataclasses import dataclass
from random import Random

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Ruling,
    Scene,
    Section,
    Setting,
    hookimpl,
    rank_seats,
    say,
    sections_of,
)

RULES = sections_of(
    "careful-examples", Section("score", "The score", "First to 30 points wins.")
)
rule_sections = RULES.hook
SIZES = {n: "small" if n < 6 else "large" for n in range(1, 11)}


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, and the points."""

    seats: tuple[str, ...]
    points: int = 0


LOUD = Field("loud", "flag", say("Points are called out"), default=False)

describe_game = Game(
    id="careful-examples",
    title="Careful Examples",
    players=(2,),
    summary="Count.",
    source="Made up",
    options=(LOUD,),
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return ()


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.points >= 30:
        return ()
    points = Field("points", "number", say("Points"), min=1, max=20)
    return (Prompt("count", state.seats, say("Count"), fields=(points,)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    n = entry.given.number("points")
    if n < 1:
        n = 1
    because = RULES.cite("score", "That is {size}.", size=SIZES[n])
    ruling = Ruling({"points": n}, say("{n} points", n=n), (because,))
    return Accepted(State(state.seats, state.points + n), (ruling,))


@hookimpl
def scene(state: State) -> Scene:
    over = state.points >= 30
    points = dict.fromkeys(state.seats, state.points)
    winners = state.seats if over else ()
    to_act = () if over else state.seats
    standings = rank_seats(points)
    return Scene("count", 1, to_act, standings, finished=over, winners=winners)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object]:
    return {"points": random.randint(1, 10)}

"""A stranger's Hearts, which checks nothing itself: what its fields state is all that
keeps wrong entries out.

Three or four players, one deck (for three without the 2♦). Each hand three cards are
passed on, openly; then tricks are entered, or all that each has taken, or no more than
the points. The first to `target` points ends it; fewest wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from referee import (
    EVERYBODY,
    FIFTY_TWO,
    RANKS,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Ruling,
    Scene,
    Section,
    Setting,
    Standing,
    Values,
    Zone,
    card,
    hookimpl,
    say,
    sections_of,
)

POINTS = 26
PASSED = 3
QUEEN = card("QS")
COUNTING = tuple(one for one in FIFTY_TWO if one.suit == "H" or one is QUEEN)
BECAUSE = (
    Reason(
        "kitchen-hearts#points",
        "rules",
        say("A heart counts one, the queen of spades thirteen."),
    ),
)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, what ends it, the points, the cards played in this hand, and whether
    cards were passed on in it.
    """

    seats: tuple[str, ...]
    target: int
    points: Mapping[str, int]
    played: tuple[Card, ...] = ()
    passed: bool = False
    hand: int = 1

    @property
    def over(self) -> bool:
        return max(self.points.values()) >= self.target

    @property
    def left(self) -> tuple[Card, ...]:
        deck = (one for one in FIFTY_TWO if len(self.seats) == 4 or one.code != "2D")
        return tuple(one for one in deck if one not in self.played)


TARGET = Field(
    "target", "number", say("Points that end the game"), min=1, max=500, default=100
)

describe_game = Game(
    id="kitchen-hearts",
    title="Kitchen Hearts",
    players=(3, 4),
    summary="Nobody wants a heart.",
    source="Folklore",
    options=(TARGET,),
).hook


rule_sections = sections_of(
    "kitchen-hearts",
    Section("points", "Points", "A heart counts one, the queen of spades thirteen."),
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return (
        Question(
            "trick",
            say("Who takes it?"),
            (Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO),),
        ),
    )


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    plays = given.card_by_seat("plays")
    led = next(iter(plays.values())).suit
    taker = max(
        plays,
        key=lambda seat: RANKS.index(plays[seat].rank) * (plays[seat].suit == led),
    )
    return Ruling(
        {"winner": taker}, say("{seat} takes the trick.", seat=taker), BECAUSE
    )


@hookimpl
def begin(setting: Setting) -> State:
    return State(
        setting.seats,
        cast(int, setting.options["target"]),
        dict.fromkeys(setting.seats, 0),
    )


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    seats = state.seats
    left = state.left
    passing = Field(
        "cards", "cards", say("Cards passed on"), min=PASSED, max=PASSED, choices=left
    )
    plays = Field("plays", "card_by_seat", say("Cards played"), choices=left)
    taken = Field(
        "taken",
        "cards_by_seat",
        say("Taken"),
        choices=COUNTING,
        some=True,
        total=len(COUNTING),
    )
    points = Field(
        "points", "numbers_by_seat", say("Points"), min=0, max=POINTS, total=POINTS
    )
    moon = Field(
        "moon", "seat", say("Who shot the moon"), choices=seats[1:], optional=True
    )
    found = [
        Prompt("trick", seats, say("A trick"), fields=(plays,)),
        Prompt(
            "taken", seats, say("What each has taken"), fields=(taken,), optional=True
        ),
        Prompt(
            "count",
            seats,
            say("The points of the hand"),
            fields=(points, moon),
            optional=True,
        ),
    ]
    return (
        (*found, Prompt("pass", seats, say("Pass"), fields=(passing,), optional=True))
        if not state.passed
        else (*found,)
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    given = entry.given
    if entry.kind == "pass":
        return Accepted(replace(state, passed=True))
    if entry.kind == "count":
        return _hand_over(state, given.numbers_by_seat("points"))
    if entry.kind == "taken":
        return _hand_over(
            state,
            {
                seat: sum(map(_worth, cards))
                for seat, cards in given.cards_by_seat("taken").items()
            },
        )
    plays = {seat: given.card_by_seat("plays")[seat] for seat in state.seats}
    ruling = ask("trick", plays=plays)
    taken = {cast(str, ruling.verdict["winner"]): sum(map(_worth, plays.values()))}
    after = replace(
        state, points=_with(state, taken), played=(*state.played, *plays.values())
    )
    last = len(after.left) < len(state.seats)
    return Accepted(
        replace(after, played=(), passed=False, hand=state.hand + 1) if last else after,
        (ruling,),
    )


def _hand_over(state: State, points: Mapping[str, int]) -> Accepted:
    total = _with(state, points)
    ruling = Ruling({"points": total}, say("The hand is counted."), BECAUSE)
    return Accepted(
        replace(state, points=total, played=(), passed=False, hand=state.hand + 1),
        (ruling,),
    )


def _with(state: State, points: Mapping[str, int]) -> Mapping[str, int]:
    return {seat: had + points.get(seat, 0) for seat, had in state.points.items()}


def _worth(one: Card) -> int:
    return 13 if one is QUEEN else int(one.suit == "H")


@hookimpl
def scene(state: State) -> Scene:
    standings = tuple(
        Standing(seat, mine, 1 + sum(other < mine for other in state.points.values()))
        for seat, mine in state.points.items()
    )
    winners = (
        tuple(one.seat for one in standings if one.place == 1) if state.over else ()
    )
    played = Zone("played", None, len(state.played), state.played, EVERYBODY)
    phase, to_act = ("finished", ()) if state.over else ("play", state.seats)
    return Scene(
        phase,
        state.hand,
        to_act,
        standings,
        (played,),
        finished=state.over,
        winners=winners,
    )

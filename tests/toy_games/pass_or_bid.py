"""A stranger's game of equal choices: whoever is in turn passes or bids, then discards
or melds. None of them is more usual than the other; to the second seat bids come first.
"""

from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Scene,
    Section,
    Setting,
    Step,
    hookimpl,
    rank_seats,
    say,
    sections_of,
)

RULES = sections_of(
    "pass-or-bid",
    Section(
        "turn", "The turn", "Pass or bid, then discard or meld. A meld is a point."
    ),
)
rule_sections = RULES.hook


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, the turns taken, whether the bidding goes on, and who has melded."""

    seats: tuple[str, ...]
    turns: int = 0
    bidding: bool = True
    melds: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        return self.seats[self.turns % len(self.seats)]

    @property
    def over(self) -> bool:
        return self.turns > 5


describe_game = Game(
    id="pass-or-bid",
    title="Pass or Bid",
    players=(2, 3),
    summary="Choose.",
    source="Made up",
    deck=FIFTY_TWO,
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return ()


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    turn = (state.turn,)
    if state.bidding:
        points = Field("points", "number", say("Points"), min=1, max=30)
        passes = Prompt("pass", turn, say("Pass"), own=True)
        bids = Prompt("bid", turn, say("Bid"), fields=(points,), own=True)
        return (bids, passes) if state.turns % 2 else (passes, bids)
    card = Field("card", "card", say("Card"), choices=FIFTY_TWO)
    cards = Field("cards", "cards", say("Cards"), min=3, max=4, choices=FIFTY_TWO)
    return (
        Prompt("meld", turn, say("Meld"), fields=(cards,), own=True),
        Prompt("discard", turn, say("Discard"), fields=(card,), own=True),
        Prompt("knock", turn, say("Knock"), say("It ends the turn."), own=True),
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    if state.bidding:
        return Accepted(replace(state, bidding=False))
    melds = state.melds
    if entry.kind == "meld":
        melds = (*melds, state.turn)
    return Accepted(replace(state, turns=state.turns + 1, bidding=True, melds=melds))


@hookimpl
def scene(state: State) -> Scene:
    points = {seat: state.melds.count(seat) for seat in state.seats}
    phase = "discard"
    step = say("{seat} discards or melds.", seat=state.turn)
    if state.bidding:
        phase = "bid"
        step = say("{seat} passes or bids.", seat=state.turn)
    if state.over:
        best = max(points.values())
        winners = tuple(seat for seat, n in points.items() if n == best)
        standings = rank_seats(points)
        return Scene("over", 1, (), standings, finished=True, winners=winners)
    steps = (Step((state.turn,), step),)
    return Scene(phase, 1, (state.turn,), rank_seats(points), steps=steps)

"""A stranger's game, as small as a game can be: each lays a card in secret, the highest
takes a point.

Two to four players, one deck. First to the `target` wins. Every card is played once.
Equal ranks: nobody's point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    Standing,
    Values,
    Zone,
    hookimpl,
    rule_clashes,
    say,
    sections_of,
)

SECTIONS = (
    Section("trick", "The trick", "The highest card takes a point."),
    Section("once", "Once only", "No card is played twice.", "reading"),
)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, what for, the cards seen, and the points."""

    seats: tuple[str, ...]
    target: int
    seen: tuple[Card, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return max(self.points.values(), default=0) >= self.target


def unseen(state: State) -> tuple[Card, ...]:
    return tuple(card for card in FIFTY_TWO if card not in state.seen)


TARGET = Field("target", "number", say("Points to win"), min=1, max=9, default=2)

describe_game = Game(
    id="highest-card",
    title="Highest Card",
    players=(2, 3, 4),
    summary="The highest card wins.",
    source="Made up",
    options=(TARGET,),
    deck=FIFTY_TWO,
).hook


rule_sections = sections_of("highest-card", *SECTIONS).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    plays = Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO)
    return (Question("trick", say("Who wins?"), (plays,), hook="resolve_trick"),)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    plays = given.card_by_seat("plays")
    best = max(RANKS.index(card.rank) for card in plays.values())
    winners = tuple(
        seat for seat, card in plays.items() if RANKS.index(card.rank) == best
    )
    if len(winners) > 1:
        because = (
            Reason("highest-card#trick", "rules", say("{seats} tie.", seats=winners)),
        )
        return Ruling({"winner": None}, say("Nobody wins."), because)
    because = (
        Reason(
            "highest-card#trick",
            "rules",
            say("The {card} is highest.", card=plays[winners[0]]),
        ),
    )
    return Ruling({"winner": winners[0]}, say("{seat} wins.", seat=winners[0]), because)


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats, cast(int, setting.options["target"]))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    # Only suggested: why any other card cannot be laid, the game says itself.
    card = Field("card", "card", say("Card"), choices=unseen(state), suggests=True)
    lay = Prompt(
        "lay", state.seats, say("Lay a card"), fields=(card,), secret=True, own=True
    )
    return lay, Prompt("gather", state.seats, say("Gather the cards in"), optional=True)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    return Accepted(replace(state, seen=()))


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    laid = {cast(str, entry.seat): (entry.given.card("card"),) for entry in entries}
    gone = [
        _gone(seat, card) for seat, (card,) in laid.items() if card not in unseen(state)
    ]
    return (
        *gone,
        *rule_clashes(
            laid, lambda card, _seats: (say("There is one {card}.", card=card), ONCE)
        ),
    )


ONCE = Reason(
    "highest-card#once", "reading", say("Each card of the deck is played once.")
)


def _gone(seat: str, card: Card) -> Ruling:
    return Ruling(
        {"legal": False, "clash": (card,), "seats": (seat,)},
        say("The {card} was played.", card=card),
        (ONCE,),
    )


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    laid = {cast(str, entry.seat): entry.given.card("card") for entry in entries}
    ruling = ask("trick", plays=laid)
    points = dict(state.points)
    if (winner := cast("str | None", ruling.verdict["winner"])) is not None:
        points[winner] = points.get(winner, 0) + 1
    return Accepted(
        State(state.seats, state.target, (*state.seen, *laid.values()), points),
        (ruling,),
    )


@hookimpl
def scene(state: State) -> Scene:
    points = {seat: state.points.get(seat, 0) for seat in state.seats}
    standings = tuple(
        Standing(seat, mine, 1 + sum(other > mine for other in points.values()))
        for seat, mine in points.items()
    )
    seen = Zone("seen", None, len(state.seen), state.seen, EVERYBODY)
    waiting = () if state.over else state.seats
    winners = tuple(seat for seat, mine in points.items() if mine >= state.target)
    phase = "finished" if state.over else "lay"
    return Scene(
        phase, 1, waiting, standings, (seen,), finished=state.over, winners=winners
    )

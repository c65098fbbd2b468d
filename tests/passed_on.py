"""A stranger's game of cards that are passed on: who gives one and who gets it see it, and nobody else before the end.

Each passes a card to the left. Whoever was passed the highest one wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Refused,
    Rounds,
    Ruling,
    Scene,
    Section,
    Setup,
    Values,
    Zone,
    begin_rounds,
    entered_by,
    hookimpl,
    leaders,
    rule_clashes,
    rule_round,
    say,
    sections_of,
)

RULES = sections_of(
    "passed-on",
    Section("pass", "The pass", "Everybody passes a card to the left, which only the two of them see."),
    Section("highest", "The highest", "When all is shown, whoever was passed the highest card has a point."),
)
rule_sections = RULES.hook


@dataclass(frozen=True, slots=True)
class State:
    """The round, and by seat the card that was passed to it."""

    rounds: Rounds
    got: Mapping[str, Card] = field(default_factory=dict, repr=False)


@hookimpl
def describe_game() -> Game:
    return Game("passed-on", "Passed On", (3, 4, 5), "Pass a low card on.", "Made up", deck=FIFTY_TWO)


@hookimpl
def questions() -> tuple[Question, ...]:
    got = Field("got", "card_by_seat", say("Cards passed to them"))
    return (Question("highest", say("Who was passed the highest card?"), (got,)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    got = given.card_by_seat("got")
    winner = leaders({seat: card.order for seat, card in got.items()})[0]
    why = RULES.cite("highest", "The {card} is the highest.", card=got[winner])
    return Ruling({"winner": winner}, say("{seat} was passed the highest card", seat=winner), (why,))


@hookimpl
def begin(setting: Setup) -> State:
    return State(begin_rounds(setting, last=1))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.rounds.winners:
        return ()
    if state.got:
        return (Prompt("show", state.rounds.playing, say("Show all cards")),)
    card = Field("card", "card", say("Card"))
    return (Prompt("pass", state.rounds.playing, say("Pass a card"), fields=(card,), secret=True, kept=True),)


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...]) -> tuple[Ruling, ...]:
    named = {one.own_seat: (one.given.card("card"),) for one in entries}
    why = RULES.cite("pass", "There is one of each card.")
    return rule_clashes(named, lambda card, seats: (say("{seats} pass the {card}", seats=seats, card=card), why))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...]) -> Accepted:
    given = entered_by(entries, state.rounds.playing, lambda given: given.card("card"))
    return Accepted(replace(state, got={state.rounds.setting.left_of(seat): card for seat, card in given.items()}))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    highest = ask("highest", got=state.got)
    rounds = state.rounds.with_scores({highest.decided.seat("winner"): 1})
    rulings = (highest, rule_round(state.rounds, rounds, RULES.cite, "highest"))
    return Accepted(replace(state, rounds=rounds), rulings, opens=state.rounds.playing)


@hookimpl
def scene(state: State) -> Scene:
    zones = tuple(Zone("passed to them", seat, 1, (card,), (seat,)) for seat, card in state.got.items())
    return state.rounds.scene("show" if state.got else "pass", zones=zones)

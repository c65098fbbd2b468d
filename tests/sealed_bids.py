"""A stranger's game of sealed bids: the highest takes the round, and bids that are level take nothing."""

from __future__ import annotations

from dataclasses import dataclass

from referee import (
    Accepted,
    Ask,
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
    begin_rounds,
    entered_by,
    hookimpl,
    leaders,
    say,
    sections_of,
)

RULES = sections_of(
    "sealed-bids",
    Section("bid", "The bid", "Everybody bids in secret. The highest bid takes the round."),
    Section("level", "Level bids", "Where several bid the same, nobody takes the round.", "reading"),
)
rule_sections = RULES.hook


@dataclass(frozen=True, slots=True)
class State:
    """The rounds."""

    rounds: Rounds


@hookimpl
def describe_game() -> Game:
    rounds = Field("rounds", "number", say("Number of rounds"), min=1, max=9, default=2)
    return Game("sealed-bids", "Sealed Bids", (2, 3, 4), "The highest bid wins.", "Made up", (rounds,))


@hookimpl
def questions() -> tuple[Question, ...]:
    bids = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=9)
    return (Question("auction", say("Who takes it?"), (bids,)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    highest = leaders(given.numbers_by_seat("bids"))
    if len(highest) > 1:
        why = RULES.cite("level", "The highest bids are level.")
        return Ruling({"winner": None}, say("Nobody takes the round"), (why,))
    bid = given.numbers_by_seat("bids")[highest[0]]
    why = RULES.cite("bid", "The highest bid is {n}.", n=bid)
    return Ruling({"winner": highest[0]}, say("{seat} takes the round with {n}", seat=highest[0], n=bid), (why,))


@hookimpl
def begin(setting: Setup) -> State:
    return State(begin_rounds(setting, last=setting.chosen.number("rounds")))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.rounds.winners:
        return ()
    seats = state.rounds.setting.seats
    bid = Field("bid", "number", say("Bid"), min=0, max=9)
    note = Field("note", "text", say("Note"))
    return (
        Prompt("bid", seats, say("Bid"), fields=(bid,), secret=True),
        Prompt("note", seats, say("Write a note"), fields=(note,), optional=True),
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    told = say("Noted: {note}", note=entry.given.text("note"))
    return Accepted(state, (Ruling({"noted": True}, told, (RULES.cite("bid", "For all to read."),)),))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    bids = entered_by(entries, state.rounds.setting.seats, lambda given: given.number("bid"))
    ruled = ask("auction", bids=bids)
    winner = ruled.decided.seat_if_any("winner")
    rounds = state.rounds.with_scores({winner: 1} if winner else {})
    return Accepted(State(rounds), (ruled,))


@hookimpl
def scene(state: State) -> Scene:
    return state.rounds.scene("bid")

"""What each entry does to a match."""

from collections.abc import Iterable
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Entry,
    Refused,
    Ruling,
    hookimpl,
    rule_clashes,
    say,
)

from .state import PlayedTrick, State, piles_of
from .validation import refuse_board, refuse_plays, why_clash


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry) -> Accepted | Refused:
    """The match after the board was laid, or why that cannot be."""
    cards = entry.given.cards("cards")
    wrong = refuse_board(state, cards)
    return Refused(wrong) if wrong else Accepted(replace(state, board=cards))


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...]) -> tuple[Ruling, ...]:
    """Why these cards cannot all have been placed; empty where they can."""
    alone = [
        ruling
        for entry in entries
        for ruling in refuse_plays(state, entry.given.card_by_seat("plays"))
    ]
    placed = {seat: (card,) for seat, card in _together(state, entries).items()}
    return (*alone, *rule_clashes(placed, why_clash))


def _together(state: State, entries: Iterable[Entry]) -> dict[str, Card]:
    """The card placed by each seat, clockwise."""
    placed = {
        seat: card
        for entry in entries
        for seat, card in entry.given.card_by_seat("plays").items()
    }
    return {seat: placed[seat] for seat in state.setting.seats if seat in placed}


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The match after all have placed their cards: the trick, and after the last one
    the showdown.
    """
    plays = _together(state, entries)
    trick = ask("trick", board=state.board, plays=plays)
    played = PlayedTrick(state.board, plays, trick.decided.seat("winner"))
    tricks = (*state.tricks, played)
    trick = replace(
        trick,
        about=say("Round {round}, trick {trick}", round=state.round, trick=state.trick),
    )
    showdown = ask("showdown", piles=piles_of(state.setting.seats, tricks))
    after = State(state.setting, showdown.decided.order("ranking"), tricks)
    if not after.finished:
        return Accepted(after, (trick,))
    return Accepted(
        replace(after, winners=showdown.decided.seats("winners")), (trick, showdown)
    )

"""Refereeing a match: what may be entered, and what an entry does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from referee import Accepted, Ask, Card, Entry, Field, Prompt, Refused, Ruling, Setup, say

from .accounting import refuse_board, refuse_clashes, refuse_plays
from .course import PlayedTrick, State, piles_of
from .stacks import DRAFT_CARDS, TRICK_CARDS


def begin_match(setting: Setup) -> State:
    """The state before the first board: nobody has won a card, so all share the first place."""
    return State(setting, (setting.seats,))


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The board while none lies, else a card from each seat."""
    if state.finished:
        return ()
    if not state.board:
        return (_board_prompt(state),)
    return (Prompt("play", state.setting.seats, _PLACE, _PLACE_HELP, (_plays_field(state),), secret=True),)


_PLACE = say("Place a card")
_PLACE_HELP = say("The card that lies face down by the board. Nobody sees it until everybody has placed one.")


def _board_prompt(state: State) -> Prompt:
    seen = frozenset(state.cards_seen())
    unseen = tuple(card for card in TRICK_CARDS if card not in seen)
    wanted = state.trick
    cards = Field("cards", "cards", say("Trick cards"), min=wanted, max=wanted, choices=unseen, suggests=True)
    if wanted == 1:
        what = say("The dealer turns one trick card face up.")
    else:
        what = say("The dealer turns {n} trick cards face up, side by side.", n=wanted)
    return Prompt("board", state.setting.seats, say("The board of trick {n}", n=wanted), what, (cards,))


def _plays_field(state: State) -> Field:
    played = frozenset(card for trick in state.tricks_of_round() for card in trick.plays.values())
    unplayed = tuple(card for card in DRAFT_CARDS if card not in played)
    return Field("plays", "card_by_seat", say("Card placed"), choices=unplayed, some=True, suggests=True)


def lay_board(state: State, entry: Entry) -> Accepted | Refused:
    """The match after the board was laid, or why that cannot be."""
    cards = entry.given.cards("cards")
    wrong = refuse_board(state, cards)
    return Refused(wrong) if wrong else Accepted(replace(state, board=cards))


def plays_that_clash(state: State, entries: Iterable[Entry]) -> tuple[Ruling, ...]:
    """Why these cards cannot all have been placed; nothing where they can."""
    alone = [ruling for entry in entries for ruling in refuse_plays(state, entry.given.card_by_seat("plays"))]
    return (*alone, *refuse_clashes(_together(state, entries)))


def _together(state: State, entries: Iterable[Entry]) -> dict[str, Card]:
    """The card placed by each seat, clockwise."""
    placed = {seat: card for entry in entries for seat, card in entry.given.card_by_seat("plays").items()}
    return {seat: placed[seat] for seat in state.setting.seats if seat in placed}


def decide_trick(state: State, entries: Iterable[Entry], ask: Ask) -> Accepted:
    """The match after all have placed their cards: the trick, and after the last one the showdown."""
    plays = _together(state, entries)
    trick = ask("trick", board=state.board, plays=plays)
    played = PlayedTrick(state.board, plays, cast(str, trick.verdict["winner"]))
    tricks = (*state.tricks, played)
    trick = replace(trick, about=say("Round {round}, trick {trick}", round=state.round, trick=state.trick))
    showdown = ask("showdown", piles=piles_of(state.setting.seats, tricks))
    ranking = tuple(map(tuple, cast("list[list[str]]", showdown.verdict["ranking"])))
    after = State(state.setting, ranking, tricks)
    if not after.finished:
        return Accepted(after, (trick,))
    winners = tuple(cast("list[str]", showdown.verdict["winners"]))
    return Accepted(replace(after, winners=winners), (trick, showdown))

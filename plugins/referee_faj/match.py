"""Refereeing a match: what may be entered, and what an entry does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from referee import Accepted, Ask, Card, Entry, Field, Prompt, Refused, Setting, say

from .accounting import refuse_board, refuse_clash, refuse_plays
from .course import Placed, PlayedTrick, State, piles_of
from .stacks import DRAFT_CARDS, TRICK_CARDS


def begin_match(setting: Setting) -> State:
    """The state before the first board: nobody has won a card, so all share the first place."""
    return State(setting, (setting.seats,))


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The board while none lies, else a card from each seat that has placed none, and second thoughts."""
    if state.finished:
        return ()
    if not state.board:
        return (_board_prompt(state),)
    waiting = state.waiting
    field = _plays_field(state)
    placed = tuple(seat for seat in state.setting.seats if seat not in waiting)
    first = Prompt("play", waiting, _PLACE, _PLACE_HELP, (field,), secret=True)
    if not placed:
        return (first,)
    return first, Prompt("play", placed, _CHANGE, _CHANGE_HELP, (field,), optional=True, secret=True)


_PLACE = say("Place a card")
_PLACE_HELP = say("The card that lies face down by the board. Nobody sees it until everybody has placed one.")
_CHANGE = say("Change what you placed")
_CHANGE_HELP = say("Only if you entered the wrong card, or lay another before the cards are revealed.")


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


def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after a board was laid or cards were placed, or why that cannot be."""
    if entry.kind == "board":
        return _lay_board(state, entry.given.cards("cards"))
    return _place(state, entry, ask)


def _lay_board(state: State, cards: tuple[Card, ...]) -> Accepted | Refused:
    wrong = refuse_board(state, cards)
    return Refused(wrong) if wrong else Accepted(replace(state, board=cards))


def _place(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    plays = entry.given.card_by_seat("plays")
    wrong = refuse_plays(state, plays, entry.by)
    if wrong:
        return Refused(wrong)
    kept = (each for each in state.placed if each.seat not in plays)
    placed = (*kept, *(Placed(seat, card, entry.by) for seat, card in plays.items()))
    if len(placed) < len(state.setting.seats):
        return Accepted(replace(state, placed=placed))
    # Now the cards are turned on the table too, so what others have placed is no secret any more.
    wrong = refuse_clash(placed, entry.by)
    return Refused(wrong) if wrong else _decide(state, placed, ask)


def _decide(state: State, placed: Sequence[Placed], ask: Ask) -> Accepted:
    by_seat = {each.seat: each.card for each in placed}
    plays = {seat: by_seat[seat] for seat in state.setting.seats}
    trick = ask("trick", board=state.board, plays=plays)
    played = PlayedTrick(state.board, plays, cast(str, trick.verdict["winner"]))
    tricks = (*state.tricks, played)
    trick = replace(trick, about=say("Round {round}, trick {trick}", round=state.round, trick=state.trick))
    showdown = ask("showdown", piles=piles_of(state.setting.seats, tricks))
    ranking = tuple(map(tuple, cast("list[list[str]]", showdown.verdict["ranking"])))
    after = State(state.setting, ranking, tricks)
    if not after.finished:
        return Accepted(after, (trick,), reveals=True)
    winners = tuple(cast("list[str]", showdown.verdict["winners"]))
    return Accepted(replace(after, winners=winners), (trick, showdown), reveals=True)

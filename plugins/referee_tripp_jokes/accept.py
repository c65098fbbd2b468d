"""What each entry does to a match."""

from dataclasses import replace

from referee import Accepted, Ask, Card, Entry, Refused, hookimpl

from .holding import PENULTIMATE
from .proof import refuse_unseen
from .recount import recount
from .state import State, counted
from .turn import begin_turns, leave_two, take_pile, take_play
from .validation import refuse_laid


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or the ruling that refuses it."""
    match entry.kind:
        case "play":
            return take_play(state, entry, ask)
        case "pickup":
            return take_pile(state, ask)
        case "leave":
            return leave_two(state, ask)
        case "flip":
            return _flip(state, entry.given.card("card"), ask)
        case "lay":
            return _lay(state, entry.own_seat, entry.given.cards("cards"), ask)
        case _:
            return recount(state, entry.given)


def _flip(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    """The pile, started with the top card of the stock."""
    if (wrong := refuse_unseen(state, (card,))) is not None:
        return Refused(wrong)
    pile = (card,)
    after = replace(state, pile=pile, stock=state.stock - 1, seen=counted(state.seen, pile))
    return Accepted(_begun(after, ask), (ask("legal", pile=pile),))


def _lay(state: State, seat: str, cards: tuple[Card, ...], ask: Ask) -> Accepted | Refused:
    """The PENULTIMATE cards of this seat."""
    if (wrong := refuse_laid(state, seat, cards)) is not None:
        return Refused(wrong)
    holding = state.holdings[seat]
    laid = replace(holding, hand=holding.hand - PENULTIMATE, penultimate=cards)
    after = replace(state, holdings={**state.holdings, seat: laid}, seen=counted(state.seen, cards))
    return Accepted(_begun(after, ask))


def _begun(state: State, ask: Ask) -> State:
    """The first turn, once the pile is started and everybody has laid."""
    return state if state.laying or not state.pile else begin_turns(state, ask)

"""How a match begins, and what each entry does to it."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    FIFTY_FOUR,
    Accepted,
    Ask,
    Card,
    Entry,
    Reason,
    Refused,
    Ruling,
    Setup,
    Step,
    Text,
    count_cards,
    forbid,
    hookimpl,
    say,
)

from .game import FACES, STAGES, cite
from .round_end import close, count_up, redeal
from .slapping import accept_slap, lay, say_where_it_lies
from .state import Pile, State, deal, forget_stacks, next_with_cards


@hookimpl
def begin(setting: Setup) -> State:
    """The first round, dealt and not yet played."""
    seats = len(setting.seats)
    dealer = setting.seats.index(setting.dealer)
    stacks = deal(len(FIFTY_FOUR), seats, dealer)
    turn = next_with_cards(stacks, dealer)
    won = ((),) * seats
    left = FACES[STAGES[0]]
    return State(setting, stacks, won, Pile(), dealer, turn, FIFTY_FOUR, left)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after an entry, or why that cannot be."""
    given = entry.given
    if entry.kind == "redeal":
        return Accepted(*redeal(state, ask))
    if entry.kind == "slap":
        return accept_slap(state, given, given.order("order"), ask)
    if entry.kind == "recount":
        pile = None
        if given.has("pile"):
            pile = given.number("pile")
        return _recount(state, given.numbers_by_seat("stacks"), pile, ask)
    card = None
    if given.has("card"):
        card = given.card("card")
    return _play(state, card, ask)


def _play(state: State, card: Card | None, ask: Ask) -> Accepted | Refused:
    place = state.turn
    assert place is not None  # a card is only asked of a seat in turn
    if card is not None and not _may_be_played(state, card):
        summary = say("The {card} cannot be played", card=card)
        why = say_where_it_lies(state, card)
        return Refused(forbid(summary, why, card=card))
    return Accepted(*close(lay(state, place, card), ask))


def _may_be_played(state: State, card: Card) -> bool:
    if card not in state.unseen:
        return False
    return card not in state.known or state.known[card].place == state.turn


def _recount(
    state: State, counted: Mapping[str, int], pile: int | None, ask: Ask
) -> Accepted | Refused:
    """Return the match with stacks and pile as they were counted.

    Without a pile it is the rest. Whoever turns out to have cards is in;
    whoever has none has one more chance.
    """
    by_seat = state.stacks_by_seat
    by_seat.update(counted)
    refusal = _refuse_count(state, sum(by_seat.values()), pile)
    if refusal is not None:
        return Refused(refusal)

    stacks = tuple(by_seat.values())
    rest = state.total - sum(stacks)
    wrong = set()
    out = set(state.out)
    for place, stack in enumerate(stacks):
        if stack:
            out.discard(place)
        if stack != state.stacks[place]:
            wrong.add(place)
    after = replace(
        state,
        stacks=stacks,
        pile=state.pile.recounted(rest),
        turn=next_with_cards(stacks, state.last),
        out=frozenset(out),
        done=(Step((), say("The stacks stay as they were counted.")),),
        known=forget_stacks(state.known, wrong),
    )

    cards = count_cards(rest)
    template = "Whatever is in no stack and not won lies in the pile: {cards}."
    why = cite("recount", template, cards=cards)
    summary = say("Counted again: the pile holds {cards}", cards=cards)
    ruling = Ruling({"stacks": by_seat, "pile": rest}, summary, (why,))
    closed, rulings = close(count_up(after, ask), ask)
    return Accepted(closed, (ruling, *rulings))


def _refuse_count(state: State, counted: int, pile: int | None) -> Ruling | None:
    total = count_cards(state.total)
    rest = state.total - counted
    named = state.pile.named
    if rest < 0:
        template = "That makes {counted}, and only {total} are not won yet."
        why = cite("recount", template, counted=count_cards(counted), total=total)
        return _refused(counted, say("There are not so many cards"), why)
    if pile is not None and pile != rest:
        template = (
            "Stacks and pile make {counted} together, and {total} are not won yet: "
            "count those again that differ."
        )
        counted += pile
        why = cite("recount", template, counted=count_cards(counted), total=total)
        return _refused(counted, say("These numbers do not add up"), why)
    if rest < len(named):
        template = (
            "That leaves {rest} for the pile, and {named} were recorded in it: "
            "enter the slap, or correct those."
        )
        why = cite("recount", template, rest=count_cards(rest), named=named)
        return _refused(counted, say("The pile holds more cards than that"), why)
    return None


def _refused(counted: int, summary: Text, why: Reason) -> Ruling:
    return forbid(summary, why, counted=counted)

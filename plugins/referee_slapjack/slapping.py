"""The effects of slaps on a match, and the refusals of impossible ones."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from referee import (
    RANK_NAMES,
    Accepted,
    Ask,
    Card,
    Reason,
    Refused,
    Ruling,
    Text,
    Values,
    rule_illegal,
    say,
    say_card_count,
    uphold,
    wrong_field,
)

from .game import PLURAL, cite
from .outcome import (
    close,
    count_up,
    penalise,
    penalty_for,
    rule_penalty,
    rule_taking,
    take_pile,
)
from .scoring import rule_unseen_slap
from .state import (
    Order,
    Pile,
    State,
    take_topmost,
)


def lay(state: State, seat: str, card: Card | None) -> State:
    """Return the match after this seat has played a card; None if nobody named it."""
    stack = state.stacks[seat]
    return replace(
        state,
        stacks={**state.stacks, seat: stack - 1},
        pile=Pile((*state.pile.cards, card)),
        last=seat,
        closing=None,
        done=(),
        known=take_topmost(state.known, seat, stack, card),
    )


def accept_slap(
    state: State, given: Values, order: Order, ask: Ask
) -> Accepted | Refused:
    """Return the match after these seats have slapped, in this order, or a refusal.

    `given` has the further values: the stage's cards in the pile, whose card was
    slapped, how a toss fell. Raise WrongFieldsError if one of them is missing.
    """
    if state.turn is None or not given.has("whose"):
        return _accept_slap(state, given, order, ask)
    seat = given.seat("whose")
    if seat == state.top_seat:
        return _accept_slap(state, given, order, ask)

    # Nobody slaps before the card is played, but often before anybody has entered it.
    played = lay(state, state.turn, None)
    outcome = _accept_slap(played, given, order, ask)
    if isinstance(outcome, Refused):
        return outcome
    template = "{seat} played the card that was slapped, so it counts as played."
    why = cite("turn", template, seat=seat)
    first, *others = outcome.rulings
    first = replace(first, because=(*first.because, why))
    return replace(outcome, rulings=(first, *others))


def _accept_slap(
    state: State, given: Values, order: Order, ask: Ask
) -> Accepted | Refused:
    if not order:
        raise wrong_field("order", say("Name at least one who slapped."))
    takes = state.faces_known
    if given.has("takes"):
        takes = given.cards("takes")
    if takes is None:
        ranks = PLURAL[state.rank]
        template = (
            "Not all its cards were entered, so say which {ranks} the pile held; "
            "none, if it held none."
        )
        why = cite("not-recorded", template, ranks=ranks)
        return Refused(
            _refuse_slap((), say("Which {ranks} did the pile hold?", ranks=ranks), why)
        )
    refusal = uphold(_refuse_slappers(state, order), ask)
    refusal = refusal or _refuse_takes(state, takes)
    if refusal:
        return Refused(refusal)

    if takes or not state.pile.unnamed:
        known = state.pile.known_if_held(takes)
        ruling = ask("slap", stage=state.rank, pile=known)
    else:
        ruling = ask(rule_unseen_slap(state.rank))
    if not ruling.verdict["good"]:
        penalty = penalty_for(state, tuple(chain(*order)))
        after, rulings = close(count_up(penalise(state, penalty), ask), ask)
        first = rule_penalty(state, after, order, penalty, ruling)
        return Accepted(after, (first, *rulings))
    winner = find_first(order, given.toss("toss", None))
    takes = ruling.decided.cards("takes")
    if not can_hold(state, takes):
        message = say("The pile can’t have held {cards}.", cards=takes)
        raise wrong_field("takes", message)
    taken = take_pile(state, winner, takes)
    after, rulings = close(count_up(taken, ask), ask)
    taking = rule_taking(state, after, order, winner, ruling)
    return Accepted(after, (taking, *rulings))


def find_first(order: Order, toss: str | None) -> str:
    """Return the seat that was first; `toss` is the seat that a toss favoured.

    Raise WrongFieldsError if a toss is needed and missing.
    """
    first = order[0]
    if len(first) == 1:
        return first[0]
    if toss is not None and toss in first:
        return toss
    template = (
        "{seats} were first together: toss a coin between them, and say who won it."
    )
    raise wrong_field("toss", say(template, seats=first))


def say_where_it_lies(state: State, card: Card) -> Reason:
    """Return why this card cannot be in play: its last known place."""
    section = "each-card-once"
    if card in state.known:
        holder = state.known[card].seat
        template = (
            "It was in the pile that {holder} took and put under their stack, and "
            "hasn’t been played since. If that’s wrong, correct the entry that named "
            "it."
        )
        return cite(section, template, holder=holder)
    for owner, won in state.won.items():
        if card in won:
            return cite(section, "{owner} won it and set it aside.", owner=owner)
    template = "It’s in the pile: it was played since the pile was last taken."
    return cite(section, template)


def _refuse_slappers(state: State, order: Order) -> Ruling | None:
    able = state.may_slap
    seats = tuple(seat for seat in chain(*order) if seat not in able)
    if not seats:
        return None
    summary = say("{seats} can’t slap", seats=seats)
    template = (
        "{seats} have no cards and no chance left, and sit out until the cards are "
        "dealt again: leave them out."
    )
    why = cite("sitting-out", template, seats=seats)
    if len(seats) == 1:
        summary = say("{seat} can’t slap", seat=seats[0])
        template = (
            "{seat} has no cards and no chance left, and sits out until the cards are "
            "dealt again: leave {seat} out."
        )
        why = cite("sitting-out", template, seat=seats[0])
    return rule_illegal(summary, why, seats=seats)


def _refuse_takes(state: State, takes: Sequence[Card]) -> Ruling | None:
    """Return why the pile cannot have held just these cards of the stage."""
    for index, card in enumerate(takes):
        why = None
        if card.rank != state.rank:
            template = "It is no {rank}: name only the {ranks} that the pile held."
            rank = RANK_NAMES[state.rank]
            ranks = PLURAL[state.rank]
            why = cite("stages", template, rank=rank, ranks=ranks)
        elif card in takes[:index]:
            why = cite("each-card-once", "It was entered twice, and there’s only one.")
        elif card not in state.left or card in state.known:
            why = say_where_it_lies(state, card)
        if why is not None:
            summary = say("The {card} can’t be won by this slap", card=card)
            return _refuse_slap(takes, summary, why, card)

    missing = tuple(card for card in state.faces if card not in takes)
    if missing:
        template = "Recorded in the pile: {cards}. The first to slap wins the pile."
        why = cite("not-recorded", template, cards=missing)
        summary = say("This slap also wins {cards}", cards=missing)
        return _refuse_slap(takes, summary, why, missing[0])
    if len(takes) > state.most_faces:
        summary = say("The pile can’t have held {cards}", cards=tuple(takes))
        return _refuse_slap(takes, summary, _why_no_room(state))
    fewest = state.fewest_faces
    if len(takes) >= fewest:
        return None
    template = (
        "Still to be won: {left}. The stacks hold only {cards}: at least {fewest} "
        "must be in the pile."
    )
    cards = say_card_count(sum(state.stacks.values()))
    why = cite("not-recorded", template, left=state.left, cards=cards, fewest=fewest)
    ranks = PLURAL[state.rank]
    summary = say("The pile holds more {ranks} than were named", ranks=ranks)
    return _refuse_slap(takes, summary, why)


def _why_no_room(state: State) -> Reason:
    section = "not-recorded"
    pile = state.pile
    if not pile.count:
        return cite(
            section,
            "Nothing in this pile is entered yet. If a card has been played since, "
            "say whose card was slapped.",
        )
    if not pile.unnamed:
        template = (
            "Every card of the pile was recorded; the {ranks} among them: {faces}. "
            "If a card has been played since, say whose card was slapped."
        )
        return cite(section, template, ranks=PLURAL[state.rank], faces=state.faces)
    template = "Besides the recorded cards the pile holds only {cards}."
    return cite(section, template, cards=say_card_count(pile.unnamed))


def _refuse_slap(
    takes: Sequence[Card], summary: Text, why: Reason, card: Card | None = None
) -> Ruling:
    return rule_illegal(summary, why, takes=tuple(takes), card=card)


def can_hold(state: State, cards: Sequence[Card]) -> bool:
    """Return whether the pile can have held all these cards, whatever their rank.

    The table may set aside any cards.
    """
    named = state.pile.named
    others = [card for card in cards if card not in named]
    if len(set(cards)) < len(cards) or len(others) > state.pile.unnamed:
        return False
    free = set(state.unseen).difference(state.known)
    return free.issuperset(others)

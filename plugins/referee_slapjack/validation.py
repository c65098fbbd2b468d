"""Why an entry cannot be, by what was entered before."""

from collections.abc import Sequence

from referee import Card, Reason, Ruling, Text, count_cards, say

from .rules import cite
from .stages import MANY, ONE
from .state import State, fewest_faces, most_faces


def refuse_card(state: State, card: Card) -> Ruling | None:
    """Why this card cannot be played; None if it can."""
    lying = state.known.get(card)
    if card in state.unseen and (lying is None or lying.place == state.turn):
        return None
    verdict = {"legal": False, "card": card}
    return Ruling(verdict, say("The {card} cannot be played", card=card), (_where_it_lies(state, card),))


def _where_it_lies(state: State, card: Card) -> Reason:
    if (holder := state.holder_of(card)) is not None:
        template = (
            "It was in the pile that {holder} took and put under their stack, and was not played since. If that is not"
            " so, correct the entry that named it."
        )
        return cite("each-card-once", template, holder=holder)
    owner = state.owner_of(card)
    if owner is None:
        return cite("each-card-once", "It lies in the pile: it was played since the pile was last taken.")
    return cite("each-card-once", "{owner} has won it and set it aside.", owner=owner)


def refuse_slappers(state: State, order: Sequence[Sequence[str]]) -> Ruling | None:
    """Why these seats cannot have slapped; None if they can."""
    able = state.may_slap
    unable = tuple(seat for group in order for seat in group if seat not in able)
    if not unable:
        return None
    if len(unable) == 1:
        summary = say("{seat} cannot slap", seat=unable[0])
        template = "{seat} has neither cards nor a chance, and sits out until the next round: leave {seat} out."
        why = cite("sitting-out", template, seat=unable[0])
    else:
        summary = say("{seats} cannot slap", seats=unable)
        template = "{seats} have neither cards nor a chance, and sit out until the next round: leave them out."
        why = cite("sitting-out", template, seats=unable)
    return Ruling({"legal": False, "seats": unable}, summary, (why,))


def refuse_unsaid(state: State) -> Ruling:
    """Why a slap has to say what the pile held: somebody's card, not entered yet, counts as played."""
    ranks = MANY[state.rank]
    template = "Say which {ranks} the pile held, as not all of its cards were entered; none, if it held none."
    return _refused_takes(
        (), say("Which {ranks} did the pile hold?", ranks=ranks), cite("not-recorded", template, ranks=ranks)
    )


def refuse_takes(state: State, takes: Sequence[Card]) -> Ruling | None:
    """Why the pile cannot have held just these cards of the stage; None if it can."""
    for place, card in enumerate(takes):
        if (why := _why_not_taken(state, card, card in takes[:place])) is not None:
            return _refused_takes(takes, say("The {card} cannot be won by this slap", card=card), why, card)
    missing = tuple(card for card in state.pile.faces if card not in takes)
    if missing:
        template = "Recorded in the pile: {cards}. Whoever slapped first wins what lies in it."
        what = say("This slap also wins {cards}", cards=missing)
        return _refused_takes(takes, what, cite("not-recorded", template, cards=missing), missing[0])
    return _refuse_number(state, takes)


def can_hold(state: State, cards: Sequence[Card]) -> bool:
    """Whether the pile can have held all these cards, whatever their rank: the table may set aside what it likes."""
    named = state.pile.named
    others = [card for card in cards if card not in named]
    once = len(set(cards)) == len(cards)
    return (
        once
        and len(others) <= state.pile.unnamed
        and all(card in state.unseen and card not in state.known for card in others)
    )


def _refused_takes(takes: Sequence[Card], summary: Text, why: Reason, card: Card | None = None) -> Ruling:
    return Ruling({"legal": False, "takes": tuple(takes), "card": card}, summary, (why,))


def _why_not_taken(state: State, card: Card, named_before: bool) -> Reason | None:
    if card.rank != state.rank:
        template = "It is no {rank}: name only the {ranks} that the pile held."
        return cite("stages", template, rank=ONE[state.rank], ranks=MANY[state.rank])
    if named_before:
        return cite("each-card-once", "It is named twice, and there is only one.")
    if card not in state.left or card in state.known:
        return _where_it_lies(state, card)
    return None


def _refuse_number(state: State, takes: Sequence[Card]) -> Ruling | None:
    if len(takes) > most_faces(state):
        summary = say("The pile cannot have held {cards}", cards=tuple(takes))
        return _refused_takes(takes, summary, _why_no_room(state))
    fewest = fewest_faces(state)
    if len(takes) < fewest:
        summary = say("The pile holds more {ranks} than were named", ranks=MANY[state.rank])
        template = "Still to be won: {left}. The stacks hold only {cards}: at least {fewest} must lie in the pile."
        values = {"left": state.left, "cards": count_cards(sum(state.stacks)), "fewest": fewest}
        return _refused_takes(takes, summary, cite("not-recorded", template, **values))
    return None


def _why_no_room(state: State) -> Reason:
    if not state.pile.count:
        template = "No card of this pile is entered yet. If a card has been played since, say whose card was slapped."
        return cite("not-recorded", template)
    if not state.pile.unnamed:
        template = (
            "Every card of the pile was recorded; the {ranks} among them: {faces}. If a card has been played since, say"
            " whose card was slapped."
        )
        return cite("not-recorded", template, ranks=MANY[state.rank], faces=state.pile.faces)
    template = "Besides those recorded the pile holds only {cards}."
    return cite("not-recorded", template, cards=count_cards(state.pile.unnamed))

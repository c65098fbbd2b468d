"""Taking the pile: whoever can play must, as far as everybody can know."""

from dataclasses import replace

from referee import Card, Reason, Ruling, ShownCards, count_cards, say

from .holding import Denial, Holding
from .pile import card_to_beat
from .play import top_of
from .proof import taken_together, unseen_without
from .ranks import ALL_RANKS
from .rules import cite
from .state import State, in_round


def can_surely_play(state: State) -> bool:
    """Whether everybody can know that the seat in turn holds something that may be played."""
    actor = state.actor
    if not actor.hand:
        return not actor.penultimate or any(card.rank in state.ranks for card in actor.penultimate)
    if state.ranks == ALL_RANKS or any(known.card.rank in state.ranks for known in actor.known):
        return True
    return _too_few_others(state)


def may_be_able(state: State) -> bool:
    """Whether the seat in turn may hold something that can be played, as far as everybody knows."""
    actor = state.actor
    match state.play_from:
        case "hand":
            return actor.hidden > 0 or any(known.card.rank in state.ranks for known in actor.known)
        case "penultimate":
            return any(card.rank in state.ranks for card in actor.penultimate)
        case "final":
            return True


def _too_few_others(state: State) -> bool:
    """Whether fewer unseen cards are left that could not be played than lie hidden in the hand."""
    hidden = state.actor.hidden
    return hidden > 0 and unseen_without(state, state.ranks) < hidden


def refuse_pick_up(state: State) -> Ruling | None:
    """Why the seat in turn may not take the pile, with the proof; None as far as nobody can know better."""
    if not can_surely_play(state):
        return None
    cards, proofs = _proofs(state)
    must = cite("must-play", "Whoever can play must, and may not take the pile.")
    summary = say("{seat} may not take the pile. {proof}", seat=state.turn, proof=proofs[0].text)
    verdict = {"legal": False, "seat": state.turn, "playable": cards}
    return Ruling(verdict, summary, (*proofs, must), _playable(state, cards))


def _playable(state: State, cards: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    """The top of the pile, and the cards that are known to go on it."""
    known = (ShownCards(state.turn, cards, cards, say("to be played")),) if cards else ()
    return *top_of(state.pile), *known


def _proofs(state: State) -> tuple[tuple[Card, ...], tuple[Reason, ...]]:
    """The cards known to be playable now, and why that is known."""
    seat, actor = state.turn, state.actor
    if not actor.hand:
        return _open_proofs(state)
    if state.ranks == ALL_RANKS:
        template = "Anything may be played now, and {seat} has {n} in hand."
        return (), (cite("check-pick-up", template, seat=seat, n=count_cards(actor.hand)),)
    playable = tuple(known for known in actor.known if known.card.rank in state.ranks)
    if playable:
        cards = tuple(known.card for known in playable)
        can = cite("check-pick-up", "{cards:short} can be played, and {seat} has it.", cards=cards, seat=seat)
        if len(cards) > 1:
            template = "{cards:short} can be played, and {seat} has them."
            can = cite("check-pick-up", template, cards=cards, seat=seat)
        return cards, (can, *taken_together(seat, playable))
    others = unseen_without(state, state.ranks)
    template = "{seat} has {hidden} in hand that nobody has seen, and all unseen cards can be played."
    if others:
        template = (
            "{seat} has {hidden} in hand that nobody has seen, and of all unseen cards only {others} cannot be played."
        )
    few = cite("check-pick-up", template, seat=seat, hidden=count_cards(actor.hidden), others=others)
    return (), (few,)


def _open_proofs(state: State) -> tuple[tuple[Card, ...], tuple[Reason, ...]]:
    seat, actor = state.turn, state.actor
    if not actor.penultimate:
        template = "{seat} has a FINAL card to show first: the pile is taken only if that cannot be played."
        return (), (cite("final", template, seat=seat),)
    cards = tuple(card for card in actor.penultimate if card.rank in state.ranks)
    template = "{cards:short} can be played, and lies open among the PENULTIMATE cards of {seat}."
    if len(cards) > 1:
        template = "{cards:short} can be played, and lie open among the PENULTIMATE cards of {seat}."
    return cards, (cite("check-pick-up", template, cards=cards, seat=seat),)


def rule_pick_up(state: State) -> Ruling:
    """The ruling on a pile that is taken; `proven`: everybody can know that nothing could be played."""
    seat, actor, proven = state.turn, state.actor, not state.actor.hidden
    verdict = {"legal": True, "seat": seat, "picked_up": state.pile, "proven": proven}
    template = "{seat} takes the pile into hand: {n}."
    taking = cite("pick-up", "Nothing on the {beaten}: the pile is taken.", beaten=card_to_beat(state.pile))
    if proven:
        known = cite("check-pick-up", "Nothing that {seat} can play from could be played.", seat=seat)
    else:
        hidden = "{n} in the hand of {seat} may hide something playable: of that the referee cannot know."
        known = cite("check-pick-up", hidden, n=count_cards(actor.hidden), seat=seat)
    beaten = card_to_beat(state.pile)
    shown = top_of(state.pile, () if beaten is None else (beaten,))
    summary = say(template, seat=seat, n=count_cards(len(state.pile)))
    return Ruling(verdict, summary, (taking, known), shown, in_round(state))


def with_pile(state: State) -> Holding:
    """The cards of the seat in turn with the pile taken, and with what taking it says of the hidden ones."""
    actor = state.actor
    # Where the table let somebody take the pile who could have played, that says nothing of the hidden cards.
    denies = actor.hidden and not can_surely_play(state)
    denied = (Denial(frozenset(state.ranks), state.round),) if denies else ()
    took = actor.with_taken(state.pile, "pile", state.round)
    return replace(took, denials=(*actor.denials, *denied))


def belied(seat: str, holding: Holding, hidden: tuple[Card, ...]) -> tuple[Ruling, ...]:
    """A caution where hidden cards now played show that this seat should not have taken the pile before."""
    for denial in holding.denials:
        cards = tuple(card for card in hidden if card.rank in denial.ranks)
        if cards:
            return (_caution(seat, cards, denial.round),)
    return ()


def _caution(seat: str, cards: tuple[Card, ...], round: int) -> Ruling:
    template = "Caution: {seat} took the pile in round {round} with {cards:short} in hand, and could have played."
    values = {"seat": seat, "cards": cards, "round": round}
    why = "No card was drawn since, and {cards:short} did not come with a pile."
    verdict = {"caution": "check-pick-up", **values}
    because = (cite("check-pick-up", why, cards=cards), cite("must-play", "Whoever can play must."))
    return Ruling(verdict, say(template, **values), because)

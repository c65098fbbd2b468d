"""Taking the pile, which nobody may take with a card that all know to be playable."""

from dataclasses import replace

from referee import (
    Cards,
    Reasons,
    Ruling,
    Rulings,
    ShownCards,
    say,
    say_card_count,
)

from .game import ALL_RANKS, cite
from .proof import explain_hand, unseen_without
from .scoring import show_top
from .state import Denial, Holding, State, card_to_beat, say_round


def can_surely_play(state: State) -> bool:
    """Return whether everybody can know that the seat in turn can play."""
    actor = state.actor
    if not actor.hand:
        return not actor.penultimate or bool(actor.open_among(state.ranks))
    if state.ranks == ALL_RANKS or actor.known_among(state.ranks):
        return True
    # Fewer unplayable cards are unseen than cards are hidden in the hand.
    return actor.hidden > 0 and unseen_without(state, state.ranks) < actor.hidden


def may_be_able(state: State) -> bool:
    """Return whether the seat in turn may hold something playable."""
    actor = state.actor
    match state.play_from:
        case "hand":
            return actor.hidden > 0 or bool(actor.known_among(state.ranks))
        case "penultimate":
            return bool(actor.open_among(state.ranks))
        case "final":
            return True


def refuse_pick_up(state: State) -> Ruling | None:
    """Return why the seat in turn may not take the pile, with the proof.

    Return None if nobody can know that it may not.
    """
    if not can_surely_play(state):
        return None
    seat = state.turn
    cards, proofs = _prove(state)
    shown = show_top(state.pile)
    if cards:
        shown = (*shown, ShownCards(seat, cards, cards, say("to be played")))
    must = cite("must-play", "If you can play you must, and may not take the pile.")
    template = "{seat} may not take the pile. {proof}"
    summary = say(template, seat=seat, proof=proofs[0].text)
    verdict = {"legal": False, "seat": seat, "playable": cards}
    return Ruling(verdict, summary, (*proofs, must), shown)


def _prove(state: State) -> tuple[Cards, Reasons]:
    """Return the cards known to be playable now, with the proof."""
    seat = state.turn
    actor = state.actor
    if not actor.hand:
        return _prove_open(state)
    section = "check-pick-up"
    if state.ranks == ALL_RANKS:
        template = "Anything may be played now, and {seat} has {n} in hand."
        return (), (cite(section, template, seat=seat, n=say_card_count(actor.hand)),)

    playable = actor.known_among(state.ranks)
    if playable:
        cards = tuple(known.card for known in playable)
        template = "{cards:short} can be played, and {seat} has it."
        if len(cards) > 1:
            template = "{cards:short} can be played, and {seat} has them."
        can = cite(section, template, cards=cards, seat=seat)
        return cards, (can, *explain_hand(seat, playable))

    others = unseen_without(state, state.ranks)
    hidden = say_card_count(actor.hidden)
    template = (
        "{seat} has {hidden} in hand that nobody has seen, "
        "and all unseen cards can be played."
    )
    if others:
        template = (
            "{seat} has {hidden} in hand that nobody has seen, and only {others} of "
            "all unseen cards can’t be played."
        )
    return (), (cite(section, template, seat=seat, hidden=hidden, others=others),)


def _prove_open(state: State) -> tuple[Cards, Reasons]:
    seat = state.turn
    actor = state.actor
    if not actor.penultimate:
        template = (
            "{seat} has a FINAL card to show first: the pile is taken only if that "
            "can’t be played."
        )
        return (), (cite("final", template, seat=seat),)
    cards = actor.open_among(state.ranks)
    template = (
        "{cards:short} can be played, and is open among {seat}’s PENULTIMATE cards."
    )
    if len(cards) > 1:
        template = (
            "{cards:short} can be played, and are open among {seat}’s PENULTIMATE "
            "cards."
        )
    return cards, (cite("check-pick-up", template, cards=cards, seat=seat),)


def rule_pick_up(state: State) -> Ruling:
    """Rule on a pile that is taken.

    `proven` says whether everybody can know that nothing could be played.
    """
    seat = state.turn
    pile = state.pile
    hidden = state.actor.hidden
    verdict = {"legal": True, "seat": seat, "picked_up": pile, "proven": not hidden}
    beaten = card_to_beat(pile)
    template = "Nothing on the {beaten}: the pile is taken."
    taking = cite("pick-up", template, beaten=beaten)
    template = "{seat} had nothing to play."
    known = cite("check-pick-up", template, seat=seat)
    if hidden:
        template = (
            "{n} in {seat}’s hand may hide something playable: the referee can’t know."
        )
        known = cite("check-pick-up", template, n=say_card_count(hidden), seat=seat)

    shown = show_top(pile)
    if beaten is not None:
        shown = show_top(pile, (beaten,))
    template = "{seat} takes the pile into hand: {n}."
    summary = say(template, seat=seat, n=say_card_count(len(pile)))
    return Ruling(verdict, summary, (taking, known), shown, say_round(state))


def take_pile(state: State) -> Holding:
    """Return the actor's cards with the pile, and its proof about hidden cards."""
    actor = state.actor
    after = actor.take(state.pile, "pile", state.round)
    # If the table let a seat take the pile that could have played, it proves nothing.
    if not actor.hidden or can_surely_play(state):
        return after
    denial = Denial(frozenset(state.ranks), state.round)
    return replace(after, denials=(*actor.denials, denial))


def caution_belied(seat: str, holding: Holding, hidden: Cards) -> Rulings:
    """Caution a seat whose hidden cards, now played, could have been played before."""
    for denial in holding.denials:
        cards = tuple(card for card in hidden if card.rank in denial.ranks)
        if cards:
            round = denial.round
            section = "check-pick-up"
            template = "No card was drawn since, and {cards:short} came with no pile."
            why = cite(section, template, cards=cards)
            must = cite("must-play", "If you can play, you must.")
            template = (
                "Caution: {seat} took the pile on turn {round} with {cards:short} in "
                "hand, but could have played."
            )
            summary = say(template, seat=seat, cards=cards, round=round)
            verdict = {"caution": section, "seat": seat, "cards": cards, "round": round}
            return (Ruling(verdict, summary, (why, must)),)
    return ()

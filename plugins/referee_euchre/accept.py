"""What each entry does to a match: the contract, a trick, a whole deal, or that all
passed.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from referee import (
    SUIT_NAMES,
    Accepted,
    Ask,
    Card,
    DealEnd,
    Entry,
    FieldError,
    Proofs,
    Reason,
    Refused,
    Ruling,
    ShownCards,
    Values,
    WrongFieldsError,
    hookimpl,
    read_deal_end,
    rule_round,
    say,
    uphold,
)

from .prompts import ORDERED_UP_LABEL
from .rules import cite
from .state import ORDERED_UP, Contract, State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    given, contract = entry.given, state.contract
    if entry.kind == "contract":
        return _make_trump(state, entry, ask)
    if entry.kind == "passed":
        return _pass(state)
    if entry.kind == "deal":
        return _score(state, given.seat("maker"), given.flag("alone"), given, ask)
    if entry.kind in ("misdeal", "depth") or contract is None:
        return _begin_anew(state, entry, ask)
    if entry.kind == "trick":
        wrong = uphold(
            _refuse_turned(state, contract, given.card_by_seat("plays")), ask
        )
        if wrong is not None:
            return Refused(wrong)
    proofs = (
        Proofs(is_old=True)
        if entry.version == "1"
        else Proofs(cost=partial(_cost, state, contract))
    )
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=contract.trump)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    after = State(deals, contract)
    if not deals.deal.over:
        return Accepted(after, rulings)
    return _score(
        after,
        contract.maker,
        contract.is_alone,
        _played(after, contract.maker),
        ask,
        rulings,
    )


def _played(state: State, maker: str) -> Values:
    """What was played, as a whole deal tells it."""
    makers, deal = state.side_of(maker), state.deals.deal
    tricks = sum(n for seat, n in deal.tricks_of.items() if seat in makers)
    others = len(deal.tricks) + sum(deal.claimed.values()) - tricks
    return Values({"tricks": tricks, "others": others, **deal.end}, ("offenders",))


def _cost(state: State, contract: Contract, seat: str) -> Reason:
    """What it costs not to have followed suit."""
    others = state.others_of(seat)
    n = 4 if contract.is_alone and contract.maker in others else 2
    template = (
        "So {side} score {n} points in this deal, unless they have not followed suit "
        "either."
    )
    return cite("offence", template, side=others, n=n)


def _make_trump(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match once somebody has made trump."""
    contract = _contract_in(entry)
    if not contract.is_ordered_up and contract.trump == contract.turned.suit:
        wrong = uphold(_refuse_suit(contract), ask)
        if wrong is not None:
            return Refused(wrong)

    told = {
        "maker": contract.maker,
        "trump": SUIT_NAMES[contract.trump],
        "card": contract.turned,
    }
    template = "The {card} was turned down, and {maker} named {trump}."
    if contract.is_ordered_up:
        template = "The {card} was ordered up: {dealer} has taken it."
    because = [cite("making", template, dealer=state.deals.rounds.dealer, **told)]
    summary = say("{maker} makes {trump} trump", **told)
    if contract.is_alone:
        summary = say("{maker} makes {trump} trump, and plays alone", **told)
        out = next(
            seat for seat in state.side_of(contract.maker) if seat != contract.maker
        )
        because.append(
            cite("alone", "{seat} lays the cards down and sits the deal out.", seat=out)
        )
    verdict = {
        "maker": contract.maker,
        "trump": contract.trump,
        "alone": contract.is_alone,
    }
    shown = (ShownCards(None, (contract.turned,), name=say("turned up")),)
    return Accepted(
        state.with_contract(contract),
        (Ruling(verdict, summary, tuple(because), shown),),
    )


def _contract_in(entry: Entry) -> Contract:
    given = entry.given
    turned, trump = given.card("turned"), given.seat_if_any("trump") or ORDERED_UP
    is_ordered_up = trump == ORDERED_UP
    if entry.version == "1" and trump == turned.suit:
        is_ordered_up = True
    if is_ordered_up:
        trump = str(turned.suit)
    return Contract(
        given.seat("maker"), trump, given.flag("alone"), turned, is_ordered_up
    )


def _refuse_suit(contract: Contract) -> Ruling:
    """Why the suit of the card that was turned down is not made trump."""
    told = {
        "card": contract.turned,
        "maker": contract.maker,
        "trump": SUIT_NAMES[contract.trump],
    }
    reasons = (
        cite(
            "making",
            "Once the {card} is turned down, {maker} can only name another suit.",
            **told,
        ),
        cite(
            "making",
            "If the dealer took it up, enter “{choice}”.",
            choice=ORDERED_UP_LABEL,
        ),
    )
    verdict = {"legal": False, "seat": contract.maker, "trump": contract.trump}
    return Ruling(verdict, say("{maker} cannot name {trump}", **told), reasons)


def _pass(state: State) -> Accepted:
    """The match once nobody has made trump."""
    deals = state.deals.scored({})
    because = cite(
        "passed", "Nothing is scored, and {dealer} deals.", dealer=deals.rounds.dealer
    )
    return Accepted(
        State(deals),
        (Ruling({"dealer": deals.rounds.dealer}, say("All have passed"), (because,)),),
    )


def _begin_anew(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after a misdeal or a change of depth: nobody has made trump in this
    deal.
    """
    entered = state.deals.enter(entry, ask, cite)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    return Accepted(State(deals.dealt_again()), rulings)


def _refuse_turned(
    state: State, contract: Contract, plays: Mapping[str, Card]
) -> Ruling | None:
    """Why the card that was turned up cannot be played so."""
    seat = next((seat for seat, one in plays.items() if one is contract.turned), None)
    dealer = state.deals.rounds.dealer
    if seat is None or (contract.is_ordered_up and seat == dealer):
        return None
    why = cite("turned", "It was turned down, and is out of this deal.")
    if contract.is_ordered_up:
        why = cite("turned", "{dealer} took it up.", dealer=dealer)
    summary = say("{seat} cannot play the {card}", seat=seat, card=contract.turned)
    return Ruling(
        {"legal": False, "seat": seat, "card": contract.turned}, summary, (why,)
    )


def _score(
    state: State,
    maker: str,
    is_alone: bool,
    played: Values,
    ask: Ask,
    rulings: tuple[Ruling, ...] = (),
) -> Accepted:
    """The match after a deal: the tricks of the makers, and what else happened."""
    rounds, makers, others = (
        state.deals.rounds,
        state.side_of(maker),
        state.others_of(maker),
    )
    end = read_deal_end(played, (makers, others))
    for seat in end.offenders:
        if is_alone and seat in makers and seat != maker:
            sits_out = say("{seat} sits this deal out.", seat=seat)
            raise WrongFieldsError(FieldError("offenders", sits_out))
    told = _told_by_side(played, end, makers)
    scored = ask("deal", alone=is_alone, **told)
    points = {
        makers: scored.decided.number("makers"),
        others: scored.decided.number("defenders"),
    }
    deals = state.deals.scored({side[0]: n for side, n in points.items()})
    brought = tuple(
        say("{n} for {side}", n=n, side=side) for side, n in points.items() if n
    )
    if brought:
        scored = replace(
            scored,
            summary=say("{what}: {brought}", what=scored.summary, brought=brought),
        )
    ended = rule_round(rounds, deals.rounds, cite, "end", scored)
    return Accepted(State(deals), (*rulings, scored, ended))


def _told_by_side(
    played: Values, end: DealEnd, makers: tuple[str, ...]
) -> dict[str, object]:
    """What the question on a deal is asked of this: there the two sides are makers and
    defenders.
    """
    told: dict[str, object] = {
        name: played.number(name) for name in ("tricks", "others") if played.has(name)
    }
    revoked = _side_that_revoked(end.offenders, makers)
    if revoked:
        told["revoked"] = revoked
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            told[name] = "makers" if side[0] in makers else "defenders"
    return told


def _side_that_revoked(offenders: tuple[str, ...], makers: tuple[str, ...]) -> str:
    """Which side is proven not to have followed suit; empty where neither is."""
    of_makers = [seat for seat in offenders if seat in makers]
    if of_makers and len(of_makers) < len(offenders):
        return "both"
    return "makers" if of_makers else "defenders" if offenders else ""

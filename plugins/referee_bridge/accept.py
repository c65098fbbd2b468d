"""What each entry does to a match."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Refused,
    Ruling,
    Text,
    hookimpl,
    leaders,
    parts_of,
    rule_round,
    say,
)

from .contract import Contract, contract_in
from .revokes import rule_revokes
from .rules import cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    given = entry.given
    if entry.kind == "contract":
        return _contract(state, contract_in(given))
    if entry.kind == "auction":
        return _auction(state, given.text("calls"), ask)
    if entry.kind == "passed-out":
        return _passed_out(state)
    if entry.kind == "honours":
        return _honours(state, given.seat("holder"), int(given.choice("honours")), ask)
    if entry.kind == "end":
        return _end(state, ask)
    if entry.kind == "deal":
        return _whole_deal(state, entry, ask)
    return _play(state, entry, ask)


def _contract(state: State, contract: Contract, *rulings: Ruling) -> Accepted:
    """Take a contract; a ruling on the calls says it already."""
    dummy = state.partner_of(contract.declarer)
    because = cite("dummy", "{dummy} lays the hand open after the first card.", dummy=dummy)
    summary = say("{declarer} plays {contract}", declarer=contract.declarer, contract=contract.name)
    verdict = {"declarer": contract.declarer, "level": contract.level, "strain": contract.strain}
    ruled = rulings or (Ruling({**verdict, "doubled": contract.doubled}, summary, (because,)),)
    return Accepted(state.with_contract(contract), ruled)


def _auction(state: State, calls: str, ask: Ask) -> Accepted | Refused:
    """Take the calls of the auction, if they can be and it is over."""
    ruled = ask("auction", seats=state.setting.clockwise_from(state.deals.rounds.dealer), calls=calls)
    said = ruled.decided
    if not said.flag("legal"):
        return Refused(ruled)
    if not said.flag("over"):
        return Refused(replace(ruled, verdict={"legal": False, "seat": said.seat_if_any("declarer")}))
    declarer = said.seat_if_any("declarer")
    if declarer is None:
        return _passed_out(state)
    contract = Contract(declarer, said.number("level"), said.text("strain"), said.text("doubled"))
    return _contract(state, contract, ruled)


def _passed_out(state: State) -> Accepted:
    """Deal again in Chicago; pass the deal on in a rubber."""
    deals = state.deals.scored({}) if state.is_rubber else state.deals.dealt_again()
    because = cite("passed-out", "Chicago: the same dealer deals again.")
    if state.is_rubber:
        because = cite("passed-out", "Rubber: the deal passes on, and nothing is scored.")
    verdict = {"dealer": deals.rounds.dealer}
    ruled = Ruling(verdict, say("Passed out: {dealer} deals", dealer=deals.rounds.dealer), (because,))
    return Accepted(state.with_next_deal(deals), (ruled,))


def _honours(state: State, holder: str, points: int, ask: Ask) -> Accepted | Refused:
    """Note the honours that somebody has shown, unless the cards played speak against them."""
    assert state.contract is not None, "nobody shows honours before the contract is known"
    if (why := _why_no_honours(state, state.contract, holder, points)) is not None:
        return Refused(Ruling({"legal": False, "seat": holder}, why, (cite("honours", why.template, **why.values),)))
    return Accepted(replace(state, honours=(holder, points)), (_rule_honours(holder, points, ask),))


def _why_no_honours(state: State, contract: Contract, holder: str, points: int) -> Text | None:
    if contract.trump is None and points != 150:
        return say("In no trump four aces count 150, and nothing else counts.")
    elsewhere = [
        card
        for trick in state.deals.deal.tricks
        for seat, card in trick.plays.items()
        if seat != holder and _is_honour(card, contract.trump)
    ]
    if len(elsewhere) > (points == 100):
        return say("{holder} did not hold {cards:short}.", holder=holder, cards=tuple(elsewhere))
    return None


def _is_honour(card: Card, trump: str | None) -> bool:
    return card.rank == "A" if trump is None else card.suit == trump and card.rank in "TJQKA"


def _rule_honours(holder: str, points: int, ask: Ask, section: str = "honours") -> Ruling:
    because = cite(section, "They go above the line, whoever has won the deal.")
    summary = say("{holder} has honours for {n} points", holder=holder, n=points)
    return ask(Ruling({"seat": holder, "points": points}, summary, (because,)))


def _whole_deal(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Score a deal that is entered as a whole."""
    contract, given, rulings = contract_in(entry.given), entry.given, []
    if given.has("holder") and (points := int(given.choice("honours"))):
        shown = _honours(replace(state, contract=contract), given.seat("holder"), points, ask)
        if isinstance(shown, Refused):
            return shown
        state, rulings = replace(state, honours=_decided(shown.rulings[0])), [*shown.rulings]
    return _score(state, contract, given.number("tricks"), ask, rulings)


def _decided(honours: Ruling) -> tuple[str, int]:
    return honours.decided.seat("seat"), honours.decided.number("points")


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Take cards played, a claim, a misdeal, or the other depth."""
    contract = state.contract
    if contract is None or entry.kind in ("misdeal", "depth"):
        entered = state.deals.enter(entry, ask, cite)
        assert not isinstance(entered, Refused), "only tricks are refused"
        return Accepted(state.with_next_deal(entered[0]), entered[1])
    if entry.kind == "claim":
        deals, rulings = _claim(state, entry, ask)
    else:
        entered = state.deals.enter(entry, ask, cite, trump=contract.strain)
        if isinstance(entered, Refused):
            return entered
        deals, rulings = entered
    if not deals.deal.over:
        return Accepted(replace(state, deals=deals), rulings)
    return _score_tricks(replace(state, deals=deals), contract, ask, [*rulings])


def _claim(state: State, entry: Entry, ask: Ask) -> tuple[Deals, tuple[Ruling, ...]]:
    """Grant a side so many of the tricks that are left, and the others the rest."""
    deal, seat, n = state.deals.deal, entry.given.seat("seat"), entry.given.number("tricks")
    rest = deal.tricks_left - n
    because = cite("claim", "The others agree. Their side takes {rest}.", rest=rest)
    told = {"seat": seat, "n": n, "left": deal.tricks_left}
    summary = say("{seat} claims {n} of the {left} tricks that are left", **told)
    claim = ask(Ruling({"seat": seat, "tricks": n}, summary, (because,)))
    seat, n = claim.decided.seat("seat"), claim.decided.number("tricks")
    granted = {seat: n, state.setting.left_of(seat): deal.tricks_left - n}
    return state.deals.with_deal(deal.with_claim(granted)), (claim,)


def _score_tricks(state: State, contract: Contract, ask: Ask, rulings: list[Ruling]) -> Accepted:
    """Score a deal that is played out, with what revokes cost."""
    deal, dummy = state.deals.deal, state.partner_of(contract.declarer)
    tricks = sum(deal.tricks_of[seat] for seat in (contract.declarer, dummy))
    for side in state.setting.sides():
        given, revokes = rule_revokes(deal, side, dummy, ask)
        tricks += -given if dummy in side else given
        rulings += revokes
    if state.with_honours and state.honours is None:
        state, shown = _honours_played(state, contract, ask)
        rulings += shown
    return _score(state, contract, tricks, ask, rulings)


def _honours_played(state: State, contract: Contract, ask: Ask) -> tuple[State, tuple[Ruling, ...]]:
    """Note the honours that all the cards played show in one hand."""
    tricks = state.deals.deal.tricks
    for seat in state.setting.seats if len(tricks) == 13 else ():
        hand = tuple(trick.plays[seat] for trick in tricks)
        if n := ask("honours", strain=contract.strain, cards=hand).decided.number("points"):
            shown = _rule_honours(seat, n, ask, "honours-shown")
            return replace(state, honours=_decided(shown)), (shown,)
    return state, ()


def _score(state: State, contract: Contract, tricks: int, ask: Ask, rulings: list[Ruling]) -> Accepted:
    """Score a contract with the tricks that its declarer has in the end."""
    side, left = state.side_of(contract.declarer), state.setting.left_of(contract.declarer)
    others = state.side_of(left)
    ruled = ask(
        "score",
        level=str(contract.level),
        strain=contract.strain,
        doubled=contract.doubled,
        tricks=tricks,
        vulnerable=side in state.vulnerable,
        scoring="rubber" if state.is_rubber else "chicago",
        part_score=state.below[side],
        last=state.is_last,
        others_vulnerable=others in state.vulnerable,
    )
    said = ruled.decided
    below = {**state.below, side: state.below[side] + said.number("below")}
    if said.flag("game"):
        below = dict.fromkeys(below, 0)
    games = {**state.games, side: state.games[side] + said.flag("game")}
    scores = {contract.declarer: said.number("declaring"), left: said.number("defending")}
    if state.honours is not None:
        holder, points = state.honours
        scores[holder] = scores.get(holder, 0) + points
    deals = _scored(state.deals, scores, ends=said.flag("rubber"))
    after = replace(state.with_next_deal(deals), below=below, games=games)
    return Accepted(after, (*rulings, ruled, _rule_total(state, deals)))


def _scored(deals: Deals, scores: dict[str, int], ends: bool) -> Deals:
    """Add up what a deal has scored. Where the rubber `ends`, whoever has more points wins it."""
    after = deals.scored(scores)
    if not ends:
        return after
    return replace(after, rounds=deals.rounds.with_scores(scores, leaders(after.rounds.totals)))


def _rule_total(state: State, deals: Deals) -> Ruling:
    ruled = rule_round(state.deals.rounds, deals.rounds, cite, "end")
    if state.is_rubber:
        because = cite("end", "Whoever has more points when a side has won two games wins the rubber.")
        ruled = replace(ruled, because=(because,))
    return ruled


def _end(state: State, ask: Ask) -> Accepted:
    """End a rubber that is not finished: the only game brings 300, the only part-score 100."""
    scores: dict[str, int] = {}
    reasons = []
    for what, n, template in (
        (state.games, 300, "{side} has won the only game, which brings {n}."),
        (state.below, 100, "{side} has the only part-score, which brings {n}."),
    ):
        having = [side for side, points in what.items() if points]
        if len(having) == 1:
            reasons.append(cite("unfinished", template, side=having[0], n=n))
            seat = parts_of(having[0])[0]
            scores[seat] = scores.get(seat, 0) + n
    deals = _scored(state.deals, scores, ends=True)
    ruled = _rule_total(state, deals)
    why = (*reasons, cite("unfinished", "The table has ended the rubber here."))
    return Accepted(state.with_next_deal(deals), (replace(ruled, because=why),))

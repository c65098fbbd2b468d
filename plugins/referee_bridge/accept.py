"""What each entry does to a match."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Accepted, Ask, Deals, Entry, Refused, Ruling, Values, hookimpl, leaders, parts_of, rule_round, say

from .contract import Contract, contract_in
from .revokes import rule_revokes
from .rules import cite
from .score import honours_in
from .state import State

_ENDS = cite("end", "Four deals end a Chicago, two games of a side end a rubber.")


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    if entry.kind == "contract":
        return _contract(state, contract_in(entry.given))
    if entry.kind in ("passed", "end"):
        return _pass(state) if entry.kind == "passed" else _end(state)
    if entry.kind == "deal":
        return _score(state, contract_in(entry.given), entry.given.number("tricks"), entry.given, ask)
    return _play(state, entry, ask)


def _contract(state: State, contract: Contract) -> Accepted:
    dummy, declarer = state.partner_of(contract.declarer), contract.declarer
    because = cite("dummy", "{dummy} lays the hand open after the first card.", dummy=dummy)
    summary = say("{declarer} plays {contract}", declarer=declarer, contract=contract.name)
    verdict = {"declarer": declarer, "level": contract.level, "strain": contract.strain, "doubled": contract.doubled}
    return Accepted(state.with_contract(contract), (Ruling(verdict, summary, (because,)),))


def _pass(state: State) -> Accepted:
    """Deal again in Chicago; pass the deal on in a rubber."""
    deals = state.deals.scored({}) if state.is_rubber else state.deals.dealt_again()
    dealer, because = deals.rounds.dealer, cite("passed", "All four have passed, and nothing is scored.")
    ruled = Ruling({"dealer": dealer}, say("Passed out: {dealer} deals", dealer=dealer), (because,))
    return Accepted(replace(state, deals=deals), (ruled,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Take cards played, a claim, a misdeal, or the other depth."""
    contract = state.contract
    entered = state.deals.enter(entry, ask, cite, trump=contract.strain if contract else "NT")
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if contract is None or entry.kind in ("misdeal", "depth"):
        return Accepted(replace(state, deals=deals, contract=None), rulings)
    deal, dummy = deals.deal, state.partner_of(contract.declarer)
    if not deal.over:
        return Accepted(replace(state, deals=deals), rulings)
    tricks = deal.tricks_of[contract.declarer] + deal.tricks_of[dummy]
    for side in state.setting.sides():
        given, revokes = rule_revokes(deal, side, dummy, ask)
        tricks += -given if dummy in side else given
        rulings += revokes
    return _score(replace(state, deals=deals), contract, tricks, entry.given, ask, rulings)


def _score(
    state: State, contract: Contract, tricks: int, given: Values, ask: Ask, rulings: tuple[Ruling, ...] = ()
) -> Accepted | Refused:
    """Score a contract with the tricks that its declarer has in the end, and honours."""
    honours = tuple(map(ask, _rule_honours(state, contract, given)))
    if honours and honours[0].verdict.get("legal") is False:
        return Refused(honours[0])
    rounds, left = state.deals.rounds, state.setting.left_of(contract.declarer)
    side, others = state.side_of(contract.declarer), state.side_of(left)
    played = {"level": str(contract.level), "strain": contract.strain, "doubled": contract.doubled, "tricks": tricks}
    played |= {"vulnerable": side in state.vulnerable, "others_vulnerable": others in state.vulnerable}
    played |= {"part_score": state.below[side], "last": rounds.number == rounds.last}
    ruled = ask("deal", scoring=state.setting.chosen.choice("scoring"), **played)
    said = ruled.decided
    scores = {contract.declarer: said.number("declaring"), left: said.number("defending")}
    for one in honours:
        holder = one.decided.seat("seat")
        scores[holder] = scores.get(holder, 0) + one.decided.number("points")
    below = {**state.below, side: state.below[side] + said.number("below")}
    games = {**state.games, side: state.games[side] + said.flag("game")}
    deals = _add_up(state.deals, scores, ends=said.flag("rubber"))
    after = State(deals, dict.fromkeys(below, 0) if said.flag("game") else below, games)
    total = rule_round(rounds, deals.rounds, cite, "end", ruled)
    if deals.rounds.winners:
        total = replace(total, about=ruled.summary, because=(_ENDS,))
    return Accepted(after, (*rulings, *honours, ruled, total))


def _rule_honours(state: State, contract: Contract, given: Values) -> Iterator[Ruling]:
    """Yield the ruling on honours in one hand: as all the cards played show them, or as they were entered."""
    holder, points, section = given.seat_if_any("holder"), int(given.seat_if_any("honours") or 0), "honours"
    tricks = state.deals.deal.tricks
    if len(tricks) == 13 and state.setting.chosen.flag("honours"):
        hands = {seat: honours_in([trick.plays[seat] for trick in tricks], contract.strain) for seat in tricks[0].plays}
        holder, points, section = max(hands, key=lambda seat: hands[seat]), max(hands.values()), "honours-shown"
    if not holder or not points:
        return
    because = cite(section, "They go above the line, whoever has won the deal.")
    summary = say("{holder} has honours for {n} points", holder=holder, n=points)
    legal = {"legal": False} if contract.strain == "NT" and points == 100 else {}
    if legal:
        because = cite("honours", "In no trump four aces count 150, and nothing else counts.")
    yield Ruling({**legal, "seat": holder, "points": points}, summary, (because,))


def _add_up(deals: Deals, scores: dict[str, int], ends: bool) -> Deals:
    """Add up what a deal has scored. Where the rubber `ends`, whoever has more points wins it."""
    after = deals.scored(scores)
    winners = leaders(after.rounds.totals) if ends else ()
    return replace(after, rounds=deals.rounds.with_scores(scores, winners))


def _end(state: State) -> Accepted:
    """End a rubber that is not finished: the only game brings 300, the only part-score 100."""
    scores: dict[str, int] = {}
    because = [cite("unfinished", "The table has ended the rubber here.")]
    for what, n, name in ((state.games, 300, say("Game")), (state.below, 100, say("Part-score"))):
        having = [side for side, points in what.items() if points]
        if len(having) == 1:
            seat = parts_of(having[0])[0]
            scores[seat] = scores.get(seat, 0) + n
            because.append(cite("unfinished", "{what}, the only one, of {side}: {n}.", what=name, side=having[0], n=n))
    deals = _add_up(state.deals, scores, ends=True)
    ruled = rule_round(state.deals.rounds, deals.rounds, cite, "end")
    return Accepted(replace(state, deals=deals), (replace(ruled, because=tuple(because)),))

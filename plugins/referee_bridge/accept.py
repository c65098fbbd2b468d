"""What each entry does to a match."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee import (
    Accepted,
    Ask,
    Cite,
    DealEnd,
    Deals,
    Entry,
    FieldError,
    Proofs,
    Reason,
    Refused,
    Ruling,
    Values,
    WrongFieldsError,
    hookimpl,
    leader_named,
    leaders,
    name_of,
    parts_of,
    read_deal_end,
    rule_round,
    say,
    tricks_in_the_end,
    uphold,
)

from .contract import Contract, contract_in
from .honours import honours_of, refuse_honours, rule_honours
from .revokes import PlayedOut, ToldRevokes, correct_twelfth, rule_revokes
from .rules import TRICKS, cite
from .score import DECLARING, DEFENDING
from .state import State

_ENDS = cite("end", "Four deals end a Chicago, two games of a side end a rubber.")
_SHARED = cite("shared-win", "Both sides have equally many points.")


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    if entry.kind == "contract":
        return _contract(state, contract_in(entry.given))
    if entry.kind in ("passed", "end"):
        return _pass(state) if entry.kind == "passed" else _end(state)
    if entry.kind == "deal":
        return _score_whole(state, entry, ask)
    return _play(state, entry, ask)


def _contract(state: State, contract: Contract) -> Accepted:
    dummy, declarer = state.partner_of(contract.declarer), contract.declarer
    because = cite(
        "dummy", "{dummy} lays the hand open after the first card.", dummy=dummy
    )
    summary = say(
        "{declarer} plays {contract}", declarer=declarer, contract=contract.name
    )
    verdict = {
        "declarer": declarer,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
    }
    return Accepted(
        state.with_contract(contract), (Ruling(verdict, summary, (because,)),)
    )


def _pass(state: State) -> Accepted:
    """Deal again in Chicago; pass the deal on in a rubber."""
    deals = state.deals.scored({}) if state.is_rubber else state.deals.dealt_again()
    dealer, because = (
        deals.rounds.dealer,
        cite("passed", "All four have passed, and nothing is scored."),
    )
    ruled = Ruling(
        {"dealer": dealer}, say("Passed out: {dealer} deals", dealer=dealer), (because,)
    )
    return Accepted(replace(state, deals=deals), (ruled,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Take cards played, a claim, a misdeal, or the other depth."""
    contract = state.contract
    proofs = (
        Proofs(is_old=True)
        if entry.version == "1"
        else Proofs(cost=partial(_cost, state))
    )
    trump = contract.strain if contract else "NT"
    entered = state.deals.enter(
        entry, ask, _cites(state, entry), proofs=proofs, trump=trump
    )
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if contract is None or entry.kind in ("misdeal", "depth"):
        return Accepted(replace(state, deals=deals, contract=None), rulings)
    if not deals.deal.over:
        return Accepted(replace(state, deals=deals), rulings)

    deal = deals.deal.as_laid() if entry.version == "1" else deals.deal
    dummy = state.partner_of(contract.declarer)
    played = PlayedOut(deal, contract.strain, dummy)
    if entry.version != "1":
        played, corrected = correct_twelfth(played, ask)
        rulings += corrected
    taken = played.deal.tricks_of
    tricks = taken[contract.declarer] + taken[dummy]
    for side in state.setting.sides():
        given, revokes = rule_revokes(played, side, ask, entry.version)
        tricks += -given if dummy in side else given
        rulings += revokes
    return _score(replace(state, deals=deals), contract, tricks, entry, ask, rulings)


def _score_whole(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Score a deal of which only the end is told, and what else happened in it."""
    given, sides = entry.given, state.setting.sides()
    contract, end = contract_in(given), read_deal_end(given, sides)
    declaring = next(side for side in sides if contract.declarer in side)
    defending = next(side for side in sides if side != declaring)

    told: dict[str, object] = {
        name: given.number(name) for name in ("tricks", "others") if given.has(name)
    }
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            told[name] = DECLARING if side[0] in declaring else DEFENDING
    tricks = tricks_in_the_end(Values(told), TRICKS, DECLARING)

    rulings = tuple(map(ask, _rule_early(end, sides)))
    if end.offenders:
        revokes = ToldRevokes(
            end.offenders,
            given.number_if_any("go_over"),
            state.partner_of(contract.declarer),
        )
        gives, ruled = revokes.rule(
            {declaring: tricks, defending: TRICKS - tricks}, ask
        )
        tricks += gives.get(defending, 0) - gives.get(declaring, 0)
        rulings += (ruled,)
    elif given.has("go_over"):
        message = say("Say who revoked too: tricks go over for that alone.")
        raise WrongFieldsError(FieldError("go_over", message))
    return _score(state, contract, tricks, entry, ask, rulings)


def _rule_early(end: DealEnd, sides: tuple[tuple[str, ...], ...]) -> Iterator[Ruling]:
    """Rule on a claim or a concession of all that was left."""
    if not end.is_early:
        return
    taker = next(side for side in sides if end.find_taker(sides)[0] in side)
    summary = say("All that is left goes to {side}", side=taker)
    because = cite("claim", "{side} claimed it, and the others agree.", side=taker)
    if end.given_up:
        because = cite("claim", "{side} conceded it (law 68 B).", side=end.given_up)
    yield Ruling({"winner": name_of(taker)}, summary, (because,))


def _cites(state: State, entry: Entry) -> Cite:
    """Return what rulings on this entry rest on: an opening lead of the declarer's side
    is none by the laws.
    """
    contract, deal = state.contract, state.deals.deal
    leader = leader_named(entry) or deal.led_by
    if contract is None or leader is None or deal.trick > 1:
        return cite
    is_declarers = state.side_of(leader) == state.side_of(contract.declarer)
    return _cite_opening_lead if is_declarers else cite


def _cite_opening_lead(section: str, template: str, **values: object) -> Reason:
    return cite(
        "led-by-declarer" if section == "out-of-turn" else section, template, **values
    )


def _cost(state: State, seat: str) -> Reason:
    """What it costs to have revoked."""
    if state.contract is not None and seat == state.partner_of(state.contract.declarer):
        return cite(
            "revoke-free", "It was a card of dummy's, for which nothing goes over."
        )
    return cite(
        "revoke", "What goes over for it is settled when the deal is played out."
    )


def _score(
    state: State,
    contract: Contract,
    tricks: int,
    entry: Entry,
    ask: Ask,
    rulings: tuple[Ruling, ...] = (),
) -> Accepted | Refused:
    """Score a contract with the tricks that its declarer has in the end, and honours."""
    honours = honours_of(state.deals.deal.tricks, state.setting, contract, entry)
    refused = uphold(refuse_honours(honours, contract), ask)
    if refused is not None:
        return Refused(refused)
    honoured = ask(rule_honours(honours)) if honours else None

    ruled = _ask_score(state, contract, tricks, ask)
    said, left = ruled.decided, state.setting.left_of(contract.declarer)
    scores = {
        contract.declarer: said.number("declaring"),
        left: said.number("defending"),
    }
    if honoured is not None:
        holder = honoured.decided.seat("seat")
        scores[holder] = scores.get(holder, 0) + honoured.decided.number("points")
        rulings += (honoured,)

    rounds, side = state.deals.rounds, state.side_of(contract.declarer)
    below = {**state.below, side: state.below[side] + said.number("below")}
    games = {**state.games, side: state.games[side] + said.flag("game")}
    if said.flag("game"):
        below = dict.fromkeys(below, 0)
    deals = _add_up(state.deals, scores, ends=said.flag("rubber"))
    total = rule_round(rounds, deals.rounds, cite, "end", ruled)
    if deals.rounds.winners:
        total = replace(
            total, about=ruled.summary, because=(_ENDS, *_why_shared(deals))
        )
    return Accepted(State(deals, below, games), (*rulings, ruled, total))


def _why_shared(deals: Deals) -> tuple[Reason, ...]:
    is_shared = len(deals.rounds.winners) == len(deals.rounds.setting.seats)
    return (_SHARED,) if is_shared else ()


def _ask_score(state: State, contract: Contract, tricks: int, ask: Ask) -> Ruling:
    rounds, side = state.deals.rounds, state.side_of(contract.declarer)
    others = state.side_of(state.setting.left_of(contract.declarer))
    return ask(
        "deal",
        level=str(contract.level),
        strain=contract.strain,
        doubled=contract.doubled,
        tricks=tricks,
        scoring=state.setting.chosen.choice("scoring"),
        vulnerable=side in state.vulnerable,
        others_vulnerable=others in state.vulnerable,
        part_score=state.below[side],
        last=rounds.number == rounds.last,
    )


def _add_up(deals: Deals, scores: dict[str, int], ends: bool) -> Deals:
    """Add up what a deal has scored. Where the rubber `ends`, whoever has more points
    wins it.
    """
    after = deals.scored(scores)
    winners = leaders(after.rounds.totals) if ends else ()
    return replace(after, rounds=deals.rounds.with_scores(scores, winners))


def _end(state: State) -> Accepted:
    """End a rubber that is not finished: the only game brings 300, the only part-score
    100.
    """
    scores: dict[str, int] = {}
    because = [cite("unfinished", "The table has ended the rubber here.")]
    for what, n, name in (
        (state.games, 300, say("Game")),
        (state.below, 100, say("Part-score")),
    ):
        having = [side for side, points in what.items() if points]
        if len(having) == 1:
            seat = parts_of(having[0])[0]
            scores[seat] = scores.get(seat, 0) + n
            because.append(
                cite(
                    "unfinished",
                    "{what}, the only one, of {side}: {n}.",
                    what=name,
                    side=having[0],
                    n=n,
                )
            )
    deals = _add_up(state.deals, scores, ends=True)
    ruled = rule_round(state.deals.rounds, deals.rounds, cite, "end")
    reasons = (*_why_shared(deals), *because)
    return Accepted(replace(state, deals=deals), (replace(ruled, because=reasons),))

"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    THIRTY_TWO,
    Accepted,
    Ask,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Proofs,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Setup,
    Side,
    Step,
    Text,
    Values,
    begin_deals,
    card,
    deal_end_fields,
    hookimpl,
    name_of,
    name_offending_side,
    number_fact,
    say,
    with_fields,
)

from .cards import ALL_TRUMP, BELOTE, DER, count_cards, may_play
from .game import HAND, cite
from .scoring import (
    AGREED,
    ANNOUNCED,
    BELOTES,
    DOWN,
    MADE,
    OTHERS,
    RESULT,
    TAKERS,
    meld_fields,
)
from .state import State, ask_contract, contract_fields, enter_call, name_contract


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first deal, before anybody takes."""
    target = setting.chosen.number("target")
    rounds = {"target": target, "playoffs": True, "sides": setting.sides()}
    return State(begin_deals(setting, THIRTY_TWO, hand=HAND, **rounds))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first who takes, then the tricks; or at once the whole deal."""
    deals = state.deals
    if deals.rounds.winners:
        return ()
    if not state.contract.values and not deals.by_deal:
        return (*ask_contract(state), *deals.asides())
    opened = deals.prompts(tuple(_deal_fields(state)), concessions=())
    label = say("Whose belote-rebelote was still in hand")
    seats = state.setting.seats
    belote = Field("belote", "seat", label, choices=seats, optional=True)
    for kind in ("claim", "concede"):
        opened = with_fields(opened, kind, belote)
    first, *others = opened
    if deals.by_deal:
        return (first, deals.ask_passed(), *others)
    if state.has_announcements and not state.counted and deals.deal.trick < 3:
        return (first, _ask_announcements(state), *others)
    return opened


def _deal_fields(state: State) -> Iterator[Field]:
    """Yield the fields of a whole deal."""
    yield from contract_fields(state)
    yield from RESULT
    most = 4 if state.setting.chosen.flag("wide") else 1
    for belote in BELOTES:
        yield replace(belote, max=most)
    if state.has_announcements:
        yield from ANNOUNCED
    offenders, *_ = deal_end_fields(state.setting.seats)
    yield offenders


def _ask_announcements(state: State) -> Prompt:
    """Return the prompt for both sides' announcements; only the better side's count."""
    setting = state.setting
    labels = [say("{side}", side=side) for side in setting.sides()]
    help = say("Belote-rebelote needs no entry.")
    title = say("Announcements")
    fields = tuple(meld_fields(labels))
    return Prompt("announce", setting.seats, title, help, fields, optional=True)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    match entry.kind:
        case "contract":
            return Accepted(state.with_contract(entry.given))
        case "bid" | "pass" | "double":
            return enter_call(state, entry)
        case "announce":
            return _announce(state, entry.given, ask)
        case "deal":
            state = replace(state, contract=entry.given)
            return _score(state, {}, ask)
    return _play(state, entry, ask)


def _announce(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Rule on whose announcements count."""
    trump = state.contract.choice("trump")
    ruling = ask("announcements", trump=trump, **given.values)
    decided = ruling.decided
    if not decided.flag("legal"):
        return Refused(ruling)
    sides = state.setting.sides()
    counted = dict.fromkeys(sides, 0)
    winner = decided.choice("side", None)
    if winner is not None:
        side = sides[winner == "second"]
        counted[side] = n = decided.number("points")
        summary = say("{side}’s announcements count: {n}", side=side, n=n)
        ruling = replace(ruling, summary=summary)
    return Accepted(replace(state, counted=counted), (ruling,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter any entry of a deal of tricks; after the last trick score the deal."""
    trump = state.contract.choice("trump", "")
    may = partial(may_play, trump, state.trumps_under)
    proofs = Proofs(partial(_say_cost, state), may)
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=trump)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if entry.kind in ("misdeal", "depth", "passed"):
        return Accepted(State(deals.dealt_again(), state.held), rulings)

    state = replace(state, deals=deals)
    for seat in _find_belotes(state, entry.given):
        why = cite("belote", "King and queen of trump were in one hand.")
        summary = say("{seat} has belote-rebelote: {n}", seat=seat, n=BELOTE)
        ruling = ask(Ruling({"seat": seat, "points": BELOTE}, summary, (why,)))
        rulings += (ruling,)
        if ruling.decided.number("points"):
            state = replace(state, belotes=(*state.belotes, seat))
    if not deals.deal.over:
        return Accepted(state, rulings)
    return _score(state, _count_up(state), ask, rulings)


_PARTNERS = {"K": "Q", "Q": "K"}
"""The ranks of a belote-rebelote, each with the other."""


def _find_belotes(state: State, given: Values) -> Iterator[str]:
    """Yield who has a belote-rebelote that this entry completes."""
    if given.has("belote"):
        yield given.seat("belote")
    deal = state.deals.deal
    if not given.has("plays") or deal.lying:
        return
    for seat, last in deal.tricks[-1].plays.items():
        is_trump = state.contract.choice("trump") in (last.suit, ALL_TRUMP)
        other = _PARTNERS.get(last.rank)
        if is_trump and other and (seat, card(f"{other}{last.suit}")) in deal.laid:
            yield seat


def _say_cost(state: State, seat: str) -> Reason:
    """Return the cost of having broken a rule."""
    side, _ = state.setting.sides_from(seat)
    template = "So {side} lose the deal, unless the others broke a rule too."
    return cite("offence", template, side=side)


# What a deal scores


def _count_up(state: State) -> Mapping[str, object]:
    """Return the answers about a deal that was played out, claimed or given up."""
    takers, others = sides = state.setting.sides_from(state.contract.seat("taker"))
    deal = state.deals.deal.with_rest_for(sides)
    result: dict[str, object] = {"offenders": deal.offenders}
    tricks = deal.tricks_taken(takers)
    if tricks in (0, HAND):
        result["capot"] = TAKERS if tricks else OTHERS
    else:
        cards = deal.cards_taken(takers)
        points = count_cards(cards, state.contract.choice("trump"))
        last = next(iter(deal.claimed), deal.tricks[-1].winner)
        if last in takers:
            points += DER
        result["points"] = points

    for prefix, side in (("", takers), ("others_", others)):
        result[f"{prefix}belote"] = sum(seat in side for seat in state.belotes)
        result[f"{prefix}announced"] = state.counted.get(side, 0)
    return result


def _score(
    state: State, result: Mapping[str, object], ask: Ask, rulings: Rulings = ()
) -> Accepted:
    """Score a deal by its contract and its other events."""
    contract = state.contract
    takers, others = state.setting.sides_from(contract.seat("taker"))
    agreed = state.setting.agreed(AGREED)
    known = {**contract.values, **result, **agreed, "held": state.held}
    del known["taker"]
    offenders = Values(known).seats("offenders")
    known.pop("offenders", None)
    sides = {TAKERS: takers, OTHERS: others}
    revoked = name_offending_side(offenders, sides)
    if revoked:
        known["revoked"] = revoked
    scored = ask("deal", **known)

    decided = scored.decided
    points = {side[0]: decided.number(word) for word, side in sides.items()}
    ruling = _name_sides(scored, takers, others, name_contract(contract))
    deals, ended = state.deals.score(points, cite, ruling)
    after = State(deals, decided.number("held"))
    return Accepted(after, (*rulings, ruling, ended))


def _name_sides(scored: Ruling, takers: Side, others: Side, contract: Text) -> Ruling:
    """Return the ruling on a deal with who sits here."""
    outcome = scored.decided.choice("outcome")
    if outcome in (MADE, DOWN):
        template = "{takers} make it: {contract}"
        if outcome == DOWN:
            template = "{takers} are dedans: {contract}"
        summary = say(template, takers=takers, contract=contract)
        scored = replace(scored, summary=summary)
    if scored.reckoning is None:
        return scored
    rows = []
    for row, side in zip(scored.reckoning.rows, (takers, others), strict=True):
        rows.append(replace(row, seat=name_of(side)))
    reckoning = replace(scored.reckoning, rows=tuple(rows))
    return replace(scored, reckoning=reckoning)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the contract, the announcements, and the next steps."""
    deals = state.deals
    facts = tuple(_list_facts(state))
    if deals.rounds.winners or deals.by_deal or state.contract.values:
        return deals.scene(facts=facts)
    dealing = deals.rounds.dealing
    if not state.is_coinche:
        enter = Step((), say("Enter who took what; then all cards are dealt."))
        return deals.scene("bid", facts=facts, steps=(dealing, enter))
    turn = state.auction.turn
    bids = Step((turn,), say("{seat} bids or passes.", seat=turn))
    return deals.scene("bid", facts=facts, steps=(dealing, bids), to_act=(turn,))


def _list_facts(state: State) -> Iterator[Fact]:
    contract = state.contract
    if not contract.values:
        contract = state.called
    if contract.values and not state.deals.by_deal:
        taker = contract.seat("taker")
        yield Fact(say("Contract"), name_contract(contract), taker)
    for side, n in state.counted.items():
        if n:
            yield number_fact(say("Announced"), n, name_of(side))
    if state.held:
        yield number_fact(say("Held over"), state.held)

"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from functools import partial
from typing import Any

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
    Random,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Seats,
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
    rule_round,
    say,
)

from .bidding import (
    ask_contract,
    ask_passed,
    contract_fields,
    enter_call,
    name_contract,
    pass_deal,
)
from .cards import ALL_TRUMP, BELOTE, DER, count_cards, may_play
from .game import HAND, cite
from .scoring import (
    AGREED,
    ANNOUNCED,
    BELOTES,
    DOWN,
    MADE,
    MELDS,
    OTHERS,
    RESULT,
    TAKERS,
)
from .state import Contract, State


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
    if not state.contract and not deals.by_deal:
        return (*ask_contract(state), *deals.asides())
    first, *others = deals.prompts(tuple(_deal_fields(state)), concessions=())
    if deals.by_deal:
        return (first, ask_passed(state), *others)
    opened = [first]
    if state.has_announcements and not state.counted and deals.deal.trick < 3:
        opened.append(_ask_announcements(state))
    opened.extend(_ask_belote(prompt, state.setting.seats) for prompt in others)
    return tuple(opened)


def _deal_fields(state: State) -> Iterator[Field]:
    """Yield the fields of a deal that is entered as a whole."""
    yield from contract_fields(state)
    yield from RESULT
    most = 4 if state.setting.chosen.flag("wide") else 1
    for belote in BELOTES:
        yield replace(belote, max=most)
    if state.has_announcements:
        yield from ANNOUNCED
    offenders, *_ = deal_end_fields(state.setting.seats)
    yield offenders


def _ask_belote(prompt: Prompt, seats: Seats) -> Prompt:
    """Return a prompt that asks for a belote still in hand, if it ends the tricks."""
    if prompt.kind not in ("claim", "concede"):
        return prompt
    label = say("Whose belote-rebelote was still in hand")
    belote = Field("belote", "seat", label, choices=seats, optional=True)
    return replace(prompt, fields=(*prompt.fields, belote))


def _ask_announcements(state: State) -> Prompt:
    """Return the prompt for what both sides announce; the better side's count."""
    seats = state.setting.seats
    fields = []
    for name, side in zip(("first", "second"), state.setting.sides(), strict=True):
        label = say("{side}", side=side)
        fields.append(replace(MELDS, name=name, label=label))
    help = say("Belote-rebelote needs no entry.")
    title = say("Announcements")
    return Prompt("announce", seats, title, help, tuple(fields), optional=True)


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Return a tierce that somebody may have."""
    if prompt.kind != "announce":
        return None
    tierce = random.choice(("7S 8S 9S", "9H TH JH", "JC QC KC"))
    return {"first": [tierce.split()]}


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    match entry.kind:
        case "contract":
            return Accepted(state.with_contract(entry.given.values))
        case "bid" | "pass" | "double":
            return enter_call(state, entry)
        case "passed":
            return pass_deal(state)
        case "announce":
            return _announce(state, entry.given, ask)
        case "deal":
            return _score(replace(state, contract=entry.given.values), {}, ask)
    return _play(state, entry, ask)


def _announce(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Rule on whose announcements count."""
    melds = {side: given.card_groups(side) for side in ("first", "second")}
    ruling = ask("announcements", trump=state.taken.choice("trump"), **melds)
    decided = ruling.decided
    if not decided.flag("legal"):
        return Refused(ruling)
    counted = dict.fromkeys(state.setting.seats[:2], 0)
    winner = decided.choice("side", None)
    if winner is not None:
        side = state.setting.sides()[winner == "second"]
        counted[side[0]] = n = decided.number("points")
        summary = say("{side}’s announcements count: {n}", side=side, n=n)
        ruling = replace(ruling, summary=summary)
    return Accepted(replace(state, counted=counted), (ruling,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter what every game of tricks has; score the deal after its last trick."""
    trump = state.taken.choice("trump", "")
    may = partial(may_play, trump, state.trumps_under)
    proofs = Proofs(partial(_say_cost, state), may)
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=trump)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if entry.kind in ("misdeal", "depth"):
        return Accepted(State(deals.dealt_again(), state.held), rulings)

    state = replace(state, deals=deals)
    for seat in _find_belotes(state, entry.given):
        ruling = ask(_rule_belote(seat))
        rulings += (ruling,)
        if ruling.decided.number("points"):
            state = replace(state, belotes=(*state.belotes, seat))
    if not deals.deal.over:
        return Accepted(state, rulings)
    return _score(state, _count_up(state), ask, rulings)


def _find_belotes(state: State, given: Values) -> Iterator[str]:
    """Yield who has a belote-rebelote that this entry completes."""
    if given.has("belote"):
        yield given.seat("belote")
    deal = state.deals.deal
    if not given.has("plays") or deal.lying:
        return
    for seat, last in deal.tricks[-1].plays.items():
        pair = {card(f"{rank}{last.suit}") for rank in "KQ"}
        played = {trick.plays[seat] for trick in deal.tricks}
        is_trump = state.taken.choice("trump") in (last.suit, ALL_TRUMP)
        if is_trump and last in pair and pair <= played:
            yield seat


def _rule_belote(seat: str) -> Ruling:
    why = cite("belote", "King and queen of trump were in one hand.")
    summary = say("{seat} has belote-rebelote: {n}", seat=seat, n=BELOTE)
    return Ruling({"seat": seat, "points": BELOTE}, summary, (why,))


def _say_cost(state: State, seat: str) -> Reason:
    """Say what it costs to have broken a rule."""
    side, _ = state.part_sides(seat)
    template = "So {side} lose the deal, unless the others broke a rule too."
    return cite("offence", template, side=side)


# What a deal scores


def _count_up(state: State) -> Contract:
    """Return what a deal brought that was played out, claimed or given up."""
    deal = state.deals.deal
    if deal.given_up:
        taker = state.setting.left_of(deal.given_up)
        deal = deal.with_claim({taker: deal.tricks_left})
    takers, others = state.part_sides(state.taken.seat("taker"))
    result: dict[str, Any] = {"offenders": deal.offenders}
    tricks = sum(deal.tricks_of[seat] for seat in takers)
    if tricks in (0, HAND):
        result["capot"] = TAKERS if tricks else OTHERS
    else:
        cards = sum((deal.cards_of[seat] for seat in takers), ())
        last = next(iter(deal.claimed), deal.tricks[-1].winner)
        der = DER if last in takers else 0
        result["points"] = count_cards(cards, state.taken.choice("trump")) + der

    for prefix, side in (("", takers), ("others_", others)):
        result[f"{prefix}belote"] = sum(seat in side for seat in state.belotes)
        result[f"{prefix}announced"] = sum(state.counted.get(seat, 0) for seat in side)
    return result


def _score(state: State, result: Contract, ask: Ask, rulings: Rulings = ()) -> Accepted:
    """Score a deal: its contract, and what else is known of it."""
    known = {**state.contract, **result, "held": state.held}
    takers, others = state.part_sides(known.pop("taker"))
    offenders = known.pop("offenders", None)
    if offenders:
        known["revoked"] = _name_offenders({*offenders}, takers, others)
    known |= {each.name: state.setting.options[each.name] for each in AGREED}
    scored = ask("deal", **known)

    decided = scored.decided
    points = {takers[0]: decided.number(TAKERS), others[0]: decided.number(OTHERS)}
    deals = state.deals.scored(points)
    ruling = _name_sides(scored, takers, others, name_contract(state.contract))
    ended = rule_round(state.deals.rounds, deals.rounds, cite, "end", ruling)
    after = State(deals, decided.number("held"))
    return Accepted(after, (*rulings, ruling, ended))


def _name_offenders(offenders: Set[str], takers: Side, others: Side) -> str:
    """Return who broke a rule, as the question on a deal has it."""
    if offenders <= {*takers}:
        return TAKERS
    if offenders <= {*others}:
        return OTHERS
    return "both"


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
    return replace(scored, reckoning=replace(scored.reckoning, rows=tuple(rows)))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return who took what, what was announced, and what to do next."""
    deals = state.deals
    facts = tuple(_list_facts(state))
    if deals.rounds.winners or deals.by_deal or state.contract:
        return deals.scene(facts=facts)
    dealer = deals.rounds.dealer
    dealing = Step((dealer,), say("{dealer} deals.", dealer=dealer))
    if not state.is_coinche:
        enter = Step((), say("Enter who took what; then all cards are dealt."))
        return deals.scene("bid", facts=facts, steps=(dealing, enter))
    turn = state.auction.turn
    bids = Step((turn,), say("{seat} bids or passes.", seat=turn))
    return deals.scene("bid", facts=facts, steps=(dealing, bids), to_act=(turn,))


def _list_facts(state: State) -> Iterator[Fact]:
    contract = state.contract or state.called
    if contract and not state.deals.by_deal:
        taker = Values(contract).seat("taker")
        yield Fact(say("Contract"), name_contract(contract), taker)
    for seat, n in state.counted.items():
        if n:
            side, _ = state.part_sides(seat)
            yield Fact(say("Announced"), say("{n}", n=n), name_of(side))
    if state.held:
        yield Fact(say("Held over"), say("{n}", n=state.held))

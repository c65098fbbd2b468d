"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    FIFTY_TWO,
    OTHER_SIDE_TRICKS,
    Accepted,
    Ask,
    Cite,
    Entry,
    Fact,
    Field,
    OffenceRules,
    Prompt,
    Prompts,
    Reason,
    Refused,
    Ruling,
    Scene,
    Seats,
    Setting,
    Step,
    begin_deals,
    deal_end_fields,
    hookimpl,
    leader_named,
    name_side,
    number_fact,
    number_field,
    say,
)

from .deal import end_rubber, score_deal, score_whole_deal
from .game import TRICKS, cite
from .revokes import PlayedOut, settle_revokes
from .scoring import TRICKS_TAKEN
from .state import Contract, State, contract_fields, read_contract


@hookimpl
def begin(setting: Setting) -> State:
    """Return the beginning of a rubber, or of four deals of Chicago."""
    last = 4 if setting.chosen.choice("scoring") == "chicago" else None
    sides = setting.sides()
    nothing = dict.fromkeys(map(name_side, sides), 0)
    deals = begin_deals(setting, FIFTY_TWO, last=last, sides=sides)
    return State(deals, nothing, nothing)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is over."""
    if state.deals.rounds.winners:
        return ()
    return tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    deals = state.deals
    setting = state.setting
    contract = state.contract
    honours = _honours_fields(setting)
    by_deal = _deal_fields(setting, honours)
    first, *asides = deals.prompts(by_deal, shared_claims=True)
    if contract is not None:
        plays, *others = first.fields
        dummy = setting.opposite(contract.declarer)
        plays = replace(plays, speakers={dummy: contract.declarer})
        yield replace(first, fields=(plays, *others))
    elif deals.by_deal:
        yield first
    else:
        help = say("After three passes.")
        fields = contract_fields(setting.seats)
        yield Prompt("contract", setting.seats, say("The contract"), help, fields)
    if contract is None:
        help = say("All four passed.")
        title = say("Passed out")
        yield Prompt("passed", setting.seats, title, help, optional=True, anew=True)

    for prompt in asides:
        if prompt.kind != "claim":
            yield prompt
        elif contract is not None:
            yield replace(prompt, fields=(*prompt.fields, *honours))
    if state.is_rubber and deals.rounds.number > 1:
        yield _ask_end(setting.seats)


def _honours_fields(setting: Setting) -> tuple[Field, ...]:
    """Return the fields for honours, if the table scores them."""
    if not setting.chosen.flag("honours"):
        return ()
    label = say("Honours")
    points = ("0", "100", "150")
    value = Field(
        "honours", "choice", label, choices=points, default="0", optional=True
    )
    label = say("Whose honours")
    holder = Field("holder", "seat", label, choices=setting.seats, optional=True)
    return value, holder


def _deal_fields(setting: Setting, honours: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields of a deal that is entered as a whole."""
    seats = setting.seats
    offenders, *ends = deal_end_fields(seats, setting.sides())
    offenders = replace(offenders, label=say("Who revoked?"))
    go_over = number_field(
        "go_over",
        say("Tricks that go over for it"),
        0,
        TRICKS,
        optional=True,
        folded=offenders.folded,
    )
    return (
        *contract_fields(seats),
        TRICKS_TAKEN,
        *honours,
        offenders,
        go_over,
        *ends,
        OTHER_SIDE_TRICKS,
    )


def _ask_end(seats: Seats) -> Prompt:
    title = say("End the rubber")
    help = say(
        "The rubber ends as it stands: the only game scores 300, the only part-score "
        "100."
    )
    return Prompt("end", seats, title, help, optional=True, ends=True)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    match entry.kind:
        case "contract":
            return _begin_play(state, read_contract(entry.given))
        case "passed":
            return _pass(state)
        case "end":
            return end_rubber(state)
        case "deal":
            return score_whole_deal(state, entry, ask)
        case _:
            return _play(state, entry, ask)


def _begin_play(state: State, contract: Contract) -> Accepted:
    """Begin the play of a contract, once the auction is over."""
    declarer = contract.declarer
    dummy = state.setting.opposite(declarer)
    template = "{dummy} lays down dummy after the first card."
    why = cite("dummy", template, dummy=dummy)
    template = "{declarer} plays {contract}"
    summary = say(template, declarer=declarer, contract=contract.name)
    verdict = {
        "declarer": declarer,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
    }
    ruling = Ruling(verdict, summary, (why,))
    return Accepted(state.with_contract(contract), (ruling,))


def _pass(state: State) -> Accepted:
    """Deal again in Chicago; pass the deal on in a rubber."""
    deals = state.deals.dealt_again()
    if state.is_rubber:
        deals = state.deals.scored({})
    dealer = deals.rounds.dealer
    why = cite("passed", "All four passed, so nothing is scored.")
    summary = say("Passed out: {dealer} deals", dealer=dealer)
    ruling = Ruling({"dealer": dealer}, summary, (why,))
    return Accepted(replace(state, deals=deals), (ruling,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Take cards played, a claim, a misdeal, or the other depth."""
    contract = state.contract
    offences = OffenceRules(
        cost=partial(_say_cost, state), blame=partial(_blame, state)
    )
    trump = contract.strain if contract else "NT"
    entered = state.deals.enter(
        entry, ask, _cite_for(state, entry), offences=offences, trump=trump
    )
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    after = replace(state, deals=deals)
    if contract is None or entry.kind in ("misdeal", "depth"):
        return Accepted(replace(after, contract=None), rulings)
    deal = deals.deal
    if not deal.over:
        return Accepted(after, rulings)

    dummy = state.setting.opposite(contract.declarer)
    played = PlayedOut(deal, contract.strain, dummy)
    tricks, revokes = settle_revokes(played, state.setting.sides(), ask)
    return score_deal(after, contract, tricks, entry, ask, (*rulings, *revokes))


def _cite_for(state: State, entry: Entry) -> Cite:
    """Return how rulings on this entry cite.

    An opening lead by the declarer's side has its own section, `led-by-declarer`.
    """
    contract = state.contract
    deal = state.deals.deal
    leader = leader_named(entry) or deal.led_by
    if contract is None or leader is None or deal.trick > 1:
        return cite
    if state.side_of(leader) != state.side_of(contract.declarer):
        return cite
    return _cite_opening_lead


def _cite_opening_lead(section: str, template: str, **values: object) -> Reason:
    if section == "out-of-turn":
        section = "led-by-declarer"
    return cite(section, template, **values)


def _blame(state: State, seat: str) -> Mapping[str, object]:
    """Return the law's words for a seat that led out of turn, and for the trick."""
    who = "defender"
    contract = state.contract
    if contract is not None and state.side_of(seat) == state.side_of(contract.declarer):
        who = "declarer" if seat == contract.declarer else "dummy"
    if state.deals.deal.trick == 1:
        return {"situation": "opening-lead", "who": who}
    return {"who": who}


def _say_cost(state: State, seat: str) -> Reason:
    """Return the reason that states the cost of a revoke."""
    contract = state.contract
    if contract is not None and seat == state.setting.opposite(contract.declarer):
        template = "It was dummy’s card, so nothing goes over."
        return cite("revoke-free", template)
    template = "How many tricks go over is settled after the deal."
    return cite("revoke", template)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return tricks and points, the contract, and who is vulnerable."""
    deals = state.deals
    deal = deals.deal
    contract = state.contract
    facts = tuple(_list_facts(state))
    if deals.rounds.winners or deals.by_deal:
        return deals.scene(facts=facts)
    if contract is None:
        dealer = deals.rounds.dealer
        calls = say("{dealer} deals and calls first.", dealer=dealer)
        enter = say("When three have passed, enter the contract.")
        steps = Step((dealer,), calls), Step((), enter)
        return deals.scene("auction", facts=facts, steps=steps)
    declarer = contract.declarer
    dummy = state.setting.opposite(declarer)
    if deal.to_play[:1] == (dummy,):
        template = "{declarer} plays {dummy}’s card to trick {n}."
        plays = say(template, declarer=declarer, dummy=dummy, n=deal.trick)
        return deals.scene(facts=facts, steps=(Step((declarer,), plays),))
    if deal.trick > 1 or deal.lying:
        return deals.scene(facts=facts)

    leader = deal.leader
    template = (
        "{leader} leads to trick 1, then {dummy} lays down dummy. {declarer} plays "
        "both hands."
    )
    leads = say(template, leader=leader, dummy=dummy, declarer=declarer)
    return deals.scene(facts=facts, steps=(Step((leader,), leads),))


def _list_facts(state: State) -> Iterator[Fact]:
    contract = state.contract
    if contract is not None:
        yield Fact(say("Contract"), contract.name, contract.declarer, "declarer")
    vulnerable = say("nobody")
    for side in state.vulnerable:
        vulnerable = say("{side}", side=side)
    if len(state.vulnerable) > 1:
        vulnerable = say("everybody")
    yield Fact(say("Vulnerable"), vulnerable)
    for side, n in state.below.items():
        if n:
            yield number_fact(say("Below the line"), n, side)

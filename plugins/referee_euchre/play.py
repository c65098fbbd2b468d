"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee import (
    OTHERS_TRICKS,
    SUIT_NAMES,
    TWENTY_FOUR,
    Accepted,
    Ask,
    DealEnd,
    Entry,
    Fact,
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
    Values,
    begin_deals,
    deal_end_fields,
    hookimpl,
    name_of,
    read_deal_end,
    rule_round,
    say,
    uphold,
    wrong_field,
)

from .game import HAND, cite
from .making import MAKER, ask_contract, enter_contract, refuse_turned
from .scoring import ALONE, TAKEN
from .state import Contract, State


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first deal, of which nobody has made trump."""
    target = setting.chosen.number("target")
    sides = setting.sides()
    deals = begin_deals(setting, TWENTY_FOUR, hand=HAND, target=target, sides=sides)
    return State(deals)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first who made trump, then the tricks; or at once the whole deal."""
    deals = state.deals
    seats = deals.rounds.setting.seats
    if deals.rounds.winners:
        return ()
    passed = Prompt("passed", seats, say("All have passed"), optional=True)
    if state.contract is None and not deals.by_deal:
        return (ask_contract(seats), passed, *deals.asides())

    maker = replace(MAKER, choices=seats)
    ends = deal_end_fields(seats, deals.rounds.sides)
    others = replace(OTHERS_TRICKS, max=HAND)
    opened = deals.prompts((maker, ALONE, TAKEN, *ends, others), concessions=())
    if state.contract is not None:
        return opened
    deal, *asides = opened
    return (deal, passed, *asides)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    given = entry.given
    contract = state.contract
    if entry.kind == "contract":
        return enter_contract(state, entry, ask)
    if entry.kind == "passed":
        return _pass(state)
    if entry.kind == "deal":
        return _score(state, given.seat("maker"), given.flag("alone"), given, ask)
    if contract is None or entry.kind in ("misdeal", "depth"):
        return _begin_anew(state, entry, ask)
    if entry.kind == "trick":
        dealer = state.deals.rounds.dealer
        wrong = refuse_turned(contract, given.card_by_seat("plays"), dealer)
        wrong = uphold(wrong, ask)
        if wrong:
            return Refused(wrong)
    return _enter(state, contract, entry, ask)


def _pass(state: State) -> Accepted:
    deals = state.deals.scored({})
    dealer = deals.rounds.dealer
    why = cite("passed", "Nothing is scored, and {dealer} deals.", dealer=dealer)
    passed = Ruling({"dealer": dealer}, say("All have passed"), (why,))
    return Accepted(State(deals), (passed,))


def _begin_anew(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Begin this deal once more, after a misdeal or in the other depth."""
    entered = state.deals.enter(entry, ask, cite)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    return Accepted(State(deals.dealt_again()), rulings)


def _enter(
    state: State, contract: Contract, entry: Entry, ask: Ask
) -> Accepted | Refused:
    """Enter what any deal of tricks knows; after its last trick score the deal."""
    maker = contract.maker
    proofs = Proofs(partial(_cost, state, contract), is_old=entry.version == "1")
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=contract.trump)
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    deal = deals.deal
    state = State(deals, contract)
    if not deal.over:
        return Accepted(state, rulings)

    makers, _others = state.part_sides(maker)
    tricks = sum(n for seat, n in deal.tricks_of.items() if seat in makers)
    others = len(deal.tricks) + sum(deal.claimed.values()) - tricks
    played = Values({"tricks": tricks, "others": others, **deal.end}, ("offenders",))
    return _score(state, maker, contract.is_alone, played, ask, rulings)


def _cost(state: State, contract: Contract, seat: str) -> Reason:
    """Say what it costs not to have followed suit."""
    _side, others = state.part_sides(seat)
    n = 2
    if contract.is_alone and contract.maker in others:
        n = 4
    template = (
        "So {side} score {n} points in this deal, "
        "unless they have not followed suit either."
    )
    return cite("offence", template, side=others, n=n)


def _score(
    state: State,
    maker: str,
    is_alone: bool,
    played: Values,
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted:
    """Score a deal: the tricks of the makers, and what else happened."""
    rounds = state.deals.rounds
    makers, others = state.part_sides(maker)
    partner = state.find_partner(maker)
    end = read_deal_end(played, (makers, others))
    if is_alone and partner in end.offenders:
        raise wrong_field("offenders", say("{seat} sits this deal out.", seat=partner))

    scored = ask("deal", alone=is_alone, **_name_sides(played, end, makers))
    points = {
        makers: scored.decided.number("makers"),
        others: scored.decided.number("defenders"),
    }
    brought = []
    for side, n in points.items():
        if n:
            brought.append(say("{n} for {side}", n=n, side=side))
    if brought:
        summary = say("{what}: {brought}", what=scored.summary, brought=tuple(brought))
        scored = replace(scored, summary=summary)

    deals = state.deals.scored({side[0]: n for side, n in points.items()})
    ended = rule_round(rounds, deals.rounds, cite, "end", scored)
    return Accepted(State(deals), (*rulings, scored, ended))


def _name_sides(played: Values, end: DealEnd, makers: Side) -> dict[str, object]:
    """Return what was played with makers and defenders in place of seats."""
    asked: dict[str, object] = {}
    for name in ("tricks", "others"):
        if played.has(name):
            asked[name] = played.number(name)
    revoked = {_name_side(seat, makers) for seat in end.offenders}
    if len(revoked) == 2:
        asked["revoked"] = "both"
    elif revoked:
        asked["revoked"] = revoked.pop()
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            asked[name] = _name_side(side[0], makers)
    return asked


def _name_side(seat: str, makers: Side) -> str:
    return "makers" if seat in makers else "defenders"


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return who made what trump, tricks and points, and what to do next."""
    deals = state.deals
    deal = deals.deal
    contract = state.contract
    if deals.rounds.winners or deals.by_deal:
        return deals.scene()
    if contract is None:
        dealer = deals.rounds.dealer
        template = "{dealer} deals {n} cards to each and turns one up."
        dealing = Step((dealer,), say(template, dealer=dealer, n=HAND))
        enter = Step((), say("Enter who made trump."))
        return deals.scene("contract", steps=(dealing, enter))

    trump = SUIT_NAMES[contract.trump]
    if contract.is_alone:
        trump = say("{suit}, alone", suit=trump)
    made_trump = Fact(say("Trump"), trump, contract.maker)
    scene = deals.scene(facts=(made_trump, *_tricks(state)))
    if deal.tricks or deal.lying:
        return scene
    leader = deal.leader
    leads = Step((leader,), say("{leader} leads.", leader=leader))
    enter = Step((), say("When all have played, enter the cards."))
    return replace(scene, steps=(leads, enter))


def _tricks(state: State) -> Iterator[Fact]:
    """Yield how many tricks each side has taken so far."""
    taken = state.deals.deal.tricks_of
    for side in state.deals.rounds.sides:
        n = sum(taken.get(seat, 0) for seat in side)
        if n:
            yield Fact(say("Tricks"), say("{n}", n=n), name_of(side))

"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    OTHERS_TRICKS,
    SUIT_NAMES,
    TWENTY_FOUR,
    Accepted,
    Ask,
    Card,
    DealEnd,
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
    Seats,
    Setup,
    ShownCards,
    Side,
    Step,
    Values,
    begin_deals,
    deal_end_fields,
    forbid,
    hookimpl,
    name_of,
    read_deal_end,
    rule_round,
    say,
    uphold,
    wrong_field,
)

from .game import HAND, cite
from .scoring import ALONE, TAKEN, TRUMP
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
    proofs = Proofs(partial(_cost, state, contract), is_old=entry.is_under("1"))
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
    partner = state.setting.opposite(maker)
    end = read_deal_end(played, (makers, others))
    if is_alone and partner in end.offenders:
        raise wrong_field("offenders", say("{seat} sits this deal out.", seat=partner))

    scored = ask("deal", alone=is_alone, **_name_sides(played, end, makers))
    points = {
        makers: scored.decided.number("makers"),
        others: scored.decided.number("defenders"),
    }
    brought = [say("{n} for {side}", n=n, side=side) for side, n in points.items() if n]
    if brought:
        summary = say("{what}: {brought}", what=scored.summary, brought=tuple(brought))
        scored = replace(scored, summary=summary)

    deals = state.deals.scored({side[0]: n for side, n in points.items()})
    ended = rule_round(rounds, deals.rounds, cite, "end", scored)
    return Accepted(State(deals), (*rulings, scored, ended))


def _name_sides(played: Values, end: DealEnd, makers: Side) -> dict[str, object]:
    """Return what was played with makers and defenders in place of seats."""
    values: dict[str, object] = {}
    for name in ("tricks", "others"):
        if played.has(name):
            values[name] = played.number(name)
    revoked = {_name_side(seat, makers) for seat in end.offenders}
    if len(revoked) == 2:
        values["revoked"] = "both"
    elif revoked:
        values["revoked"] = revoked.pop()
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            values[name] = _name_side(side[0], makers)
    return values


def _name_side(seat: str, makers: Side) -> str:
    return "makers" if seat in makers else "defenders"


# How trump is made, which suit cannot be named, and where the card turned up is


ORDERED_UP = "ordered-up"
"""In place of a suit: that of the card that was turned up."""

_ORDERED_UP = say("Ordered up")
MADE = replace(
    TRUMP,
    optional=True,
    choices=(ORDERED_UP, *SUIT_NAMES),
    labels={ORDERED_UP: _ORDERED_UP, **SUIT_NAMES},
    default=ORDERED_UP,
)
"""How trump was made: the card was ordered up, or this suit was named afterwards."""

MAKER = Field("maker", "seat", say("Who made trump"))
_TURNED = Field(
    "turned", "card", say("The card that was turned up"), choices=TWENTY_FOUR
)


def ask_contract(seats: Seats) -> Prompt:
    """Return the prompt for who made what trump."""
    maker = replace(MAKER, choices=seats)
    help = say("If all passed first, the suit that was named, else “Ordered up”.")
    fields = (_TURNED, maker, MADE, ALONE)
    return Prompt("contract", seats, say("Who made trump"), help, fields)


def enter_contract(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once somebody has made trump, or why they cannot so."""
    contract = _read_contract(entry)
    if not contract.is_ordered_up and contract.trump == contract.turned.suit:
        wrong = uphold(_refuse_suit(contract), ask)
        if wrong:
            return Refused(wrong)
    return Accepted(state.with_contract(contract), (_rule_contract(state, contract),))


def _rule_contract(state: State, contract: Contract) -> Ruling:
    maker = contract.maker
    card = contract.turned
    trump = SUIT_NAMES[contract.trump]
    dealer = state.deals.rounds.dealer
    template = "The {card} was turned down, and {maker} named {trump}."
    if contract.is_ordered_up:
        template = "The {card} was ordered up: {dealer} has taken it."
    why = cite("making", template, dealer=dealer, maker=maker, trump=trump, card=card)
    because = [why]
    template = "{maker} makes {trump} trump"
    if contract.is_alone:
        lays_down = "{seat} lays the cards down and sits the deal out."
        because.append(cite("alone", lays_down, seat=state.setting.opposite(maker)))
        template = "{maker} makes {trump} trump, and plays alone"

    summary = say(template, maker=maker, trump=trump, card=card)
    verdict = {"maker": maker, "trump": contract.trump, "alone": contract.is_alone}
    shown = ShownCards(None, (card,), name=say("turned up"))
    return Ruling(verdict, summary, tuple(because), (shown,))


def _read_contract(entry: Entry) -> Contract:
    given = entry.given
    turned = given.card("turned")
    trump = given.choice("trump", ORDERED_UP)
    is_named_anyway = entry.is_under("1") and trump == turned.suit
    is_ordered_up = trump == ORDERED_UP or is_named_anyway
    if is_ordered_up:
        trump = str(turned.suit)
    maker = given.seat("maker")
    return Contract(maker, trump, given.flag("alone"), turned, is_ordered_up)


def _refuse_suit(contract: Contract) -> Ruling:
    """Return why the suit of the card that was turned down is not made trump."""
    maker = contract.maker
    card = contract.turned
    trump = SUIT_NAMES[contract.trump]
    template = "Once the {card} is turned down, {maker} can only name another suit."
    turned_down = cite("making", template, card=card, maker=maker, trump=trump)
    template = "If the dealer took it up, enter “{choice}”."
    taken_up = cite("making", template, choice=_ORDERED_UP)
    summary = say("{maker} cannot name {trump}", card=card, maker=maker, trump=trump)
    return forbid(summary, turned_down, taken_up, seat=maker, trump=contract.trump)


def refuse_turned(
    contract: Contract, plays: Mapping[str, Card], dealer: str
) -> Ruling | None:
    """Return why the card that was turned up cannot be played so; None if it can."""
    turned = contract.turned
    for seat, card in plays.items():
        if card is not turned:
            continue
        why = cite("turned", "It was turned down, and is out of this deal.")
        if contract.is_ordered_up:
            if seat == dealer:
                return None
            why = cite("turned", "{dealer} took it up.", dealer=dealer)
        summary = say("{seat} cannot play the {card}", seat=seat, card=turned)
        return forbid(summary, why, seat=seat, card=turned)
    return None


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

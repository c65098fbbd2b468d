"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    OTHER_SIDE_TRICKS,
    SUIT_NAMES,
    Accepted,
    Ask,
    Card,
    DealEnd,
    Entry,
    Fact,
    Field,
    OffenceRules,
    Prompt,
    Prompts,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Setting,
    ShownCards,
    Side,
    Step,
    Values,
    begin_deals,
    deal_end_fields,
    hookimpl,
    name_offending_side,
    name_side,
    number_fact,
    read_deal_end,
    rule_illegal,
    say,
    uphold,
    without,
    wrong_field,
)

from .game import HAND, JOKER, cite, deck_of
from .scoring import AGREED, ALONE, TAKEN, TRUMP, explain_left_bower
from .state import Contract, State, left_bower


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, of which nobody has made trump."""
    target = setting.chosen.number("target")
    sides = setting.sides()
    deck = deck_of(setting)
    deals = begin_deals(setting, deck, hand=HAND, target=target, sides=sides)
    return State(deals)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first who made trump, then the tricks; or at once the whole deal."""
    deals = state.deals
    setting = state.setting
    seats = setting.seats
    if deals.rounds.winners:
        return ()
    maker = replace(MAKER, choices=seats)
    # The table may have agreed that somebody can defend alone.
    agreed = setting.chosen.flag("defend_alone")
    defender = (replace(DEFENDER, choices=seats),) if agreed else ()
    aside = (deals.ask_passed(), *_ask_farmers(state))
    if state.contract is None and not deals.by_deal:
        left = without(deck_of(setting), state.laid_away)
        fields = (replace(_TURNED, choices=left), maker, MADE, ALONE, *defender)
        help = say("The suit named, if everyone passed first; otherwise “Ordered up”.")
        contract = Prompt("contract", seats, say("Who made trump"), help, fields)
        return (contract, *aside, *deals.asides())

    ends = deal_end_fields(seats, deals.rounds.sides)
    others = replace(OTHER_SIDE_TRICKS, max=HAND)
    fields = (maker, ALONE, *defender, TAKEN, *ends, others)
    opened = deals.prompts(fields, concessions=())
    if state.contract is not None:
        return opened
    deal, *asides = opened
    return (deal, *aside, *asides)


def _ask_farmers(state: State) -> Iterator[Prompt]:
    """Yield the prompt for a farmer's hand before trump is made.

    Three face-down cards are changed once.
    """
    setting = state.setting
    farmers = setting.chosen.choice("farmers")
    if farmers == "none" or state.contract is not None or state.laid_away:
        return
    low = tuple(card for card in deck_of(setting) if card.rank in "9T")
    label = say("The nines and tens shown")
    least = HAND if farmers == "low" else 3
    most = 3 if farmers.endswith("swap") else HAND
    cards = Field("cards", "cards", label, min=least, max=most, choices=low)
    title = say("A farmer’s hand")
    shown = state.deals.ask_seat("farmers", title, say("Who has it"), cards)
    yield replace(shown, anew=not farmers.endswith("swap"))


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    contract = state.contract
    if entry.kind == "contract":
        return enter_contract(state, entry, ask)
    if entry.kind == "farmers":
        return _show_farmers(state, given, ask)
    if entry.kind == "deal":
        contract = _read_makers(state, given)
        return _score(state, contract, given, ask)
    if contract is None or entry.kind in ("misdeal", "depth", "passed"):
        # The contract is gone after a misdeal, in the other depth, or since all passed.
        entered = state.deals.enter(entry, ask, cite)
        if isinstance(entered, Refused):
            return entered
        deals, rulings = entered
        return Accepted(State(deals.dealt_again()), rulings)
    if entry.kind == "trick":
        dealer = state.deals.rounds.dealer
        plays = given.card_by_seat("plays")
        wrong = refuse_turned(contract, plays, dealer) or _refuse_changed(state, plays)
        wrong = uphold(wrong, ask)
        if wrong:
            return Refused(wrong)
    return _enter(state, contract, entry, ask)


def _show_farmers(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Deal again, or let somebody change three cards, after a farmer's hand."""
    seat = given.seat("seat")
    cards = given.cards("cards")
    farmers = state.setting.chosen.choice("farmers")
    ranks = [card.rank for card in cards]
    has_three = any(ranks.count(rank) >= 3 for rank in ranks)
    if farmers.startswith("clean") and not has_three:
        why = cite("farmers", "At this table it has three nines or three tens.")
        summary = say("{seat} has no farmer’s hand", seat=seat)
        wrong = uphold(rule_illegal(summary, why, seat=seat), ask)
        if wrong:
            return Refused(wrong)

    dealer = state.deals.rounds.dealer
    why = cite("farmers", "So {dealer} deals again.", dealer=dealer)
    after = State(state.deals.dealt_again())
    if farmers.endswith("swap"):
        template = "{seat} swaps them for the three face-down cards."
        if state.setting.chosen.flag("benny"):
            template = "{seat} swaps them for three of the four face-down cards."
        why = cite("farmers", template, seat=seat)
        after = replace(state, laid_away=(*state.laid_away, *cards))
    summary = say("{seat} has a farmer’s hand", seat=seat)
    verdict = {"seat": seat, "cards": cards}
    ruling = Ruling(verdict, summary, (why,), (ShownCards(seat, cards),))
    return Accepted(after, (ruling,))


def _refuse_changed(state: State, plays: Mapping[str, Card]) -> Ruling | None:
    """Return why a card changed for a farmer's hand cannot be played."""
    for seat, card in plays.items():
        if card in state.laid_away:
            why = cite("farmers", "It was changed, and is out of this deal.")
            summary = say("{seat} can’t play the {card}", seat=seat, card=card)
            return rule_illegal(summary, why, seat=seat, card=card)
    return None


def _enter(
    state: State, contract: Contract, entry: Entry, ask: Ask
) -> Accepted | Refused:
    """Enter any entry of a deal of tricks; after the last trick score the deal."""
    trump = contract.trump
    cost = partial(_say_cost, state, contract)
    belongs = {left_bower(trump): explain_left_bower(trump)}
    offences = OffenceRules(cost, belongs=belongs)
    entered = state.deals.enter(entry, ask, cite, offences=offences, trump=trump)
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    deal = deals.deal
    state = replace(state, deals=deals)
    if not deal.over:
        return Accepted(state, rulings)

    makers, opponents = state.setting.sides_from(contract.maker)
    tricks = deal.tricks_taken(makers)
    others = deal.tricks_taken(opponents)
    played = Values({"tricks": tricks, "others": others, **deal.end}, ("offenders",))
    return _score(state, contract, played, ask, rulings)


def _say_cost(state: State, contract: Contract, seat: str) -> Reason:
    """Return the reason that states the cost of not having followed suit."""
    _side, others = state.setting.sides_from(seat)
    costs_four = contract.is_alone
    if contract.maker not in others:
        is_loner_four = contract.is_alone and state.setting.chosen.flag("loner_four")
        costs_four = is_loner_four or bool(contract.defender)
    n = 4 if costs_four else 2
    template = "So {side} score {n} points in this deal, unless they revoked too."
    return cite("offence", template, side=others, n=n)


def _score(
    state: State,
    contract: Contract,
    played: Values,
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted:
    """Score a deal by the makers' tricks and its other events."""
    makers, others = state.setting.sides_from(contract.maker)
    end = read_deal_end(played, (makers, others))
    for seat in state.sitting_out(contract):
        if seat in end.offenders:
            raise wrong_field("offenders", say("{seat} sits this deal out.", seat=seat))

    scored = ask(
        "deal",
        alone=contract.is_alone,
        defended=bool(contract.defender),
        revoked=name_offending_side(
            end.offenders, {"makers": makers, "defenders": others}
        ),
        **_name_sides(played, end, makers),
        **state.setting.agreed(AGREED),
    )
    points = {
        makers: scored.decided.number("makers"),
        others: scored.decided.number("defenders"),
    }
    brought = [say("{n} for {side}", n=n, side=side) for side, n in points.items() if n]
    if brought:
        summary = say("{what}: {brought}", what=scored.summary, brought=tuple(brought))
        scored = replace(scored, summary=summary)

    scores = {side[0]: n for side, n in points.items()}
    deals, ended = state.deals.score(scores, cite, scored)
    return Accepted(State(deals), (*rulings, scored, ended))


def _name_sides(played: Values, end: DealEnd, makers: Side) -> dict[str, object]:
    """Return the cards played, with makers and defenders in place of seats."""
    values: dict[str, object] = {}
    for name in ("tricks", "others"):
        if played.has(name):
            values[name] = played.number(name)
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            values[name] = "makers" if side[0] in makers else "defenders"
    return values


# How trump is made, which suit cannot be named, and where the card turned up is


ORDERED_UP = "ordered-up"
"""The choice, in place of a suit, for the suit of the card turned up."""

_ORDERED_UP = say("Ordered up")
MADE = replace(
    TRUMP,
    optional=True,
    choices=(ORDERED_UP, *SUIT_NAMES),
    labels={ORDERED_UP: _ORDERED_UP, **SUIT_NAMES},
    default=ORDERED_UP,
)
"""The field for how trump was made: by ordering up, or by naming this suit later."""

MAKER = Field("maker", "seat", say("Who made trump"))
_TURNED = Field("turned", "card", say("The card turned up"))


DEFENDER = Field(
    "defender",
    "seat",
    say("Who plays alone against them"),
    optional=True,
    folded=OTHER_SIDE_TRICKS.folded,
)


def enter_contract(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once somebody has made trump, or the refusal."""
    given = entry.given
    turned = given.card("turned")
    trump = given.choice("trump", ORDERED_UP)
    dealer = state.deals.rounds.dealer
    if turned is JOKER and trump == ORDERED_UP:
        why = say("Say which suit {dealer} named for the joker.", dealer=dealer)
        raise wrong_field("trump", why)
    is_ordered_up = trump == ORDERED_UP or turned is JOKER
    if trump == ORDERED_UP:
        trump = str(turned.suit)
    makers = _read_makers(state, given)
    contract = replace(makers, trump=trump, turned=turned, is_ordered_up=is_ordered_up)
    maker = contract.maker
    wrong = None
    if turned is JOKER and maker != dealer:
        template = "The joker was turned up, so {dealer} makes trump."
        must = cite("benny-turned", template, dealer=dealer)
        summary = say("{maker} can’t make trump", maker=maker)
        wrong = rule_illegal(summary, must, seat=maker)
    elif not is_ordered_up and trump == turned.suit:
        template = "Once the {card} is turned down, {maker} can only name another suit."
        turned_down = cite("making", template, card=turned, maker=maker)
        template = "If the dealer took it up, enter “{choice}”."
        taken_up = cite("making", template, choice=_ORDERED_UP)
        suit = SUIT_NAMES[trump]
        summary = say("{maker} can’t name {trump}", maker=maker, trump=suit)
        wrong = rule_illegal(summary, turned_down, taken_up, seat=maker, trump=trump)
    wrong = uphold(wrong, ask)
    if wrong:
        return Refused(wrong)
    return Accepted(state.with_contract(contract), (_rule_contract(state, contract),))


def _rule_contract(state: State, contract: Contract) -> Ruling:
    maker = contract.maker
    card = contract.turned
    trump = SUIT_NAMES[contract.trump]
    dealer = state.deals.rounds.dealer
    template = "The {card} was turned down, and {maker} named {trump}."
    section = "making"
    if contract.turned is JOKER:
        section = "benny-turned"
        template = "{dealer} took the joker, and had named {trump} unseen."
    elif contract.is_ordered_up:
        template = "The {card} was ordered up: {dealer} took it."
    why = cite(section, template, dealer=dealer, maker=maker, trump=trump, card=card)
    because = [why]
    template = "{maker} makes {trump} trump"
    if contract.is_alone:
        lays_down = "{seat} lays the cards down and sits the deal out."
        because.append(cite("alone", lays_down, seat=state.setting.opposite(maker)))
        template = "{maker} makes {trump} trump and plays alone"
    if contract.defender:
        against = "{seat} plays alone against them."
        because.append(cite("defend-alone", against, seat=contract.defender))

    summary = say(template, maker=maker, trump=trump, card=card)
    verdict = {"maker": maker, "trump": contract.trump, "alone": contract.is_alone}
    shown = ShownCards(None, (card,), name=say("turned up"))
    return Ruling(verdict, summary, tuple(because), (shown,))


def _read_makers(state: State, given: Values) -> Contract:
    """Return the makers and who of them plays alone.

    Raise WrongFieldsError if nobody can play alone.
    """
    maker = given.seat("maker")
    defender = ""
    if given.has("defender"):
        defender = given.seat("defender")
        _makers, others = state.setting.sides_from(maker)
        if defender not in others or not given.flag("alone"):
            why = say("One of the others, where the maker plays alone.")
            raise wrong_field("defender", why)
    alone = given.flag("alone")
    return Contract(maker, "", alone, JOKER, is_ordered_up=True, defender=defender)


def refuse_turned(
    contract: Contract, plays: Mapping[str, Card], dealer: str
) -> Ruling | None:
    """Return why the card turned up cannot be played like this; None if it can."""
    turned = contract.turned
    for seat, card in plays.items():
        if card is not turned:
            continue
        why = cite("turned", "It was turned down, so it is out of this deal.")
        if contract.is_ordered_up:
            if seat == dealer:
                return None
            why = cite("turned", "{dealer} took it up.", dealer=dealer)
        summary = say("{seat} can’t play the {card}", seat=seat, card=turned)
        return rule_illegal(summary, why, seat=seat, card=turned)
    return None


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the makers and trump, tricks and points, and the next steps."""
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
    facts = [Fact(say("Trump"), trump, contract.maker)]
    for side in deals.rounds.sides:
        n = deal.tricks_taken(side)
        if n:
            facts.append(number_fact(say("Tricks"), n, name_side(side)))
    scene = deals.scene(facts=tuple(facts))
    if deal.is_begun:
        return scene
    leader = deal.leader
    leads = Step((leader,), say("{leader} leads.", leader=leader))
    enter = Step((), say("Enter the cards as they are played."))
    return replace(scene, steps=(leads, enter))

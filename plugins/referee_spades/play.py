"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Field,
    OffenceRules,
    Prompt,
    Prompts,
    Random,
    Reason,
    Reckoning,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Seats,
    Setting,
    ShownCards,
    Step,
    Steps,
    TricksPlayed,
    Values,
    begin_deals,
    deal_end_fields,
    hookimpl,
    name_side,
    rule_illegal,
    say,
    uphold,
)

from .game import (
    BIG,
    HIGH,
    TWO_OF_DIAMONDS,
    cite,
    deck_of,
    hand_of,
    sides_of,
    trumps_of,
)
from .scoring import (
    AGREED,
    BIDS,
    BLIND,
    BLIND_BID,
    LOST_TRICKS,
    PARTS,
    TAKEN,
    caution_bid,
    may_be_blind,
)
from .state import State


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, with nothing bid."""
    chosen = setting.chosen
    sides = sides_of(setting)
    deals = begin_deals(
        setting,
        deck_of(setting),
        hand_of(setting),
        target=chosen.number("target"),
        lost_at=chosen.number("lost_at"),
        # Of three sides two may be level, and a deal is for all.
        playoffs=len(sides) == 2,
        sides=sides,
    )
    trumps = trumps_of(chosen.choice("high"), chosen.choice(BIG.name))
    if not isinstance(trumps, str):
        deals = deals.with_parts(trumps=trumps)
    return State(deals)


LEAST = 4
"""The least that partners bid together, at a table that has agreed on it."""


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first the bids, then a deal or its tricks."""
    deals = state.deals
    if deals.rounds.winners:
        return ()
    if not state.bids:
        return (ask_bids(state), *deals.asides())

    seats = tuple(state.bids)
    sides = deals.rounds.sides
    labels = {seat: say("bid {bid}", bid=state.say_bid(seat)) for seat in seats}
    tricks = replace(
        TAKEN, choices=seats, labels=labels, max=state.hand, total=state.hand
    )
    by_deal = (tricks, *deal_end_fields(seats, sides))
    rest = Field("rest", "seat", say("Who takes the rest?"), choices=seats)
    concessions = (rest,) if len(sides) != 2 else ()
    opened = deals.prompts(by_deal, concessions=concessions)
    if not state.plays_low_clubs or deals.deal.trick > 1:
        return opened
    prompts = []
    for prompt in opened:
        # The first of the lowest clubs counts as the lead, whoever led.
        fields = tuple(field for field in prompt.fields if not field.leads)
        prompts.append(replace(prompt, fields=fields))
    return tuple(prompts)


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Return bids that partners can have together."""
    if prompt.kind != "bids":
        return None
    bids = {seat: random.randint(0, 5) for seat in prompt.seats}
    if random.random() < 0.5:
        bids = dict.fromkeys(bids, 2)
    for field in prompt.fields:
        if field.name == BLIND.name:
            blind = [seat for seat in field.words if not bids[seat]]
            return {"bids": bids, "blind": blind[:1]}
    return {"bids": bids}


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    if entry.kind == "bids":
        return enter_bids(state, entry, ask)
    if entry.kind == "deal":
        return _score(state, entry.given.values, ask)
    return _play(state, entry, ask)


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter any entry of a deal of tricks; after the last trick score the deal."""
    low_clubs = entry.kind == "trick" and state.plays_low_clubs
    if low_clubs and state.deals.deal.trick == 1:
        plays = entry.given.card_by_seat("plays")
        wrong = uphold(refuse_spades(state.deals, plays), ask)
        if wrong:
            return Refused(wrong)
        state = replace(state, deals=lead_with_first_club(state.deals, plays))

    cost = partial(_say_cost, state)
    belongs = {}
    if TWO_OF_DIAMONDS in state.deals.deal.trumps:
        why = cite("high", "The {card} counts as a spade.", card=TWO_OF_DIAMONDS)
        belongs[TWO_OF_DIAMONDS] = why
    offences = OffenceRules(cost, belongs=belongs)
    high = state.deals.rounds.setting.agreed((HIGH, BIG))
    entered = state.deals.enter(entry, ask, cite, closed="S", offences=offences, **high)
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    if low_clubs and not deals.deal.lying:
        rulings = explain_lead(state.deals, rulings)
        deals, proven = _rule_withheld_clubs(state, deals, ask)
        rulings += proven
    state = replace(state, deals=deals)
    if entry.kind == "misdeal":
        state = State(deals, state.bags)
    if not deals.deal.over:
        return Accepted(state, rulings)
    played = {"tricks": deals.deal.tricks_of, **deals.deal.end}
    return _score(state, played, ask, rulings)


def _rule_withheld_clubs(state: State, deals: Deals, ask: Ask) -> tuple[Deals, Rulings]:
    """Return the deals with who withheld the lowest club, and the rulings."""
    deal = deals.deal
    rulings = []
    for offence in rule_on_withheld_clubs(deals):
        seat = offence.decided.seat("seat")
        because = (*offence.because, _say_cost(state, seat))
        proven = ask(replace(offence, because=because))
        rulings.append(proven)
        if proven.verdict["legal"] is False and seat not in deal.offenders:
            deal = replace(deal, offenders=(*deal.offenders, seat))
    return deals.with_deal(deal), tuple(rulings)


def _say_cost(state: State, seat: str) -> Reason:
    """Return the reason that states the cost of breaking a rule."""
    rounds = state.deals.rounds
    side = rounds.side_of(seat)
    if rounds.setting.chosen.choice("renege") == "tricks":
        template = "It costs {side} {n} tricks at the end of the deal, once for {seat}."
        if not state.bids[seat]:
            template = (
                "So {seat} fails at nil, and it costs {side} {n} tricks, once for "
                "{seat}."
            )
        return cite("three-tricks", template, seat=seat, side=side, n=LOST_TRICKS)
    if state.bids[seat]:
        return cite("offence", "So {side} can’t make their bid this deal.", side=side)
    if len(side) == 1:
        return cite("offence", "So {seat}’s nil fails this deal.", seat=seat)
    template = "So {seat}’s nil fails, and {side} can’t make their bid this deal."
    return cite("offence", template, seat=seat, side=side)


def _score(
    state: State,
    played: Mapping[str, object],
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted:
    """Score a deal by each seat's `tricks` and its other events."""
    rounds = state.deals.rounds
    tricks = dict.fromkeys(rounds.setting.seats, 0)
    tricks.update(Values(played, ("tricks",)).numbers_by_seat("tricks"))
    known = {**played, **rounds.setting.agreed(AGREED), "tricks": tricks}
    scored = ask(
        "deal",
        **known,
        bids=state.bids,
        blind=state.blind,
        blind_bid=state.blind_bid,
        bags=state.bags,
        solo=not rounds.sides,
        hand=state.hand,
    )
    decided = scored.decided
    points_of = decided.numbers_by_seat("points")
    bags_of = decided.numbers_by_seat("bags")
    points = {}
    bags = {}
    for side in state.sides:
        first = side[0]
        name = name_side(side)
        points[first] = points_of[name]
        bags[first] = bags_of[name]

    deals, ended = state.deals.score(points, cite, scored)
    return Accepted(State(deals, bags), (*rulings, scored, _show_parts(ended, scored)))


def _show_parts(ended: Ruling, scored: Ruling) -> Ruling:
    """Return the ruling on a round with the parts of its points, and the totals."""
    reckoning = ended.reckoning
    if reckoning is None or scored.reckoning is None:
        return ended
    *columns, total = reckoning.columns
    columns = [replace(column, aside=True) for column in columns[PARTS]]
    rows = []
    for row in reckoning.rows:
        rows.append(replace(row, cells=(*row.cells[PARTS], row.cells[-1])))
    reckoning = Reckoning((*columns, total), tuple(rows))
    return replace(ended, reckoning=reckoning)


# Bids


def ask_bids(state: State) -> Prompt:
    """Return the prompt for all bids, the dealer's left first.

    It asks who bids nil blind only if somebody may.
    """
    to_play = state.deals.deal.to_play
    fields = [replace(BIDS, max=state.hand, choices=to_play, own=True)]
    may = state.may_bid_blind
    if may:
        fields.append(replace(BLIND, choices=may, own=True))
        if state.deals.rounds.setting.chosen.flag("blind_six"):
            fields.append(replace(BLIND_BID, choices=may, own=True))
    seats = state.deals.rounds.setting.seats
    help = say("Everyone’s bid: 0 is nil.")
    return Prompt("bids", seats, say("Bids"), help, tuple(fields))


def enter_bids(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once everybody has bid, or why these bids cannot stand."""
    bids = entry.given.numbers_by_seat("bids")
    blind: Seats = ()
    if state.may_bid_blind:
        blind = entry.given.seats("blind")
    others = tuple(seat for seat in blind if bids[seat])
    if others:
        why = cite("blind", "A blind nil is a bid of no tricks: enter 0.")
        summary = say("{seats} can’t bid that blind", seats=others)
        return Refused(rule_illegal(summary, why, seats=others))

    blind_bid: Seats = ()
    if entry.given.has("blind_bid"):
        blind_bid = entry.given.seats("blind_bid")
    bids = {seat: bids[seat] for seat in state.deals.rounds.setting.seats}
    state = replace(state, bids=bids, blind=blind, blind_bid=blind_bid)
    for side in state.sides:
        wrong = uphold(_refuse_little(state, side), ask)
        if wrong:
            return Refused(wrong)
    return Accepted(state, (_rule_bids(state),))


def _rule_bids(state: State) -> Ruling:
    because = []
    cautions = []
    for side in state.sides:
        template = "{side} bid {bid}."
        because.append(cite("bids", template, side=side, bid=state.say_bids(side)))
        bid = sum(state.bids[seat] for seat in side)
        if bid > state.hand:
            cautions.append(caution_bid(side, bid, state.hand))

    n = sum(state.bids.values())
    summary = say("{n} of {all} tricks bid", n=n, all=state.hand)
    verdict = {"bids": state.bids, "blind": state.blind}
    if state.blind_bid:
        verdict["blind_bid"] = state.blind_bid
    return Ruling(verdict, summary, (*because, *cautions))


def _refuse_little(state: State, side: Seats) -> Ruling | None:
    """Return why a side's bid is too low; None if it is not."""
    bids = [state.bids[seat] for seat in side]
    bids_blind = not set(side).isdisjoint(state.blind_bid)
    if bids_blind and not may_be_blind(bids):
        template = "A side bids six or more blind, without a nil; {side} bid {n}."
        why = cite("blind-six", template, side=side, n=sum(bids))
        return refuse_bid(side, why)
    has_least = state.deals.rounds.setting.chosen.flag("board")
    if has_least and sum(bids) < LEAST:
        template = "Partners bid {least} together at least; {side} bid {n}."
        why = cite("board", template, least=LEAST, side=side, n=sum(bids))
        return refuse_bid(side, why)
    return None


def refuse_bid(side: Seats, why: Reason) -> Ruling:
    """Return the ruling that refuses a side's bid, for this reason."""
    summary = say("{side} can’t bid that", side=side)
    return rule_illegal(summary, why, seats=side)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the bids, bags, tricks and points, and the next steps."""
    deals = state.deals
    rounds = deals.rounds
    if rounds.winners:
        return deals.scene()
    bags = []
    for side in state.sides:
        n = state.bags.get(side[0])
        if n:
            bags.append(say("{side} {n}", side=side, n=n))
    facts: tuple[Fact, ...] = ()
    if bags:
        facts = (Fact(say("Bags"), say("{bags:;}", bags=tuple(bags))),)
    if state.bids:
        scene = deals.scene(facts=(*_list_bids(state), *_list_spades(state), *facts))
        return replace(scene, steps=_list_play(state, scene.steps))

    dealer = rounds.dealer
    deals_cards = say("{dealer} deals {n} cards to each.", dealer=dealer, n=state.hand)
    if len(state.sides) == 2 and not rounds.sides:
        deals_cards = say("In turn draw {n} cards each: one of two.", n=state.hand)
    steps = (Step((dealer,), deals_cards), *rounds.bidding)
    return deals.scene("bid", steps=steps, facts=facts)


def _list_spades(state: State) -> Iterator[Fact]:
    """Yield whether spades are broken, so that everybody may lead them."""
    deal = state.deals.deal
    if state.deals.by_deal:
        return
    played: list[Card] = []
    for trick in deal.tricks:
        played += trick.plays.values()
    spades = say("not broken")
    if any(_is_spade(deal, card) for card in played):
        spades = say("broken")
    elif deal.led and _is_spade(deal, deal.led[1]):
        template = "not broken: {seat} may lead them only with nothing else"
        spades = say(template, seat=deal.led[0])
    yield Fact(say("Spades are"), spades)


def _is_spade(deal: TricksPlayed, card: Card) -> bool:
    return card.suit == "S" or card in deal.trumps


def _list_bids(state: State) -> Iterator[Fact]:
    """Yield each pair's bid and tricks; without partners all in one line."""
    deal = state.deals.deal
    bids = []
    for side in state.sides:
        bid = state.say_bids(side)
        if deal.tricks:
            bid = say("{bid}, took {n}", bid=bid, n=deal.tricks_taken(side))
        for seat in side:
            if not state.bids[seat] and deal.tricks_taken((seat,)):
                bid = say("{bid}, {seat}’s nil is lost", bid=bid, seat=seat)
        if not {*side}.isdisjoint(deal.offenders):
            bid = say("{bid}, broke a rule", bid=bid)
        if len(side) > 1:
            yield Fact(say("Bid"), bid, name_side(side))
        else:
            bids.append(say("{seat} {bid}", seat=side[0], bid=bid))
    if bids:
        yield Fact(say("Bids"), say("{bids:;}", bids=tuple(bids)))


def _list_play(state: State, steps: Steps) -> Steps:
    """Return the steps to the next play, after a step for who may change cards."""
    deals = state.deals
    deal = deals.deal
    if deals.by_deal:
        first = deals.rounds.first
        leads = Step((first,), say("{first} leads.", first=first))
        enter = say("Play the deal, then enter the tricks each took.")
        steps = (leads, Step((), enter))
    elif not deal.is_begun:
        leader = deal.leader
        leads = Step((leader,), say("{leader} leads.", leader=leader))
        enter = say("Enter the cards as they are played.")
        steps = (leads, Step((), enter))
    if state.plays_low_clubs and not deal.is_begun:
        clubs = say("Everybody plays their lowest club.")
        steps = (Step((), clubs), *steps[1:])
    if not state.blind or not deals.rounds.sides or deal.tricks:
        return steps
    template = "Blind nil: {seats} may swap two cards with a partner."
    change = Step(state.blind, say(template, seats=state.blind))
    return (change, *steps)


# The first trick, if the table plays its lowest clubs to it


def refuse_spades(deals: Deals, plays: Mapping[str, Card]) -> Ruling | None:
    """Return why a spade cannot be played to the first trick; None if there is none.

    The table may overrule it: a hand may have had nothing else.
    """
    for seat, card in plays.items():
        if card.suit == "S" or card in deals.deal.trumps:
            why = cite("low-clubs", "Whoever has no club plays a heart or a diamond.")
            template = "{seat} can’t play the {card} to the first trick"
            summary = say(template, seat=seat, card=card)
            return rule_illegal(summary, why, seat=seat, card=card)
    return None


def lead_with_first_club(deals: Deals, plays: Mapping[str, Card]) -> Deals:
    """Return the deals in which the first club of a whole trick is the lead."""
    deal = deals.deal
    lying = deal.in_order({**deal.lying, **plays})
    if len(lying) < len(deal.seats):
        return deals
    for seat, card in lying.items():
        if card.suit == "C":
            return deals.with_parts(leader=seat)
    return deals


def explain_lead(deals: Deals, rulings: Rulings) -> Rulings:
    """Return the rulings on a first trick, with why another club is the lead."""
    first = deals.rounds.first
    if deals.deal.trick > 1 or deals.deal.leader == first:
        return rulings
    trick, *others = rulings
    template = "The first club is the lead, though {seat} played before."
    why = cite("low-clubs", template, seat=first)
    return (replace(trick, because=(*trick.because, why)), *others)


def rule_on_withheld_clubs(deals: Deals) -> Iterator[Ruling]:
    """Yield the ruling that a seat had a lower club, if the last trick proves it."""
    first, *later = deals.deal.tricks
    if not later:
        return
    for seat, card in later[-1].plays.items():
        played = first.plays[seat]
        since = [trick.plays[seat] for trick in later]
        lower = [
            each
            for each in since
            if (each.suit == played.suit == "C" and each.order < played.order)
        ]
        if lower != [card]:
            continue
        template = "{seat} played the {played} in trick 1, and had the {card}."
        why = cite("low-clubs", template, seat=seat, played=played, card=card)
        summary = say("{seat} did not play the lowest club", seat=seat)
        verdict = {"legal": False, "seat": seat, "trick": 1, "card": card}
        shown = ShownCards(seat, (played, card), (card,))
        yield Ruling(verdict, summary, (why,), (shown,))

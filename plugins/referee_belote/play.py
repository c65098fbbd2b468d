"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    THIRTY_TWO,
    Accepted,
    Ask,
    Card,
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
    Seats,
    Setting,
    Side,
    Step,
    Values,
    begin_deals,
    card,
    deal_end_fields,
    hookimpl,
    name_offending_side,
    name_side,
    number_fact,
    rule_illegal,
    say,
    with_fields,
)

from .cards import ALL_TRUMP, BELOTE, count_cards, may_play
from .game import BY_PLAY, DEALS, cite
from .scoring import (
    AGREED,
    ANNOUNCED,
    BELOTES,
    meld_fields,
    result_fields,
)
from .state import State, ask_contract, contract_fields, enter_call, name_contract


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, before anybody takes."""
    sides = setting.sides()
    last = setting.chosen.number(DEALS.name, None)
    target = None if last else setting.chosen.number("target")
    return State(
        begin_deals(
            setting,
            THIRTY_TWO,
            target=target,
            last=last,
            playoffs=True,
            sides=sides,
        )
    )


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first who takes, then the tricks; or at once the whole deal."""
    deals = state.deals
    if deals.rounds.winners:
        return ()
    if not state.is_taken and not deals.by_deal:
        return (*ask_contract(state), *deals.asides())
    label = say("Whose belote-rebelote was still in hand")
    belote = Field("belote", "seat", label, choices=state.setting.seats, optional=True)
    offenders, *_ = deal_end_fields(state.setting.seats)
    announced = ANNOUNCED if state.has_announcements else ()
    result = result_fields("offenders")
    by_deal = (*contract_fields(state), *result, *announced, offenders)
    opened = deals.prompts(by_deal, concessions=(belote,))
    opened = with_fields(opened, "claim", belote)
    first, *others = opened
    if deals.by_deal:
        return (first, deals.ask_passed(), *others)
    if state.has_announcements and not state.counted and deals.deal.trick < 3:
        seats = state.setting.seats
        labels = [say("{side}", side=side) for side in state.setting.sides()]
        help = say("Belote-rebelote needs no entry.")
        title = say("Announcements")
        fields = tuple(meld_fields(*labels))
        announce = Prompt("announce", seats, title, help, fields, optional=True)
        return first, announce, *others
    return opened


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    match entry.kind:
        case "contract":
            return Accepted(state.with_contract(entry.given))
        case "bid" | "pass" | "double":
            return enter_call(state, entry)
        case "announce":
            contract = state.contract
            ruling = ask(
                "announcements", trump=contract.choice("trump"), **entry.given.values
            )
            decided = ruling.decided
            if not decided.flag("legal"):
                return Refused(ruling)
            sides = state.setting.sides()
            counted = dict.fromkeys(sides, 0)
            shown: dict[Card, Side] = {}
            winner = decided.choice("side", None)
            if winner is not None:
                side = sides[winner == "second"]
                counted[side] = n = decided.number("points")
                summary = say("{side}’s announcements count: {n}", side=side, n=n)
                ruling = replace(ruling, summary=summary)
                for meld in entry.given.card_groups(winner):
                    shown.update(dict.fromkeys(meld, side))
            state = replace(state, counted=counted, shown=shown)
            return Accepted(state, (ruling,))
        case "deal":
            return _score(state, entry.given, ask)
    return _play(state, entry, ask)


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter any entry of a deal of tricks; after the last trick score the deal."""
    trump = state.contract.choice("trump", "")
    # Belote owes a lower trump, Coinche does not, and the option turns either round.
    under = state.is_coinche == state.setting.chosen.flag("under")
    may = partial(may_play, trump, under)
    offences = OffenceRules(partial(_say_cost, state), may)
    entered = state.deals.enter(entry, ask, cite, offences=offences, trump=trump)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if entry.kind in ("misdeal", "depth", "passed"):
        return Accepted(State(deals.dealt_again(), state.held), rulings)

    state = replace(state, deals=deals)
    for side in _find_disproven(state, entry.given):
        why = cite("announcements-wrong", "The other side has played a card of it.")
        summary = say("{side} announced wrongly", side=side)
        ruling = ask(rule_illegal(summary, why, seats=side))
        rulings += (ruling,)
        if ruling.verdict["legal"] is False:
            counted = dict.fromkeys(state.counted, 0)
            state = replace(state, counted=counted, shown={})
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


def _find_disproven(state: State, given: Values) -> Iterator[Side]:
    """Yield the side whose announcement a card of this entry disproves."""
    if not given.has("plays") or state.setting.version == "1":
        return
    for seat, played in given.card_by_seat("plays").items():
        side = state.shown.get(played, ())
        if side and seat not in side:
            yield side
            return


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
    """Return the reason that states the cost of breaking a rule."""
    side, _ = state.setting.sides_from(seat)
    template = "So {side} lose the deal, unless the others broke a rule too."
    return cite("offence", template, side=side)


# What a deal scores

_DER = 10
"""The points for the last trick, dix de der."""


def _count_up(state: State) -> Values:
    """Return the fields of a deal that was played out, claimed or given up."""
    contract = state.contract
    takers, others = sides = state.setting.sides_from(contract.seat("taker"))
    deal = state.deals.deal.with_rest_for(sides)
    result = {**contract.values, "offenders": deal.offenders}
    tricks = deal.tricks_taken(takers)
    if tricks in (0, deal.hand_size):
        result["capot"] = "takers" if tricks else "others"
    else:
        points = count_cards(deal.cards_taken(takers), contract.choice("trump"))
        last = next(iter(deal.claimed), deal.tricks[-1].winner)
        if last in takers:
            points += _DER
        result["points"] = points

    for prefix, side in (("", takers), ("others_", others)):
        result[f"{prefix}belote"] = sum(seat in side for seat in state.belotes)
        result[f"{prefix}announced"] = state.counted.get(side, 0)
    return Values(result)


def _score(state: State, given: Values, ask: Ask, rulings: Rulings = ()) -> Accepted:
    """Score a deal by the fields of a whole one."""
    takers, others = state.setting.sides_from(given.seat("taker"))
    sides = {"takers": takers, "others": others}
    known = {**given.values, **state.setting.agreed(AGREED), "held": state.held}
    known["version"] = state.setting.version
    del known["taker"]
    known.pop("offenders", None)
    known["revoked"] = name_offending_side(given.seats("offenders"), sides)
    ruling = ask("deal", **known)

    decided = ruling.decided
    outcome = decided.choice("outcome")
    if outcome in ("made", "down"):
        template = "{takers} make it: {contract}"
        if outcome == "down":
            template = "{takers} are dedans: {contract}"
        summary = say(template, takers=takers, contract=name_contract(given))
        ruling = replace(ruling, summary=summary)
    reckoning = ruling.reckoning
    if reckoning:
        ours, theirs = reckoning.rows
        ours = replace(ours, seat=name_side(takers))
        theirs = replace(theirs, seat=name_side(others))
        reckoning = replace(reckoning, rows=(ours, theirs))
        ruling = replace(ruling, reckoning=reckoning)
    points = {side[0]: decided.number(word) for word, side in sides.items()}
    deals = state.deals
    rounds = deals.rounds
    reached = _by_belote_alone(state, given, points)
    winners: Seats = ()
    if reached and state.setting.chosen.flag(BY_PLAY.name):
        why = cite("end-by-belote", "{seat} needs more than a belote.", seat=reached)
        ruling = replace(ruling, because=(*ruling.because, why))
        deals = replace(deals, rounds=replace(rounds, target=None))
        [other] = points.keys() - {reached}
        if rounds.totals[other] + points[other] >= (rounds.target or 0):
            winners = (other,)
    deals, ended = deals.score(points, cite, ruling, winners=winners)
    deals = replace(deals, rounds=replace(deals.rounds, target=rounds.target))
    return Accepted(State(deals, decided.number("held")), (*rulings, ruling, ended))


def _by_belote_alone(
    state: State, given: Values, points: Mapping[str, int]
) -> str | None:
    """Return the seat whose side reaches the target with nothing but a belote."""
    rounds = state.deals.rounds
    belotes = [given.number(field.name, 0) for field in BELOTES]
    for (seat, n), number in zip(points.items(), belotes, strict=True):
        total = rounds.totals[seat]
        is_belote = n == BELOTE * number
        if is_belote and total < (rounds.target or 0) <= total + n:
            return seat
    return None


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the contract, the announcements, and the next steps."""
    deals = state.deals
    facts = tuple(_list_facts(state))
    if deals.rounds.winners or deals.by_deal or state.is_taken:
        return deals.scene(facts=facts)
    to_act = state.setting.seats
    step = Step((), say("Enter who took what; then all cards are dealt."))
    if state.is_coinche:
        turn = state.auction.turn
        to_act = (turn,)
        step = Step(to_act, say("{seat} bids or passes.", seat=turn))
    steps = deals.rounds.dealing, step
    return deals.scene("bid", facts=facts, steps=steps, to_act=to_act)


def _list_facts(state: State) -> Iterator[Fact]:
    contract = state.contract
    if contract.values:
        yield Fact(say("Contract"), name_contract(contract), contract.seat("taker"))
    for side, n in state.counted.items():
        if n:
            yield number_fact(say("Announced"), n, name_side(side))
    if state.held:
        yield number_fact(say("Held over"), state.held)

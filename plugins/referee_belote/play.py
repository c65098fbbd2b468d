"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    SUIT_NAMES,
    THIRTY_TWO,
    Accepted,
    Ask,
    Card,
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
    Setup,
    Step,
    Values,
    begin_deals,
    card,
    deal_end_fields,
    forbid,
    hookimpl,
    name_of,
    rule_round,
    say,
    uphold,
)

from .bidding import (
    ask_contract,
    ask_passed,
    contract_fields,
    enter_call,
    enter_contract,
    name_contract,
    pass_deal,
)
from .cards import ALL_TRUMP, BELOTE, DER, count_cards, may_play
from .game import HAND, cite
from .scoring import AGREED, ANNOUNCED, MELDS, OTHERS, RESULT, TAKERS
from .state import State


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first deal, of which nobody has taken."""
    target = setting.chosen.number("target")
    rounds = {"target": target, "playoffs": True, "sides": setting.sides()}
    return State(begin_deals(setting, THIRTY_TWO, hand=HAND, **rounds))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first who takes, then the tricks; or at once the whole deal."""
    deals = state.deals
    seats = state.setting.seats
    if deals.rounds.winners:
        return ()
    if not state.contract and not deals.by_deal:
        return (*ask_contract(state), *deals.asides())

    announced = ANNOUNCED if state.announces else ()
    offenders, *_ = deal_end_fields(seats)
    fields = (*contract_fields(state), *RESULT, *announced, offenders)
    first, *others = deals.prompts(fields, concessions=())
    if deals.by_deal:
        return (first, ask_passed(state), *others)
    if state.announces and deals.deal.trick < 3:
        who = Field("seat", "seat", say("Who announces"), choices=seats)
        title = say("Announcements")
        help = say("Belote-rebelote needs no entry.")
        announce = Prompt("announce", seats, title, help, (who, MELDS), optional=True)
        others.insert(0, announce)
    label = say("Whose belote-rebelote was still in hand")
    belote = Field("belote", "seat", label, choices=seats, optional=True)
    for n, prompt in enumerate(others):
        if prompt.kind in ("claim", "concede"):
            others[n] = replace(prompt, fields=(*prompt.fields, belote))
    return (first, *others)


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Return a tierce that somebody may have."""
    if prompt.kind != "announce":
        return None
    suit = random.choice("CDHS")
    ranks = random.choice(("789", "JQK"))
    tierce = [card(f"{rank}{suit}") for rank in ranks]
    return {"seat": random.choice(prompt.seats), "melds": [tierce]}


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    match entry.kind:
        case "contract":
            return enter_contract(state, entry.given.values)
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
    """Take one seat's announcements, and rule on whose count so far."""
    seat = given.seat("seat")
    melds = given.card_groups("melds")
    for meld in melds:
        wrong = uphold(_refuse_foreign(state, dict.fromkeys(meld, seat)), ask)
        if wrong:
            return Refused(wrong)

    announced = {**state.announced, seat: melds}
    sides = dict(zip(("first", "second"), state.setting.sides(), strict=True))
    by_side = {}
    for name, side in sides.items():
        by_side[name] = sum((announced.get(seat, ()) for seat in side), ())
    ruling = ask("announcements", trump=state.trump, **by_side)
    decided = ruling.decided
    if not decided.flag("legal"):
        return Refused(ruling)
    counted = {}
    winner = decided.choice("side", None)
    if winner is not None:
        side = sides[winner]
        counted[side[0]] = n = decided.number("points")
        summary = say("{side}'s announcements count: {n}", side=side, n=n)
        ruling = replace(ruling, summary=summary)
    return Accepted(replace(state, announced=announced, counted=counted), (ruling,))


def _refuse_foreign(state: State, cards: Mapping[Card, str]) -> Ruling | None:
    """Return why one of these cards cannot be its seat's; None if all can."""
    holders = state.holders
    for held, seat in cards.items():
        holder = holders.get(held, seat)
        if holder != seat:
            why = cite("known", "{holder} has it, or had it.", holder=holder)
            summary = say("{seat} can't have the {card}", seat=seat, card=held)
            return forbid(summary, why, seat=seat, card=held)
    return None


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter what any deal of tricks knows; after its last trick score the deal."""
    given = entry.given
    kind = entry.kind
    if kind == "trick":
        cards = {card: seat for seat, card in given.card_by_seat("plays").items()}
        wrong = uphold(_refuse_foreign(state, cards), ask)
        if wrong:
            return Refused(wrong)
    trump = state.trump
    may = partial(may_play, trump, state.trumps_under)
    proofs = Proofs(partial(_cost, state), may)
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=trump)
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if kind in ("misdeal", "depth"):
        return Accepted(State(deals.dealt_again(), state.held), rulings)

    state = replace(state, deals=deals)
    for belote in _find_belotes(state, given):
        ruling = ask(belote)
        seat = ruling.decided.seat("seat")
        n = state.belotes.get(seat, 0) + ruling.decided.number("points")
        state = replace(state, belotes={**state.belotes, seat: n})
        rulings += (ruling,)
    if not deals.deal.over:
        return Accepted(state, rulings)
    return _score(state, _count_up(state), ask, rulings)


def _find_belotes(state: State, given: Values) -> Iterator[Ruling]:
    """Yield each belote-rebelote that this entry completes."""
    if given.has("belote"):
        seat = given.seat("belote")
        yield _rule_belote(seat, cite("belote", "{seat} showed it.", seat=seat))
    deal = state.deals.deal
    if not given.has("plays") or deal.lying:
        return
    suits = SUIT_NAMES if state.trump == ALL_TRUMP else state.trump
    for seat, last in deal.tricks[-1].plays.items():
        if last.suit not in suits or last.rank not in "KQ":
            continue
        other = card(f"{'KQ'.replace(last.rank, '')}{last.suit}")
        if any(trick.plays[seat] is other for trick in deal.tricks):
            template = "{seat} had the {first} and the {second}."
            why = cite("belote", template, seat=seat, first=other, second=last)
            yield _rule_belote(seat, why)


def _rule_belote(seat: str, why: Reason) -> Ruling:
    summary = say("{seat} has belote-rebelote: {n}", seat=seat, n=BELOTE)
    return Ruling({"seat": seat, "points": BELOTE}, summary, (why,))


def _cost(state: State, seat: str) -> Reason:
    """Say what it costs to have broken a rule."""
    side, _ = state.part_sides(seat)
    template = "So {side} lose the deal, unless the others broke a rule too."
    return cite("offence", template, side=side)


# What a deal scores


def _count_up(state: State) -> dict[str, object]:
    """Return what a deal brought that was played out, claimed or given up."""
    deal = state.deals.deal
    if deal.given_up:
        taker = state.setting.left_of(deal.given_up)
        deal = deal.with_claim({taker: deal.tricks_left})
    takers, others = state.part_sides(Values(state.contract).seat("taker"))
    result: dict[str, object] = {"offenders": deal.offenders}
    tricks = sum(deal.tricks_of[seat] for seat in takers)
    if tricks in (0, HAND):
        result["capot"] = TAKERS if tricks else OTHERS
    else:
        cards = sum((deal.cards_of[seat] for seat in takers), ())
        last = next(iter(deal.claimed), deal.tricks[-1].winner)
        der = DER if last in takers else 0
        result["points"] = count_cards(cards, state.trump) + der

    for side, belote, announced in zip(
        (takers, others), RESULT[2:], ANNOUNCED, strict=True
    ):
        n = sum(state.belotes.get(seat, 0) for seat in side)
        result[belote.name] = n // BELOTE
        result[announced.name] = sum(state.counted.get(seat, 0) for seat in side)
    return result


def _score(
    state: State, result: Mapping[str, object], ask: Ask, rulings: Rulings = ()
) -> Accepted:
    """Score a deal: its contract, and what else is known of it."""
    rounds = state.deals.rounds
    asked = Values({**state.contract, **result}, ("offenders",))
    takers, others = state.part_sides(asked.seat("taker"))
    offenders = {*asked.seats("offenders")}
    known = {**asked.values, "held": state.held}
    for name in ("taker", "turned", "offenders"):
        known.pop(name, None)
    if offenders:
        both = TAKERS if offenders <= {*takers} else "both"
        known["revoked"] = OTHERS if offenders <= {*others} else both
    known |= {each.name: state.setting.options[each.name] for each in AGREED}
    scored = ask("deal", **known)

    decided = scored.decided
    ours = decided.number(TAKERS)
    theirs = decided.number(OTHERS)
    deals = state.deals.scored({takers[0]: ours, others[0]: theirs})
    sides = {"takers": takers, "others": others, "ours": ours, "theirs": theirs}
    template = "{what}: {takers} {ours}, {others} {theirs}"
    scored = replace(scored, summary=say(template, what=scored.summary, **sides))
    ended = rule_round(rounds, deals.rounds, cite, "end", scored)
    after = State(deals, decided.number("held"))
    return Accepted(after, (*rulings, scored, ended))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return who took what, what was announced, and what to do next."""
    deals = state.deals
    facts = tuple(_facts(state))
    if deals.rounds.winners or deals.by_deal or state.contract:
        return deals.scene(facts=facts)
    dealer = deals.rounds.dealer
    n = 5
    turn = state.auction.turn
    to_act = state.setting.seats
    then = Step((), say("One card is turned up. Enter who took what, then deal on."))
    if state.is_coinche:
        n = HAND
        to_act = (turn,)
        then = Step(to_act, say("{seat} bids or passes.", seat=turn))
    dealing = say("{dealer} deals {n} cards to each.", dealer=dealer, n=n)
    steps = (then,) if state.calls else (Step((dealer,), dealing), then)
    return deals.scene("bid", facts=facts, steps=steps, to_act=to_act)


def _facts(state: State) -> Iterator[Fact]:
    if state.contract:
        taker = Values(state.contract).seat("taker")
        yield Fact(say("Contract"), name_contract(state.contract), taker)
    bid = state.auction.bid
    if bid:
        points, trump = bid.split()
        name = name_contract({"bid": points, "trump": trump})
        yield Fact(say("Bid"), name, state.auction.bidder)
    for seat, n in state.counted.items():
        side, _ = state.part_sides(seat)
        yield Fact(say("Announced"), say("{n}", n=n), name_of(side))
    for seat, n in state.belotes.items():
        yield Fact(say("Belote"), say("{n}", n=n), seat)
    if state.held:
        yield Fact(say("Held over"), say("{n}", n=state.held))

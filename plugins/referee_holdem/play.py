"""The match at the table: its beginning, what entries do, its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from referee import (
    EVERYBODY,
    Accepted,
    Ask,
    Cards,
    Entry,
    Fact,
    Reason,
    Refused,
    Ruling,
    Scene,
    Seats,
    Setting,
    Step,
    Steps,
    Text,
    Values,
    Zone,
    begin_rounds,
    divide_pots,
    hookimpl,
    number_fact,
    rule_illegal,
    rule_round,
    say,
    split_seats,
    uphold,
    wrong_field,
)

from .betting import Betting, Stakes, begin_betting
from .game import HILO, NOBODY, TEXAS, cite, smallest_chip
from .positions import Owed, first_positions
from .scoring import Ranking, find_winners, refuse_shown, shows_first
from .state import HandEnd, State, begin_clock


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first hand, with the blinds put in."""
    chosen = setting.chosen
    stacks = dict.fromkeys(setting.seats, chosen.number("stack"))
    stacks |= dict.fromkeys(setting.late, 0)
    rounds = begin_rounds(setting, last=chosen.number("hands", None))
    there = [seat for seat in setting.seats if seat not in setting.late]
    positions = first_positions(setting, there)
    stakes = Stakes(chosen.number("small"), chosen.number("big"))
    betting = begin_betting(positions, stacks, stakes)
    by_deal = chosen.choice("depth") == "deals"
    rounds = replace(rounds, totals=stacks)
    clock = begin_clock(setting) if chosen.choice("rise") == "minutes" else None
    return State(rounds, by_deal, positions, betting, clock=clock).dealt(rounds)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    if state.clock is not None:
        state = replace(state, now=entry.at)
    given = entry.given
    match entry.kind:
        case "depth":
            after = replace(state, by_deal=not state.by_deal)
            return Accepted(after.dealt(state.rounds))
        case "end":
            return _end(state)
        case "buy":
            return _buy(state, given)
        case "level":
            return _raise_blinds(state)
        case "clock":
            return _run_or_stop_clock(state)
        case "post":
            return _post(state, given.seat("seat"))
        case "away":
            return _sit_out(state, given.seats("seats"))
        case "misdeal":
            return _deal_again(state)
        case "deal" | "side-pot":
            return _end_hand(state, given, ask)
        case "showdown":
            return _show_hands(state, given, ask)
        case _:
            return _act(state, entry, ask)


# Before the first bet


def _end(state: State) -> Accepted:
    rounds = state.rounds
    after = state.dealt(rounds.ended())
    ruling = rule_round(rounds, after.rounds, cite, "most-chips")
    why = cite("most-chips", "The table ends the match: most chips win.")
    because = (why, *_explain_balances(state))
    return Accepted(after, (replace(ruling, because=because),))


def _buy(state: State, given: Values) -> Accepted:
    seat = given.seat("seat")
    n = given.number("n")
    before = state.rounds
    total = before.totals[seat] + n
    totals = {**before.totals, seat: total}
    owed = state.owed
    if seat in state.newcomers and before.setting.chosen.flag("missed"):
        owed = owed.plus(Owed(big=(seat,)))
    bought = {**state.bought, seat: state.bought.get(seat, 0) + n}
    after = replace(state, bought=bought, owed=owed)
    after = after.dealt(replace(before, totals=totals))
    template = "{seat} has {n} chips now, and {all} are in play."
    values = {"n": total, "all": sum(totals.values())}
    because = [cite("rebuys", template, seat=seat, **values)]
    if seat in after.may_post:
        because.append(cite("missed-blinds", "{seat} posts, or waits.", seat=seat))
    elif seat in after.playing and seat not in after.positions.dealt_in:
        template = "{seat} is between button and small blind, and waits a hand."
        because.append(cite("late-chips", template, seat=seat))

    summary = say("{seat} buys {n} chips", seat=seat, n=n)
    ruling = Ruling({"seat": seat, "chips": n}, summary, tuple(because))
    return Accepted(after, (ruling,))


def _raise_blinds(state: State) -> Accepted:
    after = state.at_next_level().dealt(state.rounds)
    stakes = after.stakes
    n = after.level_now + 1
    values = {"n": n, "small": stakes.small, "big": stakes.big}
    template = "Nothing of this hand is entered yet: it is the first at this level."
    why = cite("levels", template)
    summary = say("Level {n}: blinds {small} and {big}", **values)
    ruling = Ruling({"level": n}, summary, (why,))
    return Accepted(after, (ruling,))


def _post(state: State, seat: str) -> Accepted:
    after = replace(state, posting=(*state.posting, seat)).dealt(state.rounds)
    live = after.betting.bets[seat]
    dead = after.betting.dead.get(seat, 0)
    values = {"seat": seat, "live": live, "dead": dead}
    template = "{live} of it is {seat}’s bet, {dead} goes to the main pot."
    if not dead:
        template = "It is {seat}’s bet."
    elif not live:
        template = "It goes to the main pot."
    why = cite("missed-blinds", template, **values)
    summary = say("{seat} posts {n}", seat=seat, n=live + dead)
    ruling = Ruling({"seat": seat, "bet": live}, summary, (why,))
    return Accepted(after, (ruling,))


def _run_or_stop_clock(state: State) -> Accepted:
    clock = state.clock
    assert clock is not None
    if clock.since is None:
        return Accepted(replace(state, clock=clock.run_from(state.now)))
    return Accepted(replace(state, clock=clock.stopped_at(state.now)))


def _sit_out(state: State, away: Seats) -> Accepted | Refused:
    after = replace(state, away=away)
    if len(after.playing) < 2:
        why = cite("sitting-out", "Two have to stay at the table with chips.")
        return Refused(rule_illegal(say("Somebody has to play"), why, seats=away))
    after = after.dealt(state.rounds)
    why = cite("sitting-out", "Whoever sits out keeps the chips, and posts no blind.")
    summary = say("Sits out: {seats}", seats=away) if away else say("Everybody plays")
    ruling = Ruling({"seats": away}, summary, (why,))
    return Accepted(after, (ruling,))


def _deal_again(state: State) -> Accepted:
    template = "Everyone takes back their chips, and {dealer} deals again."
    why = cite("redeal", template, dealer=state.rounds.dealer)
    because = [
        cite("misdeal", "The table says it was a misdeal."),
        why,
    ]
    if state.betting.has_substantial_action:
        template = (
            "After this much action the hand plays on, unless a card is in the pack "
            "twice."
        )
        because.append(cite("redeal", template))
    ruling = Ruling({}, say("The hand doesn’t count"), tuple(because))
    return Accepted(state.dealt(state.rounds), (ruling,))


# What the seat in turn does


def _act(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the hand after a bet or a fold, or after cards of the board."""
    betting = state.betting
    match entry.kind:
        case "straddle":
            seat = state.betting.seat
            after = replace(state, betting=state.betting.after_straddle())
            n = after.betting.level
            why = cite(
                "straddle", "It counts as a blind, and {seat} acts last.", seat=seat
            )
            summary = say("{seat} straddles with {n}", seat=seat, n=n)
            ruling = Ruling({"seat": seat, "bet": n}, summary, (why,))
            return Accepted(after, (ruling,))
        case "check" | "call":
            return _bet(state, betting.after_call())
        case "all-in":
            to = max(betting.all_in, betting.level)
            return _bet(state, betting.after_raise(to))
        case "raise":
            to = entry.given.number("to")
            refused = uphold(betting.refuse_raise(to), ask)
            if refused:
                return Refused(refused)
            # The table may have overruled too large a bet, or one below a call.
            to = max(min(to, betting.all_in), betting.level)
            return _bet(state, betting.after_raise(to))
        case "fold":
            return _fold(state, ask)
    board = (*state.board, *entry.given.cards("cards"))
    bets = betting.next_street(len(board))
    return Accepted(replace(state, board=board, betting=bets))


def _bet(state: State, after: Betting) -> Accepted:
    before = state.betting
    seat = before.seat
    n = after.bets[seat]
    verdict = {"seat": seat, "bet": n}
    if not after.stacks[seat]:
        template = "{seat} is all in with {n}"
    elif after.level > before.level:
        template = "{seat} raises to {n}" if before.level else "{seat} bets {n}"
    else:
        n = before.to_call
        template = "{seat} calls {n}" if n else "{seat} checks"

    why = cite("bets", "In the pot: {n}.", n=after.pot)
    ruling = Ruling(verdict, say(template, seat=seat, n=n), (why,))
    return Accepted(replace(state, betting=after), (ruling,))


def _fold(state: State, ask: Ask) -> Accepted:
    """Fold the seat in turn; once all others have folded, the hand is over."""
    betting = state.betting
    seat = betting.seat
    after = betting.after_fold()
    summary = say("{seat} folds", seat=seat)
    because = [cite("bets", "In the pot: {n}.", n=after.pot)]
    if not betting.to_call:
        template = "{seat} folds with nothing to call, which is binding"
        summary = say(template, seat=seat)
        template = "{seat} could have checked, but a fold in turn is final."
        why = cite("folds", template, seat=seat)
        because.insert(0, why)

    ruling = Ruling({"seat": seat, "bet": after.bets[seat]}, summary, tuple(because))
    if len(after.inside) > 1:
        return Accepted(replace(state, betting=after), (ruling,))
    return _split(state, after.put_in, (after.inside,), ask, ruling)


# A hand that is over


def _end_hand(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Share the pots among those whom the table names as winners."""
    winners = given.seats("winners")
    end = state.end
    if end is not None:
        ranking = (*end.ranking, winners)
        return _share_out(replace(state, end=None), end.put_in, ranking, ask)

    put_in = _read_put_in(state, given)
    places = [winners]
    inside = winners
    for place in given.order("then") if given.has("then") else ():
        others = tuple(seat for seat in put_in if seat in place and seat not in inside)
        if others:
            places.append(others)
            inside += others
    if state.variant != HILO:
        refused = uphold(_refuse_amounts(state, put_in, inside), ask)
        if refused:
            return Refused(refused)
        return _share_out(state, put_in, tuple(places), ask)

    lows = given.seats("low")
    unclear = _refuse_side_pot(put_in, inside) or _refuse_side_pot(put_in, lows)
    inside = tuple(dict.fromkeys((*inside, *lows)))
    refused = uphold(_refuse_end(state, put_in, inside) or unclear, ask)
    if refused:
        return Refused(refused)
    return _split(state, put_in, tuple(places), ask, low=(lows,))


def _refuse_side_pot(put_in: Mapping[str, int], best: Seats) -> Ruling | None:
    """Return why nobody knows who wins a half of a side pot; None if somebody does.

    All seats with the best hands, or the best lows, may have put in too little for it.
    """
    *_, called, _ = sorted(put_in.values())
    seats = tuple(seat for seat, n in put_in.items() if n >= called)
    if not best or not set(seats).isdisjoint(best):
        return None
    template = (
        "{best} can’t win it, and who of the others does is not entered: use "
        "“Showdown with cards”."
    )
    why = cite("pots", template, best=best)
    return rule_illegal(say("Who wins the side pot is missing"), why, seats=seats)


def _show_hands(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Share the pots once everybody still in has shown their cards, or given up."""
    hands = given.cards_by_seat("hands")
    if state.by_deal:
        put_in = _read_put_in(state, given)
        refuse = _refuse_end if state.variant == HILO else _refuse_amounts
        refused = uphold(refuse(state, put_in, tuple(hands)), ask)
        if refused:
            return Refused(refused)
        return _compare(state, put_in, given.cards("board"), hands, ask)

    wrong = refuse_shown(state.shown, hands)
    put_in = state.betting.put_in
    inside = state.betting.inside
    if len(inside) == 1 and not any(hands.values()):
        # All others gave up: nobody has to show cards.
        return _split(state, put_in, (inside,), ask)

    known = {**state.shown, **hands}
    shown = {seat: known[seat] for seat in state.betting.inside if known.get(seat)}
    given_up = [seat for seat, cards in hands.items() if not cards]
    betting = state.betting.without(given_up)
    if not betting.inside:
        raise wrong_field("hands", say("One of those still in takes the pot."))
    state = replace(state, betting=betting, shown=shown)
    inside = state.betting.inside
    refused = uphold(wrong or _refuse_end(state, put_in, inside), ask)
    if refused:
        return Refused(refused)
    if not state.to_show:
        return _compare(state, put_in, state.board, state.shown, ask)
    return Accepted(state)


def _compare(
    state: State,
    put_in: Mapping[str, int],
    board: Cards,
    hands: Mapping[str, Cards],
    ask: Ask,
) -> Accepted | Refused:
    """Share the pots by the best five cards of each seat."""
    variant = {} if state.variant == TEXAS else {"variant": state.variant}
    ruling = ask("showdown", board=board, hands=hands, **variant)
    if ruling.verdict.get("legal") is False:
        return Refused(ruling)
    decided = ruling.decided
    ranking = decided.order("ranking")
    if state.variant != HILO:
        return _share_out(state, put_in, ranking, ask, ruling)
    low = decided.order("low")
    return _split(state, put_in, ranking, ask, ruling, low=low)


def _share_out(
    state: State,
    put_in: Mapping[str, int],
    ranking: Ranking,
    ask: Ask,
    *before: Ruling,
) -> Accepted:
    """Share the pots, or ask who wins the first one that no named winner can win."""
    named = [*chain.from_iterable(ranking)]
    most = max(put_in.values())
    folded = []
    for seat, n in put_in.items():
        # Whoever put in less than others, and has chips left, has folded.
        if seat not in named and n < min(most, state.chips_of(seat)):
            folded.append(seat)
    won = sum(state.betting.dead.values())
    for pot in divide_pots(put_in, folded):
        if not find_winners(pot, ranking, put_in):
            if len(pot.seats) > 1:
                end = HandEnd(put_in, ranking, pot, won)
                return Accepted(replace(state, end=end), before)
            ranking = (*ranking, pot.seats)
        won += pot.chips
    return _split(state, put_in, ranking, ask, *before)


def _read_put_in(state: State, given: Values) -> Mapping[str, int]:
    """Return each seat's chips in the pot, from the dealer's left."""
    entered = given.numbers_by_seat("put_in")
    return {seat: entered[seat] for seat in state.betting.seats}


def _refuse_amounts(
    state: State, put_in: Mapping[str, int], inside: Seats
) -> Ruling | None:
    """Return why these chips cannot be in the pot; None if they can.

    They cannot if a seat has put in too many, or is in without having called or gone
    all in.
    """
    most = max(put_in.values())
    posted = state.betting.put_in
    for seat, n in put_in.items():
        if state.by_deal and n < posted[seat]:
            template = "{seat} put in {posted} before the cards, as blind or ante."
            why = cite("whole-hands", template, seat=seat, posted=posted[seat])
            summary = say("{seat} can’t have put in {n}", seat=seat, n=n)
            return rule_illegal(summary, why, seat=seat)
        chips = state.chips_of(seat)
        if seat in inside and n < min(most, chips):
            template = (
                "Others have put in {n}, and {seat} has {left} chips left: to stay "
                "in, call or go all in."
            )
            why = cite("whole-hands", template, seat=seat, n=most, left=chips - n)
        elif n > chips:
            template = "{seat} has only {chips} chips."
            why = cite("whole-hands", template, seat=seat, chips=chips)
        else:
            continue
        summary = say("{seat} can’t be in for {n}", seat=seat, n=n)
        return rule_illegal(summary, why, seat=seat)
    return None


def _refuse_end(
    state: State, put_in: Mapping[str, int], inside: Seats
) -> Ruling | None:
    """Return why a hand cannot have ended like this; None if it can.

    It cannot if these chips cannot be in the pot, or if nobody is in who put in most.
    """
    refused = _refuse_amounts(state, put_in, inside)
    if refused:
        return refused
    *_, called, _ = sorted(put_in.values())
    seats = tuple(seat for seat, n in put_in.items() if n >= called)
    if not set(seats).isdisjoint(inside):
        return None
    template = "One of those who put in most is still in: {seats}."
    why = cite("who-shows", template, seats=seats)
    return rule_illegal(say("Somebody still in is missing"), why, seats=seats)


def _split(
    state: State,
    put_in: Mapping[str, int],
    ranking: Ranking,
    ask: Ask,
    *before: Ruling,
    low: Ranking | None = None,
) -> Accepted:
    """Share out the pots and deal the next hand, or end the match."""
    chip = smallest_chip(state.rounds.setting)
    dead = state.betting.dead
    more: dict[str, object] = {}
    if dead:
        more["dead"] = sum(dead.values())
    if low is not None:
        more["low"] = low
    pots = ask("pots", put_in=put_in, ranking=ranking, chip=chip, **more)
    won = pots.decided.numbers_by_seat("won")
    returned = pots.decided.numbers_by_seat("returned")
    gains = {}
    stacks = dict(state.stacks)
    for seat, n in put_in.items():
        gain = won.get(seat, 0) + returned.get(seat, 0) - n - dead.get(seat, 0)
        gains[seat] = gain
        stacks[seat] += gain
    if sum(gains.values()):
        raise ValueError("what is won and goes back has to be as much as was put in")

    left = tuple(seat for seat, chips in stacks.items() if chips)
    is_over = len(left) == 1 and not state.rounds.setting.chosen.flag("rebuys")
    winners = left if is_over else ()
    after = state.next_hand(state.rounds.with_scores(gains, winners=winners))
    hand = _rule_hand(state, after, pots)
    if before:
        # Show the hands that won the pot; their cards include the board's.
        hand = replace(hand, shown=before[-1].shown[1:])
    return Accepted(after, (*before, pots, hand))


def _rule_hand(state: State, after: State, pots: Ruling) -> Ruling:
    ruling = rule_round(state.rounds, after.rounds, cite, "most-chips", pots)
    because = ruling.because
    places = []
    for standing in after.standings:
        seat = standing.seat
        if state.stacks[seat] and not after.stacks[seat]:
            # The sentence keeps the place as it is now.
            template = "{seat} is out: place {n}."
            places.append(cite("places", template, seat=seat, n=standing.place))
    if len(after.with_chips) == 1:
        seat = after.with_chips[0]
        if after.rounds.winners:
            why = cite("end", "{seat} has all the chips.", seat=seat)
            return replace(ruling, because=(why, *places))
        template = "{seat} has all the chips: others buy some, or the match ends."
        why = cite("rebuys", template, seat=seat)
        return replace(ruling, because=(*because, *places, why))
    if after.rounds.winners:
        return replace(ruling, because=(*because, *_explain_balances(after)))
    because = (*because, *places)
    if after.level_now > state.level_now:
        values = {"small": after.stakes.small, "big": after.stakes.big}
        template = "Level {n} begins: blinds {small} and {big}."
        why = cite("levels", template, n=after.level_now + 1, **values)
        because = (*because, why)
    unusual = after.move.explain(state.positions, after.positions)
    return replace(ruling, because=(*because, *unusual))


def _explain_balances(state: State) -> Iterator[Reason]:
    """Yield each seat's balance of chips, once somebody has bought any."""
    if not state.bought:
        return
    for seat, n in state.balances.items():
        template = "{seat} has {n} more than they began with and bought."
        if n < 0:
            template = "{seat} has {n} fewer than they began with and bought."
        elif not n:
            template = "{seat} has as many as they began with and bought."
        yield cite("rebuys", template, seat=seat, n=abs(n))


# What lies on the board, who has bet what, and what to do next


@hookimpl
def scene(state: State) -> Scene:
    """Return each seat's chips; if every bet is entered, the board and the pot too."""
    rounds = state.rounds
    betting = state.betting
    dealer = rounds.dealer
    if rounds.winners:
        return rounds.scene("finished", standings=state.standings)
    clock = state.clock_shown
    show = partial(rounds.scene, standings=state.standings, clock=clock)
    if state.waits_for_chips:
        template = "{seat} has all the chips. Buy some, or end the match."
        winner = state.with_chips[0]
        step = Step((), say(template, seat=winner))
        others = tuple(seat for seat in state.seats if seat != winner)
        facts = tuple(_list_level(state))
        return show("chips", to_act=others, steps=(step,), facts=facts)
    if state.end is not None:
        named = {*chain.from_iterable(state.end.ranking)}
        winners, _ = split_seats(betting.seats, named)
        template = "{winners} can win {won}. Side pot {n}: {seats:or}?"
        pot = state.end.pot
        values = {"won": state.end.won, "n": pot.chips, "seats": pot.seats}
        step = Step((), say(template, winners=winners, **values))
        return show("pots", steps=(step,))
    if state.by_deal:
        play = Step((), say("Play the hand, then enter how it ended."))
        facts = (*_list_blinds(state), *_list_level(state), *_list_unusual(state))
        return show("deal", steps=(rounds.dealing, play), facts=facts)

    n = len(state.board)
    if betting.to_act:
        phase = "bets"
        to_act = betting.to_act[:1]
        step = Step(to_act, _say_turn(betting))
        if not n and not betting.has_begun:
            return _show_scene(state, phase, to_act, (rounds.dealing, step))
    elif n < 5:
        phase = "board"
        to_act = (dealer,)
        template = "{dealer} deals the next board cards: enter them."
        step = Step(to_act, say(template, dealer=dealer))
    else:
        phase = "showdown"
        to_act = state.to_show
        wait = say("To show or muck: {seats}.", seats=to_act)
        steps = [Step(to_act, wait)]
        first = shows_first(betting.inside, betting.aggressor)
        is_anybody_all_in = len(betting.able) < len(betting.inside)
        if not is_anybody_all_in and not state.shown:
            steps.append(Step((first,), say("{seat} shows first.", seat=first)))
        return _show_scene(state, phase, to_act, tuple(steps))
    return _show_scene(state, phase, to_act, (step,))


def _say_turn(betting: Betting) -> Text:
    """Return the sentence on the turn; it names a raise only if one is possible."""
    values = {"seat": betting.seat, "n": betting.to_call}
    if betting.to_call and betting.may_raise:
        return say("{seat} calls {n}, raises or folds.", **values)
    if betting.to_call:
        return say("{seat} calls {n} or folds.", **values)
    if not betting.may_raise:
        return say("{seat} checks.", **values)
    if betting.level:
        return say("{seat} checks or raises.", **values)
    return say("{seat} checks or bets.", **values)


def _show_scene(state: State, phase: str, to_act: Seats, steps: Steps) -> Scene:
    cards = state.board
    zones = [Zone("board", None, len(cards), cards, EVERYBODY)]
    for seat, held in state.shown.items():
        zones.append(Zone("hand", seat, len(held), held, EVERYBODY))
    facts = [
        *_list_stakes(state.betting, phase),
        *_list_level(state),
        *_list_unusual(state),
    ]
    put_in = state.betting.put_in
    return state.rounds.scene(
        phase,
        standings=state.standings,
        so_far={seat: -put_in.get(seat, 0) for seat in state.rounds.setting.seats},
        to_act=to_act,
        zones=tuple(zones),
        steps=steps,
        facts=tuple(facts),
        clock=state.clock_shown,
    )


def _list_level(state: State) -> list[Fact]:
    """Return the ante, and the rising blinds if no clock shows them."""
    stakes = state.stakes
    facts = []
    rises = state.rounds.setting.chosen.choice("rise") != "none"
    if rises and state.clock_shown is None:
        values = {"small": stakes.small, "big": stakes.big}
        level = say("Level {n}", n=state.level_now + 1)
        facts.append(Fact(level, say("{small} and {big}", **values)))
    if stakes.antes != NOBODY:
        facts.append(number_fact(say("Ante"), stakes.ante))
    if state.bought:
        n = sum(state.stacks.values())
        facts.append(number_fact(say("Chips in play"), n))
    return facts


def _list_stakes(betting: Betting, phase: str) -> list[Fact]:
    """Return the pot, each seat's bets in this round, and who has folded."""
    facts = [number_fact(say("Pot"), betting.pot)]
    if phase == "showdown":
        return facts
    for seat, n in betting.bets.items():
        if seat in betting.folded:
            facts.append(Fact(say("Stake"), say("folded"), seat))
        else:
            facts.append(number_fact(say("Stake"), n, seat))
    return facts


def _list_blinds(state: State) -> list[Fact]:
    """Return who posts which blind, for tables that do not enter each bet."""
    positions = state.positions
    put_in = state.betting.bets
    facts = []
    if positions.has_small_blind:
        seat = positions.small
        facts.append(number_fact(say("Small blind"), put_in[seat], seat))
    seat = positions.big
    facts.append(number_fact(say("Big blind"), put_in[seat], seat))
    return facts


def _list_unusual(state: State) -> list[Fact]:
    """Return a dead small blind, a dead button, and who has chips but no cards."""
    positions = state.positions
    facts = []
    if not positions.has_small_blind:
        facts.append(Fact(say("Small blind"), say("nobody")))
    if not positions.has_button:
        place = say("at {seat}’s empty place", seat=positions.button)
        facts.append(Fact(say("Button"), place))
    for seat in state.away:
        facts.append(Fact(say("Cards"), say("sits out"), seat))
    for seat in state.newcomers:
        facts.append(Fact(say("Cards"), say("after buying chips"), seat))
    for seat in state.playing:
        if seat in positions.dealt_in:
            continue
        if seat in state.may_post:
            facts.append(Fact(say("Cards"), say("posts, or waits"), seat))
        else:
            facts.append(Fact(say("Cards"), say("from the next hand on"), seat))
    return facts

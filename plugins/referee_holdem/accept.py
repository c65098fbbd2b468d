"""What each entry does to a match."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Refused,
    Ruling,
    hookimpl,
    rule_round,
    say,
    uphold,
)

from .betting import Betting
from .kickers import Ranking
from .positions import explain_positions, move_big_blind
from .rules import cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    given = entry.given
    match entry.kind:
        case "depth":
            return Accepted(
                replace(state, by_deal=not state.by_deal).dealt(state.rounds)
            )
        case "buy":
            return _buy(state, given.seat("seat"), given.number("n"))
        case "end":
            after = state.dealt(state.rounds.ended())
            ended = rule_round(state.rounds, after.rounds, cite, "most-chips")
            return Accepted(after, (ended,))
        case "misdeal":
            return _deal_again(state)
        case "board":
            board = (*state.board, *given.cards("cards"))
            return Accepted(
                replace(state, board=board, betting=state.betting.next_street())
            )
        case "deal" | "showdown":
            return _end_hand(state, entry, ask)
    return _bet(state, entry, ask)


def _buy(state: State, seat: str, n: int) -> Accepted:
    totals = {**state.rounds.totals, seat: state.rounds.totals[seat] + n}
    after = state.dealt(replace(state.rounds, totals=totals))
    because = [cite("rebuys", "{seat} has {n} chips now.", seat=seat, n=totals[seat])]
    if seat not in after.positions.dealt_in:
        template = "{seat} sits between button and small blind: they wait for a hand."
        because.append(cite("late-chips", template, seat=seat))

    summary = say("{seat} buys {n} chips", seat=seat, n=n)
    ruled = Ruling({"seat": seat, "chips": n}, summary, tuple(because))
    return Accepted(after, (ruled,))


def _deal_again(state: State) -> Accepted:
    because = [
        cite("misdeal", "The table says that the hand was misdealt."),
        cite(
            "redeal",
            "All take back what they have put in, and {dealer} deals again.",
            dealer=state.rounds.dealer,
        ),
    ]
    if state.betting.has_substantial_action:
        template = (
            "After so much action a hand is played on, unless a card is there twice."
        )
        because.append(cite("redeal", template))
    ruled = Ruling({}, say("The hand does not count"), tuple(because))
    return Accepted(state.dealt(state.rounds), (ruled,))


def _bet(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Take what the seat in turn does; once all others have folded, the hand is over."""
    betting = state.betting
    match entry.kind:
        case "fold":
            return _fold(state, ask)
        case "raise":
            to = entry.given.number("to")
            if (wrong := uphold(betting.refuse_raise(to), ask)) is not None:
                return Refused(wrong)
            after = betting.after_raise(max(min(to, betting.all_in), betting.level))
        case "all-in":
            after = betting.after_raise(max(betting.all_in, betting.level))
        case _:
            after = betting.after_call()
    ruled = _rule_bet(betting, after, entry.kind)
    return Accepted(replace(state, betting=after), (ruled,))


def _rule_bet(before: Betting, after: Betting, kind: str) -> Ruling:
    seat, n = before.seat, after.bets[before.seat]
    verdict = {"seat": seat, "bet": n}
    if not after.stacks[seat]:
        kind = "all-in"
    elif kind == "call":
        n -= before.bets[seat]
    elif kind == "raise" and not before.level:
        kind = "bet"

    because = cite("bets", "In the pot: {n}.", n=after.pot)
    return Ruling(verdict, say(_TOLD[kind], seat=seat, n=n), (because,))


def _fold(state: State, ask: Ask) -> Accepted:
    betting, seat = state.betting, state.betting.seat
    after = betting.after_fold()
    verdict = {"seat": seat, "bet": after.bets[seat]}
    summary = say("{seat} folds", seat=seat)
    because = [cite("bets", "In the pot: {n}.", n=after.pot)]
    if not betting.to_call:
        summary = say(
            "{seat} folds with nothing to call, and that is binding", seat=seat
        )
        template = (
            "{seat} could have checked; whoever folds in turn is out of the hand."
        )
        because.insert(0, cite("folds", template, seat=seat))

    ruled = Ruling(verdict, summary, tuple(because))
    if len(after.inside) > 1:
        return Accepted(replace(state, betting=after), (ruled,))
    return _split(state, after.put_in, (after.inside,), ask, ruled)


_TOLD = {
    "check": "{seat} checks",
    "call": "{seat} calls {n}",
    "bet": "{seat} bets {n}",
    "raise": "{seat} raises to {n}",
    "all-in": "{seat} is all in with {n}",
}


def _end_hand(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A hand that is over: in the showdown the best five of each are found, and then
    the pots.
    """
    given, shows = entry.given, entry.kind == "showdown"
    hands = given.cards_by_seat("hands") if shows else {}
    winners = tuple(hands) if shows else given.seats("winners")
    put_in, board = state.betting.put_in, state.board
    if state.by_deal:
        put_in = {
            seat: given.numbers_by_seat("put_in")[seat] for seat in state.betting.seats
        }
        board = given.cards("board") if shows else ()
    if (wrong := uphold(_cannot_be(state, put_in, winners), ask)) is not None:
        return Refused(wrong)
    if not shows:
        return _split(state, put_in, (winners,), ask)
    ruled = ask("showdown", board=board, hands=hands)
    if ruled.verdict.get("legal") is False:
        return Refused(ruled)
    return _split(state, put_in, ruled.decided.order("ranking"), ask, ruled)


def _cannot_be(
    state: State, put_in: Mapping[str, int], inside: tuple[str, ...]
) -> Ruling | None:
    """Why a hand cannot have ended so: too many chips, or somebody in who has neither
    called nor gone all in.
    """
    template, (*_, called, most) = (
        "{seat} has only {chips} chips.",
        sorted(put_in.values()),
    )
    for seat, n in put_in.items():
        chips = state.stacks[seat]
        if seat in inside and n < min(most, chips):
            template = (
                "Others have put in {n}, and {seat} has {left} chips left: whoever "
                "stays in calls or is all in."
            )
        elif n <= chips:
            continue
        why = cite(
            "whole-hands", template, seat=seat, n=most, left=chips - n, chips=chips
        )
        return Ruling(
            {"legal": False, "seat": seat},
            say("{seat} cannot be in for {n}", seat=seat, n=n),
            (why,),
        )
    more = tuple(seat for seat, n in put_in.items() if n >= called)
    if not {*more}.isdisjoint(inside):
        return None
    why = cite(
        "who-shows",
        "One of those who have put in most is still in: {seats}.",
        seats=more,
    )
    return Ruling(
        {"legal": False, "seats": more},
        say("Somebody who is still in is missing"),
        (why,),
    )


def _split(
    state: State, put_in: Mapping[str, int], ranking: Ranking, ask: Ask, *before: Ruling
) -> Accepted:
    """The pots shared out, and the next hand dealt; or the match over."""
    pots = ask(
        "pots",
        put_in=put_in,
        ranking=ranking,
        chip=state.rounds.setting.chosen.number("chip"),
    )
    won, returned = (pots.decided.numbers_by_seat(name) for name in ("won", "returned"))
    gain = {
        seat: won.get(seat, 0) + returned.get(seat, 0) - n for seat, n in put_in.items()
    }
    if sum(gain.values()):
        raise ValueError("what is won and goes back has to be as much as was put in")
    chips = {seat: n + gain.get(seat, 0) for seat, n in state.stacks.items()}
    left = tuple(seat for seat, n in chips.items() if n)
    winners = left if len(left) == 1 else ()
    after = state.next_hand(state.rounds.with_scores(gain, winners=winners))
    return Accepted(after, (*before, pots, _rule_hand(state, after, pots)))


def _rule_hand(state: State, after: State, pots: Ruling) -> Ruling:
    section = "end"
    if len(after.with_chips) > 1:
        section = "most-chips"
    ruled = rule_round(state.rounds, after.rounds, cite, section, pots)
    if after.rounds.winners or after.move is not move_big_blind:
        return ruled
    unusual = explain_positions(state.positions, after.positions)
    return replace(ruled, because=(*ruled.because, *unusual))

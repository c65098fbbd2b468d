"""What each entry does to a match."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Accepted, Ask, Entry, Refused, Ruling, hookimpl, rule_round, say, uphold

from .kickers import Ranking
from .rules import cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    given = entry.given
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal).dealt(state.rounds))
        case "buy":
            return _buy(state, given.seat("seat"), given.number("n"))
        case "end":
            after = state.dealt(state.rounds.ended())
            return Accepted(after, (rule_round(state.rounds, after.rounds, cite, "end"),))
        case "misdeal":
            because = cite("misdeal", "All take back what they have put in.")
            return Accepted(state.dealt(state.rounds), (Ruling({}, say("The hand does not count"), (because,)),))
        case "board":
            board = (*state.board, *given.cards("cards"))
            return Accepted(replace(state, board=board, betting=state.betting.next_street()))
        case "deal" | "showdown":
            return _end_hand(state, entry, ask)
    return _bet(state, entry, ask)


def _buy(state: State, seat: str, n: int) -> Accepted:
    totals = {**state.rounds.totals, seat: state.rounds.totals[seat] + n}
    because = cite("rebuys", "{seat} has {n} chips now.", seat=seat, n=totals[seat])
    ruled = Ruling({"seat": seat, "chips": n}, say("{seat} buys {n} chips", seat=seat, n=n), (because,))
    return Accepted(state.dealt(replace(state.rounds, totals=totals)), (ruled,))


def _bet(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """What the seat in turn does; where all others have folded, it is the end of the hand."""
    betting, kind, seat = state.betting, entry.kind, state.betting.seat
    to = entry.given.number("to") if kind == "raise" else betting.all_in
    if kind == "raise" and (wrong := uphold(betting.refuse_raise(to), ask)) is not None:
        return Refused(wrong)
    if kind in ("raise", "all-in"):
        after = betting.after_raise(max(min(to, betting.all_in), betting.level))
    else:
        after = betting.after_fold() if kind == "fold" else betting.after_call()
    is_all_in = kind != "fold" and not after.stacks[seat]
    n = after.bets[seat] - (betting.bets[seat] if kind == "call" and not is_all_in else 0)
    told = _TOLD["all-in" if is_all_in else "bet" if kind == "raise" and not betting.level else kind]
    because = cite("bets", "In the pot: {n}.", n=after.pot)
    ruled = Ruling({"seat": seat, "bet": after.bets[seat]}, say(told, seat=seat, n=n), (because,))
    if len(after.inside) > 1:
        return Accepted(replace(state, betting=after), (ruled,))
    return _split(state, after.put_in, (after.inside,), ask, ruled)


_TOLD = {
    "fold": "{seat} folds",
    "check": "{seat} checks",
    "call": "{seat} calls {n}",
    "bet": "{seat} bets {n}",
    "raise": "{seat} raises to {n}",
    "all-in": "{seat} is all in with {n}",
}


def _end_hand(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A hand that is over: in the showdown the best five of each are found, and then the pots."""
    given, shows = entry.given, entry.kind == "showdown"
    hands = given.cards_by_seat("hands") if shows else {}
    winners = tuple(hands) if shows else given.seats("winners")
    put_in, board = state.betting.put_in, state.board
    if state.by_deal:
        put_in = {seat: given.numbers_by_seat("put_in")[seat] for seat in state.betting.seats}
        board = given.cards("board") if shows else ()
    if (wrong := uphold(_cannot_be(state, put_in, winners), ask)) is not None:
        return Refused(wrong)
    if not shows:
        return _split(state, put_in, (winners,), ask)
    ruled = ask("showdown", board=board, hands=hands)
    if ruled.verdict.get("legal") is False:
        return Refused(ruled)
    return _split(state, put_in, ruled.decided.order("ranking"), ask, ruled)


def _cannot_be(state: State, put_in: Mapping[str, int], inside: tuple[str, ...]) -> Ruling | None:
    """Why a hand cannot have ended so: too many chips, or somebody in who has neither called nor gone all in."""
    template, (*_, called, most) = "{seat} has only {chips} chips.", sorted(put_in.values())
    for seat, n in put_in.items():
        chips = state.stacks[seat]
        if seat in inside and n < min(most, chips):
            template = "Others have put in {n}, and {seat} has {left} chips left: whoever stays in calls or is all in."
        elif n <= chips:
            continue
        why = cite("whole-hands", template, seat=seat, n=most, left=chips - n, chips=chips)
        return Ruling({"legal": False, "seat": seat}, say("{seat} cannot be in for {n}", seat=seat, n=n), (why,))
    more = tuple(seat for seat, n in put_in.items() if n >= called)
    if not {*more}.isdisjoint(inside):
        return None
    why = cite("who-shows", "One of those who have put in most is still in: {seats}.", seats=more)
    return Ruling({"legal": False, "seats": more}, say("Somebody who is still in is missing"), (why,))


def _split(state: State, put_in: Mapping[str, int], ranking: Ranking, ask: Ask, *before: Ruling) -> Accepted:
    """The pots shared out, and the next hand dealt; or the match over."""
    pots = ask("pots", put_in=put_in, ranking=ranking, chip=state.rounds.setting.chosen.number("chip"))
    won, returned = (pots.decided.numbers_by_seat(name) for name in ("won", "returned"))
    gain = {seat: won.get(seat, 0) + returned.get(seat, 0) - n for seat, n in put_in.items()}
    if sum(gain.values()):
        raise ValueError("what is won and goes back has to be as much as was put in")
    left = tuple(seat for seat, n in state.stacks.items() if n + gain.get(seat, 0))
    after = state.dealt(state.rounds.with_scores(gain, winners=left if len(left) == 1 else ()))
    return Accepted(after, (*before, pots, rule_round(state.rounds, after.rounds, cite, "end", pots)))

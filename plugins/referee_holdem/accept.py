"""What each entry does to a match."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Accepted, Ask, Entry, Reason, Refused, Ruling, Text, hookimpl, rule_round, say

from .betting import Betting
from .rules import cite
from .state import State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    given = entry.given
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal).dealt(state.rounds))
        case "blinds":
            blinds = given.number("small"), given.number("big")
            return Accepted(replace(state, blinds=blinds).dealt(state.rounds))
        case "buy":
            return _buy(state, given.seat("seat"), given.number("n"))
        case "end":
            return _end(state)
        case "misdeal":
            because = cite("misdeal", "All take back what they have put in.")
            ruled = Ruling({"dealer": state.rounds.dealer}, say("The hand does not count"), (because,))
            return Accepted(state.dealt(state.rounds), (ruled,))
        case "board":
            board = (*state.board, *given.cards("cards"))
            return Accepted(replace(state, board=board, betting=state.betting.next_street()))
        case "deal":
            return _whole_hand(state, given.numbers_by_seat("put_in"), given.seats("winners"), ask)
        case "showdown":
            return _showdown(state, entry, ask)
    return _bet(state, entry, ask)


def _upheld(wrong: Ruling | None, ask: Ask) -> Ruling | None:
    """This refusal; None where there is none, or the table lets the entry pass."""
    ruled = None if wrong is None else ask(wrong)
    return None if ruled is None or ruled.verdict["legal"] else ruled


# Bets in turn


def _bet(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    betting = state.betting
    if entry.kind == "raise":
        to = entry.given.number("to")
        if (wrong := _upheld(betting.refuse_raise(to), ask)) is not None:
            return Refused(wrong)
        after = betting.after_raise(max(min(to, betting.all_in), betting.level))
    elif entry.kind == "all-in":
        after = betting.after_raise(betting.all_in)
    else:
        after = betting.after_fold() if entry.kind == "fold" else betting.after_call()
    ruled = Ruling(*_told(entry.kind, betting, after))
    if len(after.inside) > 1:
        return Accepted(replace(state, betting=after), (ruled,))
    return _split(replace(state, betting=after), after.put_in, (after.inside,), (), ask, (ruled,))


def _told(kind: str, before: Betting, after: Betting) -> tuple[dict[str, object], Text, tuple[Reason, ...]]:
    """The verdict, sentence and reason on what the seat in turn has done."""
    seat, n = before.seat, after.bets[before.seat]
    verdict: dict[str, object] = {"seat": seat, "bet": n}
    because = (cite("bets", "In the pot: {n}.", n=after.pot),)
    if kind == "fold":
        return verdict, say("{seat} folds", seat=seat), because
    if kind == "check":
        return verdict, say("{seat} checks", seat=seat), because
    if not after.stacks[seat]:
        return verdict, say("{seat} is all in with {n}", seat=seat, n=n), because
    if kind == "call":
        return verdict, say("{seat} calls {n}", seat=seat, n=n - before.bets[seat]), because
    if not before.level:
        return verdict, say("{seat} bets {n}", seat=seat, n=n), because
    return verdict, say("{seat} raises to {n}", seat=seat, n=n), because


# The end of a hand


def _whole_hand(state: State, put_in: Mapping[str, int], winners: tuple[str, ...], ask: Ask) -> Accepted | Refused:
    """A hand of which it was entered who won it."""
    put_in = {seat: put_in[seat] for seat in state.betting.seats}
    if (wrong := _upheld(_cannot_be(state, put_in, winners), ask)) is not None:
        return Refused(wrong)
    return _split(state, put_in, (winners,), (), ask)


def _showdown(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A hand in which cards were shown: the best five of each, and the pots."""
    hands, board, put_in = entry.given.cards_by_seat("hands"), state.board, state.betting.put_in
    mucks = tuple(seat for seat in state.betting.inside if seat not in hands)
    if state.by_deal:
        mucks, board, given = (), entry.given.cards("board"), entry.given.numbers_by_seat("put_in")
        put_in = {seat: given[seat] for seat in state.betting.seats}
        if (wrong := _upheld(_cannot_be(state, put_in, tuple(hands)), ask)) is not None:
            return Refused(wrong)
    shown = ask("showdown", board=board, hands=hands)
    if shown.verdict.get("legal") is False:
        return Refused(shown)
    return _split(state, put_in, shown.decided.order("ranking"), mucks, ask, (shown,))


def _cannot_be(state: State, put_in: Mapping[str, int], inside: tuple[str, ...]) -> Ruling | None:
    """Why a hand cannot have ended so: too many chips, or somebody in who has neither called nor gone all in."""
    for seat, n in put_in.items():
        if n > state.stacks[seat]:
            template = "{seat} has only {n} chips."
            return _impossible(seat, n, cite("whole-hands", template, seat=seat, n=state.stacks[seat]))
    most = max(put_in.values())
    if not most:
        return _impossible(inside[0], 0, cite("whole-hands", "Nobody has put in anything."))
    for seat in inside:
        if put_in[seat] < min(most, state.stacks[seat]):
            told = {"seat": seat, "n": most, "left": state.stacks[seat] - put_in[seat]}
            template = "Others have put in {n}, and {seat} has {left} chips left: whoever stays in calls or is all in."
            return _impossible(seat, put_in[seat], cite("whole-hands", template, **told))
    if max(put_in[seat] for seat in inside) < most:
        more = tuple(seat for seat, n in put_in.items() if n == most)
        why = cite("who-shows", "One of those who have put in most is still in: {seats}.", seats=more)
        return Ruling({"legal": False, "seats": more}, say("Somebody who is still in is missing"), (why,))
    return None


def _impossible(seat: str, n: int, *because: Reason) -> Ruling:
    summary = say("{seat} cannot be in for {n}", seat=seat, n=n)
    return Ruling({"legal": False, "seat": seat}, summary, because)


def _split(
    state: State,
    put_in: Mapping[str, int],
    ranking: tuple[tuple[str, ...], ...],
    mucks: tuple[str, ...],
    ask: Ask,
    before: tuple[Ruling, ...] = (),
) -> Accepted | Refused:
    """The pots shared out, and the next hand dealt; or the match over."""
    pots = ask("pots", put_in=put_in, ranking=ranking, mucks=mucks, chip=state.setting.chosen.number("chip"))
    if pots.verdict.get("legal") is False:
        return Refused(pots)
    gets = [pots.decided.numbers_by_seat(name) for name in ("won", "returned")]
    if sum(sum(one.values()) for one in gets) != sum(put_in.values()):
        raise ValueError("what is won and goes back has to be as much as was put in")
    gain = {seat: sum(one.get(seat, 0) for one in gets) - n for seat, n in put_in.items()}
    chips = {seat: n + gain.get(seat, 0) for seat, n in state.stacks.items()}
    left = tuple(seat for seat, n in chips.items() if n)
    over = left if len(left) == 1 and not state.setting.chosen.flag("rebuys") else ()
    rounds = state.rounds.with_scores(gain, winners=over)
    after = replace(state, rounds=rounds).won_by_net()
    rulings = (*before, replace(pots, about=say("Hand {n}", n=state.rounds.number)))
    if rounds.winners:
        return Accepted(after, (*rulings, rule_round(state.rounds, after.rounds, cite, "end")))
    return Accepted(after.dealt(rounds), rulings)


# Between hands


def _buy(state: State, seat: str, n: int) -> Accepted:
    totals = {**state.rounds.totals, seat: state.rounds.totals[seat] + n}
    bought = {**state.bought, seat: state.bought.get(seat, 0) + n}
    because = cite("rebuys", "{seat} has {n} chips now.", seat=seat, n=totals[seat])
    ruled = Ruling({"seat": seat, "chips": n}, say("{seat} buys {n} chips", seat=seat, n=n), (because,))
    after = replace(state, bought=bought)
    return Accepted(after.dealt(replace(state.rounds, totals=totals)), (ruled,))


def _end(state: State) -> Accepted:
    after = replace(state, rounds=state.rounds.ended()).won_by_net()
    because = (cite("end", "The table has ended the match here."),)
    told = rule_round(state.rounds, after.rounds, cite, "end")
    verdict = {"winners": after.rounds.winners, "totals": dict(after.rounds.totals)}
    return Accepted(after, (Ruling(verdict, told.summary, because),))

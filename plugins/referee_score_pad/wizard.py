"""Wizard: bids before the play, tricks after it."""

from collections.abc import Mapping

from referee import Accepted, Fact, Field, Prompt, Question, Reason, Ruling, Text, Values, count, say, written_score

from .rules import cite
from .sheet import Sheet, ask_round, by_seat, refuse, rule_points
from .state import State

CARDS = 60

_BIDS = say("What each has bid.")
_TRICKS = say("How many tricks each has taken.")


def _ask(state: State) -> Prompt:
    rounds = state.rounds
    dealt, playing, seats = rounds.number, rounds.playing, rounds.setting.seats
    if state.bids:
        beside = {seat: say("bid {n}", n=n) for seat, n in state.bids.items()}
        tricks = Field(
            "tricks", "numbers_by_seat", say("Tricks"), min=0, max=dealt, choices=playing, labels=beside, total=dealt
        )
        return ask_round(state, _TRICKS, tricks)
    so_far = {seat: say("{n} so far", n=written_score(rounds.totals[seat])) for seat in playing}
    bids = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=dealt, choices=playing, labels=so_far)
    return Prompt("bids", seats, say("Round {n}: bids", n=dealt), _BIDS, (bids,))


def take_bids(state: State, bids: Mapping[str, int]) -> Accepted:
    """The match once everybody has bid."""
    dealt, wanted = state.rounds.number, sum(bids.values())
    template = "{wanted} bid in all, for {n} trick"
    summary = count(template, "{wanted} bid in all, for {n} tricks", dealt, wanted=wanted)
    because = tuple(cite("wizard-bids", "{seat} bids {n}.", seat=seat, n=n) for seat, n in bids.items())
    return Accepted(State(state.rounds, bids=bids), (Ruling({"bids": dict(bids)}, summary, because),))


def _rule(given: Values) -> Ruling:
    """The ruling on a round of bids and tricks; where `number` says how many were played, they add up to it."""
    bids, tricks = given.numbers_by_seat("bids"), given.numbers_by_seat("tricks")
    dealt, taken = given.number_if_any("number"), sum(tricks.values())
    if dealt is not None and dealt != taken:
        because = cite("wizard-tricks", "{taken} were entered, and {n} were played.", taken=taken, n=dealt)
        return refuse(say("The tricks do not add up"), because)
    points = {seat: 20 + 10 * n if n == tricks[seat] else -10 * abs(n - tricks[seat]) for seat, n in bids.items()}
    reasons = (_reason(seat, n, tricks[seat], points[seat]) for seat, n in bids.items())
    return rule_points(points, *reasons, parts=((say("Bid"), bids), (say("Tricks"), tricks)))


def _reason(seat: str, bid: int, taken: int, points: int) -> Reason:
    template = "{seat} bid {bid} and took {taken}: 10 off for each trick too many or too few, {points}."
    if bid == taken:
        template = "{seat} bid {bid} and took {taken}: 20, and 10 for each trick, {points}."
    return cite("wizard-score", template, seat=seat, bid=bid, taken=taken, points=written_score(points))


def _facts(state: State) -> tuple[Fact, ...]:
    return (Fact(say("Bids"), by_seat(state.bids)),) if state.bids else ()


def _next(state: State) -> Text:
    rounds = state.rounds
    if state.bids:
        return say("Play the round. Then enter the tricks that each has taken.")
    one = "{dealer} deals {n} card to each. Enter what each bids."
    many = "{dealer} deals {n} cards to each. Enter what each bids."
    return count(one, many, rounds.number, dealer=rounds.dealer)


SHEET = Sheet(
    ask=_ask,
    question=Question(
        "wizard",
        say("What does a round of Wizard score?"),
        (
            Field("bids", "numbers_by_seat", say("Bids"), min=0, max=CARDS),
            Field("tricks", "numbers_by_seat", say("Tricks"), min=0, max=CARDS),
            Field("number", "number", say("Tricks played in all"), optional=True, min=1, max=CARDS),
        ),
    ),
    rule=_rule,
    also=lambda state: {"bids": state.bids, "number": state.rounds.number},
    remember=lambda state, _given, _ruled: State(state.rounds),
    facts=_facts,
    next=_next,
    wins="most",
    last=lambda players: CARDS // players,
)

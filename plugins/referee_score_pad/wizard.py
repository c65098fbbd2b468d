"""Wizard: bids before the play, tricks after it."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Fact,
    Field,
    Prompt,
    Question,
    Ruling,
    Step,
    Steps,
    Values,
    count,
    forbid,
    number_field,
    say,
    written_score,
)

from .game import cite
from .state import Sheet, State, ask_round, rule_points, say_by_seat

CARDS = 60

_BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=CARDS)
_TRICKS = Field("tricks", "numbers_by_seat", say("Tricks"), min=0, max=CARDS)


def _ask(state: State) -> Prompt:
    rounds = state.rounds
    dealt = rounds.number
    playing = rounds.playing
    labels = {}
    if state.bids:
        for seat, bid in state.bids.items():
            labels[seat] = say("bid {n}", n=bid)
        tricks = replace(
            _TRICKS, max=dealt, choices=playing, labels=labels, total=dealt
        )
        return ask_round(state, say("How many tricks each took."), tricks)
    for seat in playing:
        labels[seat] = say("{n} so far", n=written_score(rounds.totals[seat]))
    bids = replace(_BIDS, max=dealt, choices=playing, labels=labels, own=True)
    title = say("Round {n}: bids", n=dealt)
    help = say("Everyone’s bid.")
    return Prompt("bids", rounds.setting.seats, title, help, (bids,))


def take_bids(state: State, bids: Mapping[str, int]) -> Accepted:
    """Return the match once everybody has bid."""
    reasons = []
    for seat, bid in bids.items():
        reasons.append(cite("wizard-bids", "{seat} bids {n}.", seat=seat, n=bid))
    rounds = state.rounds
    wanted = sum(bids.values())
    one = "{wanted} bid, {n} trick"
    many = "{wanted} bid, {n} tricks"
    summary = count(one, many, rounds.number, wanted=wanted)
    ruling = Ruling({"bids": dict(bids)}, summary, tuple(reasons))
    return Accepted(State(rounds, bids=bids), (ruling,))


def _rule(given: Values) -> Ruling:
    """Return the ruling; the tricks must add up to `number`, if given."""
    bids = given.numbers_by_seat("bids")
    tricks = given.numbers_by_seat("tricks")
    played = given.number("number", None)
    total = sum(tricks.values())
    if played is not None and played != total:
        template = "{taken} entered, but {n} were played."
        why = cite("wizard-tricks", template, taken=total, n=played)
        return forbid(say("The tricks don’t add up"), why)

    points = {}
    reasons = []
    for seat, bid in bids.items():
        taken = tricks[seat]
        score = -10 * abs(bid - taken)
        template = (
            "{seat} bid {bid} and took {taken}: 10 off for each trick over or under, "
            "{points}."
        )
        if bid == taken:
            score = 20 + 10 * bid
            template = (
                "{seat} bid {bid} and took {taken}: 20 plus 10 a trick, {points}."
            )
        points[seat] = score
        why = cite(
            "wizard-score",
            template,
            seat=seat,
            bid=bid,
            taken=taken,
            points=written_score(score),
        )
        reasons.append(why)
    parts = (say("Bid"), bids), (say("Tricks"), tricks)
    return rule_points(points, *reasons, parts=parts)


def _also(state: State) -> Mapping[str, object]:
    return {"bids": state.bids, "number": state.rounds.number}


def _forget_bids(state: State, _given: Values, _ruling: Ruling) -> State:
    return State(state.rounds)


def _show_bids(state: State) -> tuple[Fact, ...]:
    if not state.bids:
        return ()
    return (Fact(say("Bids"), say_by_seat(state.bids)),)


def _list_steps(state: State) -> Steps:
    if state.bids:
        play = Step((), say("Play the deal."))
        return play, Step((), say("Then enter the tricks each took."))
    dealer = state.rounds.dealer
    deals = count(
        "{dealer} deals {n} card to each.",
        "{dealer} deals {n} cards to each.",
        state.rounds.number,
        dealer=dealer,
    )
    return Step((dealer,), deals), Step((), say("Enter what each bids."))


def _last(players: int) -> int:
    return CARDS // players


_PLAYED = say("Tricks played in all")
_NUMBER = number_field("number", _PLAYED, 1, CARDS, optional=True)
_QUESTION = say("What does a round of Wizard score?")

_ASKED = Question("wizard", _QUESTION, (_BIDS, _TRICKS, _NUMBER))
SHEET = Sheet(
    ask=_ask,
    question=_ASKED,
    rule=_rule,
    also=_also,
    remember=_forget_bids,
    facts=_show_bids,
    steps=_list_steps,
    last=_last,
)

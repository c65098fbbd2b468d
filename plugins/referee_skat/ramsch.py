"""Ramsch, played if all pass: everybody plays alone, and the most points lose."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee import (
    NOTHING,
    Ask,
    Entry,
    Field,
    Prompt,
    Question,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    Seats,
    Text,
    Values,
    count_points,
    deal_end_fields,
    number_field,
    rule_illegal,
    say,
    say_after_offence,
)

from .game import ALL_POINTS, CARD_POINTS, JACKS, SCHIEBER, cite
from .state import State

TRICKS_AS = "grand"
"""The game whose tricks are played in a Ramsch."""

MOST_PUSHED = 3
"""The most seats that pass the skat on: all three."""

PUSHED = number_field(
    "pushed",
    say("How often the skat was passed on unseen"),
    0,
    MOST_PUSHED,
    default=0,
    optional=True,
)
_OFFENDERS, *_ = deal_end_fields()
_POINTS = Field(
    "points",
    "numbers_by_seat",
    say("Card points"),
    min=0,
    total=ALL_POINTS,
    unless=(_OFFENDERS.name,),
)
_WITHOUT = Field("without", "seats", say("Took no trick"), optional=True, min=0)
Points = Mapping[str, int]

_COLUMNS = (ReckoningColumn(say("Card points")), ReckoningColumn(say("Points")))


def ask_whether_passed(state: State) -> Prompt:
    """Ask whether all pass, and for a Schieberamsch how often the skat went on."""
    title = say("All pass")
    fields: tuple[Field, ...] = ()
    if state.passed_is == SCHIEBER:
        fields = (PUSHED,)
    return Prompt("passed", state.deal.seats, title, fields=fields)


def ask_for_ramsch(state: State) -> Iterator[Prompt]:
    """Ask for a trick of a Ramsch, or for how the Ramsch ended."""
    seats = state.deal.seats
    misdeal, *depth = state.deals.asides()
    if state.deals.by_deal:
        points = replace(_POINTS, choices=seats)
        without = replace(_WITHOUT, choices=seats)
        help = say("The skat is with whoever took the last trick.")
        offenders = replace(_OFFENDERS, choices=seats)
        fields = points, without, offenders
        yield Prompt("ramsch", seats, say("Ramsch"), help, fields)
    else:
        for prompt in state.deals.prompts():
            if prompt.kind == "trick":
                yield prompt
        broke = replace(
            _OFFENDERS, choices=seats, optional=False, min=1, folded=NOTHING
        )
        title = say("A rule was broken: the Ramsch is over")
        yield Prompt("ramsch", seats, title, fields=(broke,), optional=True)
    yield misdeal
    yield from depth


def question() -> Question:
    """Return the question on a Ramsch's score."""
    title = say("What does this Ramsch count?")
    return Question("ramsch", title, (_POINTS, _WITHOUT, PUSHED, _OFFENDERS))


def rule_ramsch(given: Values) -> Ruling:
    """Return the ruling on a Ramsch: who loses how much, or has taken all."""
    points = given.numbers_by_seat("points")
    without = given.seats("without")
    offenders = given.seats("offenders")
    refusal = None if offenders else _refuse(points, without)
    if refusal:
        return refusal

    pushed = given.number("pushed", 0)
    times = 2**pushed
    because: list[Reason] = []
    if pushed:
        template = "The skat was passed on unseen: all counts {times} times."
        because.append(cite("schieben", template, times=times))

    if offenders:
        return _rule_offence(points, offenders, times, because)
    [taker, *takers] = [seat for seat in points if seat not in without]
    if not takers:
        return _rule_durchmarsch(points, taker, times, because)
    if without:
        times *= 2
        template = "{seats} took no trick: the loss is doubled."
        because.append(cite("virgin", template, seats=without))
    return _rule_most(points, times, because)


def _rule_offence(
    points: Points, offenders: Seats, times: int, because: Sequence[Reason]
) -> Ruling:
    """Return the ruling on a Ramsch in which somebody broke a rule."""
    n = -ALL_POINTS * times
    template = "{seats} broke a rule: so the Ramsch is lost with all {n} card points."
    why = cite("ramsch-offence", template, seats=offenders, n=ALL_POINTS)
    scores = {**dict.fromkeys(points, 0), **dict.fromkeys(offenders, n)}
    summary = say_after_offence(offenders, _tell_loss(offenders, n))
    return _rule(points, scores, summary, (why, *because))


def _rule_durchmarsch(
    points: Points, taker: str, times: int, because: Sequence[Reason]
) -> Ruling:
    """Return the ruling on a Ramsch in which one seat took every trick."""
    n = ALL_POINTS * times
    scores = {**dict.fromkeys(points, 0), taker: n}
    template = "{seat} took every trick and scores {n}."
    why = cite("durchmarsch", template, seat=taker, n=n)
    summary = say("Durchmarsch by {seat}: {n}", seat=taker, n=n)
    return _rule(points, scores, summary, (why, *because))


def _rule_most(points: Points, times: int, because: Sequence[Reason]) -> Ruling:
    """Return the ruling on a Ramsch that the seats with most points lose."""
    scores = dict.fromkeys(points, 0)
    most = max(points.values())
    losers = tuple(seat for seat in points if points[seat] == most)
    if len(losers) == len(points):
        why = cite("ramsch-tied", "All have {n}, and nobody loses.", n=most)
        return _rule(points, scores, say("Nobody loses the Ramsch"), (why,))

    n = -most * times
    scores.update(dict.fromkeys(losers, n))
    section = "ramsch"
    if len(losers) > 1:
        section = "ramsch-tied"
    template = "{losers}: {n} card points, most of all."
    why = cite(section, template, losers=losers, n=most)
    return _rule(points, scores, _tell_loss(losers, n), (why, *because))


def _tell_loss(losers: Seats, n: int) -> Text:
    if len(losers) > 1:
        return say("{losers} lose the Ramsch: {n}", losers=losers, n=n)
    return say("{loser} loses the Ramsch: {n}", loser=losers[0], n=n)


def _refuse(points: Points, without: Seats) -> Ruling | None:
    """Return why this is impossible: points without a trick, or no trick at all."""
    for seat in without:
        if points.get(seat):
            why = cite("ramsch", "Whoever takes no trick has no card points.")
            return rule_illegal(say("{seat} took a trick", seat=seat), why, seat=seat)
    if 1 in points.values():
        why = cite("card-points", "No cards make 1 card point.")
        return rule_illegal(say("Nobody can have 1 card point"), why)
    if len(without) == len(points):
        why = cite("ramsch", "Ten tricks were played.")
        return rule_illegal(say("Somebody took a trick"), why)
    return None


def _rule(points: Points, scores: Points, summary: Text, because: Reasons) -> Ruling:
    rows = []
    for seat, n in scores.items():
        rows.append(ReckonedSeat(seat, (points.get(seat, NOTHING), n)))
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling({"scores": scores}, summary, because, reckoning=reckoning)


def count_ramsch(state: State, entry: Entry, ask: Ask) -> Ruling | Refused:
    """Return the ruling on this deal's Ramsch, entered as a whole or trick by trick."""
    deal = state.deal
    because: Reasons = ()
    if entry.kind == "ramsch":
        offenders = entry.given.seats("offenders")
        points: Points = {}
        without: Seats = ()
        if entry.given.has("points"):
            points = entry.given.numbers_by_seat("points")
            without = entry.given.seats("without")
    else:
        counted: Counter[str] = Counter(dict.fromkeys(deal.seats, 0))
        for trick in deal.tricks:
            counted[trick.winner] += count_points(trick.plays.values(), CARD_POINTS)
        counted[deal.tricks[-1].winner] += count_points(deal.left, CARD_POINTS)
        points = counted
        without = tuple(seat for seat in deal.seats if not deal.tricks_of[seat])
        offenders = deal.offenders
        if not offenders:
            offenders, because = _find_jack_put_away(state)
    ruling = ask(
        "ramsch",
        points=points,
        without=without,
        pushed=state.pushed,
        offenders=offenders,
    )
    if ruling.verdict.get("legal") is False:
        return Refused(ruling)
    return replace(ruling, because=(*because, *ruling.because))


def _find_jack_put_away(state: State) -> tuple[Seats, Reasons]:
    """Return the seat that put a jack into the skat, if known, with the proof.

    If all took the skat up, the last of them put the jack there. If nobody did, it was
    dealt.
    """
    jacks = tuple(card for card in state.deal.left if card in JACKS)
    if not jacks or state.passed_is != SCHIEBER or state.pushed == MOST_PUSHED:
        return (), ()
    if state.pushed:
        template = "Somebody took up the skat, and it holds {cards}."
        return (), (cite("jack-in-skat", template, cards=jacks),)
    seats = state.deal.seats
    last = seats[seats.index(state.deals.rounds.first) - 1]
    template = "All three took up the skat, {seat} last, and it holds {cards}."
    return (last,), (cite("jack-in-skat", template, seat=last, cards=jacks),)

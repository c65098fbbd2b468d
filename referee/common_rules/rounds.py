"""Rounds whose scores add up until somebody wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.vocabulary.game import Ask, Setting
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import (
    Cite,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
)
from referee.vocabulary.text import NOTHING, Text, say, say_round
from referee.vocabulary.values import (
    Score,
    Seats,
    Side,
    as_score,
    name_side,
    partners_of,
    require_seats,
    sides_of,
    written_score,
)
from referee.vocabulary.view import (
    Scene,
    Standing,
    Step,
    Steps,
    WinningScore,
    leaders,
    rank_sides,
)


@dataclass(frozen=True, slots=True)
class Rounds:
    """The state of a match in rounds: totals, dealer, players and winners.

    Partners share what any of them scores, and play on and win together.

    >>> setting = Setting(("Ana", "Ben", "Cy"), dealer="Cy")
    >>> rounds = begin_rounds(setting, target=10, playoffs=True)
    >>> rounds = rounds.with_scores({"Ana": 11, "Ben": 11, "Cy": 4})
    >>> rounds.number, rounds.playing, rounds.dealer
    (2, ('Ana', 'Ben'), 'Ana')
    >>> rounds = rounds.with_scores({"Ana": -2, "Ben": 0})
    >>> rounds.winners, [standing.score for standing in rounds.standings]
    (('Ben',), [9, 11, 4])
    """

    setting: Setting
    due: str
    """The seat whose turn it is to deal, even if it sits out."""
    totals: Mapping[str, Score]
    playoffs_of: Mapping[str, int]
    """The playoff rounds that each seat reached; the seats with the most play now."""
    target: int | None = None
    """The total that ends the match after its round; None: no total does."""
    last: int | None = None
    """The number of rounds in a match; None: unlimited."""
    wins: WinningScore = "most"
    """Whether the most or the fewest points win."""
    playoffs: bool = False
    """Whether tied winners play on alone until one leads; else they share the win."""
    number: int = 1
    """The current round, from 1; the last one after the match."""
    winners: Seats = ()
    """The winners; empty until the end."""
    sides: tuple[Side, ...] = ()
    """The sides; none if each seat plays for itself."""
    sitting_out: Seats = ()
    """The seats that sit out from this round on, until they come back."""
    played: Seats = ()
    """The seats that played the previous round; empty in the first."""
    lost_at: int | None = None
    """The total at or below which a seat has lost; None: no total loses."""

    @property
    def in_playoff(self) -> bool:
        """Return whether the current round is a playoff."""
        return any(self.playoffs_of.values())

    @property
    def playing(self) -> Seats:
        """Return the seats that play the current round, clockwise."""
        seats = self.setting.seats
        playoffs_of = self.playoffs_of
        if not self.sitting_out and not any(playoffs_of.values()):
            return seats
        players = [seat for seat in seats if seat not in self.sitting_out]
        latest = max(map(playoffs_of.__getitem__, players))
        return tuple(seat for seat in players if playoffs_of[seat] == latest)

    @property
    def dealer(self) -> str:
        """Return this round's dealer: the seat due, or the next player clockwise."""
        playing = self.playing
        if self.due in playing:
            return self.due
        return self.setting.left_of(self.due, playing)

    @property
    def first(self) -> str:
        """Return the first to play: the next player to the dealer's left."""
        return self.setting.left_of(self.dealer, self.playing)

    @property
    def dealing(self) -> Step:
        """Return the step, for the hook `scene`, that this round's dealer deals."""
        return Step((self.dealer,), say("{dealer} deals.", dealer=self.dealer))

    @property
    def bidding(self) -> Steps:
        """Return the steps, for the hook `scene`, of bids that people enter at once."""
        bids = say("{first} bids first.", first=self.first)
        return Step((self.first,), bids), Step((), say("Enter what each bids."))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Return each seat's total and place: winners, then by playoffs, then by total.

        If playoffs put a seat before a better total, its standing says so.
        """
        sign = 1 if self.wins == "most" else -1
        totals = {}
        ranks = {}
        for side in self.all_sides:
            seat = side[0]
            total = totals[side] = self.totals[seat]
            ranks[side] = seat in self.winners, self.playoffs_of[seat], sign * total
        standings = rank_sides(totals, ranks)
        if not self.in_playoff:
            return standings

        by_place = sorted(standings, key=lambda standing: standing.place)
        scores = [sign * standing.score for standing in by_place]
        if scores == sorted(scores, reverse=True):
            return standings
        explained = []
        for standing in standings:
            if self.playoffs_of[standing.seat]:
                standing = replace(standing, ranked_by=_PLAYED_OFF)
            explained.append(standing)
        return tuple(explained)

    @property
    def all_sides(self) -> tuple[Side, ...]:
        """Return the sides; each seat by itself where there are no partners."""
        return sides_of(tuple(self.totals), self.sides)

    def side_of(self, seat: str) -> Side:
        """Return this seat with its partners.

        >>> begin_rounds(Setting(("Ana", "Ben"), dealer="Ana")).side_of("Ben")
        ('Ben',)
        """
        return partners_of(seat, self.sides)

    def find_leading(self, seats: Seats = ()) -> Seats:
        """Return the seats with the best total among these seats, or all that play now.

        Their partners lead with them.

        >>> rounds = begin_rounds(Setting(("Ana", "Ben"), dealer="Ana"), last=2)
        >>> rounds.with_scores({"Ben": 5}).find_leading()
        ('Ben',)
        """
        best = leaders(self.totals, self.wins, seats or self.playing)
        return self._add_partners(best)

    def _add_partners(self, seats: Collection[str]) -> Seats:
        """Return these seats and their partners, clockwise."""
        partners = set[str]()
        for seat in seats:
            partners.update(self.side_of(seat))
        return tuple(filter(partners.__contains__, self.totals))

    def with_scores(self, scores: Mapping[str, float], winners: Seats = ()) -> Rounds:
        """Return the match after this round's scores; missing seats scored nothing.

        Partners get the sum of their scores. `winners` are seats that won by something
        else than totals; their partners win with them. Raise KeyError for a name that
        is no seat's.
        """
        require_seats(winners, self.totals)
        scored = replace(self, totals=self._add(scores), played=self.playing)
        if winners:
            return replace(scored, winners=self._add_partners(winners))
        totals = [*map(scored.totals.__getitem__, scored.playing)]
        is_over = scored.in_playoff or scored.number == scored.last
        if scored.target is not None:
            is_over = is_over or max(totals) >= scored.target
        if scored.lost_at is not None:
            is_over = is_over or min(totals) <= scored.lost_at
        ahead = scored.find_leading() if is_over else ()
        if ahead and (self.are_one_side(ahead) or not self.playoffs):
            return replace(scored, winners=ahead)

        playoffs_of = dict(self.playoffs_of)
        for seat in ahead:
            playoffs_of[seat] += 1
        due = self.setting.left_of(self.dealer)
        return replace(scored, number=self.number + 1, playoffs_of=playoffs_of, due=due)

    def with_points(self, points: Mapping[str, float]) -> Rounds:
        """Return the match after points that count at once within the round.

        A seat that reaches the target has won. Otherwise the round goes on, and
        `with_scores` ends it with its other scores.

        >>> rounds = begin_rounds(Setting(("Ana", "Ben"), dealer="Ana"), target=10)
        >>> rounds = rounds.with_points({"Ana": 9})
        >>> rounds.number, rounds.winners, rounds.with_points({"Ana": 1}).winners
        (1, (), ('Ana',))
        """
        scored = replace(self, totals=self._add(points))
        most = max(map(scored.totals.__getitem__, self.playing))
        if self.target is None or most < self.target:
            return scored
        return replace(scored, played=self.playing, winners=scored.find_leading())

    def _add(self, scores: Mapping[str, float]) -> dict[str, Score]:
        """Return the totals with these scores, shared by partners."""
        require_seats(scores, self.totals)
        totals = dict(self.totals)
        for seat, score in scores.items():
            for partner in self.side_of(seat):
                totals[partner] += score
        return {seat: as_score(total) for seat, total in totals.items()}

    def are_one_side(self, seats: Seats) -> bool:
        """Return whether these seats are one side.

        >>> begin_rounds(Setting(("Ana", "Ben"), "Ana")).are_one_side(("Ana", "Ben"))
        False
        """
        return {*seats} == {*self.side_of(seats[0])}

    def played_by(self, seats: Collection[str]) -> Rounds:
        """Return the match with only these seats playing from this round on.

        The others keep their totals, and can win only with a partner who plays.

        >>> setting = Setting(("Ana", "Ben", "Cy"), dealer="Ana")
        >>> rounds = begin_rounds(setting, last=9).played_by(("Ben", "Cy"))
        >>> rounds.playing, rounds.dealer
        (('Ben', 'Cy'), 'Ben')
        >>> rounds.played_by(("Ana", "Ben", "Cy")).playing
        ('Ana', 'Ben', 'Cy')
        """
        require_seats(seats, self.totals)
        if not seats:
            raise ValueError("nobody plays any more: name a seat at least")
        out = tuple(seat for seat in self.setting.seats if seat not in seats)
        return replace(self, sitting_out=out)

    def ended(self) -> Rounds:
        """Return the match ended before this round; its last players' best win."""
        number = max(self.number - 1, 1)
        winners = self.find_leading(self.played)
        return replace(self, number=number, winners=winners)

    def ask_misdeal(self) -> Prompt:
        """Return the optional prompt `misdeal`, by which the round is dealt again."""
        again = say("Misdeal: deal again")
        return Prompt("misdeal", self.playing, again, optional=True, anew=True)

    def ask_passed(self) -> Prompt:
        """Return the prompt `passed`, for a round in which nobody bids."""
        return Prompt("passed", self.playing, say("Everyone passed"))

    def passed(self, cite: Cite) -> tuple[Rounds, Ruling]:
        """Return the match after a round in which all passed, and the ruling on it.

        Nothing is scored, and the next seat deals. It rests on the section `passed`.

        >>> from referee import Section, sections_of
        >>> rules = sections_of("rummy", Section("passed", "Passed", "Nobody scores."))
        >>> rounds = begin_rounds(Setting(("Ana", "Ben"), dealer="Ana"))
        >>> after, ruling = rounds.passed(rules.cite)
        >>> after.dealer, str(ruling.because[0].text)
        ('Ben', 'No score; Ben deals.')
        """
        after = self.with_scores({})
        dealer = after.dealer
        why = cite("passed", "No score; {dealer} deals.", dealer=dealer)
        return after, Ruling({"dealer": dealer}, say("Everyone passed"), (why,))

    def rule_misdeal(self, cite: Cite) -> Ruling:
        """Return the ruling on a misdeal, resting on the section `misdeal`."""
        template = "{dealer} deals again, and nothing is scored."
        because = cite("misdeal", template, dealer=self.dealer)
        summary = say("The deal doesn’t count")
        return Ruling({"dealer": self.dealer}, summary, (because,))

    def scene(
        self, phase: str, *, so_far: Mapping[str, Score] | None = None, **others: Any
    ) -> Scene:
        """Return the scene in this phase, with everything that the rounds know.

        `others` are further parts of the scene. All players are to act, unless `to_act`
        names them. After the match a step says who won, unless `steps` are given.
        `so_far` is each seat's open gain in the round.
        """
        winners = self.winners
        parts = {"to_act": self.playing, "dealer": self.dealer, **others}
        if winners:
            over = say("Game over: {winners} won.", winners=winners)
            parts = {"steps": (Step(winners, over),), **others, "to_act": ()}
            parts |= {"finished": True, "winners": winners}
            phase = "finished"
        standings = parts.pop("standings", self.standings)
        if so_far:
            standings = tuple(
                [replace(each, so_far=so_far.get(each.seat)) for each in standings]
            )
        sides = self.sides
        return Scene(phase, self.number, standings=standings, sides=sides, **parts)


_PLAYED_OFF = say("by the playoff")


def begin_rounds(  # noqa: PLR0913  # authors name each
    setting: Setting,
    target: int | None = None,
    last: int | None = None,
    wins: WinningScore = "most",
    playoffs: bool = False,
    sides: tuple[Side, ...] = (),
    lost_at: int | None = None,
) -> Rounds:
    """Return the first round of a match, with nothing scored.

    `Rounds` documents the arguments. Raise ValueError for a target or a last round
    below 1.

    >>> setting = Setting(("Ana", "Ben"), dealer="Ana")
    >>> begin_rounds(setting, last=3).with_scores({"Ben": 5}).totals
    {'Ana': 0, 'Ben': 5}
    >>> begin_rounds(setting, lost_at=-200).with_scores({"Ana": -210, "Ben": 5}).winners
    ('Ben',)
    """
    for what, number in (("target", target), ("last round", last)):
        if number is not None and number < 1:
            wrong = (
                f"the {what} is {number}, which is reached before anybody has played"
            )
            raise ValueError(f"{wrong}: 1 is the least")
    nothing = dict.fromkeys(setting.seats, 0)
    return Rounds(
        setting,
        setting.dealer,
        totals=nothing,
        playoffs_of=nothing,
        target=target,
        last=last,
        wins=wins,
        playoffs=playoffs,
        sides=sides,
        lost_at=lost_at,
    )


T = TypeVar("T")


def decide_round(
    score: Callable[[Mapping[str, Score]], tuple[T, Ruling]],
    scores: Mapping[str, Score],
    before: Rounds,
    ask: Ask,
) -> tuple[T, Ruling]:
    """Return the state after a round, and the ruling on it, as the table decides it.

    `score` returns both for given scores, the ruling as `rule_round` does. If the table
    decides other scores, `score` is called again. Raise LookupError if the table
    decides anything else: the rest follows from the scores.

    >>> ruling = Ruling({"scores": {"Ana": 3, "Ben": 0}}, say("Three for Ana."), ())
    >>> rounds = begin_rounds(Setting(("Ana", "Ben"), "Ben"))
    >>> scored = decide_round(lambda s: (s, ruling), {"Ana": 3}, rounds, lambda r: r)
    >>> scored[0]
    {'Ana': 3}
    """
    after, ruling = score(scores)
    decided = ask(ruling)
    ruled = ruling.decided.scores("scores")
    points = decided.decided.scores("scores")
    if {**decided.verdict, "scores": ruled} != ruling.verdict:
        raise LookupError("the table can decide only the scores of a round")
    if points == ruled:
        return after, decided

    anew = {}
    for side in sides_of(before.playing, before.sides):
        changed = [points[seat] for seat in side if points[seat] != ruled[seat]]
        anew[side[0]] = changed[0] if changed else ruled[side[0]]
    after, ruling = score(anew)
    return after, replace(ruling, origin=decided.origin)


_COLUMNS = (ReckoningColumn(say("Round")), ReckoningColumn(say("Total")))


def rule_round(
    before: Rounds,
    after: Rounds,
    cite: Cite,
    section: str,
    counted: Ruling | None = None,
    shared: str = "",
) -> Ruling:
    """Return the ruling on a finished round: who wins, ties or leads, with which total.

    Its verdict has `round`, `scores`, `totals`, `winners`, and `playoff` (who plays
    on). The reason rests on this section, a shared win on `shared`, if the game has
    such a section.

    `counted` is the ruling on the scores. `accept` returns it before this one, so that
    a table can decide its parts otherwise, unless these are the `scores` that this one
    states too; `decide_round` is for scores of another form. Its columns are put before
    the totals, if each row is a side's. Until somebody has won, the round's ruling also
    takes over its summary, reasons and cards.

    >>> from referee import Section, sections_of
    >>> section = Section("target", "The end", "Whoever reaches the target wins.")
    >>> cite = sections_of("rummy", section).cite
    >>> before = begin_rounds(Setting(("Ana", "Ben"), dealer="Ana"), target=10)
    >>> after = before.with_scores({"Ana": 12, "Ben": 3})
    >>> print(rule_round(before, after, cite, "target").summary)
    Ana wins with 12
    """
    totals = after.totals
    winners = after.winners
    scores = {}
    for seat in before.playing:
        scores[seat] = as_score(totals[seat] - before.totals[seat])
    playoff: Seats = ()
    if after.in_playoff and not winners:
        playoff = after.playing
    verdict = {
        "round": before.number,
        "scores": scores,
        "totals": dict(totals),
        "winners": winners,
        "playoff": playoff,
    }

    leading = winners or after.find_leading()
    about = say("Round {n}", n=before.number)
    if before.in_playoff:
        about = say("{round}, a playoff", round=about)
    summary = _outcome(after, leading)
    because = tuple(_explain_round(after, cite, section, shared))
    reckoning = _reckon(after, scores, leading)
    ruling = Ruling(verdict, summary, because, about=about, reckoning=reckoning)
    if counted is None:
        return ruling

    if counted.reckoning is not None:
        reckoning = _join_parts(counted.reckoning, reckoning)
    # Whoever disputes the round decides its points.
    ruling = replace(ruling, reckoning=reckoning, origin=counted.origin)
    if winners:
        return ruling
    return replace(
        ruling, summary=counted.summary, because=counted.because, shown=counted.shown
    )


def _reckon(after: Rounds, scores: Mapping[str, Score], leading: Seats) -> Reckoning:
    """Return each side's score in the round, and its total."""
    rows = []
    for side in after.all_sides:
        # A side that did not play has an empty cell.
        played = [seat for seat in side if seat in scores]
        scored = scores[played[0]] if played else NOTHING
        seat = side[0]
        cells = scored, after.totals[seat]
        rows.append(ReckonedSeat(name_side(side), cells, seat in leading))
    return Reckoning(_COLUMNS, tuple(rows))


def _join_parts(counted: Reckoning, totals: Reckoning) -> Reckoning:
    """Put the parts of scores before the totals if each row is a side's."""
    columns = counted.columns[:-1]
    parts = {row.seat: row.cells[:-1] for row in counted.rows}
    if not parts.keys() <= {row.seat for row in totals.rows}:
        return totals

    rows = []
    for row in totals.rows:
        cells = parts.get(row.seat, (NOTHING,) * len(columns))
        rows.append(replace(row, cells=(*cells, *row.cells)))
    return Reckoning((*columns, *totals.columns), tuple(rows))


def _explain_round(
    after: Rounds, cite: Cite, section: str, shared: str
) -> Iterator[Reason]:
    winners = after.winners
    lost_at = after.lost_at
    yield _what_ends_it(after, cite, section)
    if lost_at is not None and not after.in_playoff:
        template = "It also ends when somebody falls to {lost_at}."
        yield cite(section, template, lost_at=lost_at)
    if shared and len(winners) > 1 and not after.are_one_side(winners):
        yield cite(shared, "{winners} tie and share the win.", winners=winners)


def _outcome(after: Rounds, leading: Seats) -> Text:
    winners = after.winners
    seat = leading[0]
    total = written_score(after.totals[seat])
    if len(leading) > 1 and after.are_one_side(leading):
        if winners:
            return say("{partners} win with {total}", partners=leading, total=total)
        return say("{partners} lead with {total}", partners=leading, total=total)
    if len(winners) == 1:
        return say("{winner} wins with {total}", winner=seat, total=total)
    if winners:
        template = "{winners} share the win with {total} each"
        return say(template, winners=leading, total=total)
    if after.in_playoff:
        template = "{tied} are tied with {total} each and play on"
        return say(template, tied=leading, total=total)
    if len(leading) == 1:
        return say("{leader} leads with {total}", leader=seat, total=total)
    return say("{leaders} lead with {total} each", leaders=leading, total=total)


def _what_ends_it(after: Rounds, cite: Cite, section: str) -> Reason:
    target = after.target
    last = after.last
    if after.in_playoff:
        return cite(section, "Those who are tied play on until one leads.")
    if target is not None and last is None:
        template = "When somebody reaches {target}, the match is over."
        return cite(section, template, target=target)
    if last is None:
        return cite(section, "All scores count.")

    round = say_round(last)
    if target is None:
        return cite(section, "The match ends after {round}.", round=round)
    template = "The match ends after {round}, or sooner if somebody reaches {target}."
    return cite(section, template, round=round, target=target)

"""Rounds whose scores add up until somebody has won."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.vocabulary.game import Setup
from referee.vocabulary.ruling import (
    Cite,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
)
from referee.vocabulary.text import NOTHING, Text, count, say
from referee.vocabulary.values import (
    Score,
    Side,
    name_of,
    partners_of,
    require_seats,
    sides_of,
    whole,
    written_score,
)
from referee.vocabulary.view import Scene, Standing, Step, Wins, leaders, rank_sides


@dataclass(frozen=True, slots=True)
class Rounds:
    """How far rounds have come whose scores add up: the totals, who deals, who plays,
    and who has won.

    The match is over after the round in which somebody reaches `target` or falls to
    `lost_at`, or after `last` rounds. `wins` says which total is the better one then.
    With `playoffs` those who are tied for it, and only they, play further rounds until
    one leads; else they share the win. Where there are `sides`, partners share what any
    of them scores, and play on, and win, together.

    >>> rounds = begin_rounds(Setup(("Ana", "Ben", "Cy"), dealer="Cy"), target=10, playoffs=True)
    >>> rounds = rounds.with_scores({"Ana": 11, "Ben": 11, "Cy": 4})
    >>> rounds.number, rounds.playing, rounds.dealer
    (2, ('Ana', 'Ben'), 'Ana')
    >>> rounds = rounds.with_scores({"Ana": -2, "Ben": 0})
    >>> rounds.winners, [(one.seat, one.score, one.place) for one in rounds.standings]
    (('Ben',), [('Ana', 9, 2), ('Ben', 11, 1), ('Cy', 4, 3)])
    """

    setting: Setup
    due: str
    """Whose deal this round is, whoever plays."""
    totals: Mapping[str, Score]
    playoffs_of: Mapping[str, int]
    """How many playoff rounds each seat has come to: those with the most play now."""
    target: int | None = None
    last: int | None = None
    wins: Wins = "most"
    playoffs: bool = False
    number: int = 1
    """Which round is played, from 1; the last one once somebody has won."""
    winners: tuple[str, ...] = ()
    """Empty until the end."""
    sides: tuple[Side, ...] = ()
    """Who plays with whom; none where each seat plays for itself."""
    sitting_out: tuple[str, ...] = ()
    """The seats that do not play this round, nor those that follow, until they come
    back.
    """
    played: tuple[str, ...] = ()
    """The seats that played the round before this one; empty in the first."""
    lost_at: int | None = None
    """The total at which somebody has lost, or below it; None where there is no such
    total.
    """

    @property
    def in_playoff(self) -> bool:
        """Whether the current round is a playoff."""
        return any(self.playoffs_of.values())

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that play the current round, clockwise."""
        if not self.sitting_out and not self.in_playoff:
            return self.setting.seats
        here = [seat for seat in self.setting.seats if seat not in self.sitting_out]
        latest = max(self.playoffs_of[seat] for seat in here)
        return tuple(seat for seat in here if self.playoffs_of[seat] == latest)

    @property
    def dealer(self) -> str:
        """Who deals this round: whoever is due, or the next clockwise of those who
        play.
        """
        return next(
            seat
            for seat in self.setting.clockwise_from(self.due)
            if seat in self.playing
        )

    @property
    def first(self) -> str:
        """Who plays first in this round: the left neighbour of the dealer, of those who
        play.
        """
        return self.setting.left_of(self.dealer, self.playing)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """By seat the total and the place: winners first, then whoever came further in
        playoffs, then by total. Where playoffs put somebody before a better total,
        theirs say so.
        """
        sign = 1 if self.wins == "most" else -1
        totals = {
            side: self.totals[side[0]]
            for side in sides_of(tuple(self.totals), self.sides)
        }
        ranks = {
            side: (side[0] in self.winners, self.playoffs_of[side[0]], sign * total)
            for side, total in totals.items()
        }
        standings = rank_sides(totals, ranks)
        in_order = [
            sign * one.score for one in sorted(standings, key=lambda one: one.place)
        ]
        if not self.in_playoff or in_order == sorted(in_order, reverse=True):
            return standings
        return tuple(
            replace(one, ranked_by=_PLAYED_OFF) if self.playoffs_of[one.seat] else one
            for one in standings
        )

    @property
    def _leading(self) -> tuple[str, ...]:
        """The seats with the best total of those who play this round, and their
        partners, who may sit out.
        """
        return self._best_of(self.playing)

    def _best_of(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        return self._with_partners(leaders(self.totals, self.wins, seats))

    def _with_partners(self, seats: Collection[str]) -> tuple[str, ...]:
        """These seats and their partners, clockwise."""
        return tuple(
            seat
            for seat in self.totals
            if not {*seats}.isdisjoint(partners_of(seat, self.sides))
        )

    def _ahead(self) -> tuple[str, ...]:
        """Return those with the best total where that wins now: nobody while the match
        goes on.
        """
        totals = [self.totals[seat] for seat in self.playing]
        over = self.in_playoff or self.number == self.last
        reached = self.target is not None and max(totals) >= self.target
        has_lost = self.lost_at is not None and min(totals) <= self.lost_at
        return self._leading if over or reached or has_lost else ()

    def with_scores(
        self, scores: Mapping[str, float], winners: tuple[str, ...] = ()
    ) -> Rounds:
        """After this round has brought each seat these scores; seats that are left out
        have scored nothing.

        Partners have what all of them have scored.

        `winners` have won by something else than their totals, and their partners with
        them. KeyError for a name that is no seat's.
        """
        require_seats((*scores, *winners), self.totals)
        totals = {
            seat: whole(had + self._scored_with(seat, scores))
            for seat, had in self.totals.items()
        }
        scored = replace(self, totals=totals, played=self.playing)
        ahead = self._with_partners(winners) or scored._ahead()
        if winners or (ahead and (self._of_one_side(ahead) or not self.playoffs)):
            return replace(scored, winners=ahead)
        playoffs_of = {
            seat: had + (seat in ahead) for seat, had in self.playoffs_of.items()
        }
        due = self.setting.left_of(self.dealer)
        return replace(scored, number=self.number + 1, playoffs_of=playoffs_of, due=due)

    def with_points(self, points: Mapping[str, float]) -> Rounds:
        """After these points within the round, where they count at once: whoever
        reaches the target has won.

        The round goes on otherwise, and `with_scores` ends it, with what is scored
        besides.

        >>> rounds = begin_rounds(Setup(("Ana", "Ben"), dealer="Ana"), target=10).with_points({"Ana": 9})
        >>> rounds.number, rounds.winners, rounds.with_points({"Ana": 1}).winners
        (1, (), ('Ana',))
        """
        require_seats(points, self.totals)
        totals = {
            seat: whole(had + self._scored_with(seat, points))
            for seat, had in self.totals.items()
        }
        scored = replace(self, totals=totals)
        if (
            self.target is None
            or max(totals[seat] for seat in self.playing) < self.target
        ):
            return scored
        return replace(scored, played=self.playing, winners=scored._leading)

    def _scored_with(self, seat: str, scores: Mapping[str, float]) -> float:
        """What a seat and its partners have scored together."""
        return sum(scores.get(partner, 0) for partner in partners_of(seat, self.sides))

    def _of_one_side(self, seats: tuple[str, ...]) -> bool:
        """Whether these seats are one side."""
        return {*seats} == {*partners_of(seats[0], self.sides)}

    def played_by(self, seats: Collection[str]) -> Rounds:
        """With these seats playing from this round on; the others sit out, keep what
        they have, and meanwhile can win only with a partner who plays.

        >>> rounds = begin_rounds(Setup(("Ana", "Ben", "Cy"), dealer="Ana"), last=9).played_by(("Ben", "Cy"))
        >>> rounds.playing, rounds.dealer, rounds.played_by(("Ana", "Ben", "Cy")).playing
        (('Ben', 'Cy'), 'Ben', ('Ana', 'Ben', 'Cy'))
        """
        require_seats(seats, self.totals)
        out = tuple(seat for seat in self.setting.seats if seat not in seats)
        if len(out) == len(self.setting.seats):
            raise ValueError("nobody plays any more: name a seat at least")
        return replace(self, sitting_out=out)

    def ended(self) -> Rounds:
        """Where the table ends the match before this round: those with the best total
        so far have won, of those who played the last one.
        """
        return replace(
            self,
            number=max(self.number - 1, 1),
            winners=self._best_of(self.played or self.playing),
        )

    def scene(self, phase: str, **others: Any) -> Scene:
        """The scene in this phase, with round, dealer, sides, standings and winners
        from here; `others` are its other parts.

        All who play are to act, unless `to_act` says who. Once somebody has won, a
        step says so unless `steps` are given.
        """
        told = {"phase": phase, "to_act": self.playing, "dealer": self.dealer, **others}
        if self.winners:
            over = say("The game is over, won by {winners}.", winners=self.winners)
            steps = (Step(self.winners, over),)
            told = {"steps": steps, **others, "phase": "finished", "to_act": ()}
            told |= {"finished": True, "winners": self.winners}
        return Scene(
            round=self.number, standings=self.standings, sides=self.sides, **told
        )


_PLAYED_OFF = say("by the playoff")


def begin_rounds(
    setting: Setup,
    target: int | None = None,
    last: int | None = None,
    wins: Wins = "most",
    playoffs: bool = False,
    sides: tuple[Side, ...] = (),
    lost_at: int | None = None,
) -> Rounds:
    """The first round of a match, with nothing scored; the members of `Rounds` say what
    each argument means.

    ValueError for a target or a last round below 1, which would be over before it
    began.

    >>> begin_rounds(Setup(("Ana", "Ben"), dealer="Ana"), last=3).with_scores({"Ben": 5}).totals
    {'Ana': 0, 'Ben': 5}
    >>> begin_rounds(Setup(("Ana", "Ben"), dealer="Ana"), lost_at=-200).with_scores({"Ana": -210, "Ben": 5}).winners
    ('Ben',)
    """
    for what, number in (("target", target), ("last round", last)):
        if number is not None and number < 1:
            raise ValueError(
                f"the {what} is {number}, which is reached before anybody has played: "
                "1 is the least"
            )
    nothing = dict.fromkeys(setting.seats, 0)
    return Rounds(
        setting,
        setting.dealer,
        nothing,
        nothing,
        target,
        last,
        wins,
        playoffs,
        sides=sides,
        lost_at=lost_at,
    )


_COLUMNS = (ReckoningColumn(say("Round")), ReckoningColumn(say("Total")))


def rule_round(
    before: Rounds,
    after: Rounds,
    cite: Cite,
    section: str,
    counted: Ruling | None = None,
    shared: str = "",
) -> Ruling:
    """The ruling on a round that led from the one to the other: who wins, is tied, or
    leads, with which total.

    Its verdict has `round`, `scores`, `totals`, `winners`, and as `playoff` those who
    play on. The reason rests on this section. `counted` is the ruling that brought the
    scores: until somebody has won, people are told what that says, with its reasons and
    cards. `shared` is the section by which several share a win, where that is one of
    its own.

    >>> from referee import Section, sections_of
    >>> rules = sections_of("rummy", Section("target", "The end", "Whoever reaches the target wins."))
    >>> before = begin_rounds(Setup(("Ana", "Ben"), dealer="Ana"), target=10)
    >>> after = before.with_scores({"Ana": 12, "Ben": 3})
    >>> print(rule_round(before, after, rules.cite, "target").summary)
    Ana wins with 12
    """
    scores = {
        seat: whole(after.totals[seat] - before.totals[seat]) for seat in before.playing
    }
    verdict = {
        "round": before.number,
        "scores": scores,
        "totals": dict(after.totals),
        "winners": after.winners,
        "playoff": after.playing if after.in_playoff and not after.winners else (),
    }
    leading = after.winners or after._leading
    rows = tuple(
        ReckonedSeat(
            name_of(side),
            (_scored_by(side, scores), after.totals[side[0]]),
            side[0] in leading,
        )
        for side in sides_of(tuple(after.totals), after.sides)
    )
    because = [
        _what_ends_it(after, cite, section),
        *_what_loses_it(after, cite, section),
    ]
    if shared and len(after.winners) > 1 and not after._of_one_side(after.winners):
        because.append(
            cite(
                shared, "{winners} are level, and share the win.", winners=after.winners
            )
        )
    about, reckoning = _about(before), Reckoning(_COLUMNS, rows)
    if counted is not None and not after.winners:
        return Ruling(
            verdict, counted.summary, counted.because, counted.shown, about, reckoning
        )
    return Ruling(
        verdict,
        _outcome(after, leading),
        tuple(because),
        about=about,
        reckoning=reckoning,
    )


def _scored_by(side: Side, scores: Mapping[str, Score]) -> Score | Text:
    """What a side has scored; nothing at all where none of its partners has played."""
    return next((scores[seat] for seat in side if seat in scores), NOTHING)


def _about(rounds: Rounds) -> Text:
    if rounds.in_playoff:
        return say("Round {n}, a playoff", n=rounds.number)
    return say("Round {n}", n=rounds.number)


def _outcome(after: Rounds, leading: tuple[str, ...]) -> Text:
    total = written_score(after.totals[leading[0]])
    if len(leading) > 1 and after._of_one_side(leading):
        return _of_partners(after, leading, total)
    if len(after.winners) == 1:
        return say("{winner} wins with {total}", winner=leading[0], total=total)
    if after.winners:
        return say(
            "{winners} share the win with {total} each", winners=leading, total=total
        )
    if after.in_playoff:
        return say(
            "{tied} are tied with {total} each and play on", tied=leading, total=total
        )
    if len(leading) == 1:
        return say("{leader} leads with {total}", leader=leading[0], total=total)
    return say("{leaders} lead with {total} each", leaders=leading, total=total)


def _of_partners(after: Rounds, leading: Side, total: str) -> Text:
    if after.winners:
        return say("{partners} win with {total}", partners=leading, total=total)
    return say("{partners} lead with {total}", partners=leading, total=total)


def _what_ends_it(after: Rounds, cite: Cite, section: str) -> Reason:
    if after.in_playoff:
        return cite(section, "Those who are tied play on until one of them leads.")
    every = cite(section, "Every round counts.")
    if after.target is not None and after.last is not None:
        one = (
            "The match ends with the round in which somebody reaches {target}, or "
            "after {n} round."
        )
        many = (
            "The match ends with the round in which somebody reaches {target}, or "
            "after {n} rounds."
        )
        return replace(every, text=count(one, many, after.last, target=after.target))
    if after.target is not None:
        template = "The match ends with the round in which somebody reaches {target}."
        return cite(section, template, target=after.target)
    if after.last is not None:
        rounds = count(
            "The match has {n} round.", "The match has {n} rounds.", after.last
        )
        return replace(every, text=rounds)
    return every


def _what_loses_it(after: Rounds, cite: Cite, section: str) -> tuple[Reason, ...]:
    if after.lost_at is None or after.in_playoff:
        return ()
    template = "It ends as well with the round in which somebody falls to {lost_at}."
    return (cite(section, template, lost_at=after.lost_at),)

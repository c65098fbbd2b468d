"""The check of a movement: its hooks, and random evenings held to its promise."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from random import Random
from types import ModuleType

from referee.plugin import movement_hookspecs
from referee.plugin.hooks import marked_in, nearest_hook, specs_in
from referee.plugin.movement_rules import MovementFaultError, MovementRules
from referee.testing.checks import check_catalogues
from referee.testing.checks.check_declarations import check_hooks
from referee.testing.checks.check_texts import hidden_templates
from referee.testing.checks.game_under_check import (
    PURE,
    CheckedPlugin,
)
from referee.testing.flaw import Flaw, Flaws
from referee.vocabulary.movement import Meeting, Movement, PlayedRound, Seating

EVENINGS = 80
"""How many evenings are made at random; on every other one people come and go."""

MOST_ROUNDS = 16

HOOKS = specs_in(movement_hookspecs)
"""Every hook of a movement by name."""

SITS_OUT_FOR_EVER = 3
"""After how many rounds without a table from the start somebody should have one."""

MOST_IT_TAKES = "Return the most rounds that it can take."

REFUSED = "No round could begin so: the director would be told that it has a fault."


@dataclass(eq=False)
class CheckedMovement(CheckedPlugin):
    """A movement being checked. With a `seed`, only that evening is played."""

    movement: ModuleType
    id: str = ""
    seed: int | None = None
    rounds: int = field(default=0, init=False)
    """How many rounds were seated."""
    _early: list[str] = field(default_factory=list, init=False)
    """For each evening on which nobody comes or goes, how it was over too early."""
    _promises_new: bool | None = field(default=None, init=False)
    """Whether nobody met again in a round of the promise; None before there was one."""
    _again: Flaw | None = field(default=None, init=False)
    """The first round beyond the promise in which it was not, without a word of it."""

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """Return the movement's module."""
        return (self.movement,)

    @cached_property
    def rules(self) -> MovementRules:
        """Return the movement's hooks; raise MovementFaultError if it has a fault."""
        return MovementRules(self.movement)

    @property
    def how_played(self) -> str:
        """Return a sentence on the evenings without a flaw."""
        title = self.rules.movement.title
        return f"Nothing is wrong with {title}: {self.rounds:,} rounds were seated."

    def find_flaws(self) -> Flaws:
        """Yield the movement's flaws."""
        marked = marked_in(self.movement)
        flaws: list[Flaw] = []
        misspelt = {nearest_hook(name, HOOKS) for name in marked.keys() - HOOKS.keys()}
        for name in HOOKS:
            if name not in marked and name not in misspelt:
                flaws.append(self.flaw_of_missing(name, HOOKS[name]))
        flaws += check_hooks(self, self.movement, HOOKS)
        yield from flaws
        if flaws:
            return
        yield from hidden_templates(self)
        yield from check_catalogues.flaws(self)
        try:
            yield from self.flaws_of_id("movement", self.rules.movement.id)
            for entrants in range(self.rules.movement.most + 1):
                self.rules.count_rounds(entrants)
        except MovementFaultError as fault:
            yield self._flaw_of(fault)
            return
        for seed in range(EVENINGS) if self.seed is None else (self.seed,):
            flaws = [*self._play_evening(seed)]
            yield from flaws
            if any(flaw.grave for flaw in flaws):
                return
        if self._promises_new and self._again:
            yield self._again
        # With luck an evening is shorter than the longest, but not all of them.
        if self.seed is None and all(self._early):
            yield Flaw(
                self.locate_hook("count_rounds"),
                f"{self._early[0]}: no evening takes as many.",
                "The director is told to plan more rounds than can be played.",
                MOST_IT_TAKES,
            )

    def _flaw_of(self, fault: MovementFaultError, when: str = "") -> Flaw:
        flaw = fault.flaw
        where = self.locate(flaw.where, *flaw.words)
        what = f"`{flaw.hook}`: {flaw.what.rstrip('.')}."
        return Flaw(where, what, REFUSED, flaw.instead, when=when)

    def _play_evening(self, seed: int) -> Flaws:
        evening = CheckedEvening(self.rules.movement, seed)
        promised = self.rules.count_rounds(len(evening.meeting.present))
        while len(evening.meeting.rounds) < min(MOST_ROUNDS, promised + 3):
            when = f"{evening}; `--seed {seed}` plays it again"
            try:
                seating = self.rules.seat_round(evening.meeting)
                again = self.rules.seat_round(evening.meeting)
                added = self.rules.seat_round(evening.meeting_of_waiting(seating))
            except MovementFaultError as fault:
                yield self._flaw_of(fault, when)
                return
            self.rounds += 1
            flaw = Flaw(self.locate_hook("seat_round"), "", "", PURE, when=when)
            flaws = []
            if again != seating:
                what = "For the same people it seats another round the second time."
                why = "A director who tries twice has to get the same round."
                flaws.append(replace(flaw, what=what, why=why))
            if not evening.people_come_and_go:
                flaws += self._hold_to_promise(flaw, evening, seating, promised)
            self._compare_meetings(flaw, evening, seating, promised)
            yield from flaws
            if seating.is_over or any(told.grave for told in flaws):
                return
            if evening.people_come_and_go and not evening.meeting.rounds:
                seating = replace(seating, tables=seating.tables + added.tables)
            evening.play(seating)
            if changed := evening.find_changed_line():
                yield replace(
                    flaw,
                    what=f"{changed} changes to another line.",
                    why="Each entrant is ranked in the line of its first seat.",
                    instead="Keep everybody at the same part of a table's seats. "
                    "Whoever of `starters` came late is in `rounds[0].late`.",
                )
                return
        if not evening.people_come_and_go:
            self._early.append("")

    def _compare_meetings(
        self, flaw: Flaw, evening: "CheckedEvening", seating: Seating, promised: int
    ) -> None:
        """Note whether those who meet again do so within the promise."""
        number = len(evening.meeting.rounds) + 1
        again = evening.find_meeting_again(seating)
        if not evening.people_come_and_go and 1 < number <= promised:
            self._promises_new = self._promises_new is not False and not again
        elif again and not seating.misses and self._again is None:
            self._again = replace(
                flaw,
                what=f"{again} again in round {number}, and it `misses` nothing.",
                why="In the rounds that it promises nobody does: the director reads "
                "nowhere that this round is otherwise.",
                instead='Return `misses=(say("Some meet again."),)` with this round.',
                grave=False,
            )

    def _hold_to_promise(
        self, flaw: Flaw, evening: "CheckedEvening", seating: Seating, promised: int
    ) -> Flaws:
        number = len(evening.meeting.rounds) + 1
        counted = f"`count_rounds({len(evening.meeting.present)})` returns {promised}"
        needs_all_rounds = self.rules.movement.needs_all_rounds
        if number <= promised and seating.misses:
            yield replace(
                flaw,
                what=f"Round {number} misses its promise, and {counted}.",
                why="The director plans as many rounds as it says.",
                instead="Keep the promise in these rounds, or return fewer.",
                grave=False,
            )
        over = f"It is over after {number - 1} rounds, and {counted}"
        if seating.is_over:
            self._early.append(over if number <= promised else "")
            if promised and number > promised + 1:
                why = "The event would end before it is decided."
                yield replace(flaw, what=f"{over}.", why=why, instead=MOST_IT_TAKES)
            return
        if not any(seating.tables):
            yield replace(
                flaw,
                what=f"Round {number} has no table, and it is not over.",
                why="No round could begin, and the event would not end.",
                instead="Return `Seating((), out=…, is_over=True)` at the end.",
            )
        elif needs_all_rounds and number > promised and not seating.misses:
            yield replace(
                flaw,
                what=f"Round {number} is seated and misses nothing, and {counted}.",
                why="It `needs_all_rounds`: the director is told to plan so many.",
                instead=f"{MOST_IT_TAKES} Say in `misses` what more rounds lack.",
            )
        for entrant in seating.sits_out:
            if number - 1 == SITS_OUT_FOR_EVER == evening.meeting.byes(entrant):
                yield replace(
                    flaw,
                    what=f"{entrant} sits out in each of {number} rounds.",
                    why="Whoever is here comes to play.",
                    instead="Go by `meeting.byes`, as `meeting.sitting_out` does.",
                )


class CheckedEvening:
    """A random evening: how many are there, who wins, and who comes and goes."""

    def __init__(self, movement: Movement, seed: int) -> None:
        self._random = Random(seed)  # nothing secret  # noqa: S311
        self._movement = movement
        fewest = min(movement.at_table)
        size = self._random.randint(fewest, min(movement.most, 6 * fewest + 4))
        self.people_come_and_go = bool(seed % 2)
        self.meeting = Meeting(tuple(f"p{number}" for number in range(size)))
        self._people = [*self.meeting.present]
        self._lines: dict[str, int] = {}
        self._met = set[frozenset[str]]()

    def __str__(self) -> str:
        present = len(self.meeting.present)
        return f"{present} are here in round {len(self.meeting.rounds) + 1}"

    def play(self, seating: Seating) -> None:
        """Play this round at random; then some may come or go."""
        winners: list[str] = []
        points = dict(self.meeting.points)
        for table in filter(None, seating.tables):
            self._met.update(map(frozenset, self._pairs_of(table)))
            sides: list[tuple[str, ...]] = [(each,) for each in table]
            if self._movement.in_pairs:
                sides = [table[::2], table[1::2]]
            side = self._random.choice(sides)
            winners += side
            for entrant in side:
                points[entrant] = points.get(entrant, 0) + 1
        after = self.meeting.after(seating, tuple(winners))
        self._people += after.rounds[-1].late
        present = tuple(self._come_and_go())
        self.meeting = replace(after, present=present, points=points)

    def find_meeting_again(self, seating: Seating) -> str:
        """Return who meets again at a table, or are partners again; or ""."""
        for table in seating.tables:
            for pair in self._pairs_of(table):
                if frozenset(pair) in self._met:
                    do = "are partners" if self._movement.in_pairs else "meet"
                    return f"{' and '.join(pair)} {do}"
        return ""

    def _pairs_of(self, table: tuple[str, ...]) -> Iterable[tuple[str, str]]:
        if self._movement.in_pairs:
            return zip(table[:2], table[2:], strict=True)
        return combinations(table, 2)

    def find_changed_line(self) -> str:
        """Return somebody who sits in another line than in their first round, or ""."""
        lines = len(self._movement.lines)
        for table in self.meeting.rounds[-1].tables:
            for place, entrant in enumerate(table):
                # Of four places the first two are the first of two lines.
                line = place * lines // len(table)
                if self._lines.setdefault(entrant, line) != line:
                    return entrant
        return ""

    def _come_and_go(self) -> Iterator[str]:
        if self.people_come_and_go and self._random.random() < 0.3:
            self._people.append(f"p{len(self._people)}")
        for person in self._people:
            if not self.people_come_and_go or self._random.random() < 0.9:
                yield person

    def meeting_of_waiting(self, seating: Seating) -> Meeting:
        """Return the meeting of those who wait during a round, and two latecomers."""
        number = len(self.meeting.rounds) + 1
        return replace(
            self.meeting,
            present=(*seating.sits_out, f"late{number}", f"later{number}"),
            starters=self.meeting.starters or self.meeting.present,
            playing=PlayedRound(tuple(filter(None, seating.tables)), seating.sits_out),
        )

"""The check of a movement: its hooks, and random evenings held to its promise."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from time import perf_counter
from types import ModuleType

from referee.plugin import movement_hookspecs
from referee.plugin.movement_rules import MovementFaultError, MovementRules
from referee.testing.checks import check_catalogues
from referee.testing.checks.check_declarations import check_hook
from referee.testing.checks.check_texts import hidden_templates
from referee.testing.checks.game_under_check import (
    NO_WAY_WITHOUT,
    PURE,
    CheckedPlugin,
)
from referee.testing.flaw import Flaw, Flaws
from referee.testing.sources import marked_in
from referee.vocabulary.movement import Meeting, Movement, PlayedRound, Seating

EVENINGS = 80
"""How many evenings are made at random; on every other one people come and go."""

MOST_ROUNDS = 16
SLOW = 1.0
"""The seconds that a hook may take before it is worth a look."""

HOOKS: Mapping[str, Callable[..., object]] = {
    name: spec
    for name, spec in vars(movement_hookspecs).items()
    if hasattr(spec, "referee_spec")
}
"""Every hook of a movement by name."""

REFUSED = "No round could begin so: the director would be told that it has a fault."


@dataclass(eq=False)
class CheckedMovement(CheckedPlugin):
    """A movement being checked. With a `seed`, only that evening is played."""

    movement: ModuleType
    id: str = ""
    seed: int | None = None
    rounds: int = field(default=0, init=False)
    """How many rounds were seated."""

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
        hooks = [*self._flaws_of_hooks()]
        yield from hooks
        if any(flaw.grave for flaw in hooks):
            return
        yield from hidden_templates(self)
        yield from check_catalogues.flaws(self)
        try:
            yield from self._flaws_of_description()
            yield from self._flaws_of_evenings()
        except MovementFaultError as fault:
            yield self._flaw_of(fault)

    def _flaws_of_hooks(self) -> Flaws:
        marked = marked_in(self.movement)
        for name, hook in marked.items():
            yield from check_hook(self, name, hook, HOOKS)
        for name in HOOKS:
            if name not in marked:
                takes = ", ".join(inspect.signature(HOOKS[name]).parameters)
                what = f"The hook `{name}` is missing."
                instead = (
                    f"Write it: `@hookimpl`, and below that `def {name}({takes})`."
                )
                yield Flaw(self.file, what, NO_WAY_WITHOUT, instead)

    def _flaw_of(self, fault: MovementFaultError, when: str = "") -> Flaw:
        flaw = fault.flaw
        where = self.locate(flaw.where, *flaw.words)
        what = f"`{flaw.hook}`: {flaw.what.rstrip('.')}."
        return Flaw(where, what, REFUSED, flaw.instead, when=when)

    def _flaw_at(
        self, hook: str, what: str, why: str, instead: str, grave: bool = True
    ) -> Flaw:
        return Flaw(self.locate_hook(hook), what, why, instead, grave)

    def _flaws_of_description(self) -> Flaws:
        described = self.rules.movement
        if self.id not in ("", described.id):
            what = f"It calls itself {described.id!r}, its entry point {self.id!r}."
            why = "It is found by the one and kept by the other."
            instead = "Give both the same id."
            yield self._flaw_at("describe_movement", what, why, instead)
        for entrants in range(described.most + 1):
            rounds = self.rules.count_rounds(entrants)
            if rounds < 0 or (rounds and not entrants):
                what = f"`count_rounds({entrants})` returns {rounds}."
                why = "A promise holds for some rounds, or for none."
                instead = "Return 0 where the promise holds for no round."
                yield self._flaw_at("count_rounds", what, why, instead)
                return

    def _flaws_of_evenings(self) -> Flaws:
        seeds = range(EVENINGS) if self.seed is None else (self.seed,)
        for seed in seeds:
            flaws = [*self._play_evening(seed)]
            yield from flaws
            if any(flaw.grave for flaw in flaws):
                return

    def _play_evening(self, seed: int) -> Flaws:
        evening = Evening(self.rules.movement, seed)
        promised = self.rules.count_rounds(len(evening.meeting.present))
        while len(evening.meeting.rounds) < min(MOST_ROUNDS, promised + 3):
            when = f"{evening}; `--seed {seed}` plays it again"
            try:
                began = perf_counter()
                seating = self.rules.seat_round(evening.meeting)
                took = perf_counter() - began
                again = self.rules.seat_round(evening.meeting)
                self.rules.seat_round(evening.meeting_of_waiting(seating))
            except MovementFaultError as fault:
                yield self._flaw_of(fault, when)
                return
            self.rounds += 1
            for flaw in self._judge(evening, promised, seating, again, took):
                yield replace(flaw, when=when)
            if seating.is_over:
                return
            evening.play(seating)
        yield from self._judge_byes(evening, promised)

    def _judge(
        self,
        evening: "Evening",
        promised: int,
        seating: Seating,
        again: Seating,
        took: float,
    ) -> Flaws:
        """Yield what is wrong with a seating that could be played."""
        meeting = evening.meeting
        number = len(meeting.rounds) + 1
        if again != seating:
            what = "For the same people it seats another round the second time."
            why = "A director who tries twice has to get the same round."
            yield self._flaw_at("seat_round", what, why, PURE)
        if took > SLOW:
            what = f"To seat {len(meeting.present)} takes {took:.1f} s."
            why = "Everybody waits, and the page of the director too."
            instead = "Look at fewer seatings, or at none twice."
            yield self._flaw_at("seat_round", what, why, instead, grave=False)
        if not evening.people_come_and_go and promised:
            size = len(meeting.present)
            counted = f"`count_rounds({size})` returns {promised}"
            if number <= promised and seating.misses:
                what = f"Round {number} misses its promise, and {counted}."
                why = "The director plans as many rounds as it says."
                instead = "Keep the promise in these rounds, or return fewer."
                yield self._flaw_at("seat_round", what, why, instead, grave=False)
            if number > promised + 1 and seating.is_over:
                what = f"It is over after {number - 1} rounds, and {counted}."
                why = "The event would end before it is decided."
                instead = "Return the most rounds that it can take."
                yield self._flaw_at("count_rounds", what, why, instead)
        is_enough = len(meeting.present) >= min(self.rules.movement.at_table)
        if is_enough and not seating.tables and not seating.is_over:
            what = f"Of {len(meeting.present)} people nobody sits at a table."
            why = "No round can begin without a table, and the event cannot go on."
            instead = "Seat a table of those who are here, or return `is_over=True`."
            yield self._flaw_at("seat_round", what, why, instead, grave=False)

    def _judge_byes(self, evening: "Evening", promised: int) -> Flaws:
        played = evening.meeting.rounds[:promised]
        meeting = replace(evening.meeting, rounds=played)
        byes = [meeting.byes(each) for each in meeting.present]
        is_uneven = max(byes, default=0) > min(byes, default=0) + 1
        if is_uneven and not evening.people_come_and_go:
            what = f"Somebody sits out {max(byes)} times, another {min(byes)} times."
            why = "To sit out counts like a win, and nobody likes it twice."
            instead = "Take first who sat out least: `meeting.sitting_out(places)`."
            yield self._flaw_at("seat_round", what, why, instead, grave=False)


class Evening:
    """A random evening: how many are there, who wins, and who comes and goes."""

    def __init__(self, movement: Movement, seed: int) -> None:
        self._random = Random(seed)  # nothing secret  # noqa: S311
        self._movement = movement
        fewest = min(movement.at_table)
        size = self._random.randint(fewest, min(movement.most, 6 * fewest + 4))
        self.people_come_and_go = bool(seed % 2)
        self.meeting = Meeting(tuple(f"p{number}" for number in range(size)))
        self._people = [*self.meeting.present]

    def __str__(self) -> str:
        present = len(self.meeting.present)
        return f"{present} are here in round {len(self.meeting.rounds) + 1}"

    def play(self, seating: Seating) -> None:
        """Play this round at random; then some may come or go."""
        winners: list[str] = []
        points = dict(self.meeting.points)
        for table in seating.tables:
            sides: list[tuple[str, ...]] = [(each,) for each in table]
            if self._movement.in_pairs:
                sides = [table[::2], table[1::2]]
            side = self._random.choice(sides)
            winners += side
            for entrant in side:
                points[entrant] = points.get(entrant, 0) + 1
        played = PlayedRound(seating.tables, seating.sits_out, tuple(winners))
        self.meeting = replace(
            self.meeting,
            present=tuple(self._come_and_go()),
            rounds=(*self.meeting.rounds, played),
            points=points,
            starters=self.meeting.starters or self.meeting.present,
        )

    def _come_and_go(self) -> Iterator[str]:
        if self.people_come_and_go and self._random.random() < 0.3:
            self._people.append(f"p{len(self._people)}")
        for person in self._people:
            if not self.people_come_and_go or self._random.random() < 0.9:
                yield person

    def meeting_of_waiting(self, seating: Seating) -> Meeting:
        """Return the meeting of those who wait during a round, and two latecomers."""
        waiting = (*seating.sits_out, "late1", "late2")
        meeting = self.meeting
        if not meeting.starters:
            meeting = replace(meeting, starters=meeting.present)
        return replace(meeting, present=waiting)

"""A table between two entries, for tests of a game as it is refereed: what each entry comes to is another table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee import Prompt, Ruling, Scene, Setup
from referee.match.fold import RefusedMoveError, opening
from referee.match.log_entry import LogEntry
from referee.match.position import Position, Step
from referee.match.replay import History
from referee.plugin.rulebook import Rulebook


@dataclass(frozen=True)
class Sent:
    """What somebody sends: `by` None is a host without a seat."""

    kind: str
    seat: str | None
    data: Mapping[str, object]
    by: str | None = None


@dataclass(frozen=True)
class Seated:
    """A table: who plays by which rules, how far they are, and how much was entered."""

    rulebook: Rulebook
    setting: Setup
    position: Position
    entered: int = 0

    @classmethod
    def at(cls, rulebook: Rulebook, seats: Sequence[str], dealer: str | None = None, **options: object) -> Seated:
        setting = rulebook.setting(seats, dealer, options)
        return cls(rulebook, setting, opening(rulebook, setting))

    @property
    def scene(self) -> Scene:
        return self.position.told(self.rulebook.scene(self.position.state))

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.position.prompts

    def tried(self, sent: Sent) -> Step:
        """What this comes to; raises as `History.enter` does."""
        made = (self.entered + 1, f"id-{self.entered}", sent.kind, sent.seat, sent.data, sent.by, sent.by is None, 0.0)
        return History(self.rulebook, self.setting, self.position).enter(self.position, LogEntry(*made))

    def after(self, taken: Step) -> Seated:
        return replace(self, position=taken.after, entered=taken.entry.seq)

    def refused(self, sent: Sent) -> Ruling:
        """The ruling that refuses this."""
        try:
            taken = self.tried(sent)
        except RefusedMoveError as refused:
            assert refused.ruling.verdict["legal"] is False
            return refused.ruling
        raise AssertionError(f"it was taken: {taken.rulings}")

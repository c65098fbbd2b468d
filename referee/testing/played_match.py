"""A match that a test plays, entry by entry, as somebody at a table would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Self

from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry
from referee.match.position import Step
from referee.match.replay import History
from referee.match.toss_drawing import drawn
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook
from referee.testing.random_play import KEY
from referee.vocabulary.game import Setup
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.view import Scene, Zone

THEMSELVES = "themselves"
"""An entry is made by the seat that it is for; one for the table by a host without a seat."""


@dataclass(slots=True)
class PlayedMatch:
    """A match, grown by entries. `made` is how many were taken or tried so far."""

    history: History
    made: int = 0

    @classmethod
    def begun(
        cls, rulebook: Rulebook, seats: str | Sequence[str], dealer: str | None = None, **options: object
    ) -> Self:
        """A match in which nothing was entered yet. `seats` may be one text, of names parted by spaces."""
        names = seats.split() if isinstance(seats, str) else seats
        return cls(History.begun(rulebook, rulebook.setting(names, dealer, options)))

    def tried(self, kind: str, seat: str | None = None, /, *, by: str | None = THEMSELVES, **data: Any) -> Step:
        """What this entry would come to; nothing is changed. Raises as `enter` does.

        `seat` is whose entry it is, None the table's; `by` who makes it, None a host without a seat. `data` are the
        fields by their names, as people or programs send them: `card="10h"`.
        """
        author = seat if by == THEMSELVES else by
        entry = LogEntry(self.made + 1, f"entry-{self.made}", kind, seat, data, author, author is None, 0.0)
        [taken] = drawn(self.history, [entry], KEY, entry.seq)
        return taken

    def enter(self, kind: str, seat: str | None = None, /, *, by: str | None = THEMSELVES, **data: Any) -> Step:
        """Make this entry, with what `tried` says of its arguments: what it did.

        Raises RefusedMoveError where the rules forbid it, WrongFieldsError for fields that are wrong, NotOpenError
        where nothing of this kind is asked for, and NotYoursError where it is not `by`'s to enter.
        """
        taken = self.tried(kind, seat, by=by, **data)
        self.history.add(taken)
        self.made += 1
        return taken

    def refuses(self, kind: str, seat: str | None = None, /, *, by: str | None = THEMSELVES, **data: Any) -> Ruling:
        """The ruling that refuses this entry; AssertionError where it is taken, or the verdict is not clear."""
        try:
            taken = self.tried(kind, seat, by=by, **data)
        except RefusedMoveError as refused:
            if refused.ruling.verdict.get("legal") is not False:
                raise AssertionError(f"the verdict does not say that it is not legal: {refused.ruling}") from None
            return refused.ruling
        raise AssertionError(f"it was taken, and ruled: {[str(ruling.summary) for ruling in taken.rulings]}")

    def copied(self) -> Self:
        """The match as it stands now, whatever is entered to this one from now on."""
        return replace(self, history=self.history.copied())

    def put(self, state: object) -> None:
        """Let the match stand in this state, as if entries had led to it: for a position that takes many to reach."""
        asked = self.rulebook.prompts(state, self.setting.seats)
        self.history.position = replace(self.history.position, state=state, asked=asked, held=(), again=())

    @property
    def rulebook(self) -> Rulebook:
        """The game with the house rules of this match."""
        return self.history.rulebook

    @property
    def setting(self) -> Setup:
        """Who sits where, who deals first, and the options."""
        return self.history.setting

    @property
    def state(self) -> Any:
        """The game's own state."""
        return self.history.position.state

    @property
    def scene(self) -> Scene:
        """Where the match stands, with whose entries are awaited."""
        return self.history.scene

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be entered now."""
        return self.history.prompts

    @property
    def next(self) -> str:
        """What the table is told to do next, in English."""
        return str(self.scene.next)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The latest rulings that everybody may see."""
        return self.history.latest

    @property
    def ruling(self) -> Ruling:
        """The one of them that tells most; LookupError where nothing was ruled yet."""
        if not self.rulings:
            raise LookupError("nothing was ruled yet")
        return self.rulings[most_telling(self.rulings)]

    @property
    def scores(self) -> Mapping[str, float]:
        """The score of each seat."""
        return {standing.seat: standing.score for standing in self.scene.standings}

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each seat; 1 is first."""
        return {standing.seat: standing.place for standing in self.scene.standings}

    def prompt(self, kind: str) -> Prompt:
        """The prompt of this kind; LookupError where there is none now."""
        found = next((prompt for prompt in self.prompts if prompt.kind == kind), None)
        if found is None:
            raise LookupError(f"{kind!r} is not asked for, but {[prompt.kind for prompt in self.prompts]}")
        return found

    def zone(self, name: str, owner: str | None = None) -> Zone:
        """The zone of this name, of a seat or the table; LookupError where there is none."""
        found = next((zone for zone in self.scene.zones if (zone.name, zone.owner) == (name, owner)), None)
        if found is None:
            raise LookupError(f"there is no zone {name!r} of {owner or 'the table'}")
        return found


def rulebook_of(game: str | ModuleType, house_rules: Iterable[str | ModuleType] = ()) -> Rulebook:
    """The rulebook of an installed game by its id, or of a module, with house rules by their ids, or as modules.

    UnknownGameError or UnknownHouseRuleError where one is not installed; LookupError where ids and modules are mixed.
    """
    rules = tuple(house_rules)
    ids, modules = [one for one in rules if isinstance(one, str)], [one for one in rules if isinstance(one, ModuleType)]
    if isinstance(game, str) and not modules:
        return rulebook(game, tuple(ids))
    if isinstance(game, ModuleType) and not ids:
        return Rulebook(game, modules)
    raise LookupError("name the game and its house rules by their ids, or give the modules of all")

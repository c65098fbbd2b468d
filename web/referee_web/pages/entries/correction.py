"""The page of a correction: what it changed, and its undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flask import Response

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change
from referee.match.secrecy import may_read
from referee.match.showing.log_lines import correction_lines
from referee.match.trying.effects import effect_of
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.api.calls import match as calls
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.entries.correct import (
    name_unfit,
    unfit_after,
)
from referee_web.pages.entries.entry_words import (
    correction_words,
    dropped_words,
    place_of_entry,
)
from referee_web.pages.entries.news import object_address, say_author, undo_address
from referee_web.pages.entries.ruling_card import RulingCard
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.request_table import look


@dataclass(frozen=True, slots=True)
class ChangedDecision:
    """A ruling that a correction changed, or added or removed."""

    where: Text
    before: RulingCard | None
    now: RulingCard | None


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """A correction, and what it changed, for one viewer."""

    snapshot: Snapshot
    error: RefereeError | None
    """Why its undo was refused."""
    later: Sequence[tuple[Text, Text]]
    """The later entries that its undo would leave unfit."""
    is_undone: bool
    by: Text
    words: Sequence[Text]
    """A sentence for each entry."""
    dropped: Sequence[Text]
    """What was removed besides."""
    decided: Sequence[ChangedDecision]
    is_without_effect: bool
    """Whether no ruling changed."""
    undo_at: str | None
    """Where this viewer undoes it, or makes it again; None if they may not."""
    object_at: str | None
    """Where this viewer disputes it; None if they may not."""

    @classmethod
    def of(
        cls, snapshot: Snapshot, made: Change, error: RefereeError | None
    ) -> CorrectionPage:
        """Return a change of this match."""
        match = snapshot.begun_match
        [line] = correction_lines(match, snapshot.viewer, [made])
        is_without_effect = True
        decided = []
        for each in effect_of(match, made).changed:
            entry = match.entry(each.seq)
            if entry is None or not may_read(match.history, snapshot.viewer, entry):
                continue
            is_without_effect = False
            where = place_of_entry(snapshot, each.seq)
            gone = _cards_of(each.old, each.new)
            come = _cards_of(each.new, each.old)
            for before, now in zip_longest(gone, come):
                if now is None and each.new:
                    # The trick's ruling, say, of which a revoke is gone.
                    now = RulingCard(each.new[0])
                decided.append(ChangedDecision(where, before, now))
        undo_at = undo_address(snapshot, made)
        return cls(
            snapshot=snapshot,
            error=error,
            later=name_unfit(snapshot, unfit_after(error)),
            is_undone=line.undone,
            by=say_author(snapshot, made),
            words=[text for _, text in correction_words(snapshot, line)],
            dropped=dropped_words(snapshot, line.dropped),
            decided=decided,
            is_without_effect=is_without_effect,
            undo_at=undo_at,
            object_at=None if undo_at else object_address(snapshot, made),
        )


@blueprint.get("/t/<code>/corrections/<correction>")
def correction(
    code: str, correction: str, error: RefereeError | None = None
) -> Response:
    """Show a correction's changes side by side, and its undo."""
    snapshot = look(code)
    match = snapshot.begun_match
    made = match.change(correction)
    if not (made.edits or made.dropped):
        raise NotFoundError(say("There’s no such correction."))
    shown = CorrectionPage.of(snapshot, made, error)
    return render("entries/correction.html", shown)


def _cards_of(rulings: Iterable[Ruling], others: Iterable[Ruling]) -> list[RulingCard]:
    """Return the rulings that decide otherwise than all others."""
    verdicts = [other.verdict for other in others]
    return [RulingCard(one) for one in rulings if one.verdict not in verdicts]


by_form(calls.undo, "/t/<code>/corrections/<correction>/undo", correction)
by_form(calls.redo, "/t/<code>/corrections/<correction>/redo", correction)

"""A photo finish as a picture, and the race that leads to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.hosting.races.races import choose, entrants
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import join_steps
from referee_web.pages.forms.prompt_form import PromptForm


@dataclass(frozen=True, slots=True)
class Race:
    """A race open to the viewer's slaps, or one to enter."""

    buzzer: Prompt | None
    is_again: bool
    """Whether the viewer slapped in its latest heat."""
    finish: PhotoFinish | None
    finishes: Sequence[PhotoFinish]
    """Those of all heats that wait to be entered, in order, `finish` included."""
    is_to_enter: bool = False
    is_for_toss: bool = False
    """Whether it was a dead heat that a toss settles."""
    is_at_once: bool = False
    """Whether only the toss is missing."""

    @classmethod
    def at(cls, snapshot: Snapshot) -> Race:
        """Return this table's race for its viewer."""
        view = snapshot.view
        finish = view.finish
        finishes = view.finishes
        buzzer = _buzzer_for(snapshot)
        is_again = False
        if buzzer is not None and finishes:
            # A seat that slapped only in an earlier heat may open the next at once.
            latest = finishes[-1]
            is_latest = (latest.race, latest.seq) == (buzzer.race, view.seq)
            slapped = [slap.seat for slap in latest.slaps]
            is_again = is_latest and snapshot.viewer.seat in slapped
        if finish is None:
            return cls(buzzer, is_again, finish, finishes)

        history = snapshot.begun_match.history
        # The finish's order, also for viewers who are asked nothing.
        filled = [prompt for prompt in history.prompts if prompt.race == finish.race]
        is_for_toss = len(finish.order[0]) > 1 and any(map(_may_be_tossed, filled))
        is_at_once = is_for_toss and any(map(_needs_no_input, filled))
        is_to_enter = finish != history.finish
        return cls(
            buzzer=buzzer,
            is_again=is_again,
            finish=finish,
            finishes=finishes,
            is_to_enter=is_to_enter,
            is_for_toss=is_for_toss,
            is_at_once=is_at_once,
        )

    @property
    def is_open(self) -> bool:
        """Return whether the buzzer comes first on the page."""
        return self.buzzer is not None and not self.is_again

    @property
    def is_sent_as_it_is(self) -> bool:
        """Return whether one button enters the finish with its toss."""
        return self.is_to_enter and self.is_at_once

    def fills(self, form: PromptForm) -> bool:
        """Return whether the finish fills in this form."""
        return self.finish is not None and form.prompt.race == self.finish.race

    def to_toss(self, forms: Iterable[PromptForm]) -> list[PromptForm]:
        """Return the forms in which a toss settles the finish."""
        return [form for form in forms if self.is_for_toss and self.fills(form)]

    @property
    def which_counts(self) -> Text:
        """Return the question which heat to enter."""
        if len(self.finishes) == 2:
            return say("Slapped twice in a row: which one counts?")
        template = "Slapped {n} times in a row: which one counts?"
        return say(template, n=len(self.finishes))

    def next_on_board(self, snapshot: Snapshot) -> Text:
        """Return the public next step: entering the finish, or awaiting others."""
        if not self.is_to_enter:
            if snapshot.match is not None and snapshot.match.history.position.awaited:
                return join_steps(snapshot.match.history.position.awaited)
            return snapshot.view.next
        if len(self.finishes) > 1:
            return self.which_counts
        if self.is_at_once:
            return say("Toss! Tap it on a phone.")
        if self.is_for_toss:
            return say("Fill in the rest on a phone; then the referee tosses.")
        return say("Enter it on a phone, as it is or corrected.")


def _buzzer_for(snapshot: Snapshot) -> Prompt | None:
    """Return the prompt for the viewer's slap; None without one, or in a dispute."""
    if snapshot.current_dispute is not None:
        return None
    for prompt in snapshot.view.prompts:
        if prompt.race is not None and snapshot.viewer.seat in entrants(prompt):
            return prompt
    return None


def _may_be_tossed(prompt: Prompt) -> bool:
    return any(field.among is not None for field in prompt.fields)


def _needs_no_input(prompt: Prompt) -> bool:
    """Return whether the finish leaves no inputs open, and no card in doubt."""
    for field in prompt.fields:
        if field.default is not None or field.type == "order":
            continue
        is_in_doubt = type_of(field).of_cards and field.max != (field.min or 0)
        if is_in_doubt or not field.optional:
            return False
    return True


def with_heat_chosen(snapshot: Snapshot, wanted: str | None) -> Snapshot:
    """Return the snapshot with this heat chosen from those waiting."""
    heat = heat_chosen(snapshot, wanted)
    if heat is None:
        return snapshot
    return replace(snapshot, view=choose(snapshot.view, heat))


def heat_chosen(snapshot: Snapshot, wanted: str | None) -> int | None:
    """Return the number of the waiting heat with this name, or None."""
    for finish in snapshot.view.finishes:
        if finish.name == wanted:
            return finish.heat
    return None

"""The table's page as a model: who acts, what is asked, what was ruled, and what stands
beside that. Templates print it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import request, url_for

from referee.hosting.tables.claims import OpenClaim, open_claims
from referee.hosting.tables.permissions import full_match
from referee.hosting.tables.snapshot import Snapshot
from referee.match.earlier_entries import entries_to_repeat
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.tosses import NextToss
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import SetUpStep
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Reckoning, Ruling, most_telling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import winners_in
from referee_web.guards.services import room
from referee_web.pages.forms.prompt_form import PromptForm
from referee_web.pages.forms.prompt_forms import AskedOfViewer
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.disputed_ruling import (
    DisputedRuling,
    open_disputed_ruling,
)
from referee_web.pages.parts.entry_words import EnteredValue
from referee_web.pages.parts.finish_picture import (
    buzzer_for,
    has_just_slapped,
    is_for_toss,
    is_to_enter,
    is_tossed_at_once,
)
from referee_web.pages.parts.news import News, entered_in_secret, list_news
from referee_web.pages.parts.next_line import (
    NextLine,
    NextSteps,
    line_above,
    line_alone,
    next_steps,
)
from referee_web.pages.parts.putting_right import CorrectAt, correct_at
from referee_web.pages.parts.set_up_guide import guide
from referee_web.pages.parts.take_backs import Undoing, undoing
from referee_web.pages.template_filters import word

FEW_SEATS = 4
"""So many totals stand in a line."""

JOIN, START = "join", "start"
"""The keys of the forms to join with and to start with."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race that the viewer can slap in, or one that was run and is to be entered.

    `is_again`: the viewer slapped in its latest heat. `is_for_toss`: it was a dead heat
    that a toss settles; `is_at_once`: the toss is all that it lacks.
    """

    buzzer: Prompt | None
    is_again: bool
    finish: PhotoFinish | None
    is_to_enter: bool
    is_for_toss: bool
    is_at_once: bool

    @classmethod
    def at(cls, seen: Snapshot) -> Race:
        """Return the race at this table, as its viewer sees it."""
        buzzer = buzzer_for(seen)
        is_again = False
        if buzzer is not None and buzzer.race is not None:
            is_again = has_just_slapped(seen, buzzer.race)
        return cls(
            buzzer,
            is_again,
            seen.view.finish,
            is_to_enter(seen),
            is_for_toss(seen),
            is_tossed_at_once(seen),
        )

    @property
    def is_open(self) -> bool:
        """Whether the buzzer stands first on the page."""
        return self.buzzer is not None and not self.is_again

    @property
    def is_sent_as_it_is(self) -> bool:
        """Whether one button enters the finish, and the toss with it."""
        return self.is_to_enter and self.is_at_once

    def fills(self, form: PromptForm) -> bool:
        """Return whether the finish fills this form in."""
        return self.finish is not None and form.prompt.race == self.finish.race

    def to_toss(self, forms: Iterable[PromptForm]) -> list[PromptForm]:
        """Return those of the forms in which a toss settles the finish."""
        return [form for form in forms if self.is_for_toss and self.fills(form)]


@dataclass(frozen=True, slots=True)
class Ruled:
    """What was ruled last, by the entry of this number; where it can be questioned
    (empty for viewers who may not) and corrected.

    `is_yours`: the viewer has won by it. `is_past`: what is next comes before it. The
    `finish` is the one that it rests on.
    """

    seq: int
    rulings: tuple[Ruling, ...]
    is_yours: bool
    is_past: bool
    finish: PhotoFinish | None
    question: str
    correct_at: CorrectAt

    @classmethod
    def at(cls, seen: Snapshot, race: Race, is_questioned: bool) -> Ruled | None:
        """Return what was ruled at this table; None where nothing was."""
        view, seq = seen.view, seen.ruled
        if not view.rulings:
            return None
        telling = view.rulings[most_telling(view.rulings)]
        question = ""
        if seq and seen.by != SPECTATOR and not is_questioned:
            question = url_for("pages.question", code=seen.code, seq=seq)
        return cls(
            seq,
            view.rulings,
            seen.by.seat in winners_in(telling.verdict, view.seats),
            race.is_to_enter or (race.buzzer is not None and seq < view.seq),
            None if race.is_to_enter else view.finish,
            question,
            correct_at(seen, seq),
        )

    @property
    def telling(self) -> Ruling:
        """The one that tells most."""
        return self.rulings[most_telling(self.rulings)]

    @property
    def to_check(self) -> list[str]:
        """Whose cards the table should look at once more."""
        names = []
        for ruling in self.rulings:
            for row in ruling.reckoning.rows if ruling.reckoning else ():
                if word(row.check):
                    names.append(row.seat or word(row.name))
        return names

    @property
    def totals(self) -> Reckoning | None:
        """The numbers of the most telling one, if they are those of a few seats."""
        reckoning = self.telling.reckoning
        if reckoning is None or not 1 < len(reckoning.rows) <= FEW_SEATS:
            return None
        for row in reckoning.rows:
            if not row.seat or isinstance(row.cells[-1], Text):
                return None
        return reckoning


@dataclass(frozen=True, slots=True)
class OpenForm:
    """A form that most will fill in now, below the line `above` it; without one it
    stands behind a tap, under this title or its own.
    """

    form: PromptForm
    above: NextLine | None = None
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the viewer: the forms that stand open, those that are folded
    away, and those for other seats. `line` says what is next where none is open.

    `full`: the match takes no more entries.
    """

    forms: tuple[PromptForm, ...]
    open: tuple[OpenForm, ...]
    line: NextLine | None
    full: Text | None

    @property
    def folded(self) -> list[PromptForm]:
        """What stands behind a tap, and is for the viewer or the table."""
        return [form for form in self._aside if not form.place.for_others]

    @property
    def for_others(self) -> list[PromptForm]:
        """What stands behind a tap, and is for other seats."""
        return [form for form in self._aside if form.place.for_others]

    @property
    def _aside(self) -> list[PromptForm]:
        return [form for form in self.forms if form.place.aside]

    @property
    def instead(self) -> list[PromptForm]:
        """What may be done instead of the first form, where that is only a button."""
        if not self.open or not self.open[0].form.prompt.fields:
            return []
        others = [each.form for each in self.open[1:]]
        return [form for form in others if not form.prompt.fields]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside what is asked and ruled.

    `stray`: what did not work, if its form is not on the page. `fault`: how the game
    failed, which the host is told. `lost_seat`: this phone's seat is on another one.
    `in_secret`: what the viewer entered, and nobody else may read yet.
    """

    claims: tuple[OpenClaim, ...]
    stray: Trouble | None
    fault: Text | None
    dispute: DisputedRuling | None
    news: list[News]
    undoing: Undoing
    in_secret: tuple[EnteredValue, ...]
    guide: tuple[SetUpStep, ...]
    toss: NextToss | None
    lost_seat: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table while a match is played, and once it is over, as one viewer sees it."""

    seen: Snapshot
    next: NextSteps | None
    race: Race
    ruled: Ruled | None
    asked: Asked
    beside: Beside
    trouble: Trouble | None

    @classmethod
    def of(cls, seen: Snapshot, match: Match, trouble: Trouble | None) -> TablePage:
        """Return the page of this match; with `trouble`, something that was sent from
        it did not work.
        """
        view, by, race = seen.view, seen.by, Race.at(seen)
        dispute = open_disputed_ruling(seen)
        is_full = match.full and not view.finished
        next = None if is_full else next_steps(seen)
        forms: tuple[PromptForm, ...] = ()
        if not is_full:
            forms = AskedOfViewer(
                view,
                by,
                seen.seat_states,
                entries_to_repeat(match, by),
                match.history.last_answer,
                dispute is not None,
            ).forms(trouble)

        steps = guide(seen)
        # While a ruling is questioned, only the host can go on; and what comes after a
        # race is known once it is entered.
        is_next_told = not race.is_to_enter and (dispute is None or by.host)
        told = next if is_next_told else None
        is_mine = by.seat in view.to_act
        open_forms = _open_forms(forms, race, told, is_mine, steps, view.seats)
        line = line_alone(told, is_mine, steps) if told and not open_forms else None
        full = full_match() if is_full and not trouble else None

        keys = [form.key for form in forms]
        if not by.seat and not view.finished:
            keys.append(JOIN)
        stray = trouble if trouble and trouble.key not in keys else None
        beside = Beside(
            claims_at(seen),
            stray,
            seen.fault_told if by.host and trouble is None else None,
            dispute,
            list_news(seen),
            undoing(seen),
            entered_in_secret(seen),
            steps,
            seen.next_toss if _may_toss(match) else None,
            not by.seat and f"seat_{seen.code}" in request.cookies,
        )
        ruled = Ruled.at(seen, race, dispute is not None)
        asked = Asked(forms, open_forms, line, full)
        return cls(seen, next, race, ruled, asked, beside, trouble)

    @property
    def is_next_first(self) -> bool:
        """Whether what is next stands above what was ruled: below a buzzer, with
        nothing to enter, there is no room for a ruling before it.
        """
        return self.race.is_open and not self.asked.open

    @property
    def opens_join(self) -> bool:
        """Whether sitting down stands open on the page."""
        is_sent = self.trouble is not None and self.trouble.key == JOIN
        return self.beside.lost_seat or is_sent


def _open_forms(
    forms: Sequence[PromptForm],
    race: Race,
    next: NextSteps | None,
    is_mine: bool,
    steps: tuple[SetUpStep, ...],
    seats: Sequence[str],
) -> tuple[OpenForm, ...]:
    """Return the forms that are not aside. Where two things are asked for with cards,
    the second is a tap away: two pads fit on no phone.
    """
    open_forms: list[OpenForm] = []
    for form in forms:
        if form.place.aside:
            continue
        is_first = not open_forms
        if race.is_sent_as_it_is and race.fills(form):
            # One button sends it as it is; what else may be filled in is a tap away.
            title = say("Tossed yourselves, or is something wrong?")
            open_forms.append(OpenForm(form, title=title))
        elif is_first:
            above = line_above(form, next, is_mine, steps, seats)
            open_forms.append(OpenForm(form, above))
        elif not form.prompt.fields:
            above = line_above(form, None, is_mine, (), seats)
            open_forms.append(OpenForm(form, above))
        else:
            open_forms.append(OpenForm(form))
    return tuple(open_forms)


def claims_at(seen: Snapshot) -> tuple[OpenClaim, ...]:
    """Return who asks this viewer for a seat that has an owner."""
    with room().looking(seen.code, seen.by) as held:
        return open_claims(held)


def _may_toss(match: Match) -> bool:
    for prompt in match.history.prompts:
        if any(type_of(field).tossed for field in prompt.fields):
            return True
    return False

"""The table's page during and after its match, as a model."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from flask import request

from referee.hosting.history.evenings import LONGEST_BREAK_SECONDS, Evening
from referee.hosting.history.next_table import list_joining
from referee.hosting.tables.confirming import Confirmers
from referee.hosting.tables.permissions import full_match
from referee.hosting.tables.snapshot import Snapshot
from referee.match.tosses import NextToss
from referee.match.trying.disputing import begin_refusal_dispute, may_dispute, refusal
from referee.match.viewer import SPECTATOR
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Preparation
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.ruling import Reckoning, Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Fact, Trick, Zone
from referee_web.guards.services import room
from referee_web.pages.crews import streak_after
from referee_web.pages.entries.correct_links import (
    ShownCard,
    correct_at,
    correct_trick_at,
    dispute_address,
    find_corrected,
    find_hindering_card,
)
from referee_web.pages.entries.entry_words import ShownValue
from referee_web.pages.entries.news import (
    News,
    entered_in_secret,
    last_entered,
    list_news,
)
from referee_web.pages.entries.ruling_card import RulingCard, card_of
from referee_web.pages.entries.shown_dispute import (
    ShownDispute,
    show_open_dispute,
)
from referee_web.pages.entries.take_backs import TakeBacks, offer_take_backs
from referee_web.pages.forms.prompt_form import PromptForm
from referee_web.pages.forms.prompt_forms import FormWriter
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.games.set_up_guide import begun_again, guide
from referee_web.pages.scores.evening_score import score_of_evening
from referee_web.pages.scores.score_changes import ScoreChange, score_changes
from referee_web.pages.scores.scores import ShownScores
from referee_web.pages.seat_marks import (
    SeatMark,
    by_label,
    seat_marks,
    seats_entered,
)
from referee_web.pages.table.after_match import AfterMatch
from referee_web.pages.table.at_event import AtEvent, find_confirmers_of
from referee_web.pages.table.at_table import JOIN, AtTable
from referee_web.pages.table.finish_picture import Race
from referee_web.pages.table.next_line import (
    LineWriter,
    NextLine,
    NextSentences,
    next_steps,
)
from referee_web.pages.table.zones import split_zones
from referee_web.pages.template_filters import word

FEW_SEATS = 4
"""The most totals in a line."""


@dataclass(frozen=True, slots=True)
class LatestRulings:
    """The latest rulings, on the entry with this number."""

    seq: int
    rulings: Sequence[Ruling]
    card: RulingCard
    changes: Sequence[ScoreChange]
    is_yours: bool
    """Whether the viewer won by it."""
    is_reveal: bool
    """Whether secret entries were revealed."""
    is_past: bool
    """Whether the next step comes first."""
    finish: PhotoFinish | None
    """The finish it rests on."""

    @classmethod
    def at(cls, snapshot: Snapshot, race: Race) -> LatestRulings | None:
        """Return this table's latest rulings, or None."""
        view = snapshot.view
        seq = snapshot.latest_seq
        if not view.rulings:
            return None
        at = correct_at(snapshot, seq)
        disputed_at = partial(dispute_address, snapshot, seq)
        card = card_of(
            rulings=view.rulings,
            seq=view.seq,
            dispute_at=disputed_at,
            correct_at=at,
            corrected=find_corrected(snapshot),
        )
        changes = score_changes(snapshot, seq, view.rulings)
        wins = snapshot.rulebook.game.wins_with(snapshot.row.options)
        winners = card.ruling.winners_in(view.seats)
        # Where the fewest points win, nobody is congratulated on a trick.
        is_yours = wins == "most" and snapshot.viewer.seat in winners
        is_past = race.buzzer is not None and seq < view.seq
        finish = view.finish
        step = snapshot.begun_match.history.step(seq)
        is_reveal = bool(step and step.reveals)
        if race.is_to_enter:
            is_past = True
            finish = None
        return cls(
            seq=seq,
            rulings=view.rulings,
            card=card,
            changes=changes,
            is_yours=is_yours,
            is_reveal=is_reveal,
            is_past=is_past,
            finish=finish,
        )

    @property
    def to_check(self) -> list[str]:
        """Return the seats whose cards the table should check."""
        names = []
        for ruling in self.rulings:
            if ruling.reckoning is None:
                continue
            for row in ruling.reckoning.rows:
                if word(row.check):
                    names.append(row.seat or word(row.name))
        return names

    @property
    def rare(self) -> Text | None:
        """Return the name of what happens once in many evenings, or None."""
        return self.card.ruling.rare

    @property
    def totals(self) -> Reckoning | None:
        """Return the totals of the most telling ruling; None if scores changed.

        Return None for many seats too.
        """
        if self.changes:
            return None
        reckoning = self.card.ruling.reckoning
        if reckoning is None or not 1 < len(reckoning.rows) <= FEW_SEATS:
            return None
        for row in reckoning.rows:
            if not row.seat or isinstance(row.cells[-1], Text):
                return None
        return reckoning


@dataclass(frozen=True, slots=True)
class OpenForm:
    """An open form under the line `above`.

    Without a line it is behind a tap with a title, or only a button beside the first
    form's.
    """

    form: PromptForm
    above: NextLine | None = None
    title: Text | None = None
    is_beside: bool = False


@dataclass(frozen=True, slots=True)
class EntryForms:
    """The viewer's forms, and the open ones; `line` is the next step without one.

    `full`: the match takes no more entries.
    """

    forms: Sequence[PromptForm] = ()
    open: Sequence[OpenForm] = ()
    line: NextLine | None = None
    full: Text | None = None

    @property
    def aside(self) -> list[PromptForm]:
        """Return the forms behind one tap: of a seat, of a race, or named first."""
        aside: list[PromptForm] = []
        for form in self.forms:
            role = form.role
            if not role.aside or role.for_all or (role.for_others and role.own):
                continue
            is_first = not aside and bool(form.prompt.fields)
            if is_first or form.prompt.own or form.prompt.race:
                aside.append(form)
        return aside

    @property
    def rare(self) -> list[PromptForm]:
        """Return the other forms, which stand behind “More”; those for others last."""
        seen = {form.key for form in self.aside}
        rare = [form for form in self.forms if form.role.aside and form.key not in seen]
        return sorted(rare, key=lambda form: form.role.for_others)

    @property
    def plays(self) -> bool:
        """Return whether an open form asks for cards of a trick."""
        fields = chain.from_iterable(each.form.prompt.fields for each in self.open)
        return any(field.leads for field in fields)

    @property
    def beside(self) -> list[PromptForm]:
        """Return the forms that are only buttons beside the first form's."""
        return [each.form for each in self.open if each.is_beside]


@dataclass(frozen=True, slots=True)
class Notices:
    """Everything that stands beside questions and rulings."""

    dispute: ShownDispute | None
    stray: Trouble | None
    """A problem whose form is not on the page."""
    fault: Text | None
    """The game's failure, for the host."""
    toss: NextToss | None
    news: Sequence[News]
    last_entered: Text | None
    undoing: TakeBacks
    in_secret: Sequence[ShownValue]
    """The viewer's sealed entries."""
    lost_seat: bool
    """Whether this phone's seat moved to another."""

    @classmethod
    def at(
        cls,
        snapshot: Snapshot,
        dispute: ShownDispute | None,
        forms: Iterable[PromptForm],
        trouble: Trouble | None,
    ) -> Notices:
        """Return the notices beside these forms at this table."""
        viewer = snapshot.viewer
        stray = trouble
        fault = None
        if trouble is None and viewer.host:
            fault = snapshot.fault_notice
        elif trouble is not None:
            keys = [form.key for form in forms]
            if not viewer.seat and not snapshot.view.finished:
                keys.append(JOIN)
            if trouble.key in keys:
                stray = None
        return cls(
            dispute=dispute,
            stray=stray,
            fault=fault,
            toss=_next_toss(snapshot),
            news=list_news(snapshot),
            last_entered=last_entered(snapshot),
            undoing=offer_take_backs(snapshot),
            in_secret=entered_in_secret(snapshot),
            lost_seat=not viewer.seat and f"seat_{snapshot.code}" in request.cookies,
        )


@dataclass(frozen=True, slots=True)
class TablePage(AtTable):
    """A running or finished match's table, as one viewer sees it."""

    next: NextSentences | None
    race: Race
    latest_rulings: LatestRulings | None
    entering: EntryForms
    notices: Notices
    begun_again: Text | None
    """The note on a rematch, until its first entry."""
    steps: Sequence[Preparation]
    """What is set up in another way at that rematch."""
    evening: Evening | None
    """The evening so far, until the first entry and after the last."""
    after: AfterMatch | None
    at_event: AtEvent | None

    @classmethod
    def of(
        cls, snapshot: Snapshot, at_event: AtEvent | None, trouble: Trouble | None
    ) -> TablePage:
        """Return the page of this table's match.

        `trouble` is a problem with a request from it.
        """
        viewer = snapshot.viewer
        ruling = trouble.refusal if trouble is not None else None
        if trouble is not None and ruling is not None:
            refused = trouble.refused.id if trouble.refused else None
            hindering = find_hindering_card(snapshot, ruling, refused)
            trouble = replace(trouble, hindering=hindering)
            if trouble.refused is not None:
                match = snapshot.begun_match
                move = refusal(match, trouble.refused, ruling)
                if not may_dispute(match, viewer, begin_refusal_dispute, move):
                    trouble = replace(trouble, dispute_at="")
        race = Race.at(snapshot)
        dispute = show_open_dispute(snapshot)
        ruled = LatestRulings.at(snapshot, race)
        disputed = dispute.line.entry if dispute is not None else None
        if ruled is not None and ruled.seq == disputed:
            # The dispute shows it.
            ruled = None
        next = None
        if at_event is not None and at_event.director_scores and trouble is None:
            # The director's result counts: nothing is left to enter.
            entering = EntryForms()
        elif not snapshot.begun_match.is_full or snapshot.view.finished:
            next = next_steps(snapshot)
            writer = FormWriter.at(snapshot)
            entering = _open_entering(writer, race, next, trouble)
        elif trouble is None:
            entering = EntryForms(full=full_match())
        else:
            entering = EntryForms()
        notices = Notices.at(snapshot, dispute, entering.forms, trouble)
        again = begun_again(snapshot)
        return cls(
            snapshot=snapshot,
            next=next,
            race=race,
            latest_rulings=ruled,
            entering=entering,
            notices=notices,
            trouble=trouble,
            begun_again=again,
            steps=guide(snapshot) if again else (),
            evening=score_of_evening(snapshot),
            after=AfterMatch.of(snapshot),
            at_event=at_event,
        )

    @property
    def streak(self) -> Text | None:
        """Return who wins and wins by now, or None."""
        result = self.snapshot.result
        if result is None or not result.placings:
            return None
        return streak_after(result.placings)

    @property
    def confirmers(self) -> Confirmers | None:
        """Return who confirms the result; None where nobody has to."""
        return find_confirmers_of(self.snapshot, self.at_event)

    @property
    def scores(self) -> ShownScores:
        """Return the scores."""
        return ShownScores.of(self.snapshot)

    @property
    def facts(self) -> Sequence[Sequence[Fact]]:
        """Return the current facts, by label."""
        return by_label(self.snapshot.view.facts)

    @property
    def zones(self) -> tuple[list[Zone], list[Zone]]:
        """Return the few cards that people decide by, and all the rest."""
        return split_zones(self.snapshot.view.zones)

    @property
    def seat_marks(self) -> Mapping[str, SeatMark]:
        """Return how each seat stands; nothing while the match waits for a verdict."""
        if self.notices.dispute is not None:
            return {}
        return seat_marks(self.snapshot)

    @property
    def trick(self) -> Trick | None:
        """Return the trick while people play to it, or to the next one; else None."""
        trick = self.snapshot.view.trick
        if self.snapshot.view.finished or trick is None:
            return None
        return trick if self.entering.plays or trick.is_open else None

    @property
    def trick_correct_at(self) -> Mapping[str, str]:
        """Return where this viewer corrects the cards of the trick, by seat."""
        return correct_trick_at(self.snapshot)

    @property
    def corrected(self) -> Set[ShownCard]:
        """Return the cards in whose place others were entered first."""
        return find_corrected(self.snapshot)

    @property
    def hints_at_cards(self) -> bool:
        """Return whether to say that cards can be tapped: nobody has corrected one."""
        has_changed = bool(self.snapshot.begun_match.changes)
        may_tap = bool(self.trick_correct_at) and not self.entering.open
        return may_tap and not has_changed

    @property
    def takes_back_ruled(self) -> bool:
        """Return whether the viewer may take back the entry with the latest ruling."""
        taken = [each.seq for each in self.notices.undoing.take_backs]
        return self.latest_rulings is not None and self.latest_rulings.seq in taken

    @property
    def is_next_first(self) -> bool:
        """Return whether the next step precedes the ruling.

        Below a buzzer there is no room for the next step.
        """
        return self.race.is_open and not self.entering.open

    @property
    def shows_race(self) -> bool:
        """Return whether a buzzer or a finish is shown, which have their own sheet."""
        race = self.race
        ruled = self.latest_rulings
        if race.is_open or race.is_again or race.is_to_enter:
            return True
        return ruled is not None and ruled.finish is not None

    @property
    def seats_free(self) -> bool:
        """Return whether the page asks who is here: a latecomer, who may sit down."""
        snapshot = self.snapshot
        only_looks = snapshot.event is not None or "watch" in request.args
        if snapshot.viewer != SPECTATOR or only_looks:
            return False
        free = any(not state.claimed for state in snapshot.seat_states)
        return free or (snapshot.takes_newcomers and not self.notices.lost_seat)

    @property
    def may_play_next(self) -> bool:
        """Return whether the page asks a latecomer into the next match."""
        snapshot = self.snapshot
        if snapshot.viewer != SPECTATOR or snapshot.event is not None:
            return False
        if not snapshot.over:
            return not snapshot.takes_newcomers
        has_gone_on = room().store.past.next_table(snapshot.code) is not None
        ended_at = snapshot.result.ended_at if snapshot.result else time.time()
        return not has_gone_on and time.time() - ended_at < LONGEST_BREAK_SECONDS

    @property
    def latecomers(self) -> Seats:
        """Return whom the host can have dealt in, as nothing is entered yet."""
        snapshot = self.snapshot
        if not (snapshot.viewer.host and snapshot.may_begin_anew):
            return ()
        players = snapshot.rulebook.game.players
        joining = list_joining(room().store, snapshot, players)
        return tuple(newcomer.name for newcomer in joining)

    @property
    def may_be_dealt_in(self) -> bool:
        """Return whether the match may begin anew with one more."""
        n = len(self.snapshot.names) + 1
        return self.snapshot.may_begin_anew and n in self.snapshot.rulebook.game.players

    @property
    def opens_join(self) -> bool:
        """Return whether the fold for joining is open."""
        is_sent = self.trouble is not None and self.trouble.key == JOIN
        return self.notices.lost_seat or (is_sent and not self.may_play_next)


def _open_entering(
    writer: FormWriter, race: Race, next: NextSentences | None, trouble: Trouble | None
) -> EntryForms:
    """Return the viewer's forms, under lines that say what is next.

    While somebody else settles a dispute nothing is next; after a race the next step is
    unknown until it is entered.
    """
    snapshot = writer.snapshot
    forms = writer.forms(trouble)
    if race.is_to_enter or writer.waits:
        next = None
    is_mine = snapshot.viewer.seat in snapshot.view.to_act
    is_mine = is_mine and snapshot.viewer.seat not in seats_entered(writer.history)
    # At a rematch the note on it says what is set up in another way.
    steps = () if begun_again(snapshot) is not None else guide(snapshot)
    lines = LineWriter(snapshot.view.seats, next, is_mine, steps)
    open_forms = _open_forms(forms, race, lines)
    if open_forms:
        return EntryForms(forms, open_forms)
    return EntryForms(forms, line=lines.line_alone())


def _open_forms(
    forms: Iterable[PromptForm], race: Race, lines: LineWriter
) -> list[OpenForm]:
    """Return the open forms, in the game's order.

    Of two with fields, the second is behind a tap.
    """
    open_forms: list[OpenForm] = []
    for form in forms:
        if form.role.aside:
            continue
        if race.is_sent_as_it_is and race.fills(form):
            # One button enters it; other inputs are behind a tap.
            title = say("Tossed it yourselves, or something wrong?")
            open_forms.append(OpenForm(form, title=title))
        elif not open_forms:
            open_forms.append(OpenForm(form, lines.line_above(form)))
        elif _is_beside(form, open_forms[0]):
            open_forms.append(OpenForm(form, is_beside=True))
        elif not form.prompt.fields:
            titles = LineWriter(lines.seats, None, lines.is_mine)
            open_forms.append(OpenForm(form, titles.line_above(form)))
        else:
            open_forms.append(OpenForm(form))
    return _add_helps(open_forms)


def _add_helps(forms: list[OpenForm]) -> list[OpenForm]:
    """Return the forms; the line above the first has the help of buttons beside it."""
    if not forms or forms[0].above is None:
        return forms
    first = forms[0]
    line = forms[0].above
    helps = [*line.helps]
    for each in forms:
        prompt = each.form.prompt
        if each.is_beside and word(prompt.help):
            helps.append((word(prompt.title), prompt.help))
    return [replace(first, above=replace(line, helps=helps)), *forms[1:]]


def _is_beside(form: PromptForm, first: OpenForm) -> bool:
    """Return whether a form is only a button of whoever fills in the first form."""
    if form.prompt.fields or form.trouble is not None:
        return False
    return first.above is not None and form.seat == first.form.seat


def _next_toss(snapshot: Snapshot) -> NextToss | None:
    """Return the next toss if it may be asked for now."""
    for prompt in snapshot.begun_match.history.prompts:
        if any(type_of(field).tossed for field in prompt.fields):
            return snapshot.next_toss
    return None

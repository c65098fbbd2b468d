"""A dispute on pages: entries, ruling, rules, and this viewer's options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from werkzeug.datastructures import MultiDict

from referee.cards.card import Card
from referee.cards.reading import cards_alone
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import (
    Dispute,
    Refusal,
    ResolvedAs,
    how_decided,
    is_by_vote,
    who_decided,
)
from referee.match.match import Match
from referee.match.showing.log_lines import DisputeLine, correction_lines
from referee.match.taking.overrules import say_decided
from referee.match.trying.disputing import SentResolution, try_outcome
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.trying.judges import (
    Court,
    find_parties,
    find_ruled_entries,
    list_cards_of_seats,
)
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Section
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import OVERRULED, Ruling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import name_side
from referee.vocabulary.view import Trick
from referee_web.pages.entries.correct_links import (
    NOWHERE,
    CorrectAt,
    correct_at,
    find_hindering_card,
)
from referee_web.pages.entries.entry_words import (
    YES_OR_NO,
    ShownValue,
    correction_words,
    dropped_words,
    entry_name,
    name_line,
    values_entered,
)
from referee_web.pages.entries.news import (
    find_ruling_again,
    say_with_cost,
    tell_change,
)
from referee_web.pages.entries.ruling_card import RulingCard
from referee_web.pages.entries.verdict_parts import (
    VerdictPart,
    decisions_in,
    verdict_of,
)
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.trouble import HinderingCard
from referee_web.wording import deck

_HOST = say("The host")

_HOW_SETTLED = {
    "upheld": say("upheld"),
    "corrected": say("corrected"),
    "overruled": say("overturned"),
}


@dataclass(frozen=True, slots=True)
class ShownResolution:
    """How a dispute was settled, in words."""

    how: Text
    who: Text
    """The host, so many of the table, or of the judges."""
    decided: Sequence[Text]
    """What the table decided in the place of a ruling."""
    why: str
    entered: Text | None
    """The refused move that was entered."""
    dropped: Sequence[Text]
    is_gone: bool
    """Whether a ruling was overturned that is not there any more."""

    @classmethod
    def of(cls, snapshot: Snapshot, line: DisputeLine) -> ShownResolution | None:
        """Return this for a dispute; None while it is open."""
        resolution = line.resolution
        if resolution is None:
            return None
        seats = snapshot.view.seats
        resolved_as = resolution.resolved_as
        how = _HOW_SETTLED[resolved_as]
        if line.correction is not None:
            how = say("kept")
            if resolved_as != "upheld":
                assert snapshot.match is not None
                undo = snapshot.match.find_disputed(line).undoes
                how = say("made again") if undo else say("undone")
        who = how_decided(line, seats)
        is_of_ruling = line.correction is None
        is_by_host = not is_by_vote(line, seats)
        if is_of_ruling and not (line.judges or (is_by_host and len(line.votes) > 1)):
            who = say("by {who}", who=who_decided(line, seats))
        if resolution.withdrawn:
            how, who = say("withdrawn"), say("by {who}", who=resolution.by)
        decided = say_verdict(snapshot, line, resolution.verdict)
        is_overturned = resolved_as == "overruled" and is_of_ruling
        entered = None
        if resolution.entered:
            entered = entry_name(snapshot, resolution.entered)
        return cls(
            how=how,
            who=who,
            decided=decided,
            why=resolution.why,
            entered=entered,
            dropped=dropped_words(snapshot, resolution.dropped),
            is_gone=is_overturned and not (line.refused or line.in_force),
        )


def say_verdict(
    snapshot: Snapshot, line: DisputeLine, verdict: Mapping[str, Any]
) -> Sequence[Text]:
    """Return a verdict as sentences; a ruling that counts again says itself."""
    if line.ruled is None:
        return ()
    again = find_ruling_again(snapshot, line, verdict)
    if again is not None:
        return (say_with_cost(again),)
    return say_decided(verdict, line.ruled.verdict, snapshot.rulebook.game)


@dataclass(frozen=True, slots=True)
class DisputedEntry:
    """An entry behind a ruling: number (None: refused), name, seat, and content."""

    seq: int | None
    title: object
    seat: str | None
    values: Sequence[ShownValue]
    heading: Text | None = None
    """What stands above it instead of its title, if anything."""
    correct: str = ""
    """Where this viewer can correct it; empty if they cannot, or tap its cards."""


@dataclass(frozen=True, slots=True)
class VoteSide:
    """A way to settle a dispute, to uphold or overturn, and who votes for it."""

    uphold: bool
    label: Text
    effect: Text
    """What comes of it."""
    seats: Sequence[str]
    is_mine: bool
    verdict: Mapping[str, Any] | None = None
    """What counts in the ruling's place, if anything; None: a form asks for it."""
    has_majority: bool = False
    """Whether it has the votes to be settled, or is what a tie leaves."""


@dataclass(frozen=True, slots=True)
class FilledPart:
    """A verdict's part in the form, as it was ruled or sent."""

    part: VerdictPart
    chosen: Sequence[str]
    wrong: Text | None
    is_first: bool
    """Whether it is the first of several numbers with one label."""


@dataclass(frozen=True, slots=True)
class OverruleForm:
    """The form to overturn a ruling, as it begins or as it was sent."""

    decisions: Sequence[VerdictPart] = ()
    """The ruling's parts that the table can decide."""
    filled: FormValues = field(default_factory=FormValues)
    """What was sent; empty before."""
    named: Mapping[str, Any] = field(default_factory=dict)
    """The verdict that it begins with: the disputer's, for the host; or none."""
    errors: Mapping[str, Text] = field(default_factory=dict)
    only: Text = NOTHING
    """The only thing that can be decided otherwise, as a sentence."""
    only_verdict: Mapping[str, Any] = field(default_factory=dict)
    """The same as a verdict; empty if there are several."""
    decided: Sequence[Text] = ()
    """What is decided otherwise, once somebody asked to see it."""
    changes: Sequence[Text] | None = None
    """How scores would change, once somebody asked to see it."""
    is_of_refusal: bool = False
    """Whether to overturn it is to allow what was refused."""

    @property
    def parts(self) -> list[FilledPart]:
        """Return the verdict's parts for the form, in order."""
        names = [*self.filled, *self.filled.getlist("asked")]
        parts = []
        above = ""
        is_only = len(self.decisions) == 1
        for part in self.decisions:
            chosen = part.chosen_in(self.named)
            allows = self.is_of_refusal and part.name == "legal"
            if allows or (is_only and part.kind == "choice"):
                # To overturn it is to say something else.
                others = [each for each in part.options if each[0] not in part.ruled]
                part = replace(part, options=others)
                if len(others) == 1:
                    chosen = [others[0][0]]
                elif not self.named:
                    chosen = []
            if part.input in names:
                chosen = self.filled.getlist(part.input)
            wrong = self.errors.get(f"verdict.{part.name}")
            parts.append(FilledPart(part, chosen, wrong, part.name != above))
            above = part.name
        return parts

    @property
    def unsaid(self) -> str:
        """Return the name of the one thing to choose, if that is not chosen; or ""."""
        if len(self.decisions) != 1:
            return ""
        [only] = self.parts
        is_unsaid = only.part.kind == "choice" and not only.chosen
        return only.part.name if is_unsaid else ""


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute for a page: what is disputed, and this viewer's options."""

    snapshot: Snapshot
    line: DisputeLine
    entries: Sequence[DisputedEntry]
    """The entry of the ruling and those revealed with it."""
    sections: Sequence[Section]
    now: Ruling | None
    """The ruling now."""
    overrule: OverruleForm
    correct_at: CorrectAt
    """The addresses to correct what it shows."""
    hindering: HinderingCard | None
    """The card for which a move was refused, if this viewer can correct it."""
    untouched: bool
    """Whether nobody touches the screen, so there is nothing to press."""
    change: Sequence[Text]
    """What a disputed change did, as sentences; empty for a ruling."""
    is_undone: bool
    """Whether the disputed change is an undo."""
    changed_by: str | None
    """Who made the disputed change; None: the host without a seat."""
    earlier_tricks: Sequence[Trick]
    """The deal's tricks from which cards of the ruling come, the latest first.

    Not the trick in which it was ruled, nor what the ruling itself shows whole.
    """
    vote_sides: Sequence[VoteSide] = ()
    """Both sides of the vote, first those who would uphold the ruling."""
    preview: ResolvedAs | None = None
    """How this viewer is about to settle it, to be tapped once more."""
    is_vote: bool = False
    """Whether what is previewed is only voted for."""

    @property
    def has_own_card(self) -> bool:
        """Return whether a card of this viewer's own can be tapped here."""
        own = self.snapshot.viewer.seat
        for group in self.line.ruled.shown if self.line.ruled else ():
            for card in group.cards:
                if group.seat == own and (own, card.code) in self.correct_at.cards:
                    return True
        return False

    @property
    def why_ruled(self) -> Text:
        """Return the first reason of the disputed ruling, unless that says it."""
        ruled = self.line.ruled
        if ruled is None or not ruled.because:
            return NOTHING
        reason = ruled.because[0].text
        return NOTHING if str(reason) in str(ruled.summary) else reason

    @property
    def since(self) -> list[Text]:
        """Return sentences of the changes made while the match waits for this."""
        match = self.snapshot.match
        if match is None or not self.is_open:
            return []
        changes = [each for each in match.changes if each.seq > self.line.seq]
        return [tell_change(self.snapshot, each)[0] for each in changes]

    @property
    def is_open(self) -> bool:
        """Return whether the match waits for this dispute."""
        return self.line.resolution is None

    @property
    def card_now(self) -> RulingCard | None:
        """Return the ruling that stands now, where a settled one is looked at."""
        return RulingCard(self.now) if self.line.in_force and self.now else None

    @property
    def settled(self) -> ShownResolution | None:
        """Return how it was settled; None while it is open."""
        return ShownResolution.of(self.snapshot, self.line)

    def may_settle(self, resolved_as: ResolvedAs) -> bool:
        """Return whether this viewer may settle the dispute like this."""
        viewer = self.snapshot.viewer
        verdict: Mapping[str, Any] | None = {} if self.change else None
        return self.is_open and self._court.may_settle(viewer, resolved_as, verdict)

    @property
    def is_voter(self) -> bool:
        """Return whether this viewer's vote counts in the dispute."""
        return self.is_open and self.snapshot.viewer.seat in self._court.voters

    @property
    def may_withdraw(self) -> bool:
        """Return whether this viewer disputed it, and can only withdraw it."""
        if not self.is_open or self.may_settle("upheld"):
            return False
        return self._court.may_withdraw(self.snapshot.viewer)

    @property
    def settles_by_correcting(self) -> bool:
        """Return whether correcting what was entered is a way to settle it."""
        return self.may_settle("corrected") and bool(self.correct_at)

    @property
    def overturns(self) -> bool:
        """Return whether this viewer says, or votes for, what counts instead."""
        if self.change or not self.is_open:
            return False
        is_asked = self.vote_sides[-1].verdict is None
        return (self.is_voter and is_asked) or self.may_settle("overruled")

    @property
    def has_later_entries(self) -> bool:
        """Return whether entries came after the disputed ruling's."""
        match = self.snapshot.match
        seq = self.line.entry
        if match is not None and self.line.correction is not None:
            change = match.change(self.line.correction)
            seq = min(edit.seq for edit in change.edits)
        if match is None or seq is None:
            return False
        steps = match.history.steps
        return bool(steps) and steps[-1].entry.seq > seq

    @property
    def ruled(self) -> Text:
        """Return the disputed ruling: the referee’s, or an earlier verdict."""
        ruled = self.line.ruled
        if ruled is None:
            return NOTHING
        if ruled.rare == OVERRULED:
            return say("{ruling}", ruling=ruled.summary)
        return say("The referee ruled: {ruling}", ruling=ruled.summary)

    @property
    def title(self) -> Text:
        """Return who disputes what."""
        by = self.line.by
        if self.change:
            author = self.changed_by or say("the host")
            template = "{by} objects to a change by {author}"
            return say(template, by=by or _HOST, author=author)
        if self.line.refused:
            if by is None:
                return say("The host disputes a refusal")
            return say("{seat} disputes a refusal", seat=by)
        if by is None and not self.has_voters:
            return say("A ruling is disputed")
        if by is None:
            return say("The host disputes a ruling")
        return say("{seat} disputes a ruling", seat=by)

    @property
    def is_ruled_below(self) -> bool:
        """Return whether the page shows the ruling itself, as the latest."""
        view = self.snapshot.view
        has_trick = view.trick is not None and view.trick.is_open
        ruled = self.line.ruled
        return self.untouched and not has_trick and ruled == view.telling

    @property
    def entries_shown(self) -> list[DisputedEntry]:
        """Return the entries, without the cards that the ruling shows beside them.

        An entry that is only cards is left out, unless there is a button to correct it.
        """
        ruled = self.line.ruled
        if self.untouched:
            shows_cards = self.is_ruled_below
        else:
            shows_cards = bool(ruled and ruled.shown) and not self.line.refused
        if not shows_cards:
            return [*self.entries]
        entries = []
        for entry in self.entries:
            values = [value for value in entry.values if not value.is_cards]
            if values or entry.correct:
                entries.append(replace(entry, values=values))
        return entries

    def count_votes(self) -> list[VoteSide]:
        """Return the sides of the vote, for `vote_sides`."""
        uphold = say("Uphold"), say("The ruling stands")
        overturn = say("Overturn"), say("Something else counts")
        if self.change:
            uphold = say("Keep it"), say("The change stays")
            overturn = say("Undo it"), say("As it was before")
        if self.is_undone:
            overturn = say("Redo it"), say("As it was changed")
        sides = [self._side(True, *uphold)]
        verdict: Mapping[str, Any] | None = {}
        if self.overrule.only_verdict:
            verdict = self.overrule.only_verdict
            overturn = overturn[0], self.overrule.only
        elif self.overrule.is_of_refusal:
            overturn = overturn[0], say("Only marked: the game can’t go on from it")
        elif self.overrule.decisions:
            for named in self._named_verdicts:
                sides.append(self._side(False, self._say(named), NOTHING, named))
            verdict = None
        return [*sides, self._side(False, *overturn, verdict)]

    def _side(
        self,
        uphold: bool,
        label: Text,
        effect: Text,
        verdict: Mapping[str, Any] | None = None,
    ) -> VoteSide:
        court = self._court
        named = self.line.verdicts
        seats = []
        for seat in court.voters:
            is_theirs = self.line.votes.get(seat) == uphold
            if self.overrule.decisions and not self.overrule.only_verdict:
                is_theirs &= (named.get(seat) or None) == verdict
            if is_theirs:
                seats.append(seat)
        voter = Viewer([*court.voters, *self.snapshot.view.seats][0])
        way: ResolvedAs = "upheld" if uphold else "overruled"
        return VoteSide(
            uphold,
            label,
            effect,
            seats,
            is_mine=self.snapshot.viewer.seat in seats,
            verdict=verdict,
            has_majority=court.may_settle(voter, way, verdict or {}),
        )

    @property
    def _named_verdicts(self) -> list[Mapping[str, Any]]:
        """Return the verdicts that votes are for, each once."""
        verdicts = []
        for seat in self._court.voters:
            verdict = self.line.verdicts.get(seat)
            if verdict and verdict not in verdicts:
                verdicts.append(verdict)
        return verdicts

    def _say(self, verdict: Mapping[str, Any]) -> Text:
        assert self.now is not None
        game = self.snapshot.rulebook.game
        decided = say_decided(verdict, self.now.verdict, game)
        return say("{decided:;}", decided=decided)

    @property
    def _court(self) -> Court:
        return self.snapshot.court(self.line)

    @property
    def _is_up_to_host(self) -> bool:
        """Return whether the viewer decides as the host."""
        return self.snapshot.viewer.host and not self.line.judges

    @property
    def at_thumb(self) -> Literal["settles", "both", "ballot", ""]:
        """Return the buttons in place of a form.

        The host has `both` ways to settle it, seats vote. Whoever chose a way sees what
        comes of it, and settles it by another tap.
        """
        is_vote = self.preview == "overruled" and self.overturns
        if self.preview and (is_vote or self.may_settle(self.preview)):
            return "settles"
        if self.is_open and self._is_up_to_host:
            return "both"
        return "ballot" if self.is_voter else ""

    @property
    def chosen(self) -> VoteSide:
        """Return the side of the vote that is previewed."""
        return self.vote_sides[0 if self.preview == "upheld" else -1]

    @property
    def settling(self) -> list[VoteSide]:
        """Return the sides that this viewer may settle it by, since the votes do."""
        if not self.is_open or self._is_up_to_host:
            return []
        viewer = self.snapshot.viewer
        if viewer.seat is None and not viewer.host:
            return []
        sides = [side for side in self.vote_sides if side.has_majority]
        return [side for side in sides if self._is_theirs(side)]

    def _is_theirs(self, side: VoteSide) -> bool:
        way: ResolvedAs = "upheld" if side.uphold else "overruled"
        verdict = side.verdict or {}
        return self._court.may_settle(self.snapshot.viewer, way, verdict)

    @property
    def has_voters(self) -> bool:
        """Return whether somebody at the table has a phone to vote with."""
        return any(seat.claimed for seat in self.snapshot.seat_states)

    @property
    def _has_other_phones(self) -> bool:
        """Return whether anybody but the host has a phone at the table."""
        seats = self.snapshot.seat_states
        return any(seat.claimed and not seat.host for seat in seats)

    @property
    def shows_counts(self) -> bool:
        """Return whether the dispute counts the votes, which a ballot counts itself."""
        if self.at_thumb == "ballot" or not self.has_voters:
            return False
        return bool(self.is_open or self.line.votes)

    @property
    def votes_beside(self) -> str | None:
        """Return the seat that votes away from the thumb: the host's, who decides."""
        is_beside = self.is_open and self._is_up_to_host
        return self.snapshot.viewer.seat if is_beside else None

    @property
    def decides_as(self) -> Text:
        """Return in whose name this viewer settles the dispute."""
        if self._is_up_to_host:
            return say("You decide, as the host")
        voters = len(self._court.voters)
        return say(
            "It counts with {n} of {voters} votes", n=self._majority, voters=voters
        )

    @property
    def who_settles(self) -> Text:
        """Return who may settle the dispute now."""
        if self.line.judges:
            return self._say_judged()
        is_host = self.snapshot.viewer.host
        for side in self.vote_sides:
            if side.has_majority:
                template = (
                    "{label}: {n} of {voters}. {host} decides now, or anybody at the "
                    "table."
                )
                if is_host:
                    template = "{label}: {n} of {voters}. You decide now."
                return self._say_majority(template, side)
        if is_host and not (self.untouched or self._has_other_phones):
            return NOTHING
        template = "The match waits. {host} decides, unless {n} of {voters} vote alike."
        if is_host and not self.untouched:
            template = (
                "You decide, unless {n} of {voters} vote alike. Until then only you "
                "can enter."
            )
        voters = len(self._court.voters)
        return say(template, host=_HOST, n=self._majority, voters=voters)

    @property
    def _majority(self) -> int:
        return len(self._court.voters) // 2 + 1

    def _say_majority(self, template: str, side: VoteSide) -> Text:
        voters = len(self._court.voters)
        n = len(side.seats)
        return say(template, label=side.label, n=n, voters=voters, host=_HOST)

    @property
    def awaited(self) -> Sequence[str]:
        """Return the judges who have not voted yet."""
        is_decided = any(side.has_majority for side in self.vote_sides)
        if is_decided or not (self.is_open and self.line.judges):
            return ()
        return [seat for seat in self._court.voters if seat not in self.line.votes]

    def _say_judged(self) -> Text:
        """Return who settles a dispute to which the host is a party."""
        voters = len(self._court.voters)
        for side in self.vote_sides:
            if side.has_majority and voters == 2 * len(side.seats) > 0:
                return say("A tie: it stays as it is. Anybody at the table settles it.")
            if side.has_majority:
                template = "{label}: {n} of {voters}. Anybody at the table settles it."
                if side.verdict is None and not (side.uphold or self.change):
                    template = "{label}: {n} of {voters}. One of them says what counts."
                return self._say_majority(template, side)
        return say_judges(self.snapshot, self.line)


def show_open_dispute(
    snapshot: Snapshot, untouched: bool = False
) -> ShownDispute | None:
    """Return the dispute that the match waits for; None without one."""
    line = snapshot.current_dispute
    if line is None:
        return None
    return show_dispute(snapshot, line, untouched)


def say_judges(snapshot: Snapshot, dispute: Dispute) -> Text:
    """Return who decides on a dispute in the host's place, and who has a part in it."""
    parties = find_parties(snapshot.begun_match, dispute)
    without_vote: list[Text | str] = [_HOST]
    for seat in snapshot.seat_states:
        if seat.name in parties and seat.claimed and not seat.host:
            without_vote.append(seat.name)
    template = "{host} has a part in this, so {judges} decide; a tie changes nothing."
    if len(without_vote) > 1:
        template = (
            "{parties} have a part in this, so {judges} decide; a tie changes nothing."
        )
    parts = tuple(without_vote)
    return say(template, host=_HOST, parties=parts, judges=dispute.judges)


def say_disputed_change(snapshot: Snapshot, line: Dispute) -> Sequence[Text]:
    """Return the entries before and after a disputed change, or after its undo."""
    if line.correction is None:
        return ()
    match = snapshot.begun_match
    disputed = match.change(line.correction)
    [told] = correction_lines(match, snapshot.viewer, [disputed])
    is_undone = match.find_disputed(line).undoes is not None
    return [text for _, text in correction_words(snapshot, told, is_undone)]


def show_dispute(
    snapshot: Snapshot, line: DisputeLine, untouched: bool = False
) -> ShownDispute:
    """Return this dispute for this viewer."""
    match = snapshot.match
    assert match is not None
    at = NOWHERE
    if line.entry and line.resolution is None:
        at = correct_at(snapshot, line.entry)
    now = line.ruled
    hindering = None
    change: Sequence[Text] = ()
    is_undone = False
    changed_by = None
    entries: list[DisputedEntry] = []
    if line.correction:
        disputed = match.change(line.correction)
        change = tell_change(snapshot, disputed)
        last = match.find_disputed(line)
        is_undone = last.undoes is not None
        changed_by = last.by
        if line.resolution is not None:
            change = say_disputed_change(snapshot, line)
    elif line.refused:
        entries = [_describe_refused(match, line.refused, line.resolution is None)]
        if line.resolution is None:
            refusal = line.refused.ruling
            hindering = find_hindering_card(snapshot, refusal, None)
    elif (seq := line.entry) is not None:
        step = match.history.step(line.entry)
        now = step.ruling_at(line.index) if step is not None else None
        if now is not None and line.resolution is None:
            # What stands is disputed, though cards were corrected meanwhile.
            line = replace(line, ruled=now)
        ruled = sorted(find_ruled_entries(match, seq))
        entries = [*_list_entries(snapshot, match, ruled, at)]

    sections: list[Section] = []
    if line.ruled is not None:
        sections += _find_sections(snapshot, line.ruled)
    overrule = OverruleForm()
    # The game goes on only from what it asked about.
    if now is not None and (line.refused or now.origin):
        refused = entries[0] if line.refused else None
        overrule = _form_of_dispute(snapshot, line, now, refused)
    shown = ShownDispute(
        snapshot=snapshot,
        change=change,
        is_undone=is_undone,
        changed_by=changed_by,
        earlier_tricks=() if untouched else _find_earlier_tricks(match, line),
        line=line,
        entries=entries,
        sections=sections,
        now=now,
        overrule=overrule,
        correct_at=at,
        hindering=hindering,
        untouched=untouched,
    )
    return replace(shown, vote_sides=shown.count_votes())


def _find_earlier_tricks(match: Match, line: DisputeLine) -> list[Trick]:
    tricks: list[Trick] = []
    ruled = line.ruled
    if ruled is None:
        return tricks
    shown = {card.code for group in ruled.shown for card in group.cards}
    missing = {*shown}
    refused = ruled.verdict.get("card")
    if isinstance(refused, Card):
        missing.add(refused.code)
    elif isinstance(refused, str):
        # A stored ruling has its code.
        missing.add(refused)
    if line.entry is not None:
        missing -= {code for _, code in list_cards_of_seats(match.logged(line.entry))}
    history = match.history
    last = line.entry or line.seq
    number = None
    with suppress(GameFaultError):
        for step in reversed(history.steps):
            if step.entry.seq > last:
                continue
            # A complete trick lies there until somebody leads to the next one.
            trick = history.scene_in(step.before).trick
            if number is None:
                now = history.scene_in(step.after).trick if line.refused else trick
                number = now.number if now is not None else 0
            # Back over the first trick is another deal.
            if trick is None or trick.number > number or not missing:
                break
            number = trick.number
            plays = {card.code for card in trick.plays.values()}
            is_earlier = len(plays) == len(trick.order) and not plays <= shown
            if is_earlier and not plays.isdisjoint(missing):
                tricks.append(trick)
            missing -= plays
    return tricks


def overrule_form(snapshot: Snapshot, ruling: Ruling) -> OverruleForm:
    """Return the form that decides otherwise than this ruling, as it begins."""
    game = snapshot.rulebook.game
    partners = [name_side(side) for side in snapshot.view.sides if len(side) > 1]
    form = OverruleForm([*decisions_in(ruling, game, snapshot.view.seats, partners)])
    verdict = _find_only(form)
    if not verdict:
        return form
    only = say_decided(verdict, ruling.verdict, game)[0]
    return replace(form, only=only, only_verdict=verdict)


def _form_of_dispute(
    snapshot: Snapshot, line: DisputeLine, now: Ruling, refused: DisputedEntry | None
) -> OverruleForm:
    """Return the form that overturns it, with the disputer's verdict for a host."""
    form = overrule_form(snapshot, now)
    if refused is not None:
        form = _allow_refused(snapshot, line, form, refused)
    elif again := find_ruling_again(snapshot, line, form.only_verdict):
        form = replace(form, only=say_with_cost(again))
    if snapshot.viewer.host and not line.judges:
        form = replace(form, named=line.verdicts.get(line.by or "", {}))
    return form


def _allow_refused(
    snapshot: Snapshot, line: DisputeLine, form: OverruleForm, entry: DisputedEntry
) -> OverruleForm:
    """Return the form by which a refused move is entered, if the game can go on so."""
    verdict = {"legal": True}
    if line.resolution is None:
        head = RecordHead(snapshot.begun_match, snapshot.viewer)
        draft = SentResolution("overruled", verdict=verdict)
        try:
            try_outcome(head, line, draft)
        except RefereeError:
            return OverruleForm(is_of_refusal=True)
    # Whose move it was, and with which card, nobody decides otherwise.
    decided = [part for part in form.decisions if part.kind == "number" or part.is_flag]
    only = say("it is allowed, and counts as entered")
    if len(entry.values) == 1 and len(entry.values[0].cards) == 1:
        [value] = entry.values
        seat = value.seat or entry.seat
        only = say("it is allowed: {seat} plays {card}", seat=seat, card=value.brief)
    return OverruleForm(decided, only=only, only_verdict=verdict, is_of_refusal=True)


def _find_only(form: OverruleForm) -> dict[str, Any]:
    """Return the only other verdict that can be given; empty if there are more."""
    if len(form.decisions) != 1:
        return {}
    [part] = [filled.part for filled in form.parts]
    if part.kind != "choice" or len(part.options) != 1:
        return {}
    sent: FormValues = MultiDict({part.input: part.options[0][0]})
    return verdict_of(form.decisions, sent)


def _list_entries(
    snapshot: Snapshot, match: Match, numbers: Iterable[int], at: CorrectAt
) -> Iterator[DisputedEntry]:
    """Yield the ruling's entries that this viewer may read."""
    by_card = {address.partition("?")[0] for address in at.cards.values()}
    rows = []
    for row in map(snapshot.line, numbers):
        if row is not None and row.data is not None:
            rows.append(row)

    prompts = prompts_answered(match, [row.seq for row in rows])
    for row in rows:
        correct = at.entries.get(row.seq, "")
        values = values_entered(prompts.get(row.seq), row.data)
        is_all_cards = all(value.is_cards for value in values)
        if is_all_cards and correct.partition("?")[0] in by_card:
            correct = ""
        name = name_line(snapshot, row)
        yield DisputedEntry(
            seq=row.seq,
            title=name.text,
            seat=row.seat,
            values=values,
            heading=name.heading,
            correct=correct,
        )


def _describe_refused(match: Match, refused: Refusal, is_open: bool) -> DisputedEntry:
    """Return a refused move; what asks for it now is no title of a settled one."""
    title: object = refused.kind if is_open else NOTHING
    fields: dict[str, Field] = {}
    for prompt in match.history.prompts:
        if prompt.kind == refused.kind:
            title = prompt.title if is_open else NOTHING
            fields = {field.name: field for field in prompt.fields}
            break
    values = []
    for name, value in refused.data.items():
        field = fields.get(name)
        by_seat = {None: value}
        if isinstance(value, dict) and field is not None and type_of(field).by_seat:
            by_seat = value
        for seat, each in by_seat.items():
            shown = _show_as_sent(field, name, _write_value(each))
            values.append(replace(shown, seat=seat))
    return DisputedEntry(None, title, refused.seat or refused.by, values)


def _show_as_sent(field: Field | None, name: str, text: str) -> ShownValue:
    """Return an unread field as sent, as cards if it is nothing else."""
    if field is None:
        return ShownValue(say("{name}", name=name), None, text=text)
    type = type_of(field)
    if type.of_cards:
        cards = [*map(str, cards_alone(text, deck=deck()))]
        if cards:
            return ShownValue(field.label, None, cards)
    return ShownValue(field.label, None, text=type.label(field, text))


def _find_sections(snapshot: Snapshot, ruling: Ruling) -> Iterator[Section]:
    for cited in dict.fromkeys(reason.section for reason in ruling.because):
        section = snapshot.rulebook.sections.get(cited)
        if section is not None:
            yield section


def _write_value(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_OR_NO[value][0]
    if isinstance(value, list):
        return ", ".join(map(_write_value, value))
    if isinstance(value, dict):
        items = [f"{name}: {_write_value(each)}" for name, each in value.items()]
        return "; ".join(items)
    return str(value)

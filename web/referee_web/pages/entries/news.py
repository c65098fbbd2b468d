"""News since the latest ruling, and others' entries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import cast

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change, lead_beside
from referee.match.disputes import Dispute, Resolution, how_decided
from referee.match.history import History
from referee.match.log_entry import Data, LogEntry
from referee.match.match import Match
from referee.match.secrecy import may_read_sealed
from referee.match.showing.log_lines import LogLine, correction_lines
from referee.match.taking.entry_reading import prompt_met, seats_answering
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.verdict_reading import decides_otherwise
from referee.match.trying.correcting import (
    is_for_table,
    may_correct,
    why_unchangeable,
)
from referee.match.trying.disputing import (
    begin_change_dispute,
    find_votes_on,
    may_dispute,
)
from referee.match.trying.effects import (
    ChangedRulings,
    Effect,
    LatestChange,
    dispute_settled_by,
    effect_of,
    effect_when_made,
    find_new_changes,
    is_entered_again,
    takes_decision,
)
from referee.match.trying.judges import find_decided_before
from referee.match.viewer import SPECTATOR, Viewer, is_author
from referee.plugin.irregularities import IRREGULARITY
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.ruling import (
    Ruling,
    cost_of,
    is_proven_offence,
    most_telling,
)
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Trick
from referee_web.pages.entries.correct_links import dispute_ruling_on
from referee_web.pages.entries.entry_words import (
    ShownValue,
    correction_sentence,
    name_line,
    place_of,
    place_of_entry,
    say_scores,
    values_entered,
)


@dataclass(frozen=True, slots=True)
class News:
    """A correction or resolution: its record's number, a sentence, and links."""

    seq: int
    text: Text
    change: Change | None = None
    """The change of what stands; None where nothing changed."""
    effects: tuple[Text, ...] = ()
    """Of the latest: what else it did, rulings that came or went, and points."""
    further: tuple[Text, ...] = ()
    """What follows on that, for whoever wants to read on."""
    by: Text | None = None
    """Who made it."""
    address: str | None = None
    undo_at: str | None = None
    """Where this viewer undoes the change, or redoes it; None if they may not."""
    is_undone: bool = False
    object_at: str | None = None
    """Where this viewer disputes the change; None if they may not."""
    dispute_at: str = ""
    """Where this viewer disputes a verdict that the change left as it was; or ""."""
    leads_at: str | None = None
    """Where it is said who led to the next trick, if somebody else does now."""
    rare: Text | None = None
    """Its name, if all screens stop at it; the latest ruling has its own."""


def list_news(snapshot: Snapshot) -> list[News]:
    """Return corrections and resolutions since the latest ruling's entry, in order.

    A dispute takes their place while it is open.
    """
    match = snapshot.match
    if match is None or snapshot.current_dispute is not None:
        return []
    news = [*_list_corrected(snapshot), *_list_settled(snapshot)]
    news += _list_answered(match)
    # Whoever has entered something since has looked at it.
    since = _find_last_own(snapshot)
    news = [each for each in news if each.seq > since]
    news.sort(key=lambda each: each.seq)
    made = snapshot.latest_change
    if news and made is not None and news[-1].change is made.change:
        effects = _say_effects(snapshot, made, news[-1].text)
        leads_at = _correct_lead_at(snapshot, made)
        news[-1] = replace(news[-1], effects=effects, leads_at=leads_at)
        for entry, _ in _list_outdated(match, made.change):
            at = dispute_ruling_on(snapshot, entry)
            news[-1] = replace(news[-1], dispute_at=at)
    return news


def _list_outdated(match: Match, change: Change) -> Iterator[tuple[LogEntry, Ruling]]:
    """Yield the edited entries under a verdict, if the referee rules otherwise now."""
    for edit in change.edits:
        for step in match.history.steps_to_decide(edit.seq)[-1:]:
            for decision in step.overruled:
                then = decision.overrule.then
                if then and str(decision.before.summary) != str(then):
                    yield step.entry, decision.before


def _list_answered(match: Match) -> Iterator[News]:
    """Yield the answer that somebody has shown since the last entry."""
    answer = match.answer
    last = match.entries[-1].seq if match.entries else 0
    if answer is None or answer.seq < last:
        return
    book = match.history.rulebook
    # Another version of the game may know other situations.
    with suppress(RefereeError):
        ruling = book.rule_from_json(IRREGULARITY, answer.asked)
        remedies = cast("Sequence[Mapping[str, Text]]", ruling.verdict["remedies"])
        told = [say("{who}: {what}", **remedy) for remedy in remedies]
        by = say("shown by {seat}", seat=answer.by) if answer.by else say("The host")
        yield News(
            answer.seq,
            ruling.about,
            effects=tuple(told[:1]),
            further=tuple(told[1:]),
            by=by,
        )


def _find_last_own(snapshot: Snapshot) -> int:
    """Return the number of the last entry that this phone made, or 0."""
    for entry in reversed(snapshot.begun_match.entries):
        if is_author(snapshot.viewer, entry.by):
            return entry.seq
    return 0


def _list_corrected(snapshot: Snapshot) -> Iterator[News]:
    match = snapshot.begun_match
    with_verdicts = {lead_beside(each.id) for each in match.changes if not each.edits}
    corrections = []
    for change in find_new_changes(match):
        latest = snapshot.latest_change
        is_latest = latest is not None and latest.change is change
        is_past = not is_latest and is_entered_again(match, change)
        # The lead that stays as it was made is told with the verdict.
        if change.edits and change.id not in with_verdicts and not is_past:
            corrections.append(change)
    lines = correction_lines(match, snapshot.viewer, corrections)
    for correction, line in zip(corrections, lines, strict=True):
        address = undo_at = None
        # For an entry just taken back, the sentence says everything, and the button
        # that took it back puts it back; but no penalty goes with it unlooked at.
        is_taken_back = all(change.strike for change in line.changes)
        if not is_taken_back:
            undo_at = undo_address(snapshot, correction)
        if not is_taken_back or _took_decision(snapshot, correction):
            address = url_for(
                "pages.correction", code=snapshot.code, correction=line.id
            )
        object_at = None
        if undo_at is None:
            object_at = object_address(snapshot, correction)
        last = match.last_undo(correction) or correction
        yield News(
            last.seq,
            correction_sentence(snapshot, line),
            correction,
            by=say_author(snapshot, correction),
            address=address,
            undo_at=undo_at,
            is_undone=match.is_undone(correction),
            object_at=object_at,
        )


def _took_decision(snapshot: Snapshot, change: Change) -> bool:
    made = snapshot.latest_change
    return made is not None and made.change is change and takes_decision(made.effect)


def say_author(snapshot: Snapshot, correction: Change) -> Text:
    """Return who made, undid or redid a correction last: a seat, the host, a vote."""
    match = snapshot.begun_match
    undo = match.last_undo(correction)
    if undo is None:
        settled = _find_corrected(match, correction)
        if settled is None:
            return say_maker(snapshot, correction)
        template = "{by} disputed it: {how}"
        if settled.refused is not None:
            template = "{by} disputed the refusal: {how}"
    else:
        settled = dispute_settled_by(match, correction)
        if settled is None:
            is_undone = match.is_undone(correction)
            template = "undone {by}" if is_undone else "made again {by}"
            return say(template, by=say_maker(snapshot, undo))
        template = "{by} objected, and it was undone: {how}"
        if not match.is_undone(correction):
            template = "{by} objected, and it was made again: {how}"
    how = how_decided(settled, snapshot.view.seats)
    return say(template, by=settled.by or say("The host"), how=how)


def _find_corrected(match: Match, correction: Change) -> Dispute | None:
    """Return the dispute that this correction settled, or None."""
    for dispute in match.disputes:
        how = dispute.resolution
        if how is not None and how.correction == correction.id:
            return dispute
    return None


def say_maker(snapshot: Snapshot, change: Change) -> Text:
    """Return who made a change: a seat, or at an event the director, else the host."""
    if change.by is not None:
        return say("by {seat}", seat=change.by)
    return say("by the director") if snapshot.event else say("by the host")


def object_address(snapshot: Snapshot, change: Change) -> str | None:
    """Return where this viewer disputes a correction; None if they may not."""
    match = snapshot.begun_match
    if not may_dispute(match, snapshot.viewer, begin_change_dispute, change.id):
        return None
    return url_for("pages.object_to", code=snapshot.code, correction=change.id)


def undo_address(snapshot: Snapshot, change: Change) -> str | None:
    """Return where this viewer undoes a correction, or redoes it; None if they may not.

    What the table decided, nobody undoes alone.
    """
    match = snapshot.begun_match
    if not change.edits or is_for_table(match, change):
        return None
    if find_votes_on(match, snapshot.viewer, change.edits) is not None:
        return None
    for edit in change.edits:
        if not may_correct(snapshot.viewer, match.logged(edit.seq)):
            return None
    endpoint = "pages.redo" if match.is_undone(change) else "pages.undo"
    return url_for(endpoint, code=snapshot.code, correction=change.id)


def _say_change(snapshot: Snapshot, change: Change) -> Text:
    [line] = correction_lines(snapshot.begun_match, snapshot.viewer, [change])
    return correction_sentence(snapshot, line)


def tell_change(snapshot: Snapshot, change: Change) -> tuple[Text, ...]:
    """Return sentences of what a change or its last undo did, that of entries first."""
    text = _say_change(snapshot, change)
    made = snapshot.latest_change
    if made is None or made.change is not change:
        made = LatestChange(change, effect_of(snapshot.begun_match, change))
    return (text, *_say_effects(snapshot, made, text))


MOST_RULINGS = 2
"""The most rulings that the news of a change names; its page has all."""


def _say_effects(
    snapshot: Snapshot, made: LatestChange, news: Text
) -> tuple[Text, ...]:
    """Name the rulings that a change brought or took, and the points, as sentences.

    Its `news` tells the most telling ruling on the entries that it edits, and the
    table's verdict.
    """
    match = snapshot.begun_match
    effect = made.effect
    settled = dispute_settled_by(match, made.change)
    told = settled.entry if settled else None
    texts: list[Text] = []
    corrected = _find_corrected(match, made.change)
    if corrected is not None and corrected.refused and not settled:
        refused = corrected.refused.ruling.summary
        texts.append(say("No longer: {ruling}", ruling=refused))
    for each in sorted(effect.changed, key=_costs_nothing):
        if each.seq != told:
            texts += _say_rulings(snapshot, made.change, each, news)
    texts = _name_some(texts)
    if not match.is_undone(made.change):
        decided = find_decided_before(match, made.change)
        if decided is not None:
            how = how_decided(decided, snapshot.view.seats)
            texts.append(say("That was settled before: {how}.", how=how))
        for _, ruling in _list_outdated(match, made.change):
            text = say("The referee would now rule: {ruling}", ruling=ruling.summary)
            texts.append(text)
        for each in effect.changed:
            texts += _say_lead(match, each)
    return (*texts, *_say_points(effect))


def _name_some(texts: list[Text]) -> list[Text]:
    """Return the first sentences on rulings, and how many more there are."""
    more = len(texts) - MOST_RULINGS
    # The sentence on one more would take the room of that one.
    if more > 1:
        others = say("{n} more rulings have changed.", n=more)
        return [*texts[:MOST_RULINGS], others]
    return texts


def _say_points(effect: Effect) -> list[Text]:
    """Return a sentence on the scores that a change moved; or none."""
    scores = say_scores(effect)
    return [say("{scores:;}.", scores=tuple(scores))] if scores else []


def tell_when_made(snapshot: Snapshot, change: Change) -> list[Text]:
    """Return sentences on what a change, an undo or a redo did when it was made."""
    match = snapshot.begun_match
    effect = effect_when_made(match, change)
    target = match.change(change.target) if change.target else change
    edited = {edit.seq for edit in target.edits}
    texts: list[Text] = []
    for each in sorted(effect.changed, key=_costs_nothing):
        where = None if each.seq in edited else place_of_entry(snapshot, each.seq)
        gone, come = _list_moved(each)
        texts += _say_changed(where, gone, come, NOTHING)
    return [*_name_some(texts), *_say_points(effect)]


def _list_moved(changed: ChangedRulings) -> tuple[list[Ruling], list[Ruling]]:
    """Return the rulings of an entry that went, and those that came."""
    old = [str(ruling.summary) for ruling in changed.old]
    new = [str(ruling.summary) for ruling in changed.new]
    gone = [ruling for ruling in changed.old if str(ruling.summary) not in new]
    come = [ruling for ruling in changed.new if str(ruling.summary) not in old]
    return gone, come


def _say_rulings(
    snapshot: Snapshot,
    change: Change,
    changed: ChangedRulings,
    news: Text,
) -> list[Text]:
    """Name an entry's rulings that came or went, without what the `news` says."""
    gone, come = _list_moved(changed)
    own = {edit.seq for edit in change.edits if edit.data is not None}
    if changed.seq in own and not snapshot.begun_match.is_undone(change):
        told_now = changed.new[most_telling(changed.new)] if changed.new else None
        if told_now in come:
            # The news tells it, in the place of the most telling of its kind before.
            come = _without_telling(come, changed.new)
            replaced = _of_kind(changed.old, is_proven_offence(told_now))
            gone = _without_telling(gone, replaced)
    where: Text | None = place_of_entry(snapshot, changed.seq)
    is_named = any(f"{where}{mark}" in str(news) for mark in ",:.")
    if is_named and len(change.edits) == 1:
        where = None
    return _say_changed(where, gone, come, news)


def _say_lead(match: Match, changed: ChangedRulings) -> Iterator[Text]:
    """Say who has led to the next trick, if only since somebody else won this one."""
    trick = _find_lead(match, changed)
    if trick is not None:
        template = "So {seat} led to trick {n}, unless you say otherwise."
        yield say(template, seat=trick.order[0], n=trick.number)


def _costs_nothing(changed: ChangedRulings) -> bool:
    """Return whether no ruling that changed says what a broken rule costs."""
    return all(cost_of(ruling) is None for ruling in (*changed.old, *changed.new))


def _correct_lead_at(snapshot: Snapshot, made: LatestChange) -> str | None:
    """Return where this viewer says who led, if a change gave a trick another lead."""
    match = snapshot.begun_match
    if match.is_undone(made.change) or snapshot.viewer == SPECTATOR:
        return None
    for changed in made.effect.changed:
        if _find_lead(match, changed) is not None:
            entries = []
            for step in match.history.steps_after(changed.seq):
                entries.append(step.entry)
                if step.rulings:
                    break
            own = [each for each in entries if may_correct(snapshot.viewer, each)]
            seq = (own or entries)[0].seq
            return url_for("pages.correct", code=snapshot.code, seq=seq, lead=1)
    return None


def _find_lead(match: Match, changed: ChangedRulings) -> Trick | None:
    """Return the next trick if its lead follows from another winner now; else None."""
    old = {ruling.verdict.get("winner") for ruling in changed.old}
    new = {ruling.verdict.get("winner") for ruling in changed.new}
    later = match.history.steps_after(changed.seq)
    if old - {None} == new - {None} or not later:
        return None
    trick = match.history.scene_in(later[0].after).trick
    if trick is None or not trick.plays or trick.order[0] not in new:
        return None
    if later[0].entry.by == trick.order[0]:
        # Whoever wins it now led by their own phone.
        return None
    return trick


def _without_telling(some: list[Ruling], all: Sequence[Ruling]) -> list[Ruling]:
    """Return some of an entry's rulings without the most telling one of all."""
    telling = all[most_telling(all)] if all else None
    return [ruling for ruling in some if ruling is not telling]


def _say_changed(
    where: Text | None, gone: Sequence[Ruling], come: Sequence[Ruling], news: Text
) -> list[Text]:
    """Say of an entry which rulings no longer hold, and which hold instead.

    A ruling that decides the same for other points is told by these; of one that the
    `news` tells, only what it costs.
    """
    texts = []
    pairs: list[tuple[Ruling | None, Ruling | None]] = []
    # Who won takes the place of who won before, and never that of a broken rule.
    left, arrived = _without_same(gone, come), _without_same(come, gone)
    for offends in (True, False):
        pairs += zip_longest(_of_kind(left, offends), _of_kind(arrived, offends))
    for before, now in pairs:
        ruling = now or before
        assert ruling is not None
        text = ruling.summary
        cost = cost_of(ruling)
        if now is not None and str(say("Now: {ruling}", ruling=text)) in str(news):
            if cost is not None:
                texts.append(cost.text)
            continue
        if cost is not None:
            text = say("{where}. {sentence}", where=text, sentence=cost.text)
        template = "No longer: {ruling}" if cost is None else "No longer: “{ruling}”"
        if now is not None:
            template = "Now: {ruling}"
        text = say(template, ruling=text)
        # A broken rule says itself in which trick.
        if where is not None and "trick" not in ruling.verdict:
            text = say("{where}. {sentence}", where=where, sentence=text)
        texts.append(text)
    return texts


def _of_kind(rulings: Iterable[Ruling], offends: bool) -> list[Ruling]:
    """Return the rulings that prove an offence, or the others."""
    return [ruling for ruling in rulings if is_proven_offence(ruling) == offends]


def _without_same(some: Sequence[Ruling], others: Sequence[Ruling]) -> list[Ruling]:
    """Return those of some rulings that decide otherwise than all others."""
    decided = [_decision(ruling) for ruling in others]
    return [ruling for ruling in some if _decision(ruling) not in decided]


def _decision(ruling: Ruling) -> tuple[object, ...]:
    verdict = ruling.verdict
    names = ("winner", "winners", "legal", "seat", "trick")
    return tuple(verdict.get(name) for name in names)


def _list_settled(snapshot: Snapshot) -> Iterator[News]:
    match = snapshot.begun_match
    by_seq = {change.seq: change for change in match.changes}
    for dispute in match.disputes:
        resolution = dispute.resolution
        if resolution is None or resolution.seq <= match.history.latest_seq:
            continue
        # A correction that settled it, or was undone by it, is separate news.
        is_told = False
        if dispute.correction is not None:
            is_told = resolution.resolved_as == "overruled"
        if resolution.resolved_as != "corrected" and not is_told:
            text, rare = _say_settled(snapshot, dispute, resolution)
            address = url_for("pages.dispute", code=snapshot.code, dispute=dispute.id)
            change = by_seq.get(resolution.seq)
            effects: tuple[Text, ...] = ()
            if dispute.correction is not None:
                kept = match.change(dispute.correction)
                effects = tell_change(snapshot, kept)[1:]
            for made in match.changes:
                if change is not None and made.id == lead_beside(change.id):
                    effects = (*effects, _say_change(snapshot, made))
            yield News(
                resolution.seq, text, change, effects, address=address, rare=rare
            )


def _say_settled(
    snapshot: Snapshot, dispute: Dispute, resolution: Resolution
) -> tuple[Text, Text | None]:
    """Return how a dispute was settled, and what is rare about it.

    The latest ruling on the same page says the rare thing itself.
    """
    upheld = resolution.resolved_as == "upheld"
    how = how_decided(dispute, snapshot.view.seats)
    disputed = dispute.disputed_ruling
    if dispute.correction is not None:
        return _say_kept(snapshot, dispute, how), None
    if upheld:
        text = say("The ruling was upheld: {how}.", how=how)
        if disputed is not None:
            by = dispute.by or say("The host")
            template = "{by} disputed “{ruling}”. It was upheld: {how}."
            if resolution.withdrawn:
                by = resolution.by or by
                template = "{by} withdrew the dispute. It stands: {ruling}"
                # A card may have been corrected before it was withdrawn.
                step = snapshot.begun_match.history.step(dispute.entry)
                now = step.ruling_at(dispute.index) if step else None
                disputed = now or disputed
            text = say(template, by=by, ruling=disputed.summary, how=how)
        return text, None
    seq = dispute.entry or resolution.entered
    line = None
    if seq and seq != snapshot.latest_seq:
        line = snapshot.line(seq)
    step = snapshot.begun_match.history.step(seq)
    ruling = step.ruling_at(dispute.index) if step else None
    by = dispute.by or say("The host")
    again = find_ruling_again(snapshot, dispute, resolution.verdict)
    if again is not None:
        template = "{ruling} after all. ({by} disputed it: {how}.)"
        return say(template, ruling=again.summary, by=by, how=how), None
    if (line is None or ruling is None) and disputed is not None:
        template = "{by} disputed “{ruling}”. It was overturned: {how}."
        return say(template, by=by, ruling=disputed.summary, how=how), None
    if line is None or ruling is None:
        return say("The ruling was overturned: {how}.", how=how), None
    where = place_of(snapshot, line)
    return say("{where}: {ruling}", where=where, ruling=ruling.summary), ruling.rare


def find_ruling_again(
    snapshot: Snapshot, dispute: Dispute, verdict: Data
) -> Ruling | None:
    """Return the ruling that an earlier verdict replaced and this one brings back."""
    step = snapshot.begun_match.history.step(dispute.entry)
    overrule = step.overrule_at(dispute.index) if step else None
    if overrule is None or not verdict:
        return None
    is_other = decides_otherwise(overrule.before.verdict, verdict)
    return None if is_other else overrule.before


def say_with_cost(ruling: Ruling) -> Text:
    """Return a ruling's sentence, with that on what a broken rule costs."""
    cost = cost_of(ruling)
    if cost is None:
        return ruling.summary
    return say("{where}. {sentence}", where=ruling.summary, sentence=cost.text)


def _say_kept(snapshot: Snapshot, dispute: Dispute, how: Text) -> Text:
    assert dispute.correction is not None
    if dispute.resolution is not None and dispute.resolution.withdrawn:
        return say("{by} withdrew the objection.", by=dispute.resolution.by)
    what = _say_change(snapshot, snapshot.begun_match.change(dispute.correction))
    by = dispute.by or say("The host")
    template = "{by} objected: {what}. It was kept: {how}."
    return say(template, by=by, what=what, how=how)


def last_entered(snapshot: Snapshot) -> Text | None:
    """Return who entered what last, where nothing else on the page tells it.

    A ruling does, a trick, and cards that lie there for all, whoever entered them.
    """
    if snapshot.view.trick is not None:
        return None
    step = next(reversed(snapshot.begun_match.history.steps), None)
    line = snapshot.line(step.entry.seq) if step else None
    if step is None or line is None or step.rulings or not step.opens:
        return None
    prompt = prompt_met(step.before.open_prompts, step.entry)
    if prompt and not prompt.own and all(type_of(f).of_cards for f in prompt.fields):
        return None
    return _who_and_what(snapshot, step, line)


@dataclass(frozen=True, slots=True)
class EnteredMeanwhile:
    """What somebody else entered last: a sentence, and where it can be put right.

    `advice` says who can put it right where this viewer cannot. `is_mine`: it answered
    what only the viewer was asked.
    """

    seq: int
    text: Text
    address: str
    advice: Text | None
    is_mine: bool


def entered_meanwhile(snapshot: Snapshot) -> EnteredMeanwhile | None:
    """Return the latest public entry to which a form may have lost; None for one's own.

    “Ben: clubs, Hand” says whose and what, as far as that is a line.
    """
    viewer = snapshot.viewer
    match = snapshot.match
    if match is None or (viewer.seat is None and not viewer.host):
        return None
    step = _latest_answer(match.history, viewer)
    line = snapshot.line(step.entry.seq) if step else None
    if step is None or line is None or not step.opens:
        return None
    text = _who_and_what(snapshot, step, line)
    if text is None:
        return None
    entry = step.entry
    advice = why_unchangeable(viewer, entry)
    address = ""
    if advice is None:
        address = url_for("pages.correct", code=snapshot.code, seq=entry.seq)
    is_mine = viewer.seat in _seats_answering(step)
    return EnteredMeanwhile(entry.seq, text, address, advice, is_mine)


def _latest_answer(history: History, viewer: Viewer) -> EntryStep | None:
    """Return somebody else's latest answer to what this viewer was asked; else None.

    What other seats enter for themselves alone is no answer to that.
    """
    for step in reversed(history.steps[-len(history.setting.seats) :]):
        seats = _seats_answering(step)
        if not seats or viewer.seat in seats:
            return None if is_author(viewer, step.entry.by) else step
    return None


def _seats_answering(step: EntryStep) -> Seats:
    prompt = prompt_met(step.before.open_prompts, step.entry)
    return seats_answering(prompt, step.entry) if prompt else ()


def _who_and_what(snapshot: Snapshot, step: EntryStep, line: LogLine) -> Text | None:
    """Return “Ben: 2♣”, “Ana for Ben: 2♣”, or “Ben: Ana plays hearts”; or None."""
    entry = step.entry
    mine = _part_of(entry, snapshot.viewer.seat)
    if mine:
        line = replace(line, seat=snapshot.viewer.seat, data=mine)
    name = name_line(snapshot, line)
    what = name.what
    if what == NOTHING:
        return None
    if name.seat is None and step.rulings:
        what = step.rulings[0].summary
    by: str | Text = entry.by or say("The host")
    if entry.seen:
        by = say("The camera")
    if name.seat in (None, entry.by) or entry.seen:
        return say("{who}: {what}", who=name.seat or by, what=what)
    return say("{by} for {seat}: {what}", by=by, seat=name.seat, what=what)


def _part_of(entry: LogEntry, seat: str | None) -> dict[str, object]:
    """Return the part of an entry that is of this seat, by field."""
    part: dict[str, object] = {}
    for name, value in entry.data.items():
        if isinstance(value, Mapping) and seat in value:
            part[name] = {seat: value[seat]}
    return part


def entered_in_secret(snapshot: Snapshot) -> tuple[ShownValue, ...]:
    """Return the viewer's sealed entries, which nobody else may read."""
    if snapshot.viewer.seat is None:
        return ()
    position = snapshot.begun_match.history.position
    values = []
    for waiting in position.sealed:
        if snapshot.viewer.seat in waiting.seats and may_read_sealed(
            snapshot.viewer, waiting.entry
        ):
            prompt = position.prompt_for(waiting)
            values.extend(values_entered(prompt, waiting.entry.data))
    return tuple(values)

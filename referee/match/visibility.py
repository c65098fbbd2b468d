"""What each viewer may see of a match: the one place where secrets are kept.

Everything here names what is allowed; what is not named stays hidden.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TypeVar

from referee.match.corrections import Change, Correction, standing_entries
from referee.match.disputes import Dispute
from referee.match.log_entry import LogEntry, Toss, Viewer, is_author
from referee.match.match import Match
from referee.match.position import Step
from referee.match.replay import History
from referee.match.stopping import host_entries
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import EVERYBODY, View, Zone


def may_read(history: History, viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may read what was entered: once it is open to all;
    before, its author, and its seat if the entry speaks for no other.
    """
    return entry.seq in history.open_to_all or may_read_sealed(viewer, entry)


def may_read_sealed(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may read what was in the entry while it was sealed:
    its author, and its seat.
    """
    if entry.by is None and viewer.opener:
        return True
    if entry.seq <= viewer.reads_from:
        return False
    return is_author(viewer, entry) or (
        viewer.seat is not None and viewer.seat == entry.seat and speaks_for_one(entry)
    )


def speaks_for_one(entry: LogEntry) -> bool:
    """Return whether it says nothing of other seats than its own: what is entered by
    seat stands there by their names.
    """
    return all(
        value.keys() <= {entry.seat}
        for value in entry.data.values()
        if isinstance(value, Mapping)
    )


def zone_for(viewer: Viewer, zone: Zone) -> Zone:
    """Return the zone with its cards, where this viewer may see them, and with their
    count alone where not.
    """
    if zone.seen_by == EVERYBODY or (
        viewer.seat is not None and viewer.seat in zone.seen_by
    ):
        return zone
    return replace(zone, cards=None, rows=())


def prompts_for(viewer: Viewer, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
    """Return the prompts this viewer may answer: the host all, a seat its own and the
    table's, a spectator none.

    A camera that watches the table is told all, to know what to look for.
    """
    if viewer.host or viewer.watcher:
        return tuple(prompts)
    seat = viewer.seat
    mine = [prompt for prompt in prompts if seat is not None and seat in prompt.seats]
    return tuple(
        replace(prompt, seats=(seat,))
        if seat and (prompt.own or prompt.secret)
        else prompt
        for prompt in mine
    )


def view_of(match: Match, viewer: Viewer, code: str) -> View:
    """Return the match at the table with this code, as this viewer may see it."""
    history = match.history
    scene = history.scene
    return View(
        code=code,
        game=history.rulebook.game.id,
        seats=history.setting.seats,
        dealer=history.setting.dealer,
        phase=scene.phase,
        round=scene.round,
        seq=match.seq,
        to_act=scene.to_act,
        next=scene.next,
        zones=tuple(zone_for(viewer, zone) for zone in scene.zones),
        standings=scene.standings,
        finished=scene.finished,
        winners=scene.winners,
        prompts=prompts_for(viewer, history.prompts),
        rulings=history.latest,
        finish=history.finish,
        deals=scene.dealer,
        facts=() if scene.finished else scene.facts,
        sides=scene.sides,
        ended_early=history.position.ended_early is not None,
        host_entries=host_entries(viewer, history.position, scene.finished),
    )


_ONLY_ITS_AUTHOR = say("Whoever entered it can see why in the log.")


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry in the log, as one viewer may see it."""

    seq: Ordinal
    id: str
    kind: str
    seat: str | None
    """Whose it is; None: the table's."""
    by: str | None
    """The seat that sent it; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    data: Mapping[str, object] | None
    """As it stands now; None while it is sealed."""
    was: Mapping[str, object] | None
    """As it was first entered, where a correction changed it; None: not changed, or
    sealed.
    """
    sealed: bool
    """The viewer may not read it yet."""
    struck: bool
    """A correction took it out, or this program would not take it any more."""
    corrections: tuple[str, ...]
    """The ids of the corrections that touch it."""
    rulings: tuple[Ruling, ...]
    finish: PhotoFinish | None
    """The race it was made of; None where phones measured none."""
    tosses: tuple[Toss, ...]
    """Those that the referee drew for it."""
    seen: bool = False
    """A camera over the table saw it."""
    version: str | None = field(default=None, metadata=IF_ANY)
    """The game's version that it is ruled under, where that is not the match's."""
    unfit: Text | None = field(default=None, metadata=IF_ANY)
    """Why this program would not take it any more, where that is why it is struck."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change."""

    seq: int
    strike: bool
    data: Mapping[str, object] | None
    """None: struck, or sealed."""
    before: Mapping[str, object] | None = field(default=None, metadata={"json": False})
    """What stood there before; None: struck, sealed, or corrected while it was sealed.
    """


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A correction in the log, as one viewer may see it."""

    seq: Ordinal
    id: str
    by: str | None
    """Its author's seat; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    changes: tuple[ChangeLine, ...]
    dropped: tuple[int, ...]
    """The numbers of later entries struck with it."""
    undone: bool


@dataclass(frozen=True, slots=True)
class DisputeLine(Dispute):
    """A questioned ruling. Everybody may see it."""

    ruled: Ruling | None = None
    """What the referee ruled; None where nothing is ruled there any more."""
    in_force: bool = False
    """It is overruled, and the match shows it so."""


def dispute_lines(
    match: Match, disputes: Sequence[Dispute] | None = None
) -> tuple[DisputeLine, ...]:
    """Return these questioned rulings (None: all), with how that was settled."""

    def line(dispute: Dispute) -> DisputeLine:
        resolution = dispute.resolution
        step = match.history.step(
            dispute.entry or (resolution.entered if resolution else None)
        )
        if resolution is None or step is None:
            in_force = resolution is not None and resolution.taken_back is not None
        else:
            stands = any(
                overrule.ruling == dispute.ruling for overrule in step.overruled
            )
            in_force = stands and resolution.resolved_as == "overruled"
        asked = {
            member.name: getattr(dispute, member.name) for member in fields(dispute)
        }
        return DisputeLine(**asked, ruled=_before(step, dispute), in_force=in_force)

    return tuple(
        line(dispute) for dispute in (match.disputes if disputes is None else disputes)
    )


def _before(step: Step | None, dispute: Dispute) -> Ruling | None:
    """Return what the referee ruled: what an overrule took the place of, or else what
    stands.
    """
    if dispute.refused is not None:
        return dispute.refused.ruling
    if step is None and dispute.resolution is not None:
        return dispute.resolution.taken_back
    if step is None:
        return None
    for overrule in step.overruled:
        if overrule.ruling == dispute.ruling:
            return overrule.before
    return step.ruling_of(dispute.ruling)


def log_lines(
    match: Match, viewer: Viewer, entries: Sequence[LogEntry] | None = None
) -> tuple[LogLine, ...]:
    """Return these entries of the match as first made (None: all, struck ones too) as
    this viewer may see them.
    """
    shown = match.entries if entries is None else entries
    standing = {
        entry.seq: entry for entry in standing_entries(shown, match.corrections)
    }
    corrected_unseen = _corrected_while_sealed(match)
    in_force = [correction for correction in match.corrections if not correction.undone]
    touched = _touched(in_force)
    changes = (change for correction in in_force for change in correction.changes)
    latest = {change.seq: change.data for change in changes if change.data is not None}
    unfit = {misfit.entry.seq: misfit.why for misfit in match.unfit}

    def line(first: LogEntry) -> LogLine:
        allowed = may_read(match.history, viewer, first)
        was_seen = allowed and (
            first.seq not in corrected_unseen or may_read_sealed(viewer, first)
        )
        # Of a struck entry that was corrected before others saw it, they know what it
        # was corrected to.
        last = (
            first
            if was_seen
            else replace(first, data=latest.get(first.seq, first.data))
        )
        now = standing.get(first.seq, last)
        was = first.data if was_seen and now.data != first.data else None
        step = match.history.step(first.seq)
        rulings = step.rulings if step is not None and allowed else ()
        ruled = (step is None, touched.get(first.seq, ()), rulings)
        shown = _line(first, now.data if allowed else None, was, *ruled)
        if not allowed:
            # Nothing tells whether it was open before it stopped fitting, so nothing of
            # it is shown.
            return replace(
                shown, unfit=_ONLY_ITS_AUTHOR if first.seq in unfit else None
            )
        return replace(shown, version=now.version or None, unfit=unfit.get(first.seq))

    return tuple(line(entry) for entry in shown)


def unruled_line(entry: LogEntry, viewer: Viewer, opened: Collection[int]) -> LogLine:
    """Return an entry in the log of a match that cannot be folded; `opened` are those
    that are surely open to all.
    """
    return _line(
        entry,
        entry.data if entry.seq in opened or may_read_sealed(viewer, entry) else None,
    )


def _line(
    entry: LogEntry,
    data: Mapping[str, object] | None,
    was: Mapping[str, object] | None = None,
    struck: bool = False,
    corrections: tuple[str, ...] = (),
    rulings: tuple[Ruling, ...] = (),
) -> LogLine:
    """Return the line of an entry with this data, None where the viewer may not read
    it: then nothing tells what it holds.
    """
    told = (entry.seq, entry.id, entry.kind, entry.seat, entry.by, entry.at)
    if data is None:
        # A nonce tells the outcome. What it decided everybody may read where it
        # revealed what the game keeps.
        return LogLine(
            *told, None, None, True, struck, corrections, rulings, None, (), entry.seen
        )
    return LogLine(
        *told,
        data,
        was,
        False,
        struck,
        corrections,
        rulings,
        entry.finish,
        entry.tosses,
        entry.seen,
    )


def correction_lines(
    match: Match, viewer: Viewer, corrections: Sequence[Correction] | None = None
) -> tuple[CorrectionLine, ...]:
    """Return these corrections (None: all); what each says of a sealed entry is as
    sealed as that.
    """
    opened, corrected_unseen = match.history.open_to_all, _corrected_while_sealed(match)
    before = _before_corrections(match)

    def line(correction: Correction, change: Change) -> ChangeLine:
        seq, entry = change.seq, match.entry(change.seq)
        own = entry is not None and may_read_sealed(viewer, entry)
        seen = own or (
            seq in opened and not made_while_sealed(match.history, correction, seq)
        )
        was_seen = own or (seq in opened and seq not in corrected_unseen)
        was = before[correction.id, seq] if was_seen else None
        return ChangeLine(seq, change.data is None, change.data if seen else None, was)

    def shown(correction: Correction) -> CorrectionLine:
        changes = tuple(line(correction, change) for change in correction.changes)
        made = (correction.seq, correction.id, correction.by, correction.at)
        return CorrectionLine(*made, changes, correction.dropped, correction.undone)

    return tuple(
        shown(correction)
        for correction in (match.corrections if corrections is None else corrections)
    )


def _before_corrections(
    match: Match,
) -> Mapping[tuple[str, int], Mapping[str, object] | None]:
    """Return, by correction and entry, the data that each correction changed; None
    where the entry was struck.
    """
    data: dict[int, Mapping[str, object] | None] = {}
    before = {}
    for correction in match.corrections:
        for change in correction.changes:
            entry = match.entry(change.seq)
            first = entry.data if entry is not None else None
            before[correction.id, change.seq] = data.get(change.seq, first)
        if not correction.undone:
            data |= {
                change.seq: change.data for change in correction.changes
            } | dict.fromkeys(correction.dropped)
    return before


def made_while_sealed(history: History, correction: Correction, seq: int) -> bool:
    """Return whether a correction was made while this entry, which it changed, was
    sealed; what it said stays so.
    """
    return correction.seq <= history.opened_at.get(seq, correction.seq)


def _corrected_while_sealed(match: Match) -> frozenset[int]:
    """Return the numbers of the entries that were corrected while they were sealed:
    nobody else has seen what stood there.
    """
    return frozenset(
        change.seq
        for correction in match.corrections
        for change in correction.changes
        if change.data is not None
        and made_while_sealed(match.history, correction, change.seq)
    )


def _touched(corrections: Sequence[Correction]) -> Mapping[int, tuple[str, ...]]:
    touched: dict[int, tuple[str, ...]] = {}
    for correction in corrections:
        for seq in (
            *(change.seq for change in correction.changes),
            *correction.dropped,
        ):
            touched[seq] = (*touched.get(seq, ()), correction.id)
    return touched


# In pages


LONGEST_PAGE = 200
"""How many lines a page of the log has at most: entries, corrections and disputes
together.
"""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, struck entries too, in order, as one viewer may see it."""

    entries: tuple[LogLine, ...] = ()
    corrections: tuple[CorrectionLine, ...] = ()
    disputes: tuple[DisputeLine, ...] = ()
    next: Ordinal | None = None
    """The number by which the next page is asked for; None on the last one."""


Line = TypeVar("Line", LogEntry, Correction, Dispute)


def page_after(
    match: Match, viewer: Viewer, after: int = 0, limit: int = LONGEST_PAGE
) -> LogPage:
    """Return the first `limit` lines behind this number."""
    pieces = [
        lines[(start := _place(lines, after + 1)) : start + limit + 1]
        for lines in _all(match)
    ]
    numbers = sorted(line.seq for lines in pieces for line in lines)
    shown = numbers[:limit]
    return _page(match, viewer, shown, shown[-1] if len(numbers) > limit else None)


def page_before(
    match: Match, viewer: Viewer, before: int | None = None, limit: int = LONGEST_PAGE
) -> LogPage:
    """Return the last `limit` lines before this number (None: of all); `next` leads to
    those before them.
    """
    before = match.seq + 1 if before is None else before
    pieces = [
        lines[max(0, (stop := _place(lines, before)) - limit - 1) : stop]
        for lines in _all(match)
    ]
    numbers = sorted(line.seq for lines in pieces for line in lines)
    shown = numbers[-limit:]
    return _page(match, viewer, shown, shown[0] if len(numbers) > limit else None)


def _page(
    match: Match, viewer: Viewer, numbers: Sequence[int], next: int | None
) -> LogPage:
    if not numbers:
        return LogPage()

    def within(lines: Sequence[Line]) -> Sequence[Line]:
        return lines[_place(lines, numbers[0]) : _place(lines, numbers[-1] + 1)]

    return LogPage(
        log_lines(match, viewer, within(match.entries)),
        correction_lines(match, viewer, within(match.corrections)),
        dispute_lines(match, within(match.disputes)),
        next,
    )


def _all(
    match: Match,
) -> tuple[Sequence[LogEntry], Sequence[Correction], Sequence[Dispute]]:
    return match.entries, match.corrections, match.disputes


def _place(lines: Sequence[LogEntry | Correction | Dispute], number: int) -> int:
    """Return where among these lines the first of this number or a later one stands."""
    return bisect_left(lines, number, key=lambda line: line.seq)

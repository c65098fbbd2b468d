"""What stands beside a table's forms: what was entered, news, what to do next, and how
to set up.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Correction
from referee.match.disputes import Dispute
from referee.match.earlier_entries import latest_strike, may_take_back
from referee.match.log_entry import SPECTATOR, LogEntry, is_author
from referee.match.match import Match
from referee.match.visibility import (
    CorrectionLine,
    correction_lines,
    log_lines,
    may_read_sealed,
)
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.view import Step, View, join_steps
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.entry_words import (
    EnteredValue,
    correction_sentence,
    name_line,
    ruling_on,
    values_entered,
)
from referee_web.pages.template_filters import word

News = dict[str, Any]
"""A line of `table/parts/news.html`: its `text`, the `correction` it tells of, and the
`address` of more.
"""


# What was corrected or settled since the latest ruling


def news(seen: Snapshot) -> list[News]:
    """The corrections and the settled disputes that came after the entry of the latest
    ruling, oldest first.
    """
    match = seen.match
    if match is None:
        return []
    since = match.history.latest_seq
    corrections = [
        made
        for made in match.corrections
        if made.changes and not _is_past(match, made, since)
    ]
    lines = correction_lines(match, seen.by, corrections)
    found = [
        (_made(made), _corrected(seen, line))
        for made, line in zip(corrections, lines, strict=True)
    ]
    found += [
        (dispute.resolution.seq, _settled(seen, match, dispute))
        for dispute in match.disputes
        # A correction that settled it is news of its own.
        if dispute.resolution
        and dispute.resolution.seq > since
        and dispute.resolution.resolved_as != "corrected"
    ]
    return [news for _, news in sorted(found, key=itemgetter(0))]


def latest_by_another(seen: Snapshot) -> dict[str, Any] | None:
    """Who made the latest entry that everybody may read, and what was asked for with
    it; None where the viewer did.
    """
    if seen.match is None or not (history := seen.match.history).steps:
        return None
    step = history.steps[-1]
    title = history.prompt_of(step).title
    if not step.opens or is_author(seen.by, step.entry) or title == NOTHING:
        return None
    return {"by": step.entry.by, "seen": step.entry.seen, "title": title}


def _is_past(match: Match, correction: Correction, since: int) -> bool:
    """Whether it has been ruled after a correction; what was only taken back is past
    with the next entry.
    """
    if all(change.data is None for change in correction.changes):
        since = max(since, match.entries[-1].seq)
    return _made(correction) < since


def _made(correction: Correction) -> int:
    """The number of the record that made it, or last undid it or made it again."""
    return max(correction.seq, correction.turned_at)


def _corrected(seen: Snapshot, line: CorrectionLine) -> News:
    # Of an entry that was only taken back, the sentence says all there is to say.
    only_taken_back = all(change.strike for change in line.changes)
    address = (
        None
        if only_taken_back
        else url_for("pages.correction", code=seen.code, id=line.id)
    )
    return {
        "text": correction_sentence(seen, line),
        "correction": line,
        "address": address,
    }


def _settled(seen: Snapshot, match: Match, dispute: Dispute) -> News:
    assert dispute.resolution is not None
    seq = dispute.entry or dispute.resolution.entered
    # What is ruled now stands on the page beside it.
    line = seen.line(seq) if seq and seq != seen.ruled else None
    ruling = ruling_on(match, line) if line else None
    if dispute.resolution.resolved_as == "upheld":
        text = say("What was questioned stands: the ruling is upheld.")
    elif line and ruling:
        where = name_line(seen, line).where
        text = say(
            "What was questioned is overruled. {where}: {ruling}",
            where=where,
            ruling=ruling.summary,
        )
    else:
        text = say("What was questioned is overruled by the table.")
    return {
        "text": text,
        "correction": None,
        "address": url_for("pages.dispute", code=seen.code, id=dispute.id),
    }


# What people do now: one's own part stands first and is never cut, the rest folds
# behind it


def next_step(seen: Snapshot) -> dict[str, Any] | None:
    """What this viewer does now, in this answer's wording; None where nothing is to be
    done.

    `lead` is the viewer's own part of it, `rest` what else happens. `alone` is who
    acts, where that is the viewer alone or they hold the phone for them; `own` says
    that `lead` speaks of nobody but the viewer. Whoever fills in a form reads its title
    in place of the last sentence that names them: `first` stands before that title,
    `then` is all else.
    """
    view, match, seat = seen.view, seen.match, seen.by.seat
    if match is None:
        return None
    # One phone for all is for whoever alone is awaited.
    actor = seat or (view.to_act[0] if seen.by.host and len(view.to_act) == 1 else None)
    history = match.history
    awaited = history.position.awaited
    steps: tuple[Step, ...] = ()
    if not history.position.to_reenter:
        steps = history.scene_in(history.position).steps
    if not awaited and not steps:
        return None
    acts = actor in view.to_act
    own = [step for step in steps if actor in step.seats]
    if acts and steps:
        lead = _of_those_who_act(view, steps)
    elif awaited:
        lead = awaited
    else:
        lead = own or _naming(view.to_act, steps)[:1] or steps[:1]
    said, first = (*steps, *awaited), own[:-1] if acts else []
    return {
        "lead": [*_is_in(match, seat), *_words(lead)],
        "rest": _words(step for step in said if step not in lead),
        "first": _words(first),
        "then": _words(step for step in said if step not in first),
        "alone": actor if view.to_act == (actor,) and len(view.seats) > 1 else None,
        "own": _own(view, seat, lead),
    }


def next_for_all(seen: Snapshot) -> Text:
    """What is done now, for a screen that all look at: once somebody has entered, no
    more than who is awaited.
    """
    awaited = seen.match.history.position.awaited if seen.match else ()
    return join_steps(awaited) if awaited else seen.view.next


def entered_in_secret(seen: Snapshot) -> tuple[EnteredValue, ...]:
    """What the viewer's seat has entered, and what waits for the others: nobody else
    may read it yet.
    """
    if seen.match is None or seen.by.seat is None:
        return ()
    position = seen.match.history.position
    own = [
        held
        for held in position.sealed
        if seen.by.seat in held.seats and may_read_sealed(seen.by, held.entry)
    ]
    return tuple(
        value
        for held in own
        for value in values_entered(position.prompt_for(held), held.entry.data)
    )


def _naming(seats: Iterable[str], steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if not set(step.seats).isdisjoint(seats)]


def _of_those_who_act(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """What of it is for those who act: all, where several act at once, or one who plays
    alone.
    """
    if len(view.to_act) > 1 or len(view.seats) == 1:
        return steps
    for_all = [step for step in steps if not step.seats]
    return _naming(view.to_act, steps) or for_all or steps[:1]


def _own(view: View, seat: str | None, lead: Sequence[Step]) -> bool:
    """Whether only this seat acts, of several, and this is said of it alone:
    "everybody" names nobody.
    """
    if seat is None or view.to_act != (seat,) or len(view.seats) == 1:
        return False
    return all({*step.seats} == {seat} for step in lead)


def _words(steps: Iterable[Step]) -> list[str]:
    return [word(step.text) for step in steps]


def _is_in(match: Match, seat: str | None) -> list[str]:
    """That the viewer has entered, and waits for others."""
    sealed = match.history.position.sealed
    return (
        [word(say("Your entry is in."))]
        if any(seat in held.seats for held in sealed)
        else []
    )


log = logging.getLogger("referee.web")


# Getting the table ready with the real cards


def guide(seen: Snapshot) -> tuple[SetUpStep, ...]:
    """The steps for those who sit here, until the first entry is made; before the start
    also for fewer seats. None at a rematch: everybody has just played.
    """
    book, match = seen.rulebook, seen.match
    if match is not None:
        return (
            _steps(book, match.history.setting)
            if match.seq == 0 and begun_again(seen) is None
            else ()
        )
    names = _enough([seat.name for seat in seen.seat_states], book.game.players)
    return _steps(book, book.setting(names, None, seen.row.options)) if names else ()


def partners(
    book: Rulebook, sitting: int, options: Mapping[str, object]
) -> tuple[tuple[int, ...], ...]:
    """Who partners whom once enough sit there, by the numbers of their seats; empty
    where all play alone.

    If the game fails, none: it says so when the match starts.
    """
    players = next((count for count in book.game.players if count >= sitting), 0)
    try:
        setting = (
            book.setting([str(n) for n in range(1, players + 1)], None, options)
            if players
            else None
        )
        sides = book.scene(book.begin(setting)).sides if setting else ()
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        sides = ()
    return (
        tuple(tuple(map(int, side)) for side in sides)
        if any(len(side) > 1 for side in sides)
        else ()
    )


def _steps(book: Rulebook, setting: Setup) -> tuple[SetUpStep, ...]:
    """The steps; none if the game fails: people can get the table ready without them."""
    try:
        return book.set_up(setting)
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        return ()


def _enough(names: Sequence[str], players: Sequence[int]) -> list[str]:
    """These seats, and as many more as the game needs; empty if they are too many for
    it.
    """
    wanted = next((count for count in players if count >= len(names)), 0)
    others = (word(say("Seat {n}", n=n)) for n in range(len(names) + 1, wanted + 1))
    return [*names, *others] if wanted else []


@blueprint.app_template_global()
def begun_again(seen: Snapshot) -> Text | None:
    """That this is the rematch, and who deals: until the first entry there; else None."""
    match = seen.match
    if match is None or match.seq or not room().store.past.is_rematch(seen.code):
        return None
    return say(
        "This is the rematch: all keep their seats, and {dealer} deals.",
        dealer=match.history.setting.dealer,
    )


# Taking back


def take_backs(seen: Snapshot) -> list[dict[str, Any]]:
    """What this viewer may take back now; nothing while a ruling is questioned, or
    right after taking back.
    """
    match = seen.match
    if match is None or latest_strike(match, seen.by) or seen.open_dispute:
        return []
    return [_describe(seen, match, entry) for entry in may_take_back(match, seen.by)]


def _describe(seen: Snapshot, match: Match, entry: LogEntry) -> dict[str, Any]:
    """The number of an entry, whose or for whom it is if not the viewer's own, and what
    taking it back is called.

    Phones lie on the table, where others see them: so nothing is named that these may
    not read.
    """
    if entry.seen:
        text = say("Undo: what the camera saw")
        return {
            "seq": entry.seq,
            "text": text,
            "whose": None,
            "own": True,
            "together": True,
        }
    [line] = log_lines(match, SPECTATOR, [entry])
    name, own = name_line(seen, line), is_author(seen.by, entry)
    whose = name.seat or (None if own else entry.by)
    whose = None if whose == seen.by.seat else whose
    if whose is None:
        text = say("Undo: {what}", what=name.what)
    elif own:
        text = say("Undo {name}’s: {what}", name=whose, what=name.what)
    else:
        template = (
            "Take back {name}’s: {what}"
            if name.form == "title" or name.seat is None
            else "Take back {name}’s {what}"
        )
        text = say(template, name=whose, what=name.what)
    return {"seq": entry.seq, "text": text, "whose": whose, "own": own}

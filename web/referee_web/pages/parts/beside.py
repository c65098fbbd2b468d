"""What stands beside a table's forms: what was entered, news, what to do next, and how to set up."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Correction
from referee.match.disputes import Dispute
from referee.match.earlier_entries import latest_strike, may_take_back, prompts_answered
from referee.match.log_entry import LogEntry, is_author
from referee.match.match import Match
from referee.match.visibility import may_read, may_read_sealed
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import written_score
from referee.vocabulary.view import View
from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.template_filters import word

# What was entered


@dataclass(frozen=True, slots=True)
class EnteredValue:
    """A value that was entered: its label, its seat (None: no particular one), and its cards or text."""

    label: Text
    seat: str | None
    cards: tuple[str, ...]
    text: object = ""
    own_words: bool = False
    """Somebody has written it."""


def values_entered(prompt: Prompt | None, data: Mapping[str, Any] | None) -> tuple[EnteredValue, ...]:
    """The values in this data, by the fields of its prompt; without a prompt, by their names."""
    if data is None:
        return ()
    if prompt is None:
        return tuple(EnteredValue(say("{name}", name=name), None, (), value) for name, value in data.items())
    return tuple(
        value for field in prompt.fields if field.name in data for value in _values_in(field, data[field.name])
    )


def _values_in(field: Field, value: Any) -> Iterator[EnteredValue]:
    if type_of(field).in_groups:
        for group in value:
            yield EnteredValue(field.label, None, tuple(group))
    elif type_of(field).by_seat:
        for seat, inner in value.items():
            yield _value_at(field, seat, inner)
    else:
        yield _value_at(field, None, value)


def _value_at(field: Field, seat: str | None, value: Any) -> EnteredValue:
    type = type_of(field)
    if type.one_card:
        return EnteredValue(field.label, seat, (value,))
    if field.partners:
        value = [card for hand in value or () for card in hand]
    if type.of_cards:
        return EnteredValue(field.label, seat, tuple(value), "" if value else say("no cards"))
    return EnteredValue(field.label, seat, (), worded_value(value, field), type.own_words)


@blueprint.app_template_filter("worded_value")
def worded_value(value: Any, field: Field) -> object:
    """What the value of a field without cards is called: a choice by its label, a number as people write it."""
    if isinstance(value, bool):
        return field.labels.get("yes" if value else "no") or (say("yes") if value else say("no"))
    if isinstance(value, (int, float)):
        return written_score(value)
    if isinstance(value, list):
        groups = (word(say("{seats}", seats=group)) if isinstance(group, list) else str(group) for group in value)
        return ", ".join(groups) or say("none")
    return field.labels.get(str(value), value)


News = dict[str, Any]
"""What `table/parts/news.html` words: a `change` of a `correction`, all that it `dropped`, or a settled `dispute`."""


# What was corrected or settled since the latest ruling


def news(seen: Snapshot) -> list[News]:
    """The corrections and the settled disputes that came after the entry of the latest ruling, oldest first."""
    match = seen.match
    if match is None:
        return []
    since = match.history.latest_seq
    corrections = [made for made in match.corrections if made.changes and not _is_past(match, made, since)]
    changed = {change.seq for correction in corrections for change in correction.changes}
    prompts = prompts_answered(match, changed) if changed else {}
    found = [(_made(correction), _put_right(seen, match, correction, prompts)) for correction in corrections]
    found += [
        (dispute.resolution.seq, _settled(seen, match, dispute))
        for dispute in match.disputes
        # A correction that settled it is news of its own.
        if dispute.resolution and dispute.resolution.seq > since and dispute.resolution.resolved_as != "corrected"
    ]
    return [line for _, lines in sorted(found, key=itemgetter(0)) for line in lines]


def latest_by_another(seen: Snapshot) -> dict[str, Any] | None:
    """Who made the latest entry that everybody may read, and what was asked for with it; None where the viewer did."""
    if seen.match is None or not (history := seen.match.history).steps:
        return None
    step = history.steps[-1]
    title = history.prompt_of(step).title
    if not step.opens or is_author(seen.by, step.entry) or title == NOTHING:
        return None
    return {"by": step.entry.by, "title": title}


def _is_past(match: Match, correction: Correction, since: int) -> bool:
    """Whether it has been ruled after a correction; what was only taken back is past with the next entry."""
    if all(change.data is None for change in correction.changes):
        since = max(since, match.entries[-1].seq)
    return _made(correction) < since


def _made(correction: Correction) -> int:
    """The number of the record that made it, or last undid it or made it again."""
    return max(correction.seq, correction.turned_at)


def _put_right(seen: Snapshot, match: Match, correction: Correction, prompts: Mapping[int, Prompt]) -> list[News]:
    shared = {"correction": correction, "address": url_for("pages.correction", code=seen.code, id=correction.id)}
    lines: list[News] = []
    for change in correction.changes:
        entry, prompt = match.entry(change.seq), prompts.get(change.seq)
        assert entry is not None
        title = entry.kind if prompt is None or prompt.title == NOTHING else prompt.title
        ruling = _ruled(seen, match, change.seq)
        lines.append(shared | {"change": change, "entry": entry, "title": title, "ruling": ruling})
    dropped = [shared | {"dropped": correction.dropped}] if correction.dropped and not correction.undone else []
    return [*lines, *dropped]


def _settled(seen: Snapshot, match: Match, dispute: Dispute) -> list[News]:
    assert dispute.resolution is not None
    seq = dispute.entry or dispute.resolution.entered
    # What is ruled now stands on the page beside it.
    ruling = _ruled(seen, match, seq) if seq and seq != seen.ruled else None
    address = url_for("pages.dispute", code=seen.code, id=dispute.id)
    return [{"dispute": dispute, "seq": seq, "ruling": ruling, "address": address}]


def _ruled(seen: Snapshot, match: Match, seq: int) -> Ruling | None:
    """The most telling ruling on this entry as it stands now, as far as this viewer may read it: what it decided, by
    itself or together with those that it had waited for.
    """
    for step in reversed(match.history.steps):
        # Cards that were in two places were entered again since, or are asked for on this very page.
        told = [ruling for ruling in step.rulings if "clash" not in ruling.verdict] if seq in step.together else []
        if told and may_read(match.history, seen.by, step.entry):
            return told[most_telling(told)]
    return None


# Not after a number or a single letter, which may be "3." or "J.", and not before a word in small letters.
_BETWEEN_SENTENCES = re.compile(r"(?<!\d\.)(?<!\b[^\W\d_]\.)(?<=[.!?])\s+(?=[^\W_a-zß-ÿ]|[¿¡“„«(])")


# What people do now: one's own part stands first and is never cut, the rest folds behind it


def next_step(seen: Snapshot) -> dict[str, Any] | None:
    """What this viewer does now, in this answer's wording; None where nothing is to be done.

    `lead` is the viewer's own part of it, `rest` what else happens, which may be empty; `own` says that the match waits
    for the viewer alone, and that `lead` speaks of nobody else.
    """
    view, match, seat = seen.view, seen.match, seen.by.seat
    if match is None:
        return None
    history = match.history
    awaited = sentences(word(history.position.awaited), view.seats)
    to_reenter = bool(history.position.to_reenter)
    game = [] if to_reenter else sentences(word(history.scene_in(history.position).next), view.seats)
    if not awaited and not game:
        return None
    if seat in view.to_act and game:
        lead = _of_those_who_act(view, game)
    elif awaited:
        lead = awaited
    else:
        own, others = (
            sentences_naming([seat] if seat else [], game),
            sentences_naming(view.to_act, game)[:1] or game[:1],
        )
        lead = [sentence for sentence in game if sentence in own or sentence in others]
    rest = [sentence for sentence in (*game, *awaited) if sentence not in lead]
    return {
        "lead": " ".join([*_is_in(match, seat), *lead]),
        "rest": " ".join(rest),
        "own": _own(view, seat, lead),
    }


def next_for_all(seen: Snapshot) -> Text:
    """What is done now, for a screen that all look at: once somebody has entered, no more than who is awaited."""
    awaited = seen.match.history.position.awaited if seen.match else NOTHING
    return seen.view.next if awaited == NOTHING else awaited


def entered_in_secret(seen: Snapshot) -> tuple[EnteredValue, ...]:
    """What the viewer's seat has entered, and what waits for the others: nobody else may read it yet."""
    if seen.match is None or seen.by.seat is None:
        return ()
    position = seen.match.history.position
    own = [held for held in position.sealed if seen.by.seat in held.seats and may_read_sealed(seen.by, held.entry)]
    return tuple(value for held in own for value in values_entered(position.prompt_for(held), held.entry.data))


def sentences(text: str, names: Iterable[str] = ()) -> list[str]:
    """The sentences of a text, in which these names stand: none ends within a name.

    >>> sentences("Ana takes the 3. trick. Dr. Who turns a card: enter it.", ["Ana", "Dr. Who"])
    ['Ana takes the 3. trick.', 'Dr. Who turns a card: enter it.']
    """
    text, parts, begin = text.strip(), [], 0
    spans = [found.span() for name in names for found in re.finditer(re.escape(name), text)]
    for gap in _BETWEEN_SENTENCES.finditer(text):
        if not any(first < gap.start() < last for first, last in spans):
            parts.append(text[begin : gap.start()])
            begin = gap.end()
    return [part for part in (*parts, text[begin:]) if part]


def sentences_naming(seats: Iterable[str], told: Sequence[str]) -> list[str]:
    """Those sentences that name one of these seats.

    >>> sentences_naming(["Ana"], ["Anabel deals.", "Ben and Ana look."])
    ['Ben and Ana look.']
    """
    named = [re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)") for seat in seats]
    return [sentence for sentence in told if any(name.search(sentence) for name in named)]


def _of_those_who_act(view: View, told: list[str]) -> list[str]:
    """What of it is for those who act: all, where several act at once, or one who plays alone."""
    if len(view.to_act) > 1 or len(view.seats) == 1:
        return told
    named = sentences_naming(view.seats, told)
    return sentences_naming(view.to_act, told) or [sentence for sentence in told if sentence not in named] or told[:1]


def _own(view: View, seat: str | None, lead: list[str]) -> bool:
    """Whether only this seat acts, of several, and this is told of it alone: "everybody" names nobody."""
    if seat is None or view.to_act != (seat,):
        return False
    others = [other for other in view.seats if other != seat]
    return bool(others) and sentences_naming([seat], lead) == lead and not sentences_naming(others, lead)


def _is_in(match: Match, seat: str | None) -> list[str]:
    """That the viewer has entered, and waits for others."""
    sealed = match.history.position.sealed
    return [word(say("Your entry is in."))] if any(seat in held.seats for held in sealed) else []


log = logging.getLogger("referee.web")


# Getting the table ready with the real cards


def guide(seen: Snapshot) -> tuple[SetUpStep, ...]:
    """The steps for those who sit here, until the first entry is made; before the start also for fewer seats. None at
    a rematch: everybody has just played.
    """
    book, match = seen.rulebook, seen.match
    if match is not None:
        return _steps(book, match.history.setting) if match.seq == 0 and begun_again(seen) is None else ()
    names = _enough([seat.name for seat in seen.seat_states], book.game.players)
    return _steps(book, book.setting(names, None, seen.row.options)) if names else ()


def partners(book: Rulebook, sitting: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
    """Who partners whom once enough sit there, by the numbers of their seats; empty where all play alone.

    If the game fails, none: it says so when the match starts.
    """
    players = next((count for count in book.game.players if count >= sitting), 0)
    try:
        setting = book.setting([str(n) for n in range(1, players + 1)], None, options) if players else None
        sides = book.scene(book.begin(setting)).sides if setting else ()
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.told)
        sides = ()
    return tuple(tuple(map(int, side)) for side in sides) if any(len(side) > 1 for side in sides) else ()


def _steps(book: Rulebook, setting: Setup) -> tuple[SetUpStep, ...]:
    """The steps; none if the game fails: people can get the table ready without them."""
    try:
        return book.set_up(setting)
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.told)
        return ()


def _enough(names: Sequence[str], players: Sequence[int]) -> list[str]:
    """These seats, and as many more as the game needs; empty if they are too many for it."""
    wanted = next((count for count in players if count >= len(names)), 0)
    others = (word(say("Seat {n}", n=n)) for n in range(len(names) + 1, wanted + 1))
    return [*names, *others] if wanted else []


@blueprint.app_template_global()
def begun_again(seen: Snapshot) -> Text | None:
    """That this is the rematch, and who deals: until the first entry there; else None."""
    match = seen.match
    if match is None or match.seq or not room().store.past.is_rematch(seen.code):
        return None
    return say("This is the rematch: all keep their seats, and {dealer} deals.", dealer=match.history.setting.dealer)


# Taking back


def take_backs(seen: Snapshot) -> list[dict[str, Any]]:
    """What this viewer may take back now; nothing while a ruling is questioned, or right after taking back."""
    match = seen.match
    if match is None or latest_strike(match, seen.by) or seen.open_dispute:
        return []
    return [_describe(seen, match, entry) for entry in may_take_back(match, seen.by)]


def _describe(seen: Snapshot, match: Match, entry: LogEntry) -> dict[str, Any]:
    """The number of an entry; what it answered, if anything; whose or for whom it is if not the viewer's own."""
    step = match.history.step(entry.seq)
    title = match.history.prompt_of(step).title if step else NOTHING
    own = is_author(seen.by, entry)
    whose = entry.seat if own else entry.by
    return {"seq": entry.seq, "title": title, "whose": None if whose == seen.by.seat else whose, "own": own}

"""Entries as people speak of them: where one stands in the game, whose it is, what it
holds, and what a correction changed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from referee.cards.card import by_code
from referee.hosting.tables.snapshot import Snapshot
from referee.match.earlier_entries import rulings_with
from referee.match.entry_reading import seats_named
from referee.match.match import Match
from referee.match.position import STOP_PROMPT
from referee.match.visibility import ChangeLine, CorrectionLine, LogLine
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import STOP, Field, Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import written_score
from referee_web.pages.blueprint import blueprint
from referee_web.pages.template_filters import word
from referee_web.wording import deck

# What was entered


@dataclass(frozen=True, slots=True)
class EnteredValue:
    """A value that was entered: its label, its seat (None: no particular one), and its
    cards or text.
    """

    label: Text
    seat: str | None
    cards: tuple[str, ...]
    text: object = ""
    own_words: bool = False
    """Somebody has written it."""

    @property
    def brief(self) -> Text:
        """The value alone, on a line: cards in signs."""
        if self.cards:
            known = by_code(deck())
            return say(
                "{cards:short}",
                cards=tuple(known.get(code, code) for code in self.cards),
            )
        return say("“{text}”" if self.own_words else "{text}", text=self.text)


def values_entered(
    prompt: Prompt | None, data: Mapping[str, Any] | None
) -> tuple[EnteredValue, ...]:
    """The values in this data, by the fields of its prompt; without a prompt, by their
    names and seats.
    """
    if data is None:
        return ()
    if prompt is None:
        return tuple(value for name in data for value in _unprompted(name, data[name]))
    return tuple(
        value
        for field in prompt.fields
        if field.name in data
        for value in _values_in(field, data[field.name])
    )


def _unprompted(name: str, value: Any) -> Iterator[EnteredValue]:
    """The value of a field that is asked for nowhere any more: codes of cards are
    cards.
    """
    label, known = say("{name}", name=name), by_code(deck())
    for seat, inner in value.items() if isinstance(value, Mapping) else [(None, value)]:
        several = tuple(inner) if isinstance(inner, list) else (inner,)
        are_cards = all(isinstance(one, str) and one in known for one in several)
        yield (
            EnteredValue(label, seat, several, "")
            if are_cards
            else EnteredValue(label, seat, (), inner)
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
    if field.leads is not None:
        return EnteredValue(field.label, None, (), say("{seat} led", seat=value))
    if type.of_cards and field.partners:
        value = [card for hand in value or () for card in hand]
    if type.of_cards:
        return EnteredValue(
            field.label, seat, tuple(value), "" if value else say("no cards")
        )
    return EnteredValue(
        field.label, seat, (), worded_value(value, field), type.own_words
    )


@blueprint.app_template_filter("worded_value")
def worded_value(value: Any, field: Field) -> object:
    """What the value of a field without cards is called: a choice by its label, a
    number as people write it.
    """
    if isinstance(value, bool):
        return field.labels.get("yes" if value else "no") or (
            say("yes") if value else say("no")
        )
    if isinstance(value, (int, float)):
        return written_score(value)
    if isinstance(value, list):
        groups = (
            word(say("{seats}", seats=group)) if isinstance(group, list) else str(group)
            for group in value
        )
        return ", ".join(groups) or say("none")
    return type_of(field).label(field, value)


# What an entry is called

FEW = 4
"""So many cards, and so many values, are named one by one."""


@dataclass(frozen=True, slots=True)
class EntryName:
    """What people call an entry: where it stands in the game, whose it is (None: the
    table's), and what it is.

    `what` are by `form` the values that were entered, a thing, as `cards`, or the title
    of what was asked for.
    """

    where: Text
    seat: str | None
    what: Text
    form: Literal["values", "thing", "title"]

    @property
    def text(self) -> Text:
        """All of it: `Round 1, trick 2, Ben: K♠`, `Round 3, Ana’s cards`."""
        if self.seat is None or self.what == self.where:
            template = "{where}" if self.what == self.where else "{where}: {what}"
        else:
            template = (
                "{where}, {seat}’s {what}"
                if self.form == "thing"
                else "{where}, {seat}: {what}"
            )
        return say(template, where=self.where, seat=self.seat, what=self.what)


@blueprint.app_template_global()
def entry_name(seen: Snapshot, seq: int) -> Text:
    """What people call the entry of this number; nothing of what it holds where this
    viewer may not read that.
    """
    line = seen.line(seq)
    return name_line(seen, line).text if line else NOTHING


@blueprint.app_template_global()
def where_stands(seen: Snapshot, seq: int) -> Text:
    """Where the entry of this number stands in the game: `Round 1, trick 2`."""
    line = seen.line(seq)
    return name_line(seen, line).where if line else NOTHING


def name_line(
    seen: Snapshot, line: LogLine, data: Mapping[str, Any] | None = None
) -> EntryName:
    """What people call the entry of this line, with what it holds, or with this data."""
    match = seen.match
    assert match is not None
    prompt = _asked(match, line)
    values = values_entered(prompt, line.data if data is None else data)
    seat = _whose(match, prompt, line)
    where = _where(seen, match, line)
    if (
        values
        and len(values) <= FEW
        and sum(len(value.cards) for value in values) <= FEW
    ):
        return EntryName(
            where,
            seat,
            _listed([_with_seat(value, seat) for value in values]),
            "values",
        )
    types = [type_of(field) for field in prompt.fields] if prompt else []
    if seat and types and all(type.of_cards for type in types):
        thing = say("card") if len(types) == 1 and types[0].one_card else say("cards")
        return EntryName(where, seat, thing, "thing")
    title = (
        prompt.title
        if prompt and prompt.title != NOTHING
        else say("{kind}", kind=line.kind)
    )
    return EntryName(where, seat, title, "title")


def _asked(match: Match, line: LogLine) -> Prompt | None:
    """The prompt for what was entered, as the game asked for it: whoever was asked to
    change it since.
    """
    if line.kind == STOP:
        return STOP_PROMPT
    # Where an entry is taken out, it may be asked for only elsewhere.
    for position in chain(
        [match.history.position_at(line.seq)], match.history.positions
    ):
        asked = [prompt for prompt in position.asked if prompt.kind == line.kind]
        if asked:
            return next(
                (prompt for prompt in asked if line.seat in prompt.seats), asked[0]
            )
    return None


def _whose(match: Match, prompt: Prompt | None, line: LogLine) -> str | None:
    """The one seat that it speaks for: everybody may know that, also of what is sealed."""
    entry = match.entry(line.seq)
    if line.seat or prompt is None or entry is None or not prompt.secret:
        return line.seat
    named = seats_named(prompt, entry)
    return next(iter(named)) if len(named) == 1 else None


def _where(seen: Snapshot, match: Match, line: LogLine) -> Text:
    """What its ruling is about; where nobody says that, the round, or its number if the
    game fails at that.
    """
    ruling = ruling_on(match, line)
    if ruling is not None and ruling.about != NOTHING:
        return ruling.about
    position = match.history.position_at(line.seq)
    try:
        return say(
            "Round {n}",
            n=seen.rulebook.scene(position.state, match.history.setting.seats).round,
        )
    except GameFaultError:
        return say("Number {n}", n=line.seq)


def ruling_on(match: Match, line: LogLine) -> Ruling | None:
    """The most telling ruling on this entry as it stands now, as far as this viewer may
    read it: what it decided, by itself or together with those that it had waited for.
    """
    steps = [] if line.sealed else match.history.steps_to_decide(line.seq)
    return (
        _telling(steps[-1].rulings)
        if steps and line.seq in steps[-1].together
        else None
    )


def _telling(rulings: tuple[Ruling, ...]) -> Ruling | None:
    # Cards that were in two places were entered again since, or are asked for on this
    # very page.
    telling = [ruling for ruling in rulings if "clash" not in ruling.verdict]
    return telling[most_telling(telling)] if telling else None


def _with_seat(value: EnteredValue, seat: str | None) -> Text:
    """The value, after the name of its seat where it is not this one."""
    if value.seat in (None, seat):
        return value.brief
    return say("{seat} {value}", seat=value.seat, value=value.brief)


def _listed(parts: list[Text]) -> Text:
    return say("{parts:;}", parts=tuple(parts))


# What a correction changed


@blueprint.app_template_global()
def correction_words(seen: Snapshot, line: CorrectionLine) -> list[tuple[int, Text]]:
    """What a correction did, a sentence for each entry that it changed, with the number
    of that.
    """
    lines = [(seen.line(change.seq), change) for change in line.changes]
    return [
        (change.seq, _change_words(seen, entry, change, line.undone))
        for entry, change in lines
        if entry
    ]


@blueprint.app_template_global()
def correction_sentence(seen: Snapshot, line: CorrectionLine) -> Text:
    """All that a correction did, in one text."""
    changed = [text for _, text in correction_words(seen, line)]
    return say(
        "{changes:;}",
        changes=(*changed, *dropped_words(seen, () if line.undone else line.dropped)),
    )


@blueprint.app_template_global()
def dropped_words(seen: Snapshot, numbers: tuple[int, ...]) -> list[Text]:
    """The entries that no longer fitted and were taken out, in a sentence; none where
    there are none.
    """
    names = tuple(entry_name(seen, number) for number in numbers)
    return [say("Taken out with it: {entries:;}", entries=names)] if names else []


def _change_words(
    seen: Snapshot, line: LogLine, change: ChangeLine, undone: bool
) -> Text:
    """`Round 1, trick 2, Ben: K♠ → K♣. Still: Ana wins`; what is sealed, only that it
    was corrected.
    """
    match = seen.match
    assert match is not None
    name = name_line(seen, line, change.before)
    if change.strike:
        return say(
            "Counts again: {entry}" if undone else "Taken back: {entry}",
            entry=name.text,
        )
    if change.data is None or change.before is None:
        return say("Corrected: {entry}", entry=name_line(seen, line, change.data).text)
    if undone:
        return say("Counts again: {entry}", entry=name.text)
    what = _difference_words(name, _asked(match, line), change.before, change.data)
    now = ruling_on(match, line) if line.data == change.data else None
    if now is None:
        return what
    before = _telling(rulings_with(match.history, line.seq, change.before))
    same = before is not None and before.verdict == now.verdict
    return say(
        "{what}. Still: {ruling}" if same else "{what}. Now: {ruling}",
        what=what,
        ruling=now.summary,
    )


def _difference_words(
    name: EntryName,
    prompt: Prompt | None,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
) -> Text:
    parts = list(_differences(prompt, old, new)) if prompt else []
    if not parts:
        return (
            say("{entry}, in another order", entry=name.text) if prompt else name.text
        )
    named = [(seat or name.seat, what) for seat, what in parts]
    told = _listed(
        [
            say("{seat}: {what}", seat=seat, what=what) if seat else what
            for seat, what in named
        ]
    )
    return say(
        "{where}, {what}" if named[0][0] else "{where}: {what}",
        where=name.where,
        what=told,
    )


def _differences(
    prompt: Prompt, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[tuple[str | None, Text]]:
    """Yield what differs, old and new, each with the seat whose it is, where a field
    has something of each seat.
    """
    alike = Counter(type_of(field).of_cards for field in prompt.fields)
    for field in prompt.fields:
        was, now = old.get(field.name), new.get(field.name)
        by_seat = type_of(field).by_seat
        for seat in {**(was or {}), **(now or {})} if by_seat else [None]:
            one, other = (
                ((was or {}).get(seat), (now or {}).get(seat))
                if by_seat
                else (was, now)
            )
            if not _is_same(field, one, other):
                what = _change_of(field, one, other)
                labelled = alike[type_of(field).of_cards] > 1 and not by_seat
                yield (
                    seat,
                    say("{label} {what}", label=field.label, what=what)
                    if labelled
                    else what,
                )


def _change_of(field: Field, was: Any, now: Any) -> Text:
    if type_of(field).of_cards:
        return _cards_changed(field, was, now)
    old, new = (
        say("none") if value is None else _value_at(field, None, value).brief
        for value in (was, now)
    )
    return _from_to(old, new)


def _is_same(field: Field, was: Any, now: Any) -> bool:
    """Whether nothing changed, or of cards only the order in which they were entered."""
    if not type_of(field).of_cards:
        return bool(was == now)
    return list(map(Counter, _hands(field, was))) == list(
        map(Counter, _hands(field, now))
    )


def _cards_changed(field: Field, was: Any, now: Any) -> Text:
    """The cards that went, and those that came; where they are the same, how they lay
    together.
    """
    old_hands, new_hands = _hands(field, was), _hands(field, now)
    old, new = Counter(chain(*old_hands)), Counter(chain(*new_hands))
    gone, come = tuple((old - new).elements()), tuple((new - old).elements())
    if gone and come:
        return _from_to(_brief(gone), _brief(come))
    if come:
        return say("+ {cards}", cards=_brief(come))
    if gone:
        return say("− {cards}", cards=_brief(gone))
    return _from_to(_brief(*old_hands), _brief(*new_hands))


def _hands(field: Field, value: Any) -> list[tuple[str, ...]]:
    """The cards of each group, or of each partner, in this field; of most fields they
    are one hand.
    """
    type = type_of(field)
    if not value:
        return []
    if type.one_card:
        return [(value,)]
    hands = value if type.in_groups or field.partners else [value]
    return [tuple(hand) for hand in hands if hand]


def _brief(*hands: tuple[str, ...]) -> Text:
    known = by_code(deck())
    cards = tuple(tuple(known.get(code, code) for code in hand) for hand in hands)
    return say("{cards:short}", cards=cards)


def _from_to(old: Text, new: Text) -> Text:
    return say("{old} → {new}", old=old, new=new)

"""Entries in people's words: place, seat, content, and corrections."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from referee.cards.card import by_code
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import Data
from referee.match.match import Match
from referee.match.showing.log_lines import CorrectionLine, EditLine, LogLine
from referee.match.taking.entry_reading import seats_answering
from referee.match.taking.parts import own_fields
from referee.match.taking.position import STOP_PROMPT, Position
from referee.match.trying.earlier_entries import rulings_with
from referee.match.trying.effects import Effect
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import STOP, Field, Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import as_score, written_score
from referee.vocabulary.view import Trick
from referee_web.pages.template_filters import word
from referee_web.wording import deck

YES_OR_NO = (("no", say("no")), ("yes", say("yes")))
"""The names of yes and no."""

# What was entered


@dataclass(frozen=True, slots=True)
class ShownValue:
    """An entered value: label, seat (or None), and cards or text."""

    label: Text
    seat: str | None
    cards: Collection[str] = ()
    text: object = ""
    own_words: bool = False
    """Whether it is people's own words."""
    no_cards: bool = False
    """Whether it is a list of cards, and an empty one."""
    at: str = ""
    """The input of its card, as a correction's address names it."""

    @property
    def is_cards(self) -> bool:
        """Return whether the value is a list of cards, maybe an empty one."""
        return bool(self.cards) or self.no_cards

    @property
    def brief(self) -> Text:
        """Return the value in a line, with signs for cards."""
        if self.cards:
            return _brief(self.cards)
        if self.own_words:
            return say("“{text}”", text=self.text)
        return say("{text}", text=self.text)


def values_entered(prompt: Prompt | None, data: Data | None) -> list[ShownValue]:
    """Return the values in these data by the prompt's fields, or by name and seat."""
    values: list[ShownValue] = []
    if data is None:
        return values
    if prompt is None:
        for name, value in data.items():
            values += _list_unprompted(name, value)
        return values
    for field in prompt.fields:
        if field.name in data:
            values += _values_in(field, data[field.name])
    return values


def _list_unprompted(name: str, value: object) -> Iterator[ShownValue]:
    """Yield the values of a field no longer asked; codes become cards."""
    label = say("{name}", name=name)
    known = by_code(deck())
    by_seat = value
    if not isinstance(by_seat, Mapping):
        by_seat = {None: value}
    for seat, inner in by_seat.items():
        codes = inner
        if not isinstance(codes, list):
            codes = [inner]
        if all(isinstance(code, str) and code in known for code in codes):
            yield ShownValue(label, seat, codes)
        else:
            yield ShownValue(label, seat, text=inner)


def _values_in(field: Field, value: Any) -> Iterator[ShownValue]:
    type = type_of(field)
    if type.in_groups:
        for group in value:
            yield ShownValue(field.label, None, group)
    elif type.by_seat:
        for seat, inner in value.items():
            yield _value_at(field, seat, inner)
    else:
        yield _value_at(field, None, value)


def _value_at(field: Field, seat: str | None, value: Any) -> ShownValue:
    type = type_of(field)
    label = field.label
    if type.one_card:
        at = field.name if seat is None else f"{field.name}={seat}"
        return ShownValue(label, seat, [value], at=at)
    if field.leads is not None:
        return ShownValue(label, None, text=say("{seat} led", seat=value))
    if not type.of_cards:
        text = worded_value(value, field)
        return ShownValue(label, seat, text=text, own_words=type.own_words)
    if field.partners:
        value = [*chain.from_iterable(value or ())]
    if value:
        return ShownValue(label, seat, value)
    return ShownValue(label, seat, text=say("no cards"), no_cards=True)


def worded_value(value: object, field: Field) -> object:
    """Return a value without cards in words: a choice's label, a number as written."""
    if isinstance(value, bool):
        name, label = YES_OR_NO[value]
        return field.labels.get(name) or label
    if isinstance(value, (int, float)):
        return written_score(value)
    if not isinstance(value, list):
        return type_of(field).label(field, value)

    groups = []
    for group in value:
        if isinstance(group, list):
            group = word(say("{seats}", seats=group))
        groups.append(str(group))
    return ", ".join(groups) or say("none")


# What an entry is called

FEW = 4
"""The most cards, and values, named one by one."""


@dataclass(frozen=True, slots=True)
class EntryName:
    """The name of a line's entry: place in the game, seat, content."""

    snapshot: Snapshot
    line: LogLine
    seat: str | None
    """None: the table's."""
    what: Text
    """By form its values, a thing, as `cards`, or its prompt's title."""
    form: Literal["values", "thing", "title"]
    several: bool = False
    """Whether it has more than one value."""
    title: Text = NOTHING
    """Its prompt's title, for the table's values."""

    @property
    def where(self) -> Text:
        """Return the entry's place in the game: `Round 1, trick 2`."""
        return place_of(self.snapshot, self.line)

    @property
    def heading(self) -> Text:
        """Return the name, without values that stand below it: `Round 1, Ben`."""
        if self.form != "values":
            return self.text
        where = self.where
        if self.seat is not None:
            return say("{where}, {seat}", where=where, seat=self.seat)
        if self.title == where:
            return where
        return say("{where}: {what}", where=where, what=self.title)

    @property
    def text(self) -> Text:
        """Return the name: `Round 1, trick 2, Ben: K♠`, `Round 3, Ana’s cards`."""
        where = self.where
        what = self.what
        template = "{where}, {seat}: {what}"
        if what == where:
            template = "{where}"
        elif self.seat is None:
            template = "{where}: {what}"
        elif self.form == "thing":
            template = "{where}, {seat}’s {what}"
        return say(template, where=where, seat=self.seat, what=what)


def entry_name(snapshot: Snapshot, seq: int) -> Text:
    """Return an entry's name by number, without what this viewer may not read."""
    line = snapshot.line(seq)
    if line is None:
        return NOTHING
    return name_line(snapshot, line).text


def place_of_entry(snapshot: Snapshot, seq: int) -> Text:
    """Return the place of an entry by number: `Round 1, trick 2`."""
    line = snapshot.line(seq)
    if line is None:
        return NOTHING
    return place_of(snapshot, line)


def name_line(snapshot: Snapshot, line: LogLine, data: Data | None = None) -> EntryName:
    """Return the name of a line's entry, with its data or these."""
    match = snapshot.begun_match
    if data is None:
        data = line.data
    prompt = _find_prompt(match, line)
    values = values_entered(prompt, data)
    seat = _whose(match, prompt, line)
    cards = sum(len(value.cards) for value in values)
    title = say("{kind}", kind=line.kind)
    if prompt is not None and prompt.title != NOTHING:
        title = prompt.title
    if values and len(values) <= FEW and cards <= FEW:
        what = _join_parts([_name_seat(value, seat) for value in values])
        several = len(values) > 1
        return EntryName(snapshot, line, seat, what, "values", several, title)

    if prompt is not None:
        types = [*map(type_of, prompt.fields)]
        if seat and types and all(type.of_cards for type in types):
            thing = say("cards")
            if len(types) == 1 and types[0].one_card:
                thing = say("card")
            return EntryName(snapshot, line, seat, thing, "thing")
    return EntryName(snapshot, line, seat, title, "title")


def _find_prompt(match: Match, line: LogLine) -> Prompt | None:
    """Return the prompt that an entry answered, or None; anybody may change it now."""
    if line.kind == STOP:
        return STOP_PROMPT
    history = match.history
    prompt = _prompt_in(history.position_at(line.seq), line)
    if prompt is not None:
        return prompt
    # A struck entry may be asked for only elsewhere.
    for position in history.positions:
        prompt = _prompt_in(position, line)
        if prompt is not None:
            return prompt
    return None


def _prompt_in(position: Position, line: LogLine) -> Prompt | None:
    """Return a position's prompt of an entry's kind, its seat's if any; or None."""
    prompts = [prompt for prompt in position.game_prompts if prompt.kind == line.kind]
    for prompt in prompts:
        if line.seat in prompt.seats:
            return prompt
    return prompts[0] if prompts else None


def _whose(match: Match, prompt: Prompt | None, line: LogLine) -> str | None:
    """Return the only seat that an entry is of, as everybody may know; or None."""
    entry = match.entry(line.seq)
    if line.seat or prompt is None or entry is None:
        return line.seat
    if not prompt.secret and not own_fields(prompt):
        return None
    named = seats_answering(prompt, entry)
    return named[0] if len(named) == 1 else None


def place_of(snapshot: Snapshot, line: LogLine) -> Text:
    """Return a line's place in the game: as its ruling says, or round and trick."""
    ruling = ruling_on(snapshot.begun_match, line)
    is_place = ruling is not None and "situation" not in ruling.verdict
    if ruling is not None and is_place and ruling.about != NOTHING:
        return ruling.about
    return _place_by_scene(snapshot, line)


def place_in_round(snapshot: Snapshot, line: LogLine) -> Text:
    """Return a line's place: its trick, though its ruling is about the whole round."""
    where = _place_by_scene(snapshot, line)
    return where if "trick" in where.values else place_of(snapshot, line)


def _place_by_scene(snapshot: Snapshot, line: LogLine) -> Text:
    history = snapshot.begun_match.history
    try:
        before = history.scene_in(history.position_at(line.seq))
        step = history.step(line.seq)
        after = history.scene_in(step.after) if step else before
    except GameFaultError:
        return say("Number {n}", n=line.seq)
    round = say("Round {n}", n=before.round)
    trick = _trick_played(before.trick, after.trick)
    if trick is None:
        return round
    return say("{round}, trick {trick}", round=round, trick=trick)


def _trick_played(before: Trick | None, after: Trick | None) -> int | None:
    """Return the number of the trick to which an entry came; None without any."""
    if after is not None and after.plays:
        is_new = after != before or after.is_open
        return after.number if is_new else None
    if before is None or (after is not None and not before.plays):
        return None
    # The deal ended with it.
    is_full = len(before.plays) == len(before.order)
    return before.number + is_full


def ruling_on(match: Match, line: LogLine) -> Ruling | None:
    """Return the most telling ruling on an entry or what it revealed, or None."""
    if line.sealed:
        return None
    steps = match.history.steps_to_decide(line.seq)
    if not steps or line.seq not in steps[-1].together:
        return None
    return _find_telling(steps[-1].rulings)


def _find_telling(rulings: Iterable[Ruling]) -> Ruling | None:
    # Clashing cards were entered again since, or this page asks for them.
    telling = [ruling for ruling in rulings if "clash" not in ruling.verdict]
    if not telling:
        return None
    return telling[most_telling(telling)]


def _name_seat(value: ShownValue, seat: str | None) -> Text:
    """Return the value, after its seat's name if different."""
    if value.seat in (None, seat):
        return value.brief
    return say("{seat} {value}", seat=value.seat, value=value.brief)


def _join_parts(parts: list[Text]) -> Text:
    return say("{parts:;}", parts=tuple(parts))


# What a correction changed


def correction_words(
    snapshot: Snapshot, line: CorrectionLine, is_undone: bool | None = None
) -> list[tuple[int, Text]]:
    """Return a correction, or its undo, as a sentence for each changed entry.

    `is_undone` chooses which; None: what was last.
    """
    words = []
    if is_undone is None:
        is_undone = line.undone
    for change in line.changes:
        entry = snapshot.line(change.seq)
        if entry is not None:
            text = _change_words(snapshot, entry, change, is_undone)
            words.append((change.seq, text))
    return words


def edit_words(snapshot: Snapshot, line: CorrectionLine) -> list[Text]:
    """Return a correction in brief, a text for each entry: `Ben: K♠ → K♣`.

    Each names its place only where it is another than that of the first.
    """
    words = []
    places = []
    for change in line.changes:
        entry = snapshot.line(change.seq)
        if entry is None:
            continue
        name = name_line(snapshot, entry, change.before)
        places.append(str(name.where))
        brief = name.what
        if name.seat is not None:
            brief = say("{seat}: {what}", seat=name.seat, what=name.what)
        if places[-1] != places[0] or (change.before is None and not change.strike):
            words.append(_change_words(snapshot, entry, change, undone=False))
        elif change.data is None:
            template = "Taken back: {entry}" if change.strike else "Corrected: {entry}"
            words.append(say(template, entry=brief))
        else:
            prompt = _find_prompt(snapshot.begun_match, entry)
            parts = _difference_parts(name, prompt, change.before or {}, change.data)
            words.append(_join_parts(parts) if parts else brief)
    return words


def correction_sentence(snapshot: Snapshot, line: CorrectionLine) -> Text:
    """Return all of a correction in one text."""
    changes = [text for _, text in correction_words(snapshot, line)]
    if not line.undone:
        changes += dropped_words(snapshot, line.dropped)
    return say("{changes:;}", changes=tuple(changes))


def say_scores(effect: Effect) -> list[Text]:
    """Return the scores that a change moved: `Ben: 7 → 5`."""
    lines = []
    for seat, points in effect.points.items():
        now = effect.totals[seat]
        old = written_score(as_score(now - points))
        new = written_score(now)
        lines.append(say("{seat}: {old} → {new}", seat=seat, old=old, new=new))
    return lines


def dropped_words(snapshot: Snapshot, numbers: tuple[int, ...]) -> list[Text]:
    """Return the struck later entries in a sentence; or none."""
    if not numbers:
        return []
    names = [entry_name(snapshot, number) for number in numbers]
    return [say("Removed with it: {entries:;}", entries=tuple(names))]


def _change_words(
    snapshot: Snapshot, line: LogLine, change: EditLine, undone: bool
) -> Text:
    """Return `Round 1, trick 2, Ben: K♠ → K♣. Still: Ana wins`, without sealed data."""
    match = snapshot.begun_match
    old = change.before
    new = change.data
    name = name_line(snapshot, line, old)
    if change.strike:
        template = "Counts again: {entry}" if undone else "Taken back: {entry}"
        return say(template, entry=name.text)
    if new is None or old is None:
        return say("Corrected: {entry}", entry=name_line(snapshot, line, new).text)
    if undone:
        old, new = new, old

    what = _difference_words(name, _find_prompt(match, line), old, new)
    now = ruling_on(match, line)
    if now is None or line.data != new:
        return what
    before = [one.verdict for one in rulings_with(match.history, line.seq, old)]
    template = "{what}. Now: {ruling}"
    if now.verdict in before:
        template = "{what}. Still: {ruling}"
    return say(template, what=what, ruling=now.summary)


def _difference_words(
    name: EntryName, prompt: Prompt | None, old: Data, new: Data
) -> Text:
    if prompt is None:
        return name.text
    parts = _difference_parts(name, prompt, old, new)
    template = "{where}: {what}"
    if parts and parts[0].template == "{seat}: {what}":
        template = "{where}, {what}"
    if not parts:
        return say("{entry}, in another order", entry=name.text)
    return say(template, where=name.where, what=_join_parts(parts))


def _difference_parts(
    name: EntryName, prompt: Prompt | None, old: Data, new: Data
) -> list[Text]:
    """Return the differences, each with whose it is."""
    parts = []
    for whose, what in _differences(prompt, name.seat, old, new) if prompt else ():
        if whose:
            what = say("{seat}: {what}", seat=whose, what=what)
        parts.append(what)
    return parts


def _differences(
    prompt: Prompt, whose: str | None, old: Data, new: Data
) -> Iterator[tuple[str | None, Text]]:
    """Yield differences, each with whose it is: a by-seat field's seat, or `whose`."""
    alike = Counter(type_of(field).of_cards for field in prompt.fields)
    for field in prompt.fields:
        type = type_of(field)
        was: Any = old.get(field.name)
        now: Any = new.get(field.name)
        if field.leads is not None and was != now:
            # Whoever was due led, if nobody is named.
            leader = now or field.default
            template = "{seat} led, not {other}" if was else "{seat} led"
            yield None, say(template, seat=leader, other=was)
        elif not type.by_seat:
            what = _change_of(field, was, now)
            if what is not None and alike[type.of_cards] > 1:
                what = say("{label} {what}", label=field.label, what=what)
            if what is not None:
                yield whose, what
        else:
            was = was or {}
            now = now or {}
            for seat in {**was, **now}:
                what = _change_of(field, was.get(seat), now.get(seat))
                if what is not None:
                    yield seat, what


def _change_of(field: Field, was: Any, now: Any) -> Text | None:
    """Return a difference; None without one, or if only cards' order differs."""
    if type_of(field).of_cards:
        return _cards_changed(_hands(field, was), _hands(field, now))
    if was == now:
        return None
    return _from_to(_word_value(field, was), _word_value(field, now))


def _word_value(field: Field, value: Any) -> Text:
    if value is None:
        return say("none")
    return _value_at(field, None, value).brief


def _cards_changed(
    old_hands: list[Collection[str]], new_hands: list[Collection[str]]
) -> Text | None:
    """Return cards removed and added; equal cards by group."""
    if [*map(Counter, old_hands)] == [*map(Counter, new_hands)]:
        return None
    old = Counter(chain(*old_hands))
    new = Counter(chain(*new_hands))
    removed = old - new
    added = new - old
    if removed and added:
        return _from_to(_brief(removed.elements()), _brief(added.elements()))
    if added:
        return say("+ {cards}", cards=_brief(added.elements()))
    if removed:
        return say("{cards} removed", cards=_brief(removed.elements()))
    return _from_to(_brief(*old_hands), _brief(*new_hands))


def _hands(field: Field, value: Any) -> list[Collection[str]]:
    """Return a field's cards by group or partner; most fields have one hand."""
    type = type_of(field)
    if type.one_card and value:
        return [[value]]
    if type.in_groups or field.partners:
        return [*filter(None, value or ())]
    return [value] if value else []


def _brief(*hands: Iterable[str]) -> Text:
    """Return cards in signs, several hands apart."""
    known = by_code(deck())
    cards = []
    for hand in hands:
        cards.append(tuple([known.get(code, code) for code in hand]))
    return say("{cards:short}", cards=tuple(cards))


def _from_to(old: Text, new: Text) -> Text:
    return say("{old} → {new}", old=old, new=new)

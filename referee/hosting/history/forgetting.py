"""Taking a player's name out of a match, so that the match still folds and everybody else's results stay.

A seat's name stands in the log wherever an entry names seats: the new name takes its place there. What people wrote
as a reason is searched for the name as well. Card codes, kinds and whatever else is no seat stay as they are: whether
that came out right is found by folding the match again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.cards.card import CARDS
from referee.hosting.store import Renaming
from referee.hosting.tables.loading import dealer_toss_of, setting_of
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.results import folded
from referee.hosting.tables.table import Table
from referee.match.match import Match
from referee.match.record import Record
from referee.match.replay import History
from referee.match.score_sheet import course_of
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.fields import type_of
from referee.vocabulary.side import AND, parts_of
from referee.vocabulary.text import say

SOMEBODY = "…"
"""What stands for a forgotten name in what people wrote at other tables."""

WRITTEN = ("dispute", "resolution")
"""The types of lines in which people write something."""


def neutral_name(names: Sequence[str], name: str) -> str:
    """A name that tells nothing, for the seat of this name: `Player 2` for the second seat, if nobody is called so."""
    number = names.index(name) + 1
    while same_name(f"Player {number}", names) is not None:
        number += len(names)
    return f"Player {number}"


def without_name(table: Table, seat: str, lines: Sequence[Record]) -> Renaming:
    """A table without the name of this seat; ConflictError where the match would not stand as it stands now.

    A name can be taken for something else in the game: a table may have a player called `AS`. Where that could be among
    what is sealed, it is a ConflictError whatever is sealed, since this must not tell.
    """
    if table.match is not None and _could_be_sealed(table.match, seat):
        raise _inseparable(table.code, seat)
    new = neutral_name([row.name for row in table.seats], seat)
    row = replace(
        table.row,
        setting=_setting(table.row.setting, seat, new) if table.row.setting else None,
        host_seat=new if table.row.host_seat == seat else table.row.host_seat,
    )
    changed = [line_without(line, seat, new) for line in lines]
    result = None
    if table.match is not None and row.setting is not None:
        setting, toss = setting_of(row.setting), dealer_toss_of(row.setting)
        after = _folded(table, Match.folded, setting, changed, toss)
        if after is None or _told(after.history, len(after.unfit)) != _renamed_told(table.match, seat, new):
            raise _inseparable(table.code, seat)
        result = _result_without(table, seat, new)
    differing = (after for before, after in zip(lines, changed, strict=True) if before != after)
    return Renaming(seat, new, row, tuple(differing), result)


def _could_be_sealed(match: Match, name: str) -> bool:
    """Whether something is sealed in which this name could stand for a card, or for another choice than a seat."""
    position = match.history.position
    fields = [field for held in position.sealed for field in position.prompt_for(held).fields]
    cards = any(type_of(field).of_cards for field in fields) and name in CARDS
    return cards or any(field.type == "choice" and name in field.choices for field in fields)


def _folded(table: Table, fold: Any, *given: Any) -> Match | None:
    try:
        found: Match = fold(table.rulebook, *given)
        course_of(found.history)  # what is kept can be shown, all along
    except Exception:  # a game may fail in any way on a log in which something else was taken for a name
        return None
    return found


def _inseparable(code: str, seat: str) -> ConflictError:
    template = (
        "The name {seat} cannot be parted from the match at table {code}: something else there is called the same. "
        "Take the whole match away."
    )
    return ConflictError(say(template, seat=seat, code=code))


def _told(history: History, unfit: int) -> tuple[object, ...]:
    scene = history.scene_in(history.position)
    standings = tuple((one.seat, one.score, one.place) for one in scene.standings)
    rulings = tuple(len(step.rulings) for step in history.steps)
    return standings, scene.winners, scene.phase, scene.round, rulings, unfit, frozenset(history.open_to_all)


def _renamed_told(match: Match, old: str, new: str) -> tuple[object, ...]:
    standings, winners, *rest = _told(match.history, len(match.unfit))
    return renamed_all(standings, old, new), renamed_all(winners, old, new), *rest


def renamed_all(told: Any, old: str, new: str) -> Any:
    """Tuples within tuples, with the name replaced."""
    return tuple(renamed_all(one, old, new) if isinstance(one, tuple) else renamed(one, old, new) for one in told)


def _result_without(table: Table, old: str, new: str) -> Any:
    if table.result is None:
        return None
    placings = (replace(one, name=new, player=None) if one.name == old else one for one in table.result.placings)
    return replace(table.result, placings=tuple(placings))


def _setting(setting: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    without = dict(setting)
    without["order"] = renamed(setting["order"], old, new)
    without["dealer"] = renamed(setting["dealer"], old, new)
    if "toss" in setting:
        without["toss"] = _toss(setting["toss"], old, new)
    return without


# Lines of the log


def line_without(line: Record, old: str, new: str) -> Record:
    """A line of the log of a table where a seat had this name."""
    return replace(line, by=renamed(line.by, old, new), body=_body(line.type, line.body, old, new))


def line_without_mention(line: Record, name: str) -> Record:
    """A line of the log of any other table: what people wrote there may name the player, in any spelling."""
    return replace(line, body={**line.body, "why": unwritten(line.body["why"], name, SOMEBODY)})


def mentions(line: Record, name: str) -> bool:
    """Whether what somebody wrote in this line names the player."""
    return line.type in WRITTEN and line_without_mention(line, name) != line


def _body(type: str, body: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    without = dict(body)
    if type == "entry":
        return _entry(without, old, new)
    if type == "correction":
        without["changes"] = [_change(change, old, new) for change in body["changes"]]
    if type == "dispute" and body["refused"] is not None:
        without["refused"] = _refused(body["refused"], old, new)
    if type == "resolution":
        without["verdict"] = _named(body["verdict"], old, new)
        if body.get("taken_back") is not None:
            without["taken_back"] = _ruling(body["taken_back"], old, new)
    if type in WRITTEN:
        without["why"] = unwritten(body["why"], old, new)
    return without


def _entry(body: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    body |= {"seat": renamed(body["seat"], old, new), "data": _named(body["data"], old, new)}
    if "tosses" in body:
        body["tosses"] = [_toss(toss, old, new) for toss in body["tosses"]]
    if "finish" in body:
        finish = body["finish"]
        slaps = [slap | {"seat": renamed(slap["seat"], old, new)} for slap in finish["slaps"]]
        body["finish"] = finish | {"order": renamed(finish["order"], old, new), "slaps": slaps}
    return body


def _change(change: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {**change, "data": _named(change["data"], old, new)} if "data" in change else dict(change)


def _toss(toss: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    choices = renamed(toss["choices"], old, new)
    if choices == toss["choices"]:
        return dict(toss)
    return {**toss, "choices": choices, "outcome": renamed(toss["outcome"], old, new), "nonce": ""}


def _refused(refused: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    without = {"data": _named(refused["data"], old, new), "ruling": _ruling(refused["ruling"], old, new)}
    return {**refused, **without, "seat": renamed(refused["seat"], old, new), "by": renamed(refused["by"], old, new)}


def _ruling(ruling: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    because = [reason | {"text": _text(reason["text"], old, new)} for reason in ruling["because"]]
    said = {"verdict": _named(ruling["verdict"], old, new), "summary": _text(ruling["summary"], old, new)}
    return {**ruling, **said, "because": because}


def _text(told: Any, old: str, new: str) -> Any:
    """A text of the referee's in its stored form: worded, or a template with values."""
    if isinstance(told, str):
        return _reworded(told, old, new)
    values = {name: _value(value, old, new) for name, value in told["with"].items()}
    templates = {name: _template(told[name], old, new) for name in ("say", "many") if name in told}
    return {**told, **templates, "with": values}


def _template(told: str, old: str, new: str) -> str:
    """A template: what stands in its braces names values, and a seat may be called as a value is."""
    parts = re.split(r"(\{[^}]*\})", told)
    return "".join(part if part.startswith("{") else _reworded(part, old, new) for part in parts)


def _value(told: Any, old: str, new: str) -> Any:
    if isinstance(told, str):
        return _reworded(told, old, new)
    if isinstance(told, list):
        return [_value(one, old, new) for one in told]
    if isinstance(told, Mapping) and "text" in told:
        return {"text": _text(told["text"], old, new)}
    return told


def _named(values: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Values by the names of fields, which are no seats."""
    return {name: renamed(value, old, new) for name, value in values.items()}


def renamed(value: Any, old: str, new: str) -> Any:
    """A value of JSON with this seat's name replaced, alone or in a side, in keys too."""
    if isinstance(value, str):
        return AND.join(new if part == old else part for part in parts_of(value))
    if isinstance(value, list):
        return [renamed(one, old, new) for one in value]
    if isinstance(value, Mapping):
        return {renamed(key, old, new): renamed(one, old, new) for key, one in value.items()}
    return value


def _reworded(sentence: str, old: str, new: str) -> str:
    """The referee's own words: the name as it is spelled, since `jack` is also a card."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, sentence)


def unwritten(text: str, name: str, instead: str) -> str:
    """What somebody wrote, without this name in whatever case."""
    found = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return found.sub(lambda _: instead, text)


def is_same(name: str, other: str) -> bool:
    """Whether two names are one player's."""
    return folded(name) == folded(other)

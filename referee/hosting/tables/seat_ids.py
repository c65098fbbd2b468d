"""Seats in stored JSON, as ids; memory and people use names.

In stored JSON a seat or a side is an object, `{"=": [0, 2]}`, with the ids of its
seats. An object by seat is `{"=": {"0 2": …}}`; its keys that name no seat begin with
an equals sign. Words inside texts stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.hosting.store import SeatRow
from referee.match.log_entry import Record, Stored
from referee.match.taking.position import Position
from referee.match.taking.verdict_reading import SUIT_PARTS
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.prompt import Field
from referee.vocabulary.values import name_side, side_of

KindOf = Callable[[int], str]
"""Returns the kind of an earlier entry, by its number."""


@dataclass(frozen=True, slots=True)
class SeatIds:
    """The names of a table's seats by their permanent ids."""

    names: Mapping[int, str]

    def with_names(self, stored: Any) -> Any:
        """Return stored JSON with the seats' names."""
        if isinstance(stored, list):
            return list(map(self.with_names, stored))
        if not isinstance(stored, dict):
            return stored
        seats = stored.get("=")
        if isinstance(seats, list):
            return self._name(seats)
        if isinstance(seats, dict):
            stored = {self._name_for_key(key): seats[key] for key in seats}
        return {name: self.with_names(inner) for name, inner in stored.items()}

    def record_with_names(self, stored: Record) -> Record:
        """Return a stored log line with the seats' names."""
        by = None if stored.by is None else self.names[int(stored.by)]
        return replace(stored, by=by, body=self.with_names(stored.body))

    def record_with_ids(
        self, record: Record, positions: Sequence[Position], kind_of: KindOf
    ) -> Record:
        """Return a log line as stored.

        Its entries were asked for in one of these positions.
        """
        by = None if record.by is None else self._key(record.by)
        body = _Body(self, positions, kind_of).stored(record.body)
        return replace(record, by=by, body=body)

    def setting_with_ids(self, setting: Stored) -> dict[str, Any]:
        """Return a match's set-up as stored; `with_names` reverses it."""
        stored = {**setting}
        for name in ("order", "dealer", "toss", "late"):
            if name in setting:
                stored[name] = self.with_ids(setting[name])
        return stored

    def with_ids(self, value: Any) -> Any:
        """Return a JSON value with ids for each name of a seat or side."""
        if isinstance(value, str):
            ids = self._ids(value)
            return value if ids is None else {"=": ids}
        if isinstance(value, (list, tuple)):
            return list(map(self.with_ids, value))
        if isinstance(value, Mapping):
            values = {name: self.with_ids(inner) for name, inner in value.items()}
            return self.with_ids_as_keys(values)
        return value

    def with_ids_as_keys(self, values: Stored) -> dict[str, Any]:
        """Return an object with ids in its keys, if any name seats; values stay."""
        if all(self._ids(name) is None for name in values):
            return {**values}
        return {"=": {self._key(name): inner for name, inner in values.items()}}

    def text_with_ids(self, text: Stored) -> dict[str, Any]:
        """Return a stored text, a template with values, with ids for names."""
        values = {name: self._text_value(value) for name, value in text["with"].items()}
        return {**text, "with": values}

    def _text_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return list(map(self._text_value, value))
        if not isinstance(value, dict):
            return self.with_ids(value)
        if "card" in value:
            return value
        return {"text": self.text_with_ids(value["text"])}

    def _ids(self, name: str) -> list[int] | None:
        ids = {known: id for id, known in self.names.items()}
        side = side_of(name, tuple(ids))
        if side is None:
            return None
        return [ids[seat] for seat in side]

    def _name(self, ids: Iterable[int]) -> str:
        return name_side(tuple(self.names[id] for id in ids))

    def _key(self, name: str) -> str:
        ids = self._ids(name)
        if ids is None:
            return f"={name}"
        return " ".join(map(str, ids))

    def _name_for_key(self, key: str) -> str:
        if key.startswith("="):
            return key[1:]
        return self._name(map(int, key.split()))


@dataclass(frozen=True, slots=True)
class _Body:
    """Converts the content of a log line."""

    ids: SeatIds
    positions: Sequence[Position]
    kind_of: KindOf

    def stored(self, body: Stored) -> dict[str, Any]:
        """Return a body, or an object in one; what a member holds follows its name."""
        stored = {}
        for name, value in body.items():
            if value is not None:
                value = self._member(name, value, body)
            stored[name] = value
        return stored

    def _member(self, name: str, value: Any, body: Stored) -> Any:
        ids = self.ids
        match name:
            case "seat" | "by" | "order" | "judges":
                return ids.with_ids(value)
            case "data":
                kind = body["kind"] if "kind" in body else self.kind_of(body["seq"])
                return self._data(kind, value)
            case "asked":
                return {**value, "seat": ids.with_ids(value.get("seat"))}
            case "summary" | "text":
                return ids.text_with_ids(value)
            case "verdict" | "instead":
                return self._verdict(value)
            case "finish" | "refused" | "ruling" | "then":
                return self.stored(value)
            case "because" | "edits" | "slaps":
                return list(map(self.stored, value))
            case "tosses":
                return [self._toss(body["kind"], toss) for toss in value]
        return value

    def _data(self, kind: str, data: Stored) -> dict[str, Any]:
        # If several fields share a name, the last one counts.
        fields: dict[str, Field] = {}
        for position in self.positions:
            for prompt in position.game_prompts:
                if prompt.kind == kind:
                    fields |= {field.name: field for field in prompt.fields}
        stored = {}
        for name, value in data.items():
            stored[name] = self._value(fields.get(name), value)
        return stored

    def _value(self, field: Field | None, value: Any) -> Any:
        if field is None:
            return self.ids.with_ids(value)
        kind = FIELD_TYPES[field.type]
        if kind.of_seats or (kind.tossed and self._is_among_seats(field)):
            return self.ids.with_ids(value)
        if kind.by_seat and isinstance(value, Mapping):
            return self.ids.with_ids_as_keys(value)
        return value

    def _is_among_seats(self, toss: Field) -> bool:
        """Return whether a toss is between seats and sides alone."""
        seats = tuple(self.ids.names.values())
        return all(side_of(choice, seats) for choice in toss.choices)

    def _toss(self, kind: str, toss: Stored) -> dict[str, Any]:
        field = toss["field"]
        choices = []
        for choice in toss["choices"]:
            choices.append(self._data(kind, {field: choice})[field])
        index = toss["choices"].index(toss["outcome"])
        return {**toss, "choices": choices, "outcome": choices[index]}

    def _verdict(self, verdict: Stored) -> dict[str, Any]:
        # A suit is no seat, though S and E may be called so.
        stored = {}
        for part, value in verdict.items():
            stored[part] = value if part in SUIT_PARTS else self.ids.with_ids(value)
        return stored


def seat_ids(seats: Iterable[SeatRow]) -> SeatIds:
    """Return a table's seat ids, which are the positions at which seats were added."""
    return SeatIds({seat.position: seat.name for seat in seats})

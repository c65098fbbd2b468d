"""Seats by their ids, as what is stored names them; in memory, and for people, they
have names.

In stored JSON a seat or a side is an object, `{"=": [0, 2]}`, with the ids of its
seats. An object by seat is `{"=": {"0 2": …}}`: keys that name no seat stand behind an
equals sign there. No word is looked into.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.match.log_entry import Record
from referee.match.position import Position
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.values import name_of, side_of

KindOf = Callable[[int], str]
"""The kind of the entry of a number that was made before."""


@dataclass(frozen=True, slots=True)
class SeatIds:
    """The names of a table's seats by their ids, which stay the same when a seat is
    renamed.
    """

    names: Mapping[int, str]

    def named(self, stored: Any) -> Any:
        """Return stored JSON with the seats' names."""
        if isinstance(stored, list):
            return [self.named(inner) for inner in stored]
        if not isinstance(stored, dict):
            return stored
        seats = stored.get("=")
        if isinstance(seats, list):
            return self._name(seats)
        if isinstance(seats, dict):
            return {
                self._key_named(key): self.named(inner) for key, inner in seats.items()
            }
        return {name: self.named(inner) for name, inner in stored.items()}

    def named_record(self, stored: Record) -> Record:
        """Return a stored line of a log with the seats' names."""
        by = None if stored.by is None else self.names[int(stored.by)]
        return replace(stored, by=by, body=self.named(stored.body))

    def stored_record(
        self, record: Record, positions: Sequence[Position], kind_of: KindOf
    ) -> Record:
        """Return a line of a log as it is stored. In one of these positions its entries
        were asked for.
        """
        by = None if record.by is None else self._key(record.by)
        body = _Body(self, positions, kind_of).stored(record)
        return Record(record.seq, record.type, record.id, by, record.at, body)

    def stored_setting(self, setting: Mapping[str, Any]) -> dict[str, Any]:
        """Return how a match was set up, as it is stored; `named` gives it back."""
        seats = ("order", "dealer", "toss")
        return {
            name: self.anywhere(value) if name in seats else value
            for name, value in setting.items()
        }

    def anywhere(self, value: Any) -> Any:
        """Return a value of JSON in which each name of a seat or a side means that."""
        if isinstance(value, str):
            ids = self._ids(value)
            return value if ids is None else {"=": ids}
        if isinstance(value, (list, tuple)):
            return [self.anywhere(inner) for inner in value]
        if isinstance(value, Mapping):
            return self.by_seat(
                {name: self.anywhere(inner) for name, inner in value.items()}
            )
        return value

    def by_seat(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return an object whose keys name seats, where any do; what stands under them
        stays as it is.
        """
        if all(self._ids(name) is None for name in values):
            return {**values}
        return {"=": {self._key(name): inner for name, inner in values.items()}}

    def in_text(self, text: Mapping[str, Any]) -> dict[str, Any]:
        """Return a stored text, a template with its values, in which each value that is
        a name means a seat.
        """
        return {
            **text,
            "with": {
                name: self._text_value(value) for name, value in text["with"].items()
            },
        }

    def _text_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._text_value(inner) for inner in value]
        if isinstance(value, dict):
            return value if "card" in value else {"text": self.in_text(value["text"])}
        return self.anywhere(value)

    def _ids(self, name: str) -> list[int] | None:
        ids = {known: id for id, known in self.names.items()}
        side = side_of(name, tuple(ids))
        return None if side is None else [ids[seat] for seat in side]

    def _name(self, ids: Sequence[int]) -> str:
        return name_of(tuple(self.names[id] for id in ids))

    def _key(self, name: str) -> str:
        ids = self._ids(name)
        return f"={name}" if ids is None else " ".join(map(str, ids))

    def _key_named(self, key: str) -> str:
        return (
            key[1:]
            if key.startswith("=")
            else self._name([int(id) for id in key.split()])
        )


@dataclass(frozen=True, slots=True)
class _Body:
    """What a line of a log holds, by its type."""

    ids: SeatIds
    positions: Sequence[Position]
    kind_of: KindOf

    def stored(self, record: Record) -> dict[str, Any]:
        body = dict(record.body)
        match record.type:
            case "entry":
                return body | self._entry(body)
            case "correction":
                return body | {
                    "changes": [self._change(change) for change in body["changes"]]
                }
            case "dispute" if body["refused"] is not None:
                return body | {
                    "refused": body["refused"] | self._refused(body["refused"])
                }
            case "resolution":
                taken_back = body["taken_back"] and self._ruling(body["taken_back"])
                return body | {
                    "verdict": self.ids.anywhere(body["verdict"]),
                    "taken_back": taken_back,
                }
        return body

    def _entry(self, body: Mapping[str, Any]) -> dict[str, Any]:
        stored = self._sent(body)
        if "tosses" in body:
            stored["tosses"] = [
                self._toss(body["kind"], toss) for toss in body["tosses"]
            ]
        if "finish" in body:
            finish = body["finish"]
            slaps = [
                slap | {"seat": self.ids.anywhere(slap["seat"])}
                for slap in finish["slaps"]
            ]
            stored["finish"] = finish | {
                "order": self.ids.anywhere(finish["order"]),
                "slaps": slaps,
            }
        return stored

    def _sent(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "seat": self.ids.anywhere(body["seat"]),
            "data": self._data(body["kind"], body["data"]),
        }

    def _data(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        # Of fields with the same name the last one counts.
        asked = [
            prompt
            for position in self.positions
            for prompt in position.asked
            if prompt.kind == kind
        ]
        fields = {field.name: field for prompt in asked for field in prompt.fields}
        return {
            name: self._value(fields.get(name), value) for name, value in data.items()
        }

    def _value(self, field: Field | None, value: Any) -> Any:
        if field is None or self._names_seats(field):
            return self.ids.anywhere(value)
        by_seat = type_of(field).by_seat and isinstance(value, Mapping)
        return self.ids.by_seat(value) if by_seat else value

    def _names_seats(self, field: Field) -> bool:
        """True if the field's values are seats. A toss is between seats unless one of
        its choices is none.
        """
        kind, seats = type_of(field), tuple(self.ids.names.values())
        return kind.of_seats or (
            kind.tossed and all(side_of(choice, seats) for choice in field.choices)
        )

    def _toss(self, kind: str, toss: Mapping[str, Any]) -> dict[str, Any]:
        choices = [
            self._data(kind, {toss["field"]: choice})[toss["field"]]
            for choice in toss["choices"]
        ]
        return {
            **toss,
            "choices": choices,
            "outcome": choices[toss["choices"].index(toss["outcome"])],
        }

    def _change(self, change: Mapping[str, Any]) -> dict[str, Any]:
        data = (
            {"data": self._data(self.kind_of(change["seq"]), change["data"])}
            if "data" in change
            else {}
        )
        return {**change, **data}

    def _refused(self, refused: Mapping[str, Any]) -> dict[str, Any]:
        by, ruling = self.ids.anywhere(refused["by"]), self._ruling(refused["ruling"])
        return self._sent(refused) | {"by": by, "ruling": ruling}

    def _ruling(self, ruling: Mapping[str, Any]) -> dict[str, Any]:
        because = [
            reason | {"text": self.ids.in_text(reason["text"])}
            for reason in ruling["because"]
        ]
        decided = {
            "verdict": self.ids.anywhere(ruling["verdict"]),
            "summary": self.ids.in_text(ruling["summary"]),
        }
        return {**ruling, **decided, "because": because}

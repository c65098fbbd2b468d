"""Seats by their ids, as what is stored names them; in memory, and for people, they have names."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.cards.card import CARDS
from referee.frozen import frozen
from referee.match.position import Position
from referee.match.record import Record
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import renamed
from referee.vocabulary.prompt import Field

KindOf = Callable[[int], str]
"""The kind of the entry of a number that was made before."""

_STORED = re.compile(r"=(\d*)=")

_OF_SEATS = frozenset({"winner", "winners", "seats"})
"""What verdicts say of seats, whatever the game: there a card's code is somebody's name."""


@frozen
class SeatIds:
    """The names of a table's seats by their ids, which stay the same when a seat is renamed.

    In stored JSON a seat is its id between equals signs, `=2=`, and an equals sign stands twice: no name has any.
    `cards` are the codes of the cards that verdicts may name.
    """

    names: Mapping[int, str]
    cards: Container[str] = frozenset(CARDS)

    def named(self, stored: Any) -> Any:
        """Stored JSON with the seats' names."""
        if isinstance(stored, str):
            return _STORED.sub(self._name, stored) if "=" in stored else stored
        if isinstance(stored, list):
            return [self.named(one) for one in stored]
        if isinstance(stored, dict):
            return {self.named(name): self.named(one) for name, one in stored.items()}
        return stored

    def named_record(self, stored: Record) -> Record:
        """A stored line of a log with the seats' names."""
        return replace(stored, by=self.named(stored.by), body=self.named(stored.body))

    def stored_record(self, record: Record, positions: Sequence[Position], kind_of: KindOf) -> Record:
        """A line of a log as it is stored. In one of these positions its entries were asked for."""
        body = _Body(self, positions, kind_of).stored(record)
        return Record(record.seq, record.type, record.id, self.anywhere(record.by), record.at, body)

    def stored_setting(self, setting: Mapping[str, Any]) -> dict[str, Any]:
        """How a match was set up, as it is stored; `named` gives it back."""
        stored: dict[str, Any] = escaped(setting)
        toss = {"toss": self.anywhere(stored["toss"])} if "toss" in stored else {}
        return stored | {"order": self.anywhere(stored["order"]), "dealer": self.anywhere(stored["dealer"])} | toss

    def rename(self, name: str) -> str:
        """The stored form of a seat's name; any other word as it is."""
        return next((f"={id}=" for id, known in self.names.items() if known == name), name)

    def anywhere(self, value: Any) -> Any:
        """A value of JSON in which each name of a seat, alone or in a side, means that seat."""
        if isinstance(value, str):
            return renamed(value, self.rename)
        if isinstance(value, list):
            return [self.anywhere(one) for one in value]
        if isinstance(value, dict):
            return {renamed(name, self.rename): self.anywhere(one) for name, one in value.items()}
        return value

    def in_verdict(self, verdict: Mapping[str, Any]) -> dict[str, Any]:
        """A verdict in which names of seats mean them; a card's code is a card but where a verdict names seats."""
        no_cards = SeatIds({id: name for id, name in self.names.items() if name not in self.cards})
        return {name: (self if name in _OF_SEATS else no_cards).anywhere(value) for name, value in verdict.items()}

    def in_words(self, value: Any) -> Any:
        """A value of a text in which names of seats stand among other words; one in figures stands alone."""
        if isinstance(value, str):
            names = "|".join(map(re.escape, sorted(self._in_letters, key=len, reverse=True)))
            if not names or value in self.names.values():
                return self.rename(value)
            return re.sub(rf"(?<!\w)({names})(?!\w)", lambda found: self.rename(found[0]), value)
        if isinstance(value, list):
            return [self.in_words(one) for one in value]
        if isinstance(value, dict):
            return value if "card" in value else {"text": self.in_text(value["text"])}
        return value

    def in_text(self, text: Mapping[str, Any]) -> dict[str, Any]:
        """A text in its stored form: a template with its values, which the names of seats may be among."""
        return {**text, "with": {name: self.in_words(value) for name, value in text["with"].items()}}

    @property
    def _in_letters(self) -> list[str]:
        return [name for name in self.names.values() if any(map(str.isalpha, name))]

    def _name(self, found: re.Match[str]) -> str:
        return self.names[int(found[1])] if found[1] else "="


def escaped(value: Any) -> Any:
    """A value of JSON in which no equals sign can be taken for that of a seat."""
    if isinstance(value, str):
        return value.replace("=", "==")
    if isinstance(value, (list, tuple)):
        return [escaped(one) for one in value]
    if isinstance(value, Mapping):
        return {escaped(name): escaped(one) for name, one in value.items()}
    return value


@frozen
class _Body:
    """What a line of a log holds, by its type."""

    ids: SeatIds
    positions: Sequence[Position]
    kind_of: KindOf

    def stored(self, record: Record) -> dict[str, Any]:
        body: dict[str, Any] = escaped(record.body)
        match record.type:
            case "entry":
                return body | self._entry(body)
            case "correction":
                return body | {"changes": [self._change(change) for change in body["changes"]]}
            case "dispute" if body["refused"] is not None:
                return body | {"refused": body["refused"] | self._refused(body["refused"])}
            case "resolution":
                taken_back = body["taken_back"] and self._ruling(body["taken_back"])
                named = {name: self.ids.anywhere(body["verdict"][name]) for name in body["of_seats"]}
                return body | {"verdict": body["verdict"] | named, "taken_back": taken_back}
        return body

    def _entry(self, body: Mapping[str, Any]) -> dict[str, Any]:
        stored = self._sent(body)
        if "tosses" in body:
            stored["tosses"] = [self._toss(body["kind"], toss) for toss in body["tosses"]]
        if "finish" in body:
            finish = body["finish"]
            slaps = [slap | {"seat": self.ids.rename(slap["seat"])} for slap in finish["slaps"]]
            stored["finish"] = finish | {"order": self.ids.anywhere(finish["order"]), "slaps": slaps}
        return stored

    def _sent(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return {"seat": self.ids.anywhere(body["seat"]), "data": self._data(body["kind"], body["data"])}

    def _data(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        fields = self._fields(kind)
        return {name: self._value(fields.get(name), value) for name, value in data.items()}

    def _fields(self, kind: str) -> dict[str, Field]:
        """The fields of this kind of entry, as it was asked for; of each name the last."""
        prompts = [prompt for position in self.positions for prompt in position.asked if prompt.kind == kind]
        return {field.name: field for prompt in prompts for field in prompt.fields}

    def _value(self, field: Field | None, value: Any) -> Any:
        return self.ids.anywhere(value) if field is None else type_of(field).with_seats(field, value, self.ids.rename)

    def _toss(self, kind: str, toss: Mapping[str, Any]) -> dict[str, Any]:
        field = self._fields(kind).get(toss["field"])
        choices = [self._value(field, choice) for choice in toss["choices"]]
        return {**toss, "choices": choices, "outcome": self._value(field, toss["outcome"])}

    def _change(self, change: Mapping[str, Any]) -> dict[str, Any]:
        data = {"data": self._data(self.kind_of(change["seq"]), change["data"])} if "data" in change else {}
        return {**change, **data}

    def _refused(self, refused: Mapping[str, Any]) -> dict[str, Any]:
        by, ruling = self.ids.anywhere(refused["by"]), self._ruling(refused["ruling"])
        return self._sent(refused) | {"by": by, "ruling": ruling}

    def _ruling(self, ruling: Mapping[str, Any]) -> dict[str, Any]:
        because = [reason | {"text": self.ids.in_text(reason["text"])} for reason in ruling["because"]]
        said = {"verdict": self.ids.in_verdict(ruling["verdict"]), "summary": self.ids.in_text(ruling["summary"])}
        return {**ruling, **said, "because": because}

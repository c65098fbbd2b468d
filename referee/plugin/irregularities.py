"""Irregularities and legal remedies, which a game has in `irregularities.toml`."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from referee.plugin.documents import Sections, read_document
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.game import Question
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.prompt import Field, choice_field
from referee.vocabulary.ruling import Basis, Reason, Ruling
from referee.vocabulary.text import NOTHING, Text, names_in, say
from referee.vocabulary.values import Values

IRREGULARITY = "irregularity"
"""The name of the question, the same in every game, on what to do after an
irregularity.
"""

DOCUMENT = "irregularities.toml"

OFFENDER = "{seat}"
"""The word for the offender's seat in the entry of a remedy."""

SOMEBODY = say("Somebody")
WHOEVER = say("Whoever did it")
"""The words of situations and remedies for an offender without a name."""

Labels = Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Remedy:
    """A step of a remedy, with its place in the law.

    >>> takes_back = say("The card goes back to the hand.")
    >>> Remedy("player", takes_back, say("Law 56"), "lead", "rules").cost == NOTHING
    True
    """

    who: str
    """The person who takes the step, or chooses."""
    what: Text
    law: Text
    """The law by number and edition."""
    section: str
    """The section that the remedy rests on."""
    basis: Basis
    """Whose word the remedy is."""
    cost: Text = NOTHING
    """The cost to the offender, without a full stop; empty: none."""
    by: tuple[str, ...] = ()
    """The offender to whom it applies; empty: anybody."""
    noticed: tuple[str, ...] = ()
    """The moment of discovery to which it applies; empty: any."""
    given: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """The values of the game's own fields for which it applies."""
    house_rule: str = ""
    """The only house rule under which the remedy applies; empty: it needs none."""
    unless: str = ""
    """The house rule under which the remedy does not apply; empty: none."""
    enter: Mapping[str, object] | None = None
    """The entry that carries the remedy out at a table: its `kind`, and values by
    field.
    """
    back: bool = False
    """Whether a card or a word goes back: the offender's last entry is undone."""

    def applies(
        self,
        who: str,
        noticed: str,
        chosen: Mapping[str, object],
        house_rules: Collection[str],
    ) -> bool:
        """Return whether the remedy is for this offender and moment at this table."""
        if self.by and who not in self.by:
            return False
        if self.noticed and noticed not in self.noticed:
            return False
        if self.house_rule and self.house_rule not in house_rules:
            return False
        if self.unless in house_rules:
            return False
        return all(chosen[name] in values for name, values in self.given.items())

    def entry_for(self, seat: object) -> dict[str, object] | None:
        """Return the remedy's entry, for this seat's mistake if the seat is known."""
        if self.enter is None:
            return None
        data = {}
        for name, value in self.enter.items():
            if value == OFFENDER:
                value = seat
            elif value == [OFFENDER]:
                value = [seat] if seat else None
            if value is not None:
                data[name] = value
        return {"kind": data.pop("kind"), "data": data}


@dataclass(frozen=True, slots=True)
class Situation:
    """An irregularity: possible offenders, moments of discovery, remedies.

    >>> Situation("revoke", "play", say("A revoke"), ("player",), ("later",), ()).who
    ('player',)
    """

    id: str
    phase: str
    title: Text
    who: tuple[str, ...]
    noticed: tuple[str, ...]
    """The moments of discovery, in the order of play."""
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class Irregularities:
    """A game's situations by id, labels of phases, people, moments; extra fields.

    >>> law = Irregularities("whist", {}, {}, {}, {})
    >>> [field.name for field in law.question.fields]
    ['situation', 'who', 'noticed', 'seat']
    """

    game: str
    phases: Labels
    people: Labels
    moments: Labels
    """The labels of moments, in the order of play."""
    situations: Mapping[str, Situation]
    fields: tuple[Field, ...] = ()
    often: tuple[str, ...] = ()
    """The ids of the situations that people ask about most, the commonest first."""
    now: Mapping[str, str] = field(default_factory=dict)
    """The phase here of each phase of a match that has another name."""

    @property
    def hook(self) -> Callable[[], "Irregularities"]:
        """Implement the hook `irregularities`: `irregularities = LAW.hook`."""

        return hookimpl(lambda: self)

    @property
    def question(self) -> Question:
        """Return the question: what happened, who did it, and when it was noticed."""
        people = dict[str, Text]()
        for situation in self.situations.values():
            for who in situation.who:
                people[who] = self.people[who]
        titles = {id: situation.title for id, situation in self.situations.items()}
        fields = (
            choice_field("situation", say("What happened?"), titles),
            choice_field("who", say("Who?"), people),
            choice_field("noticed", say("When was it noticed?"), self.moments),
            *self.fields,
            Field("seat", "seat", say("Whose mistake?"), optional=True),
        )
        title = say("Something went wrong: what now?")
        return Question(IRREGULARITY, title, fields)

    def rule(self, given: Values, house_rules: Collection[str] = ()) -> Ruling:
        """Return the ruling with all remedies.

        Raise WrongFieldsError for a wrong offender.
        """
        situation = self.situations[given.choice("situation")]
        who = given.choice("who")
        if who not in situation.who:
            message = say("Choose one of {choices}.", choices=situation.who)
            raise wrong_field("who", message)

        noticed = self._moment(situation, given.choice("noticed"))
        chosen = self._choose(given)
        remedies = []
        for remedy in situation.remedies:
            if remedy.applies(who, noticed, chosen, house_rules):
                remedies.append(remedy)
        seat = given.values.get("seat")
        people = self.people
        if seat:
            name = say("{seat}", seat=seat)
            people = {**people, who: name}
            # Whichever of several it may be is a player in the remedies.
            if len(situation.who) > 1:
                people["player"] = name

        rows = tuple(_tell_remedy(remedy, people, seat) for remedy in remedies)
        return Ruling(
            {"situation": situation.id, "remedies": rows},
            remedies[0].what if remedies else situation.title,
            tuple(map(self._cite, remedies)),
            about=_tell_situation(situation.title, seat),
        )

    def _cite(self, remedy: Remedy) -> Reason:
        values = {"what": remedy.what, "law": remedy.law}
        text = say("{what} ({law})", **values)
        if remedy.cost.template:
            template = "{what} It costs: {cost}. ({law})"
            text = say(template, cost=remedy.cost, **values)
        section = remedy.house_rule or remedy.section
        return Reason(f"{self.game}#{section}", remedy.basis, text)

    def _choose(self, given: Values) -> dict[str, object]:
        """Return the game's own fields, with defaults for those left out."""
        chosen = dict[str, object]()
        for each in self.fields:
            value = given.values.get(each.name)
            chosen[each.name] = each.default if value is None else value
        return chosen

    def _moment(self, situation: Situation, noticed: str) -> str:
        """Return a situation's latest moment up to `noticed`, or else its first."""
        order = [*self.moments]
        latest, *_ = situation.noticed
        for moment in situation.noticed:
            if order.index(moment) <= order.index(noticed):
                latest = moment
        return latest

    def cases(self) -> Iterator[dict[str, object]]:
        """Yield every case that can be asked about, as an answered question."""
        values = [_values_of(field) for field in self.fields]
        names = [field.name for field in self.fields]
        for situation in self.situations.values():
            for who, noticed in product(situation.who, situation.noticed):
                for chosen in product(*values):
                    yield {
                        "situation": situation.id,
                        "who": who,
                        "noticed": noticed,
                        **dict(zip(names, chosen, strict=True)),
                    }


def name_in(text: Text, part: str, seat: object) -> Text:
    """Return the text with this name for its part; unchanged without name or part."""
    if not seat or part not in text.values:
        return text
    return replace(text, values={**text.values, part: seat})


def _values_of(field: Field) -> tuple[object, ...]:
    return (False, True) if field.type == "flag" else field.words


def _tell_situation(title: Text, seat: object) -> Text:
    """Return the situation's title, with the name of whoever did it, if known."""
    if seat and "seat" not in title.values:
        return say("{situation} ({seat})", seat=seat, situation=title)
    return name_in(title, "seat", seat)


def _tell_remedy(remedy: Remedy, people: Labels, seat: object) -> dict[str, object]:
    """Return a remedy as part of a verdict, for the mistake of this seat, if known."""
    return {
        "who": people[remedy.who],
        "what": name_in(remedy.what, "seat", seat),
        "cost": remedy.cost if remedy.cost.template else None,
        "law": remedy.law,
        "basis": remedy.basis,
        "enter": remedy.entry_for(seat),
        "back": remedy.back,
    }


# Reading the file


def read_irregularities(
    rules: Sections, package: str | None, fields: tuple[Field, ...] = ()
) -> Irregularities:
    """Return the contents of `irregularities.toml` in this package.

    It has tables `phases`, `who`, `noticed` and `sources`, an array `situation` with
    `remedies`, `often` where some are asked about most, and `now` where phases of a
    match are called otherwise than `phases` here. A remedy rests on its own section,
    else its situation's, else on `irregularities`, or on `irregularities-read` for a
    `reading`. `fields` are extra fields that remedies depend on, with defaults.

    Raise FileNotFoundError without the file, ValueError for missing or misspelt parts.

    >>> from referee import sections_of
    >>> read_irregularities(sections_of("whist"), "referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    document = read_document(package, DOCUMENT)
    wanted = {"phases", "who", "noticed", "sources", "situation"}
    _require_keys("the file", document, wanted, wanted | {"often", "now"})
    reader = _Reader(document, rules, {field.name: field for field in fields})
    situations = dict[str, Situation]()
    for entry in document["situation"]:
        situation = reader.situation(entry)
        if situation.id in situations:
            raise _wrong(situation.id, "stands there twice: give each its own id")
        situations[situation.id] = situation

    often = tuple(document.get("often", ()))
    for id in often:
        if id not in situations:
            raise _wrong("often", f"names {id!r}: write the id of a situation")
    now = document.get("now", {})
    for phase in now.values():
        if phase not in document["phases"]:
            raise _wrong("now", f"names {phase!r}: write one of the phases")
    return Irregularities(
        game=rules.game,
        phases=_texts(document["phases"]),
        people=_texts(document["who"]),
        moments=_texts(document["noticed"]),
        situations=situations,
        fields=fields,
        often=often,
        now=now,
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads situations with the names in the rest of the file."""

    document: Mapping[str, Any]
    sections: Sections
    fields: Mapping[str, Field]

    def situation(self, entry: Mapping[str, Any]) -> Situation:
        id = entry.get("id", "a situation")
        needed = {"id", "phase", "title", "who", "noticed", "remedies"}
        _require_keys(id, entry, needed, needed | {"section"})
        self._require_names(id, "phases", [entry["phase"]])
        self._require_names(id, "who", entry["who"])
        self._require_names(id, "noticed", entry["noticed"])
        in_order = [
            name for name in self.document["noticed"] if name in entry["noticed"]
        ]
        if in_order != entry["noticed"]:
            raise _wrong(id, f"has its moments out of order: write {in_order}")
        section = entry.get("section", "irregularities")
        remedies = [self._remedy(id, section, remedy) for remedy in entry["remedies"]]
        return Situation(
            id,
            entry["phase"],
            _fill(entry["title"], {"seat": SOMEBODY}),
            tuple(entry["who"]),
            tuple(entry["noticed"]),
            tuple(remedies),
        )

    def _remedy(self, id: str, section: str, entry: Mapping[str, Any]) -> Remedy:
        conditions = {"by", "noticed", "if", "house_rule", "unless"}
        further = {"cost", "law", "source", "reading", "section", "enter", "back"}
        needed = {"who", "what"}
        _require_keys(id, entry, needed, needed | conditions | further)
        if entry.get("reading"):
            section = "irregularities-read"
        section = entry.get("section", section)
        if section not in self.sections.by_id:
            raise _wrong(id, f"rests on {section!r}: write such a section of the rules")
        by = entry.get("by", ())
        noticed = entry.get("noticed", ())
        self._require_names(id, "who", [entry["who"], *by])
        self._require_names(id, "noticed", noticed)
        who = {**_texts(self.document["who"]), "seat": WHOEVER}
        basis = self.sections.by_id[section].basis
        if "house_rule" in entry:
            basis = "house-rule"
        return Remedy(
            who=entry["who"],
            what=_fill(entry["what"], who),
            law=self._law(id, entry),
            section=section,
            basis=basis,
            cost=_text(entry.get("cost", "")),
            by=tuple(by),
            noticed=tuple(noticed),
            given=dict(self._conditions(id, entry.get("if", {}))),
            house_rule=entry.get("house_rule", ""),
            unless=entry.get("unless", ""),
            enter=_entry(id, entry.get("enter")),
            back=entry.get("back", False),
        )

    def _law(self, id: str, entry: Mapping[str, Any]) -> Text:
        """Return the place in the law: the source, with a number if any."""
        sources = self.document["sources"]
        source = entry.get("source", next(iter(sources)))
        self._require_names(id, "sources", [source])
        template = sources[source]
        if not names_in(template):
            return _text(template)
        if "law" not in entry:
            raise _wrong(id, f"has a remedy by {source!r} without a `law`: number it")
        return _text(template, law=entry["law"])

    def _conditions(
        self, id: str, wanted: Mapping[str, Any]
    ) -> Iterator[tuple[str, tuple[object, ...]]]:
        for name, values in wanted.items():
            if name not in self.fields:
                raise _wrong(id, f"goes by {name!r}, which is no field of the question")
            if not isinstance(values, list):
                values = [values]
            possible = _values_of(self.fields[name])
            for value in values:
                if value not in possible:
                    raise _wrong(id, f"goes by {value!r}, which {name!r} never is")
            yield name, tuple(values)

    def _require_names(self, id: str, table: str, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.document[table]:
                raise _wrong(id, f"names {name!r}: add it to [{table}], or mend it")


def _entry(id: str, enter: object) -> Mapping[str, object] | None:
    """Return a remedy's entry, which is written as a kind alone, or as a table."""
    if enter is None:
        return None
    if isinstance(enter, str):
        return {"kind": enter}
    if isinstance(enter, Mapping) and isinstance(enter.get("kind"), str):
        return enter
    raise _wrong(id, "enters something without a `kind`: name the kind of entry")


def _texts(table: Mapping[str, str]) -> Labels:
    return {name: _text(words) for name, words in table.items()}


def _text(words: str, **values: str) -> Text:
    return replace(NOTHING, template=words, values=values)


def _fill(words: str, named: Labels) -> Text:
    """Return the words with named values in their braces."""
    values = {name: named[name] for name in names_in(words) if name in named}
    return replace(NOTHING, template=words, values=values)


def _require_keys(
    id: str, entry: Mapping[str, Any], needed: set[str], known: set[str]
) -> None:
    missing = needed - entry.keys()
    unknown = entry.keys() - known
    if missing:
        raise _wrong(id, f"lacks {min(missing)!r}: write it")
    if unknown:
        names = ", ".join(sorted(known))
        raise _wrong(id, f"has {min(unknown)!r}; there are {names}")


def _wrong(id: str, what: str) -> ValueError:
    return ValueError(f"{DOCUMENT}: {id} {what}")

"""A game's documents beside its code: rule sections, and set-up steps."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from referee.cards.card import Cards, card
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.game import HouseRule, Preparation, Section, Setting
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text, names_in, say
from referee.vocabulary.values import unknown_name


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of one game by id, in reading order.

    >>> trick = Section("trick", "The trick", "The highest card of the suit led wins.")
    >>> rules = Sections("whist", {"trick": trick})
    >>> rules.cite("trick", "{seat} played the highest card.", seat="Ana").rule
    'whist#trick'
    """

    game: str
    by_id: Mapping[str, Section]

    @property
    def hook(self) -> Callable[[], tuple[Section, ...]]:
        """Implement the hook `rule_sections`: `rule_sections = RULES.hook`."""

        return hookimpl(lambda: tuple(self.by_id.values()))

    def cite(self, section: str, template: str, **values: object) -> Reason:
        """Return a reason that rests on this section.

        Raise KeyError if there is none.
        """
        if section not in self.by_id:
            add = f"Add a section `{section}` to the rules."
            raise unknown_name(section, self.by_id, "section", add)
        text = say(template, **values)
        return Reason(f"{self.game}#{section}", self.by_id[section].basis, text)


def sections_of(game: str, *sections: Section) -> Sections:
    """Return the sections of a game that writes them in its code.

    >>> trick = Section("trick", "The trick", "The highest card of the suit led wins.")
    >>> sections_of("whist", trick).hook()[0].id
    'trick'
    """
    by_id: dict[str, Section] = {}
    for section in sections:
        if section.id in by_id:
            error = ValueError(f"two sections have the id {section.id!r}")
            error.add_note("Give each an id of its own.")
            raise error
        by_id[section.id] = section
    return Sections(game, by_id)


def read_sections(game: str, package: str | None) -> Sections:
    """Return the sections in `rules.toml` of this package.

    The file has an array `section` of id, title, text and maybe basis. Raise
    FileNotFoundError without the file, TypeError for other keys.

    >>> read_sections("whist", "referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    sections = []
    for entry in read_document(package, "rules.toml")["section"]:
        try:
            sections.append(Section(**entry))
        except TypeError as error:
            error.add_note(
                f"In `rules.toml`, write `id`, `title`, `text` and maybe `basis` for "
                f"the section {entry.get('id')!r}, and nothing else."
            )
            raise
    return sections_of(game, *sections)


def read_document(package: str | None, name: str) -> dict[str, Any]:
    """Return a TOML file beside a package's modules.

    Raise ValueError for a single-file game.

    >>> read_document("", "rules.toml")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: rules.toml stands in a package, and a file by itself is in none: ...
    """
    if not package:
        raise ValueError(
            f"{name} stands in a package, and a file by itself is in none: `referee "
            "new` makes one"
        )
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def with_house_rule(ruling: Ruling, why: Reason, *replaced: str) -> Ruling:
    """Return a ruling with a house rule's reason in place of replaced sections.

    >>> high = Reason("whist#aces", "rules", Text("Aces are high."))
    >>> ruling = Ruling({}, Text("So."), (high,))
    >>> why = Reason("whist#aces-low", "house-rule", Text("Aces are low."))
    >>> [reason.rule for reason in with_house_rule(ruling, why, "aces").because]
    ['whist#aces-low']
    """
    because = [why]
    for reason in ruling.because:
        if reason.section not in replaced:
            because.append(reason)
    return replace(ruling, because=tuple(because))


def by_house_rule(rule: HouseRule, template: str, **values: object) -> Reason:
    """Return a reason that rests on a house rule.

    >>> text = "An ace is the lowest card of its suit."
    >>> rule = HouseRule("aces-low", "whist", title="Aces are low", text=text)
    >>> by_house_rule(rule, "The ace is the lowest.").rule
    'whist#aces-low'
    """
    text = say(template, **values)
    return Reason(f"{rule.game}#{rule.id}", "house-rule", text)


# Setting the table up


@dataclass(frozen=True, slots=True)
class Guide:
    """The set-up steps of a game, in order, each for a kind of table; empty: for all.

    >>> deal = Preparation(Text("The deal"), Text("Deal {n} cards to each."))
    >>> guide = Guide((("", deal), ("teams", deal)))
    >>> print(guide.hook(Setting(("Ana", "Ben"), "Ana"))[0].text)
    Deal 2 cards to each.
    >>> len(guide.steps("two players", n=13)), len(guide.steps("teams", n=13))
    (1, 2)
    """

    entries: tuple[tuple[str, Preparation], ...]

    @property
    def hook(self) -> Callable[[Setting], tuple[Preparation, ...]]:
        """Implement the hook `prepare_table`; steps may say `{n}`, how many play."""

        @hookimpl
        def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
            return self.steps(n=len(setting.seats))

        return prepare_table

    def steps(self, *kinds: str, **values: object) -> tuple[Preparation, ...]:
        """Return the steps for a table of these kinds, with these values.

        Raise KeyError if a value is missing.
        """
        steps = []
        for meant_for, step in self.entries:
            if meant_for not in ("", *kinds):
                continue
            needed = {name: values[name] for name in names_in(step.text.template)}
            steps.append(replace(step, text=replace(step.text, values=needed)))
        return tuple(steps)


def read_guide(package: str | None, deck: Cards = FIFTY_FOUR) -> Guide:
    """Return the steps in `guide.toml` of this package.

    The file has an array `step` of title, text, and maybe section, cards (codes of the
    deck, such as `AS`) and for (a kind of table). Raise FileNotFoundError without the
    file, TypeError for other keys.

    >>> read_guide("referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    entries = []
    for step in read_document(package, "guide.toml")["step"]:
        kind = step.pop("for", "")
        cards = tuple(card(code, deck) for code in step.pop("cards", ()))
        title, text = map(Text, (step.pop("title"), step.pop("text")))
        entries.append((kind, Preparation(title, text, cards=cards, **step)))
    return Guide(tuple(entries))

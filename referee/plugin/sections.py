"""A game's rule sections, kept in a `rules.toml` beside the game, and citing them."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from referee.plugin.hookspecs import hookimpl
from referee.vocabulary.game import HouseRule, Section
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of one game by id, in reading order.

    >>> trick = Section("trick", "The trick", "The highest card of the suit led wins.")
    >>> Sections("whist", {"trick": trick}).cite("trick", "{seat} played the highest card.", seat="Ana").rule
    'whist#trick'
    """

    game: str
    by_id: Mapping[str, Section]

    @property
    def hook(self) -> Callable[[], tuple[Section, ...]]:
        """The hook `rule_sections`, which answers these sections: `rule_sections = SECTIONS.hook`."""

        @hookimpl
        def rule_sections() -> tuple[Section, ...]:
            """The sections of the rules."""
            return tuple(self.by_id.values())

        return rule_sections

    def cite(self, section: str, template: str, **values: object) -> Reason:
        """A reason resting on this section, on the section's own basis; KeyError when there is none."""
        if section not in self.by_id:
            raise KeyError(f"{section!r} is not among the sections: {', '.join(self.by_id)}")
        return Reason(f"{self.game}#{section}", self.by_id[section].basis, Text(template, values))


def sections_of(game: str, *sections: Section) -> Sections:
    """These sections of a game, for one that keeps them beside its code.

    >>> sections_of("whist", Section("trick", "The trick", "The highest card of the suit led wins.")).hook()[0].id
    'trick'
    """
    return Sections(game, {section.id: section for section in sections})


def read_sections(game: str, package: str) -> Sections:
    """The sections in `rules.toml` of this package: an array `section` of id, title, text and maybe basis.

    Raises FileNotFoundError for a package without that file, and TypeError for a section with more than that.

    >>> read_sections("whist", "referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    return sections_of(game, *[Section(**entry) for entry in read_document(package, "rules.toml")["section"]])


def read_document(package: str, name: str) -> dict[str, Any]:
    """What a TOML file beside a package's modules holds; ValueError for a game that is in no package.

    >>> read_document("", "rules.toml")
    Traceback (most recent call last):
    ValueError: rules.toml stands in a package, and a file by itself is in none: `referee new` makes one
    """
    if not package:
        raise ValueError(f"{name} stands in a package, and a file by itself is in none: `referee new` makes one")
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def with_house_rule(ruling: Ruling, why: Reason, *replaced: str) -> Ruling:
    """This ruling with the reason of a house rule first, and without those that rest on the replaced sections.

    >>> ruling = Ruling({}, Text("So."), (Reason("whist#aces", "rules", Text("Aces are high.")),))
    >>> why = Reason("whist#aces-low", "house-rule", Text("Aces are low."))
    >>> [reason.rule for reason in with_house_rule(ruling, why, "aces").because]
    ['whist#aces-low']
    """
    others = (reason for reason in ruling.because if reason.rule.partition("#")[2] not in replaced)
    return replace(ruling, because=(why, *others))


def by_house_rule(rule: HouseRule, template: str, **values: object) -> Reason:
    """A reason resting on a house rule.

    >>> rule = HouseRule("aces-low", "whist", "Aces are low", "An ace is the lowest card of its suit.")
    >>> by_house_rule(rule, "The ace is the lowest.").rule
    'whist#aces-low'
    """
    return Reason(f"{rule.game}#{rule.id}", "house-rule", Text(template, values))

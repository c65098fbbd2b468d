"""What a game keeps in files beside it: its rule sections, which rulings cite, and the
steps of setting up.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from referee.cards.card import Card, card
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.game import HouseRule, Section, Setup, SetUpStep
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text, names_in


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
        """The hook `rule_sections`, which answers these sections: `rule_sections =
        SECTIONS.hook`.
        """

        @hookimpl
        def rule_sections() -> tuple[Section, ...]:
            """The sections of the rules."""
            return tuple(self.by_id.values())

        return rule_sections

    def cite(self, section: str, template: str, **values: object) -> Reason:
        """A reason resting on this section, on the section's own basis; KeyError when
        there is none.
        """
        if section not in self.by_id:
            raise KeyError(
                f"{section!r} is not among the sections: {', '.join(self.by_id)}"
            )
        return Reason(
            f"{self.game}#{section}",
            self.by_id[section].basis,
            Text(template, MappingProxyType(values)),
        )


def sections_of(game: str, *sections: Section) -> Sections:
    """These sections of a game, for one that keeps them beside its code.

    >>> sections_of("whist", Section("trick", "The trick", "The highest card of the suit led wins.")).hook()[0].id
    'trick'
    """
    return Sections(game, {section.id: section for section in sections})


def read_sections(game: str, package: str) -> Sections:
    """The sections in `rules.toml` of this package: an array `section` of id, title,
    text and maybe basis.

    Raises FileNotFoundError for a package without that file, and TypeError for a
    section with more than that.

    >>> read_sections("whist", "referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    return sections_of(
        game,
        *[
            Section(**entry)
            for entry in read_document(package, "rules.toml")["section"]
        ],
    )


def read_document(package: str, name: str) -> dict[str, Any]:
    """What a TOML file beside a package's modules holds; ValueError for a game that is
    in no package.

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
    """This ruling with the reason of a house rule first, and without those that rest on
    the replaced sections.

    >>> ruling = Ruling({}, Text("So."), (Reason("whist#aces", "rules", Text("Aces are high.")),))
    >>> why = Reason("whist#aces-low", "house-rule", Text("Aces are low."))
    >>> [reason.rule for reason in with_house_rule(ruling, why, "aces").because]
    ['whist#aces-low']
    """
    others = (
        reason
        for reason in ruling.because
        if reason.rule.partition("#")[2] not in replaced
    )
    return replace(ruling, because=(why, *others))


def by_house_rule(rule: HouseRule, template: str, **values: object) -> Reason:
    """A reason resting on a house rule.

    >>> rule = HouseRule("aces-low", "whist", "Aces are low", "An ace is the lowest card of its suit.")
    >>> by_house_rule(rule, "The ace is the lowest.").rule
    'whist#aces-low'
    """
    return Reason(
        f"{rule.game}#{rule.id}", "house-rule", Text(template, MappingProxyType(values))
    )


# Setting the table up


@dataclass(frozen=True, slots=True)
class Guide:
    """The steps of one game in order, each with the kind of table that it is for: empty
    where it is for all.

    >>> deal = SetUpStep(Text("The deal"), Text("Deal {n} cards to each."))
    >>> print(Guide((("", deal),)).hook(Setup(("Ana", "Ben"), "Ana"))[0].text)
    Deal 2 cards to each.
    >>> print(*[step.text for step in Guide((("", deal), ("teams", deal))).steps("two players", n=13)])
    Deal 13 cards to each.
    """

    entries: tuple[tuple[str, SetUpStep], ...]

    @property
    def hook(self) -> Callable[[Setup], tuple[SetUpStep, ...]]:
        """The hook `set_up` of a game whose steps need no value but `{n}`, the number
        of seats.
        """

        @hookimpl
        def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
            """How the table is got ready."""
            return self.steps(n=len(setting.seats))

        return set_up

    def steps(self, kind: str = "", **values: object) -> tuple[SetUpStep, ...]:
        """The steps for a table of this kind, with these values in their braces;
        KeyError where one lacks a value.
        """
        return tuple(
            _filled(step, values)
            for meant_for, step in self.entries
            if meant_for in ("", kind)
        )


def _filled(step: SetUpStep, values: dict[str, object]) -> SetUpStep:
    needed = {name: values[name] for name in names_in(step.text.template)}
    return replace(step, text=replace(step.text, values=needed))


def read_guide(package: str, deck: tuple[Card, ...] = FIFTY_FOUR) -> Guide:
    """The steps in `guide.toml` of this package: an array `step` of title, text, and
    maybe section, cards and for.

    `cards` are codes of the deck, such as `AS`, `for` is the kind of table. Raises
    FileNotFoundError for a package without that file, and TypeError for a step with
    more than that.

    >>> read_guide("referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    return Guide(
        tuple(
            _entry(step, deck) for step in read_document(package, "guide.toml")["step"]
        )
    )


def _entry(step: dict[str, Any], deck: tuple[Card, ...]) -> tuple[str, SetUpStep]:
    kind, cards = (
        step.pop("for", ""),
        tuple(card(code, deck) for code in step.pop("cards", ())),
    )
    title, text = map(Text, (step.pop("title"), step.pop("text")))
    return kind, SetUpStep(title, text, cards=cards, **step)

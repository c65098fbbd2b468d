"""What templates call: how texts are worded, cards drawn, and rules cited."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from flask import g
from markupsafe import Markup, escape

from referee.cards.card import Card
from referee.plugin.discovery import (
    UnknownGameError,
    find_game,
    house_rules_of,
    rulebook,
)
from referee.vocabulary.game import SCORE
from referee.vocabulary.ruling import (
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    most_telling,
)
from referee.vocabulary.text import ENGLISH, NOTHING, Text, count, say, template_in
from referee.vocabulary.values import (
    Side,
    name_of,
    partners_of,
    parts_of,
    sides_of,
    winners_in,
    written_score,
)
from referee.vocabulary.view import Standing, View, Zone, by_side
from referee_web import assets, script_catalogues
from referee_web.guards.auth import name_draft
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.wording import translated, wording

FEW_CARDS = 8
"""Fewer cards than these are seen at a glance."""

BASES = {
    "rules": say("Rules"),
    "reading": say("Reading"),
    "house-rule": say("House rule"),
}
"""What a reason rests on, for people."""


def word(text: object) -> str:
    """A text in this answer's wording; anything else unchanged."""
    if isinstance(text, Text):
        # A page words a hundred texts: what is kept for it is looked up here.
        return text.word(g.get("wording") or wording())
    return str(text)


def aloud(text: Text) -> Markup:
    """The attribute that holds how a voice reads a text, where that differs: cards in
    signs are read by their names.
    """
    said = heard(text)
    if said == text.word(wording()):
        return Markup("")
    return Markup(' data-said="{}"').format(said)


def readable(text: Text) -> Markup:
    """A text for eyes, and beside it for screen readers, where that differs, as a voice
    reads it.
    """
    seen = text.word(wording())
    said = heard(text)
    if said == seen:
        return escape(seen)
    return Markup(
        '<span aria-hidden="true">{}</span><span class="unseen">{}</span>'
    ).format(seen, said)


def heard(text: Text) -> str:
    """A text as a voice reads it: cards by their names."""
    words = text.word(replace(wording(), aloud=True))
    return words.replace(" →", f", {say_here('now')}")


def game_title(game: str) -> str:
    """A game's title; its id where it is not installed any more."""
    if find_game(game) is None:
        return game
    return translated(rulebook(game).game.title)


def match_title(game: str, options: Mapping[str, object]) -> str:
    """What was played in a match: what its table wrote, where the game is for any; else
    the game.
    """
    if find_game(game) is None:
        return game
    return word(rulebook(game).game.played(options)) or game_title(game)


def score_label(game: str) -> str:
    """What the scores of a game count; of a game that is not installed any more they
    are scores.
    """
    if find_game(game) is None:
        return word(SCORE)
    return word(rulebook(game).game.score)


def basis(id: str) -> str:
    """What a reason rests on, for people."""
    return word(BASES[id])


def unsaid_reasons(ruling: Ruling) -> list[tuple[Reason, str]]:
    """The reasons of a ruling with what they say; that is nothing where its sentence
    says it already. Such a reason is left out where another one cites the same section.
    """
    summary = word(ruling.summary)
    texts = []
    for reason in ruling.because:
        text = word(reason.text)
        if text in summary:
            text = ""
        texts.append((reason, text))
    elsewhere = {reason.rule for reason, text in texts if text}
    unsaid = []
    for reason, text in texts:
        if text or reason.rule not in elsewhere:
            unsaid.append((reason, text))
    return unsaid


def word_counts(counts: tuple[int, ...]) -> str:
    """Numbers of players as people say them: `2 to 4`, `2 or 4`."""
    first = counts[0]
    last = counts[-1]
    if first == last:
        return str(first)
    if counts == tuple(range(first, last + 1)) and len(counts) > 2:
        return say_here("{first} to {last}", first=first, last=last)
    return say_here("{counts:or}", counts=counts)


def short_counts(counts: tuple[int, ...]) -> str:
    """Numbers of players as they stand on a tile: `2–4`, `2, 4`."""
    first = counts[0]
    last = counts[-1]
    if len(counts) > 1 and counts == tuple(range(first, last + 1)):
        return f"{first}–{last}"
    return ", ".join(map(str, counts))


def badges(names: Iterable[str]) -> dict[str, str]:
    """A short mark for each name: as few of its first letters as tell it from the
    others, at most three.
    """
    # Templates have them as lists too, which are no key of what is remembered.
    return _badges(tuple(names))


@lru_cache(256)
def _badges(names: tuple[str, ...]) -> dict[str, str]:
    marks = {}
    for name in names:
        rivals = []
        for other in names:
            if other != name:
                rivals.append("".join(other.split()).casefold())
        marks[name] = _mark("".join(name.split()), rivals)
    return marks


def marks_of(sides: Iterable[Side], seats: tuple[str, ...]) -> dict[Side, str]:
    """The letters of these sides: those of all their partners."""
    marks = badges(seats)
    letters = {}
    for side in sides:
        letters[side] = "".join(map(marks.__getitem__, side))
    return letters


def _mark(name: str, rivals: list[str]) -> str:
    for length in (1, 2, 3):
        mark = name[:length]
        if not any(rival.startswith(mark.casefold()) for rival in rivals):
            return mark[0].upper() + mark[1:]
    return name[:2].capitalize() + name[-1]


def ranked(view: View) -> tuple[Standing, ...]:
    """How the sides stand, best first: partners as one, under their side."""
    return by_side(view.standings, sides_of(view.seats, view.sides))


def holder_of(zone: Zone, view: View) -> str | None:
    """Whose zone it is: a seat, or where its owner keeps it for all partners, the name
    of their side.
    """
    if zone.owner is None or not zone.shared:
        return zone.owner
    return name_of(partners_of(zone.owner, view.sides))


def few_open(zones: Iterable[Zone], wanted: bool = True) -> list[Zone]:
    """The table's own few open cards, which players decide by; or all the rest."""
    return [zone for zone in zones if _is_few_open(zone) == wanted]


def _is_few_open(zone: Zone) -> bool:
    if zone.owner is not None or zone.collapsed:
        return False
    return bool(zone.cards) and zone.count < FEW_CARDS


def marked(laid: ShownCards) -> list[tuple[Card, bool]]:
    """The cards that a ruling is about, each with whether it decided."""
    deciding = list(laid.deciding)
    marked: list[tuple[Card, bool]] = []
    for card in reversed(laid.cards):
        decides = card in deciding
        if decides:
            deciding.remove(card)
        marked.insert(0, (card, decides))
    return marked


def laid_out(ruling: Ruling) -> list[tuple[ShownCards, bool]]:
    """The cards that a ruling shows, those of its winners first; each with whether it
    is the winner's only card.
    """
    verdict = ruling.verdict
    winners = verdict.get("winners") or (verdict.get("winner"),)
    if not isinstance(winners, (tuple, list)):
        winners = ()
    theirs = []
    others = []
    for group in ruling.shown:
        if group.seat is not None and group.seat in winners:
            theirs.append(group)
        else:
            others.append(group)
    leads = len(theirs) == 1 and len(theirs[0].cards) == 1
    return [*product(theirs, [leads]), *product(others, [False])]


def beside(reckoning: Reckoning, row: ReckonedSeat) -> list[str]:
    """What the columns that only inform say of this row, where that is anything: `Aces
    2`, `Locked A♠`.
    """
    texts = []
    for column, value in zip(reckoning.columns, row.cells, strict=True):
        if column.aside and value not in (0, NOTHING):
            texts.append(f"{word(column.name)} {_cell(value)}")
    return texts


def cell(reckoning: Reckoning, row: ReckonedSeat, column: ReckoningColumn) -> str:
    """What stands in this row and column: a number with its sign, or words."""
    return _cell(row.cells[reckoning.columns.index(column)])


def _cell(value: float | Text) -> str:
    if isinstance(value, Text):
        return word(value)
    return written_score(value)


def section_title(rule: str) -> str:
    """The title of the section that a reason cites as `game#section`; its id where it
    is not found.
    """
    game, _, section = rule.partition("#")
    try:
        known = rulebook(game).sections.get(section)
    except UnknownGameError:
        return section
    if known is not None:
        return translated(known.title)
    house_rule = house_rules_of(game).get(section)
    return section if house_rule is None else translated(house_rule.title)


def keyed(code: str) -> str:
    """The code of a listed table with its key: whoever follows the list does not count
    as guessing codes.
    """
    return room().keyed(code)


@blueprint.app_context_processor
def _shared() -> dict[str, Any]:
    return {
        "asset": assets.address,
        "scripts": assets.scripts,
        "script_words": script_catalogues.address(),
        "language": wording().language.code,
    }


@blueprint.app_template_global("_")
def say_here(template: str, **values: object) -> str:
    """What a page says of its own: `{{ _("Seat {n}", n=3) }}`. A value may be markup: a
    name in a badge, a link.
    """
    if not values and "{" not in template:
        words = g.get("wording") or wording()
        language = words.language
        return template if language is ENGLISH else language.gettext(template)
    return _filled(say(template, **values))


@blueprint.app_template_global("_n")
def count_here(one: str, many: str, n: int, **values: object) -> str:
    """The same about a number of things: `{{ _n("{n} card", "{n} cards", 3) }}`."""
    return _filled(count(one, many, n, **values))


def _filled(text: Text) -> str:
    """The text in words; as markup, with everything else escaped, where some of its
    values are markup.
    """
    values = text.values
    if not any(isinstance(value, Markup) for value in values.values()):
        return text.word(wording())
    words = {}
    for name, value in values.items():
        if not isinstance(value, Markup):
            value = word(value)
        words[name] = value
    return escape(template_in(text, wording().language)).format(**words)


# What filters there are: those of this file, and names of the core as they are.
for each in (
    word,
    aloud,
    readable,
    heard,
    game_title,
    match_title,
    score_label,
    basis,
    unsaid_reasons,
    word_counts,
    short_counts,
    badges,
    ranked,
    holder_of,
    few_open,
    marked,
    laid_out,
    beside,
    cell,
    section_title,
    keyed,
    name_draft,
    most_telling,
    winners_in,
    parts_of,
    name_of,
    partners_of,
):
    blueprint.add_app_template_filter(each)
blueprint.add_app_template_filter(written_score, "total")
blueprint.add_app_template_global(base_url)

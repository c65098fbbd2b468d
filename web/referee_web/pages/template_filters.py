"""Functions for templates: wording texts, drawing cards, citing rules."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from flask import g, request
from markupsafe import Markup, escape

from referee.cards.naming import capitalize
from referee.plugin.discovery import (
    find_game,
    house_rules_of,
    rulebook,
)
from referee.plugin.languages import locale_of
from referee.vocabulary.ruling import (
    Reason,
    Ruling,
)
from referee.vocabulary.text import (
    ENGLISH,
    Text,
    say,
    say_count,
    template_in,
)
from referee.vocabulary.values import (
    Side,
    seats_in_side,
    written_gain,
    written_score,
)
from referee.vocabulary.view import Clock
from referee_web import assets, script_catalogues
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.wording import language, translated, wording

BASES = {
    "rules": say("Rules"),
    "reading": say("Our reading"),
    "house-rule": say("House rule"),
}
"""The bases of reasons, in words."""


def word(text: object) -> str:
    """Return a text in the answer's wording; other values unchanged."""
    if isinstance(text, Text):
        return text.word(wording())
    return str(text)


def brief(text: Text) -> str:
    """Return a text in the answer's wording, its cards by their signs."""
    return text.word(replace(wording(), brief=True))


_SPACE_BEFORE_NUMBER = re.compile(r" (?=[−+]?\d|×)")


def join_numbers(text: str) -> str:
    """Return a headline in which no line ends before a number: `Ana gets 3`."""
    return type(text)(_SPACE_BEFORE_NUMBER.sub("\u00a0", text))


def aloud(text: Text) -> Markup:
    """Return the attribute with a text's spoken form, if different."""
    spoken = heard(text)
    if spoken == text.word(wording()):
        return Markup("")
    return Markup(' data-said="{}"').format(spoken)


def readable(text: Text, briefly: bool = False) -> Markup:
    """Return a text, with its spoken form for screen readers if different.

    `briefly`: cards by their signs.
    """
    written = brief(text) if briefly else text.word(wording())
    spoken = heard(text)
    if spoken == written:
        return escape(written)
    return Markup(
        '<span aria-hidden="true">{}</span><span class="unseen">{}</span>'
    ).format(written, spoken)


def heard(text: Text) -> str:
    """Return a text in its spoken form, cards by name."""
    words = text.word(replace(wording(), aloud=True))
    return words.replace(" →", f", {say_here('now')}")


def match_title(game: str, options: Mapping[str, object]) -> str:
    """Return a match's title: the one its table gave it on a pad, or the game's.

    Without options it is the game's; its id if it is not installed any more.
    """
    if find_game(game) is None:
        return game
    known = rulebook(game).game
    return word(known.played(options)) or translated(known.title)


def clock_face(clock: Clock) -> tuple[int, str]:
    """Return the seconds left on a clock, and how it shows them: `12:34`."""
    left = clock.left_at(int(time.time()))
    if left <= 0:
        return left, word(clock.over)
    minutes, seconds = divmod(left, 60)
    return left, f"{minutes}:{seconds:02}"


def basis(id: str) -> str:
    """Return a reason's basis in words."""
    return word(BASES[id])


def unsaid_reasons(ruling: Ruling) -> list[tuple[Reason, str]]:
    """Return a ruling's reasons with texts, "" for those that repeat the sentence.

    Such a reason is dropped if another cites the same section.
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


def badges(name: str, seats: Iterable[str]) -> list[tuple[int, str]]:
    """Return a seat's badge, or those of a side's partners: colour and letters.

    The letters are a beginning, distinct among these seats, of up to three.
    """
    names = tuple(seats)
    marks = _badges(names)
    shown = []
    for partner in seats_in_side(name):
        if partner in marks:
            shown.append((names.index(partner) % 10, marks[partner]))
    return shown


# Without it a trick of four takes 5 ms more of the processor, of 140 with it.
@lru_cache(256)
def _badges(names: tuple[str, ...]) -> dict[str, str]:
    marks = {}
    for name in names:
        rivals = ["".join(other.split()).casefold() for other in names if other != name]
        marks[name] = _mark("".join(name.split()), rivals)
    return marks


def marks_of(sides: Iterable[Side], seats: tuple[str, ...]) -> dict[Side, str]:
    """Return these sides' letters: all partners'."""
    marks = _badges(seats)
    return {side: "".join(map(marks.__getitem__, side)) for side in sides}


def _mark(name: str, rivals: list[str]) -> str:
    for length in (1, 2, 3):
        mark = name[:length]
        if not any(rival.startswith(mark.casefold()) for rival in rivals):
            return mark[0].upper() + mark[1:]
    return name[:2].capitalize() + name[-1]


def section_title(section: str, game: str) -> str:
    """Return the title of a section of a game's rules; its id if it is unknown."""
    if find_game(game) is None:
        return section
    own = rulebook(game).sections.get(section)
    known = own or house_rules_of(game).get(section)
    return section if known is None else translated(known.title)


def keyed(code: str) -> str:
    """Return a listed table's code with its key, so that following it is no guess."""
    return room().keyed(code)


@blueprint.app_context_processor
def _shared() -> dict[str, Any]:
    icon = assets.address("icons/icon-512.png")
    return {
        "asset": assets.address,
        "icon": f"{base_url()}{icon.removeprefix(request.script_root)}",
        "scripts": assets.scripts,
        "script_words": script_catalogues.address(),
        "language": wording().language.code,
    }


@blueprint.app_template_global("_")
def say_here(template: str, **values: object) -> str:
    """Return a page's own sentence: `{{ _("Seat {n}", n=3) }}`.

    Values may be markup.
    """
    if not values and "{" not in template:
        words = g.get("wording") or wording()
        language = words.language
        return template if language is ENGLISH else language.gettext(template)
    return _filled(say(template, **values))


@blueprint.app_template_global("_n")
def count_here(one: str, many: str, n: int, **values: object) -> str:
    """Return a sentence about a number: `{{ _n("{n} card", "{n} cards", 3) }}`."""
    return _filled(say_count(one, many, n, **values))


def _filled(text: Text) -> str:
    """Return a text in words.

    If its values are markup so is the text, with the rest escaped.
    """
    values = text.values
    if Markup not in map(type, values.values()):
        return text.word(g.get("wording") or wording())
    words = {}
    for name, value in values.items():
        if not isinstance(value, Markup):
            value = word(value)
        words[name] = value
    return escape(template_in(text, wording().language)).format(**words)


def winners_title(winners: Sequence[str]) -> str:
    """Return the title above the winners' names."""
    if not winners:
        return say_here("Nobody won")
    return say_here("The winner") if len(winners) == 1 else say_here("The winners")


def write_day(moment: float) -> str:
    """Return the day of a moment in seconds, as 28.11.2026 in German."""
    day = date.fromtimestamp(moment)
    code = language().code
    if code == ENGLISH.code:
        # Days and months in numbers stand in another order in each English.
        return f"{day.day} {day:%b} {day.year}"
    locale = locale_of(code)
    if locale is None:
        return day.isoformat()
    # Imported here, since most pages need no dates.
    from babel.dates import format_date

    return str(format_date(day, locale=locale))


blueprint.add_app_template_filter(capitalize, "capital")

# The filters: this file's functions, and names of the core.
for each in (
    word,
    brief,
    join_numbers,
    aloud,
    readable,
    heard,
    match_title,
    clock_face,
    basis,
    unsaid_reasons,
    badges,
    section_title,
    keyed,
    winners_title,
):
    blueprint.add_app_template_filter(each)
blueprint.add_app_template_filter(written_score, "total")
blueprint.add_app_template_filter(written_gain, "gain")

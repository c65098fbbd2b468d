"""A game's rules, as its rulings cite them, and searching in them."""

import re
from collections.abc import Sequence

from flask import Response, request
from markupsafe import Markup, escape

from referee.plugin.discovery import rulebook
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.games.new_table import house_rules
from referee_web.wording import translated

LONGEST_SEARCH = 100


@blueprint.get("/games/<game>")
def rules(game: str) -> Response:
    """The sections of the rules, what the rules leave to the table, the house rules, and the questions.

    With `?q=` only the sections that hold all of these words.
    """
    book, agreeable = rulebook(game), house_rules(game)
    asked = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    wanted = asked.casefold().split()
    texts = {section.id: (section.title, section.text) for section in book.sections.values()}
    texts |= {rule.id: (rule.title, rule.text) for rule in agreeable}
    found = {id for id, read in texts.items() if _holds(*read, wanted)}
    told = {"asked": asked, "words": wanted, "found": found}
    return page("games/rules.html", book=book, house_rules=agreeable, **told)


def _holds(title: str, text: str, wanted: Sequence[str]) -> bool:
    """Whether a section, as this viewer reads it, holds all these words."""
    read = f"{translated(title)} {translated(text)}".casefold()
    return all(word in read for word in wanted)


@blueprint.app_template_filter("marking")
def marking(text: str, words: Sequence[str]) -> Markup:
    """This text with the words that were searched for marked."""
    if not words:
        return escape(text)
    parts = re.split(f"({'|'.join(map(re.escape, words))})", text, flags=re.IGNORECASE)
    # Every second part is a match.
    return Markup("").join(
        Markup("<mark>{}</mark>").format(part) if place % 2 else escape(part) for place, part in enumerate(parts)
    )

"""The design of the pages, shown by the parts they are made of."""

import re
from dataclasses import replace
from functools import cache

from flask import Response

from referee.cards.card import CARDS, SUITS
from referee.cards.naming import JOKER_WORDINGS
from referee.match.log_entry import Viewer
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Basis, Reason, Ruling
from referee.vocabulary.text import say
from referee.vocabulary.view import EVERYBODY, Standing, View, Zone
from referee_web.assets import STATIC
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_forms import PromptForm, Trouble, single_form
from referee_web.pages.lobby import all_games

SEATS = ("Ana", "Ben", "Cy", "Di", "Edda", "Flo", "Gus", "Hana", "Ida", "Jo")


@cache
def tokens() -> dict[str, list[str]]:
    """The stylesheet's own names for what it uses, by kind: `colours`, `seats`, `type`, `space`."""
    first = re.search(r":root \{(.*?)\n\}", (STATIC / "style.css").read_text("utf-8"), re.S)
    found = re.findall(r"--([\w-]+): ([^;]+);", first[1] if first else "")
    kinds: dict[str, list[str]] = {"colours": [], "seats": [], "type": [], "space": []}
    for name, value in found:
        if not name.startswith("pip-"):
            kinds[_kind(name, value)].append(name)
    return kinds


def _kind(name: str, value: str) -> str:
    if name.startswith("seat-"):
        return "seats"
    if value.startswith(("#", "var(")):
        return "colours"
    return "type" if name in ("tiny", "small", "text", "large", "title", "huge") else "space"


@blueprint.get("/style")
def style() -> Response:
    """Tokens, seats, cards in every state, what can be pressed and filled in, rulings, and what stands round them."""
    return page(
        "style.html",
        tokens=tokens(),
        seats=SEATS,
        ranks=[card for card in CARDS if card.endswith("H")],
        suits=[f"A{suit}" for suit in SUITS],
        jokers=JOKER_WORDINGS,
        sample=_sample(),
        ruling=_ruling(),
        lesser=Ruling({}, say("Trump is hearts"), _because("rules")),
        refused=Ruling({}, say("The three of clubs does not lie on the board"), _because("rules")),
        form=_form(),
        trouble=_form(Trouble(say("Fill this in."), "only", errors={"score": say("This must be a number.")})),
    )


def _ruling() -> Ruling:
    return Ruling(
        {"winner": SEATS[1]}, say("Ben wins with the ace of spades"), _because("rules", "reading", "house-rule")
    )


def _because(*bases: Basis) -> tuple[Reason, ...]:
    """A reason on each basis, citing the first rules there are."""
    book = next(iter(all_games()), None)
    cited = [f"{book.game.id}#{section}" for section in book.sections] if book else ["#"]
    texts: dict[Basis, str] = {
        "rules": "The author’s own text says so.",
        "reading": "The rules do not say; this referee reads it so.",
        "house-rule": "This table has agreed on it.",
    }
    return tuple(Reason(cited[at % len(cited)], basis, say(texts[basis])) for at, basis in enumerate(bases))


def _sample() -> dict[str, object]:
    """Return a made-up table, for the parts that show one."""
    cards = tuple(CARDS[code] for code in ("7H", "TC", "XB"))
    zones = (
        Zone("board", None, 3, cards, EVERYBODY),
        Zone("stock", None, 24),
        Zone("hand", "Ana", 5),
        Zone("hand", "Ben", 3, cards, EVERYBODY),
    )
    standings = (Standing("Ben", 12, 1), Standing("Ana", 7, 2), Standing("Cy", 7, 2), Standing("Di", -3, 4))
    still = say("Everybody draws to three cards.")
    view = View("ABCDE", "", SEATS[:4], None, "", 2, 0, ("Ana",), still, zones, standings, False, (), (), ())
    return {"view": view, "by": Viewer("Ana"), "scores": None}


def _form(trouble: Trouble | None = None) -> PromptForm:
    hearts = tuple(card for card in CARDS.values() if card.suit in ("H", None))
    fields: tuple[Field, ...] = (
        Field("cards", "cards", say("Cards"), min=1, max=3, choices=hearts),
        Field("score", "number", say("Number"), min=0, max=20),
        Field("who", "seat", say("Seat"), choices=SEATS[:4]),
        Field("bid", "flag", say("Yes or no")),
    )
    filled = FormValues({"pick=cards": ["7H", "XB"], "pick=who": ["Ben"]})
    if trouble is not None:
        fields = fields[1:2]
    form = single_form(Prompt("style", (), say("A form"), fields=fields), SEATS[:4], filled, trouble)
    return replace(form, key="wrong" if trouble else "right")

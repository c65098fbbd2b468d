"""What each check finds, beside what the broken games show: one thing wrong with a
sound game each.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    FieldError,
    HouseRule,
    Prompt,
    Question,
    Reason,
    Refused,
    Ruling,
    Section,
    ShownCards,
    Values,
    WrongFieldsError,
    card,
    hookimpl,
    say,
)
from referee.plugin.loose_games import import_loose
from referee.testing.all_checks import each_once, find_flaws, flaws_in
from referee.testing.checks.check_play import LONG
from referee.testing.checks.game_under_check import CheckedGame
from tests.toy_games import highest_card

FEW = 20
GAME = highest_card.describe_game()
WELL = (Reason("highest-card#trick", "rules", say("So it is.")),)


def other(**hooks: Callable[..., object]) -> ModuleType:
    """Highest Card with these hooks in place of its own."""
    module = ModuleType("other_highest_card")
    for name in (
        *(
            name
            for name, hook in vars(highest_card).items()
            if hasattr(hook, "referee_impl")
        ),
        *hooks,
    ):
        found = hooks.get(name)
        setattr(
            module,
            name,
            hookimpl(found) if found is not None else getattr(highest_card, name),
        )
    return module


def described(**changed: Any) -> ModuleType:
    return other(describe_game=lambda: replace(GAME, **changed))


def sections(*found: Section) -> ModuleType:
    return other(rule_sections=lambda: (*highest_card.SECTIONS, *found))


def scene_with(**changed: Any) -> ModuleType:
    def scene(state: highest_card.State) -> object:
        told = highest_card.scene(state)
        return told if told.finished else replace(told, **changed)

    return other(scene=scene)


def without_a_first() -> ModuleType:
    def scene(state: highest_card.State) -> object:
        told = highest_card.scene(state)
        return replace(
            told, standings=tuple(replace(one, place=2) for one in told.standings)
        )

    return other(scene=scene)


def ruling_with(**changed: Any) -> ModuleType:
    return other(
        resolve_trick=lambda given: replace(
            highest_card.resolve_trick(given), **changed
        )
    )


def unanswerable() -> ModuleType:
    def resolve_trick(given: Values) -> Ruling:
        raise WrongFieldsError(FieldError("plays", say("Not like this.")))

    return other(resolve_trick=resolve_trick)


WRONG = {
    "description: id": (
        described(id="Highest Card"),
        "description",
        "cannot stand in an address",
    ),
    "description: title": (
        described(title=" "),
        "description",
        "The game has no title",
    ),
    "description: summary": (
        described(summary=""),
        "description",
        "The game has no summary",
    ),
    "description: a section's id": (
        sections(Section("a b", "A", "B.")),
        "description",
        "The id 'a b' of a section",
    ),
    "description: a section's text": (
        sections(Section("a", "A", "")),
        "description",
        "has no title or no text",
    ),
    "play: nobody is to act": (
        scene_with(to_act=()),
        "play",
        "nobody is to act, and the match goes on",
    ),
    "play: a winner too soon": (
        scene_with(winners=("Player 1",)),
        "play",
        "Player 1 has won, and the match is not",
    ),
    "play: nobody is first": (without_a_first(), "play", "Nobody has the first place"),
    "play: a ruling without reasons": (
        ruling_with(because=()),
        "play",
        "has no reasons",
    ),
    "play: a ruling that says nothing": (
        ruling_with(summary=say("")),
        "play",
        "A ruling says nothing",
    ),
    "play: cards of nobody": (
        ruling_with(shown=(ShownCards("Zed", (card("2C"),)),)),
        "play",
        "shows cards of 'Zed', who does not sit here",
    ),
    "play: cards that decided and are not shown": (
        ruling_with(shown=(ShownCards(None, (card("2C"),), (card("3C"),)),)),
        "play",
        "decided by cards that are not among those it shows",
    ),
    "questions: nothing is answered": (
        unanswerable(),
        "questions",
        "the question 'trick' answers none: Not like this.",
    ),
}


@pytest.mark.parametrize(("module", "check", "said"), WRONG.values(), ids=WRONG)
def test_a_check_finds_what_is_wrong(module: ModuleType, check: str, said: str) -> None:
    found = flaws_in(CheckedGame(module, entries=FEW), check)
    assert any(said in flaw.what for flaw in found), list(map(str, found))


def test_an_id_that_is_not_that_of_the_entry_point_is_a_flaw() -> None:
    [flaw] = flaws_in(
        CheckedGame(highest_card, id="lowest-card", entries=FEW), "description"
    )
    assert (
        flaw.what
        == "The game calls itself 'highest-card', its entry point 'lowest-card'."
    )
    assert flaw.instead == (
        'Write `highest-card = "tests.toy_games.highest_card"` in pyproject.toml and '
        'install it again, or `id="lowest-card"` in the code.'
    )


def test_whoever_is_to_act_is_asked_for_something_and_all_are_named_at_once() -> None:
    def prompts(state: highest_card.State) -> object:
        lay, *others = highest_card.prompts(state) or [None]
        return () if lay is None else (replace(lay, seats=state.seats[:1]), *others)

    def reveal(state: highest_card.State, entries: tuple[Entry, ...]) -> Accepted:
        return Accepted(replace(state, points={entries[0].seat or "": state.target}))

    found = flaws_in(
        CheckedGame(other(prompts=prompts, reveal=reveal), entries=FEW), "play"
    )
    [idle] = [flaw for flaw in found if "is asked for nothing" in flaw.what]
    assert idle.seats == ("Player 2", "Player 3", "Player 4")
    assert "    Who: Player 2, Player 3, Player 4\n" in str(idle)


# House rules


def house_rule(
    described: HouseRule | None, **wrappers: Callable[..., object]
) -> ModuleType:
    module = ModuleType("a_house_rule")
    module.__file__ = __file__
    if described is not None:
        module.describe_house_rule = hookimpl(lambda: described)  # type: ignore[attr-defined]  # a module made here
    for name, wrapper in wrappers.items():
        setattr(module, name, hookimpl(wrapper=True)(wrapper))
    return module


def as_it_is() -> Any:
    return (yield)


def nowhere() -> Any:
    ruling = yield
    return replace(
        ruling, because=(Reason("highest-card#gone", "house-rule", say("So.")),)
    )


RULE = HouseRule("low-wins", "highest-card", "Low wins", "The lowest card wins.")
WRONG_RULES = {
    "without a description": (
        house_rule(None, resolve_trick=as_it_is),
        "`describe_house_rule` is missing",
    ),
    "of another game": (
        house_rule(replace(RULE, game="whist"), resolve_trick=as_it_is),
        "a house rule for 'whist'",
    ),
    "with an id in the rules": (
        house_rule(replace(RULE, id="once"), resolve_trick=as_it_is),
        "a section 'once'",
    ),
    "with an id for no address": (
        house_rule(replace(RULE, id="Low!"), resolve_trick=as_it_is),
        "'Low!' cannot stand",
    ),
    "that wraps nothing": (house_rule(RULE), "It changes nothing."),
    "that rests on nothing": (
        house_rule(RULE, resolve_trick=nowhere),
        "'highest-card#gone', and there is no such",
    ),
}


@pytest.mark.parametrize(("module", "said"), WRONG_RULES.values(), ids=WRONG_RULES)
def test_a_house_rule_that_is_wrong_is_told(module: ModuleType, said: str) -> None:
    found = flaws_in(
        CheckedGame(highest_card, {"rule": module}, entries=FEW), "house rules"
    )
    assert any(said in flaw.what for flaw in found), list(map(str, found))


def test_a_sound_house_rule_has_no_flaw() -> None:
    rule = house_rule(RULE, resolve_trick=as_it_is)
    assert (
        flaws_in(CheckedGame(highest_card, {"rule": rule}, entries=FEW), "house rules")
        == []
    )


# Catalogues

HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
PLURAL = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\n'


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("german.po", HEADER, 1, "german.po names no language"),
        ("de.po", f"{HEADER}msgid 5\n", 5, "It cannot be read: "),
        ("de.po", HEADER + PLURAL, 5, "some of the 2 plural forms are missing"),
    ],
)
def test_a_catalogue_that_is_not_used_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str,
    line: int,
    said: str,
) -> None:
    monkeypatch.delitem(sys.modules, "a_translated_game", raising=False)
    package = tmp_path / "a_translated_game"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from tests.toy_games.highest_card import *\n", "utf-8"
    )
    (package / "locale" / name).write_text(text, "utf-8")
    [flaw] = [
        one
        for one in flaws_in(
            CheckedGame(import_loose(package), entries=FEW), "catalogues"
        )
        if one.grave
    ]
    assert said in flaw.what
    assert flaw.where == f"{package / 'locale' / name}:{line}"


def test_fields_with_dependent_values_need_no_example_where_a_total_says_it() -> None:
    """Numbers that come to 26, as in Hearts: a field can say so itself."""
    points = Field("points", "numbers_by_seat", say("Points"), min=0, max=26, total=26)
    question = Question(
        "round", say("What does the round score?"), (points,), hook="score_round"
    )

    def score_round(given: Values) -> Ruling:
        most = max(given.numbers_by_seat("points").values())
        return Ruling({"most": most}, say("{n} is the most.", n=most), WELL)

    module = other(
        questions=lambda: (*highest_card.questions(), question), score_round=score_round
    )
    assert flaws_in(CheckedGame(module, entries=FEW), "questions") == []


def lay_with(**changed: Any) -> Callable[..., object]:
    """Return the hook `prompts` with this in the prompts of Highest Card."""

    def prompts(state: highest_card.State) -> tuple[Prompt, ...]:
        return tuple(
            replace(prompt, **changed) for prompt in highest_card.prompts(state)
        )

    return prompts


FEW_CARDS = Field("card", "cards", say("Card"), min=3, choices=(card("2C"), card("3C")))
NO_POINTS = Field("points", "number", say("Points"), min=9, max=2)
UNANSWERABLE = {
    "no seats": (lay_with(seats=()), "'lay' is asked of no seat."),
    "bounds": (
        lay_with(fields=(NO_POINTS,)),
        "'lay' cannot be answered: its field 'points' has `min=9` and `max=2`.",
    ),
    "choices": (
        lay_with(fields=(FEW_CARDS,)),
        "'lay' cannot be answered: its field 'card' has `min=3` and 2 `choices`.",
    ),
}


@pytest.mark.parametrize(("prompts", "what"), UNANSWERABLE.values(), ids=UNANSWERABLE)
def test_a_prompt_that_nobody_can_answer_is_named_once_with_its_field(
    prompts: Callable[..., object], what: str
) -> None:
    game = CheckedGame(other(prompts=prompts), entries=FEW)
    [flaw] = each_once(find_flaws(game, ("declarations", "play", "disputes")))
    assert flaw.what == what
    assert not flaw.where.endswith(":1")


def test_cards_that_a_field_does_not_suggest_are_tried_too() -> None:
    some = Field("card", "card", say("Card"), choices=GAME.deck[:5], suggests=True)

    def accept(state: highest_card.State, entry: Entry, ask: Ask) -> Accepted | None:
        if entry.given.card("card") in some.choices:
            return Accepted(replace(state, points={entry.seat or "": state.target}))
        return None

    prompts = lay_with(fields=(some,), secret=False)
    game = CheckedGame(other(prompts=prompts, accept=accept), entries=FEW)
    [flaw] = flaws_in(game, "play")
    assert flaw.what == "`accept`: the answer is None, not an Accepted."


def test_a_main_prompt_that_is_never_answered_is_wrong() -> None:
    def prompts(state: highest_card.State) -> tuple[Prompt, ...]:
        asked = highest_card.prompts(state)
        never = tuple(Prompt("never", one.seats, one.title) for one in asked[:1])
        return (*never, *asked)

    def accept(state: highest_card.State, entry: Entry, ask: Ask) -> object:
        if entry.kind == "never":
            return Refused(Ruling({"legal": False}, say("No."), WELL))
        return highest_card.accept(state, entry, ask)

    hooks = {"prompts": prompts, "accept": accept}
    flaws = flaws_in(CheckedGame(other(**hooks), entries=LONG), "play")
    [flaw] = [each for each in flaws if each.what.startswith("Nobody ever entered")]
    assert re.search(r"'never': it was asked for \d+ times, and refused: No", flaw.what)
    assert flaw.grave


NEVER_ASKED = """
from referee import Prompt, say
from tests.toy_games.highest_card import *

RAMSCH = "ramsch"


def ask_for_it(seats):
    return Prompt(RAMSCH, seats, say("Ramsch")), Prompt("gather", seats, say("Gather"))
"""


def test_a_kind_of_entry_that_nobody_was_asked_for_is_named(tmp_path: Path) -> None:
    (game := tmp_path / "never_asked.py").write_text(NEVER_ASKED, "utf-8")
    flaws = flaws_in(CheckedGame(import_loose(game), entries=LONG), "play")
    told = [each for each in flaws if each.what.startswith("Nobody was ever asked")]
    [flaw] = told
    assert flaw.what == "Nobody was ever asked for 'ramsch' in a random match."
    assert flaw.where.endswith("never_asked.py:5")
    assert not flaw.grave


def test_a_question_may_want_as_many_seats_as_a_table_has() -> None:
    wanted = Field("who", "seats", say("Who?"), min=4, max=4)
    asked = Question("who", say("Who won?"), (wanted,), hook="answer")

    def answer(question: str, given: Values) -> Ruling:
        return Ruling({"seats": given.seats("who")}, say("They did."), WELL)

    module = other(questions=lambda: (*highest_card.questions(), asked), answer=answer)
    assert flaws_in(CheckedGame(module, entries=FEW), "questions") == []


TOLD_LATE = """
from referee import rule_trick, say
from tests.toy_games.highest_card import *

SENTENCES = open(__file__)


def trick(plays):
    return rule_trick(plays, RULES.cite, "trick", trump="X")


TRUMP = "Y"


def another_trick(plays):
    return rule_trick(plays, RULES.cite, "trick", trump=TRUMP)


def sentence():
    for line in SENTENCES:
        words = line.strip()
        return say(words)
"""


def test_a_trump_that_is_no_suit_and_a_sentence_of_nowhere_are_told(
    tmp_path: Path,
) -> None:
    (game := tmp_path / "told_late.py").write_text(TOLD_LATE, "utf-8")
    flaws = flaws_in(CheckedGame(import_loose(game), entries=FEW), "texts")
    where = {flaw.what: flaw.where.rpartition(":")[2] for flaw in flaws}
    assert where["The trump 'X' is no suit of the deck."] == "9"
    assert where["The trump 'Y' is no suit of the deck."] == "12"
    [hidden] = [what for what in where if what.startswith("No plain string")]
    assert "line.strip()" in hidden


def test_what_is_misspelt_in_an_answer_is_told_with_what_there_is() -> None:
    rests_on = (Reason("highest-card#tirck", "rules", say("So.")),)
    [section] = flaws_in(
        CheckedGame(ruling_with(because=rests_on), entries=FEW), "play"
    )
    assert section.instead.startswith("Cite one of highest-card#ended-early, ")

    cards = Question("hand", say("Cards"), (Field("hand", "crads", say("Cards")),))
    misspelt = other(questions=lambda: (cards,))
    [kind] = flaws_in(CheckedGame(misspelt, entries=FEW), "description")
    assert kind.instead == "Write `cards` or `card`."

"""Options and house rules that contradict each other are refused, with the reason."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from referee import (
    Field,
    Game,
    HouseRule,
    WrongFieldsError,
    choice_field,
    hookimpl,
    say,
)
from referee.plugin.rulebook import Rulebook
from referee.testing.random_options import AS_THEY_STAND, draw_options
from tests.toy_games import highest_card

PLAY = Field(
    "play",
    "choice",
    say("Who plays with whom"),
    choices=("solo", "pairs"),
    labels={"solo": say("Alone"), "pairs": say("In pairs")},
    default="solo",
)
SIGNALS = Field(
    "signals",
    "flag",
    say("Partners may signal"),
    default=False,
    needs={"play": ("pairs",)},
)
QUIET = Field(
    "quiet", "flag", say("Quiet signals"), default=False, needs={"signals": (True,)}
)
TRIO = Field("trio", "flag", say("Trio"), default=False, needs={"players": (3,)})


def game(*options: Field) -> ModuleType:
    module = ModuleType("with_options")
    vars(module).update(vars(highest_card))

    def describe_game() -> Game:
        return replace(highest_card.describe_game(), options=options)

    vars(module).update(describe_game=hookimpl(describe_game))
    return module


def rule(id: str, **others: Any) -> ModuleType:
    module = ModuleType(id)
    described = HouseRule(id, "highest-card", id.capitalize(), "Text.", **others)
    vars(module).update(describe_house_rule=described.hook)
    return module


BOOK = Rulebook(game(PLAY, SIGNALS, QUIET, TRIO))


def errors(book: Rulebook, **chosen: object) -> dict[str, str]:
    with pytest.raises(WrongFieldsError) as refused:
        book.check_new_options(chosen)
    return {error.field: str(error.message) for error in refused.value.errors}


def test_an_option_that_would_do_nothing_is_refused_and_says_what_it_needs() -> None:
    assert errors(BOOK, signals=True) == {
        "signals": "This goes only with “Who plays with whom”: In pairs."
    }
    assert errors(BOOK, play="pairs", quiet=True) == {
        "quiet": "This needs “Partners may signal”."
    }
    assert BOOK.check_new_options({"play": "pairs", "signals": True})["signals"] is True
    assert BOOK.check_new_options({})["signals"] is False


def test_what_an_option_does_not_go_with_is_named_where_that_is_less() -> None:
    kinds = {"low": say("Low"), "high": say("High"), "both": say("High and low")}
    kind = choice_field("kind", say("Kind"), kinds, default="low")
    bonus = Field("bonus", "flag", say("Bonus"), needs={"kind": ("low", "high")})
    book = Rulebook(game(kind, replace(bonus, default=False)))
    assert errors(book, kind="both", bonus=True) == {
        "bonus": "This does not go with “Kind”: High and low."
    }


def test_a_number_does_not_exceed_another_that_bounds_it() -> None:
    small = Field("small", "number", say("Small"), min=0, default=5, at_most="big")
    big = Field("big", "number", say("Big"), min=1, default=10)
    book = Rulebook(game(small, big))
    assert errors(book, big=4) == {"small": "No more than “Big”: 4."}
    assert book.check_new_options({"small": 4, "big": 4})["small"] == 4
    for seed in range(40):
        assert book.check_new_options(draw_options(book, seed, 2))


def test_a_number_does_not_exceed_what_so_many_can_play() -> None:
    each = Field("each", "number", say("Cards each"), min=1, most_together=20)
    book = Rulebook(game(replace(each, default=5)))
    assert book.check_new_options({"each": 10})["each"] == 10
    assert book.check_new_setting(("Ana", "Ben"), None, {"each": 10}).seats
    with pytest.raises(WrongFieldsError, match="At most 6 with 3 players"):
        book.check_new_setting(("Ana", "Ben", "Cy"), None, {"each": 7})


def test_the_number_of_players_counts_once_it_is_known() -> None:
    BOOK.check_new_options({"trio": True})
    assert BOOK.check_new_setting(("Ana", "Ben", "Cy"), None, {"trio": True}).seats
    with pytest.raises(WrongFieldsError, match="only for 3 players"):
        BOOK.check_new_setting(("Ana", "Ben"), None, {"trio": True})


def test_a_table_opened_when_it_was_allowed_begins_and_a_match_goes_on() -> None:
    former = {"signals": True}
    with pytest.raises(WrongFieldsError):
        BOOK.check_new_options(former)
    begun = BOOK.check_new_setting(("Ana", "Ben"), None, former)
    assert begun == BOOK.read_setting(("Ana", "Ben"), None, former)


def test_a_house_rule_is_refused_without_what_it_changes_and_beside_its_opposite() -> (
    None
):
    needs = rule("loud", needs={"play": ("pairs",)})
    assert errors(Rulebook(game(PLAY), [needs])) == {
        "house_rules": "Loud: This goes only with “Who plays with whom”: In pairs."
    }
    both = [rule("high", excludes=("low",)), rule("low")]
    assert errors(Rulebook(game(), both)) == {
        "house_rules": "Choose one of “High” and “Low”: not both."
    }


def test_options_drawn_for_random_matches_never_contradict_each_other() -> None:
    book = Rulebook(
        game(PLAY, SIGNALS, QUIET, TRIO), [rule("l", needs={"quiet": (True,)})]
    )
    for seed in (AS_THEY_STAND, *range(40)):
        for players in (2, 3):
            options = draw_options(book, seed, players)
            assert options["quiet"]
            assert options["signals"]
            assert options["play"] == "pairs"
            chosen = book.check_new_options(options)
            assert book.check_new_setting("ABC"[:players], None, chosen)


def test_a_need_that_is_no_option_is_a_fault_of_the_game() -> None:
    with pytest.raises(Exception, match="no option `plays`"):
        Rulebook(game(replace(PLAY, needs={"plays": (True,)})))

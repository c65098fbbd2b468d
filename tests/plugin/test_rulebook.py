"""A rulebook: one game with its house rules, and finding what is installed."""

import re
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random as AnyRandom
from types import ModuleType
from typing import Any

import pytest

from referee import Field, Prompt, Question, Random, Values, hookimpl
from referee.cards.card import CARDS
from referee.plugin import discovery
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError
from referee.plugin.documents import by_house_rule, read_sections
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import HouseRule
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from tests.toy_games import highest_card


def house_rule(id: str, winner: str) -> ModuleType:
    """A house rule by which somebody wins every trick."""
    described = HouseRule(id, "highest-card", f"{winner} wins", "By our house rule.")
    module = ModuleType(id)

    def resolve_trick() -> Generator[None, Ruling, Ruling]:
        ruling = yield
        because = (
            by_house_rule(described, "{winner} always wins.", winner=winner),
            *ruling.because,
        )
        return Ruling({"winner": winner}, say("{winner} wins.", winner=winner), because)

    module.describe_house_rule = hookimpl(lambda: described)  # type: ignore[attr-defined]  # a module made here
    module.resolve_trick = hookimpl(wrapper=True)(resolve_trick)  # type: ignore[attr-defined]  # a module made here
    return module


PLAYS = {"plays": {"Ana": "KH", "Ben": "3C"}}


def test_a_question_is_answered_from_plain_values() -> None:
    ruling = Rulebook(highest_card).rule_from_json("trick", PLAYS)
    assert ruling.verdict == {"winner": "Ana"}


def test_a_question_goes_to_the_hook_that_it_names_and_any_other_to_answer() -> None:
    module = ModuleType("two_questions")
    module.__dict__.update(highest_card.__dict__)
    seat = Question(
        "seat", say("Who sits there?"), (Field("seat", "seat", say("Seat")),)
    )

    def answer(question: str, given: Values) -> Ruling:
        because = highest_card.resolve_trick(
            Values({"plays": {"Ana": CARDS["KH"]}})
        ).because
        return Ruling(
            {"question": question, "seat": given.seat("seat")}, say("There."), because
        )

    vars(module).update(
        answer=hookimpl(answer),
        questions=hookimpl(lambda: (*highest_card.questions(), seat)),
    )
    rulebook = Rulebook(module)
    assert rulebook.rule_from_json("trick", PLAYS).verdict == {"winner": "Ana"}
    assert rulebook.rule_from_json("seat", {"seat": "Ben"}).verdict == {
        "question": "seat",
        "seat": "Ben",
    }
    assert rulebook.rule("to itself", seat="Cy").verdict == {
        "question": "to itself",
        "seat": "Cy",
    }


def test_a_ruling_that_a_match_asks_for_has_an_origin_of_its_own_which_nobody_is_shown() -> (
    None
):
    rulebook = Rulebook(highest_card)
    plays = {"Ana": CARDS["KH"], "Ben": CARDS["3C"]}
    one = rulebook.rule("trick", plays=plays)
    other = rulebook.rule("trick", plays=plays)
    assert one == other
    assert one.origin is not other.origin
    assert jsonable(one).keys() == {"verdict", "summary", "because", "about", "laid"}
    worded_anew = replace(one, summary=say("Ana wins again."))
    assert rulebook.rule(worded_anew).origin is one.origin
    made_by_the_game = replace(one, origin=None)
    assert rulebook.rule(made_by_the_game).origin not in (None, one.origin)


def test_unknown_questions_and_wrong_fields_are_told_apart() -> None:
    rulebook = Rulebook(highest_card)
    with pytest.raises(UnknownQuestionError):
        rulebook.rule_from_json("bid", {})
    with pytest.raises(WrongFieldsError, match="Still missing"):
        rulebook.rule_from_json("trick", {})
    with pytest.raises(WrongFieldsError, match="more often"):
        rulebook.rule_from_json("trick", {"plays": {"Ana": "KH", "Ben": "KH"}})
    with pytest.raises(WrongFieldsError, match="at least one seat"):
        rulebook.rule_from_json("trick", {"plays": {}})


def test_a_house_rule_changes_the_ruling_and_says_so() -> None:
    rulebook = Rulebook(highest_card, [house_rule("ben", "Ben")])
    ruling = rulebook.rule_from_json("trick", PLAYS)
    assert ruling.verdict == {"winner": "Ben"}
    assert (ruling.because[0].rule, ruling.because[0].basis) == (
        "highest-card#ben",
        "house-rule",
    )
    assert rulebook.sections["ben"].basis == "house-rule"


def test_house_rules_hold_in_the_order_they_were_chosen_the_last_one_last() -> None:
    rulebook = Rulebook(
        highest_card, [house_rule("ben", "Ben"), house_rule("ana", "Ana")]
    )
    assert [rule.id for rule in rulebook.house_rules] == ["ben", "ana"]
    assert rulebook.rule_from_json("trick", PLAYS).verdict == {"winner": "Ana"}


def test_house_rules_of_one_table_are_not_those_of_another() -> None:
    Rulebook(highest_card, [house_rule("ben", "Ben")])
    assert Rulebook(highest_card).rule_from_json("trick", PLAYS).verdict == {
        "winner": "Ana"
    }


def test_the_first_seat_deals_unless_somebody_is_named() -> None:
    rulebook = Rulebook(highest_card)
    assert rulebook.read_setting(["Ana", "Ben"], None, {}).dealer == "Ana"
    assert rulebook.read_setting(["Ana", "Ben"], "Ben", {}).dealer == "Ben"
    with pytest.raises(WrongFieldsError, match="Zoe has no seat here"):
        rulebook.read_setting(["Ana", "Ben"], "Zoe", {})


def test_the_left_neighbour_is_the_next_seat_clockwise() -> None:
    setting = Rulebook(highest_card).read_setting(["Ana", "Ben", "Cy"], None, {})
    assert [setting.left_of(seat) for seat in setting.seats] == ["Ben", "Cy", "Ana"]


def test_options_stand_at_their_defaults_unless_chosen() -> None:
    rulebook = Rulebook(highest_card)
    assert rulebook.read_options({}) == {"target": 2}
    assert rulebook.read_options({"target": "3"}) == {"target": 3}
    with pytest.raises(WrongFieldsError, match="At least 1"):
        rulebook.read_options({"target": 0})
    with pytest.raises(WrongFieldsError, match="No such field"):
        rulebook.read_options({"targets": 3})


@pytest.fixture
def points() -> Iterator[list[EntryPoint]]:
    """The entry points that are found, to be filled in."""
    found: list[EntryPoint] = []
    with discovery.finding(
        lambda group: [point for point in found if point.group == group]
    ):
        yield found


def test_games_are_found_by_their_entry_points(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"))
    assert discovery.rulebook("highest-card").game.title == "Highest Card"
    assert discovery.rulebook("highest-card") is discovery.rulebook("highest-card")


def test_one_game_is_found_with_no_other_imported(
    points: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "never_done.py").write_text("raise TimeoutError")
    monkeypatch.syspath_prepend(tmp_path)
    imported: list[object] = []

    def within(work: Callable[[], Any]) -> Any:
        imported.append(work)
        return work()

    points += [
        EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"),
        EntryPoint("never-done", "never_done", "referee"),
        EntryPoint("its-rule", "never_done", "referee.house_rules"),
    ]
    with discovery.loading(within):
        assert discovery.rulebook("highest-card").game.id == "highest-card"
        assert discovery.find_game("highest-card") is highest_card
        assert discovery.find_game("not-there") is None
        assert len(imported) == 1
        assert discovery.find_game("never-done") is None
        assert len(imported) == 2
        assert set(discovery.installed().broken) == {"never-done", "its-rule"}
        assert len(imported) == 3


def test_what_comes_with_the_referee_is_imported_without_a_time_limit(
    points: list[EntryPoint],
) -> None:
    imported: list[object] = []

    def within(work: Callable[[], Any]) -> Any:
        imported.append(work)
        return work()

    for name, times in (("referee", 0), ("a-stranger", 1)):
        points[:] = [point("highest-card", "tests.toy_games.highest_card", name)]
        discovery.look_again()
        with discovery.loading(within):
            assert discovery.find_game("highest-card") is highest_card
        assert len(imported) == times


def test_a_house_rule_in_the_package_of_another_game_is_named(
    points: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "houses_of_others" / "house_rules"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text(
        "from tests.toy_games.heads_or_tails import *\n"
    )
    (folder / "low_wins.py").write_text(
        "from referee import HouseRule\n"
        "describe_house_rule = "
        "HouseRule('low-wins', 'highest-card', 'Low wins', 'So.').hook\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    points += [
        EntryPoint("heads-or-tails", "houses_of_others", "referee"),
        EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"),
    ]
    found = discovery.installed()
    assert found.house_rules == {"heads-or-tails": {}, "highest-card": {}}
    assert (
        "in the package of 'heads-or-tails'"
        in (found.broken["heads-or-tails-low-wins"])
    )


def test_a_broken_plugin_is_left_out_with_its_reason_and_the_others_go_on(
    points: list[EntryPoint],
) -> None:
    points.append(EntryPoint("gone", "no_such_module", "referee"))
    points.append(EntryPoint("wrong-name", "tests.toy_games.highest_card", "referee"))
    points.append(EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"))
    points.append(
        EntryPoint("no-rule", "tests.toy_games.highest_card", "referee.house_rules")
    )
    found = discovery.installed()
    assert list(found.games) == ["highest-card"]
    assert set(found.broken) == {"gone", "wrong-name", "no-rule"}
    assert "no_such_module" in found.broken["gone"]
    assert re.search(
        r"calls itself 'highest-card', its entry point 'wrong-name': write "
        r'`highest-card = "tests.toy_games.highest_card"` in pyproject.toml and install '
        r'it again, or `id="wrong-name"` in the code '
        r"\(\S+/toy_games/highest_card\.py\)$",
        found.broken["wrong-name"],
    )


def test_what_is_not_installed_is_named(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"))
    with pytest.raises(UnknownGameError, match="no-game"):
        discovery.rulebook("no-game")
    with pytest.raises(UnknownHouseRuleError, match="low-wins"):
        discovery.rulebook("highest-card", ("low-wins",))


def test_sections_are_cited_on_their_own_basis_and_must_exist() -> None:
    package = next(iter(discovery.installed().games.values())).__name__
    sections = read_sections("some-game", package)
    first = next(iter(sections.by_id.values()))
    reason = sections.cite(first.id, "Because.")
    assert (reason.rule, reason.basis) == (f"some-game#{first.id}", first.basis)
    missing = f"there is no section `no-such-section`; there are `{first.id}`, "
    with pytest.raises(KeyError, match=missing):
        sections.cite("no-such-section", "Because.")


class Distribution:
    """What an entry point belongs to."""

    def __init__(self, name: str) -> None:
        self.name = name


def point(id: str, module: str, dist: str, group: str = "referee") -> EntryPoint:
    found = EntryPoint(id, module, group)
    vars(found)["dist"] = Distribution(dist)
    return found


@pytest.fixture
def imposter(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Another game that calls itself Highest Card."""
    module = ModuleType("imposter")
    for name in (
        "describe_game",
        "rule_sections",
        "questions",
        "resolve_trick",
        "begin",
        "prompts",
        "accept",
        "scene",
    ):
        setattr(module, name, getattr(highest_card, name))
    monkeypatch.setitem(sys.modules, "imposter", module)
    return module


def test_a_strangers_game_takes_the_place_of_none_of_ours(
    points: list[EntryPoint], imposter: ModuleType
) -> None:
    ours = point("highest-card", "tests.toy_games.highest_card", "referee")
    theirs = point("highest-card", "imposter", "a-stranger")
    for points[:] in ([ours, theirs], [theirs, ours]):
        discovery.look_again()
        assert discovery.installed().games == {"highest-card": highest_card}
        [(name, why)] = discovery.installed().broken.items()
        assert name == "highest-card (imposter)"
        assert why == "another has the id 'highest-card' too; Referee's own stays"


def test_of_two_strangers_games_of_one_id_neither_is_offered(
    points: list[EntryPoint], imposter: ModuleType
) -> None:
    points += [
        point("highest-card", "imposter", "one"),
        point("highest-card", "tests.toy_games.highest_card", "other"),
    ]
    found = discovery.installed()
    assert found.games == {}
    assert set(found.broken) == {
        "highest-card (imposter)",
        "highest-card (tests.toy_games.highest_card)",
    }
    assert all("none of them is offered" in why for why in found.broken.values())


def test_house_rules_of_one_id_are_told_apart_in_the_same_way(
    points: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, winner in (("ours", "Ana"), ("theirs", "Ben")):
        monkeypatch.setitem(sys.modules, name, house_rule("low-wins", winner))
    points.append(point("highest-card", "tests.toy_games.highest_card", "referee"))
    points.append(point("a-rule", "theirs", "a-stranger", "referee.house_rules"))
    points.append(point("b-rule", "ours", "referee", "referee.house_rules"))
    found = discovery.installed()
    assert found.house_rules == {"highest-card": {"low-wins": sys.modules["ours"]}}
    assert set(found.broken) == {"a-rule (theirs)"}


def test_a_house_rule_for_a_game_that_is_not_there_is_named(
    points: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lone", house_rule("low-wins", "Ana"))
    points.append(point("lone-rule", "lone", "a-stranger", "referee.house_rules"))
    assert (
        "'highest-card', and no game has that id"
        in discovery.installed().broken["lone-rule"]
    )


def test_a_plugin_that_would_end_the_program_is_left_out(
    points: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "quitter.py").write_text("raise SystemExit(1)")
    monkeypatch.syspath_prepend(tmp_path)
    points += [
        EntryPoint("quits", "quitter", "referee"),
        EntryPoint("highest-card", "tests.toy_games.highest_card", "referee"),
    ]
    found = discovery.installed()
    assert list(found.games) == ["highest-card"]
    assert found.broken["quits"] == f"SystemExit: 1 ({tmp_path / 'quitter.py'}:1)"


def test_a_game_says_what_could_be_entered_where_its_fields_cannot() -> None:
    module = ModuleType("of_thirteen")
    module.__dict__.update(highest_card.__dict__)

    def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
        ours = random.randint(0, 13)
        return {
            "seat": prompt.seats[0],
            "cards": (CARDS["KH"],),
            "tricks": (ours, 13 - ours),
        }

    prompt = Prompt("tricks", ("Ana",), say("Tricks"))
    assert Rulebook(module).example(prompt, AnyRandom(1), None) is None
    module.example = hookimpl(example)  # type: ignore[attr-defined]  # a module made here
    told = Rulebook(module).example(prompt, AnyRandom(1), None)
    assert told is not None
    assert (told["seat"], told["cards"]) == ("Ana", ["KH"])
    assert sum(told["tricks"]) == 13  # type: ignore[call-overload]  # a list of two numbers
    assert told == Rulebook(module).example(prompt, AnyRandom(1), None)
    for wrong in ({"card": object()}, {1: 2}, [1]):
        module.example = hookimpl(lambda wrong=wrong: wrong)  # type: ignore[attr-defined]  # a module made here
        with pytest.raises(GameFaultError):
            Rulebook(module).example(prompt, AnyRandom(1), None)

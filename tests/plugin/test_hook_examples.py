"""The examples of the hooks, put together: one small game, and a house rule for it."""

import doctest
import inspect
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from referee.plugin import hookspecs
from referee.testing.all_checks import find_flaws
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.played_match import PlayedMatch
from referee.vocabulary.errors import WrongFieldsError

HOUSE_RULE = "describe_house_rule"
HOOKS = [
    name for name, hook in vars(hookspecs).items() if hasattr(hook, "referee_spec")
]


def module_of(path: Path, *hooks: str) -> ModuleType:
    """A module with all that the examples of these hooks do, without what they show."""
    parser = doctest.DocTestParser()
    sources: list[str] = []
    for hook in hooks:
        for example in parser.get_examples(inspect.getdoc(getattr(hookspecs, hook))):
            if not example.want:
                sources.append(example.source)
    path.write_text("\n".join(sources), "utf-8")
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def game(tmp_path: Path) -> ModuleType:
    hooks = [hook for hook in HOOKS if hook != HOUSE_RULE]
    return module_of(tmp_path / "high.py", *hooks)


@pytest.fixture
def house_rule(tmp_path: Path) -> ModuleType:
    return module_of(tmp_path / "low_leads.py", HOUSE_RULE)


def test_the_examples_are_one_game_without_a_flaw(
    game: ModuleType, house_rule: ModuleType
) -> None:
    checked = CheckedGame(game, {"low-leads": house_rule}, entries=100)
    assert [str(flaw) for flaw in find_flaws(checked)] == []


def test_the_higher_card_leads_and_its_seat_enters_the_tricks(game: ModuleType) -> None:
    match = PlayedMatch.begun(game, "Ana Ben")
    match.enter("cut", "Ana", card="3C")
    cut = match.enter("cut", "Ben", card="KH")
    assert [str(ruling.summary) for ruling in cut.rulings] == ["Ben leads."]
    with pytest.raises(WrongFieldsError):
        match.enter("tricks", won=9, lost=5)
    match.enter("tricks", won=9, lost=4)
    assert match.scores == {"Ana": 8, "Ben": 18}
    assert match.scene.winners == ("Ben",)


def test_both_cannot_cut_one_card(game: ModuleType) -> None:
    match = PlayedMatch.begun(game, "Ana Ben")
    match.enter("cut", "Ana", card="9H")
    (clash,) = match.enter("cut", "Ben", card="9H").rulings
    assert "Ana and Ben name the nine of hearts." in str(clash.summary)


def test_by_the_house_rule_the_lower_card_leads(
    game: ModuleType, house_rule: ModuleType
) -> None:
    match = PlayedMatch.begun(game, "Ana Ben", house_rules=[house_rule])
    match.enter("cut", "Ana", card="3C")
    (cut,) = match.enter("cut", "Ben", card="KH").rulings
    assert str(cut.summary) == "Ana leads."
    assert cut.because[0].rule == "high#low-leads"

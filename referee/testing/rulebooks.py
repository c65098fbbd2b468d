"""Games as tests name them, and what they rule when they are asked."""

from collections.abc import Iterable
from types import ModuleType

from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, jokers_of
from referee.vocabulary.game import Setup
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import PLAIN, Wording


def ask(
    game: str | ModuleType, question: str, /, *, house_rules: Iterable[str | ModuleType] = (), **fields: object
) -> Ruling:
    """What a game rules on one of its questions, no match being played: `ask("hearts", "trick", led="H", …)`.

    The game and its house rules are named as for `play`; `fields` are those of the question, as people or programs
    send them. UnknownQuestionError where there is no such question, WrongFieldsError for fields that are wrong.
    """
    return rulebook_of(game, house_rules).ask(question, fields)


def rulebook_of(game: str | ModuleType, house_rules: Iterable[str | ModuleType] = ()) -> Rulebook:
    """The rulebook of an installed game by its id, or of a module, with house rules by their ids, or as modules.

    UnknownGameError or UnknownHouseRuleError where one is not installed; LookupError where ids and modules are mixed.
    """
    rules = tuple(house_rules)
    ids, modules = [one for one in rules if isinstance(one, str)], [one for one in rules if isinstance(one, ModuleType)]
    if isinstance(game, str) and not modules:
        return rulebook(game, tuple(ids))
    if isinstance(game, ModuleType) and not ids:
        return Rulebook(game, modules)
    raise LookupError("name the game and its house rules by their ids, or give the modules of all")


def wording_of(setting: Setup) -> Wording:
    """How a match of this setting-up calls its jokers."""
    jokers = jokers_of(setting)
    return Wording(jokers) if jokers else PLAIN

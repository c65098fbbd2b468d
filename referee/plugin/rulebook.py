"""A rulebook: one game with the house rules of a table, as typed calls over untyped hooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import cast

import pluggy

from referee.cards.naming import JokerWording
from referee.plugin import hookspecs
from referee.plugin.bounds import count_copies, within_bounds
from referee.plugin.fields import Reading, read_fields
from referee.plugin.hookspecs import Ask
from referee.vocabulary.errors import FieldError, NotFoundError, WrongFieldsError
from referee.vocabulary.game import Accepted, Game, HouseRule, Question, Refused, Section, Setting, Step
from referee.vocabulary.given import Given
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee.vocabulary.view import Scene


class UnknownQuestionError(NotFoundError):
    """The game answers no question of this name."""

    title = say("No such question")

    def __init__(self, name: str) -> None:
        super().__init__(say("This game answers no question “{name}”.", name=name))


class Rulebook:
    """One game and its house rules, in a pluggy manager of their own.

    `game`, `house_rules`, `sections` (by id, the house rules' own among them) and `questions` (by name) are
    what it says of itself.
    """

    def __init__(self, game: ModuleType, house_rules: Sequence[ModuleType] = ()) -> None:
        plugins = pluggy.PluginManager("referee")
        plugins.add_hookspecs(hookspecs)
        for module in (game, *house_rules):
            plugins.register(module, name=module.__name__)
        plugins.check_pending()
        self._hook = plugins.hook
        self.game: Game = self._hook.describe_game()
        self.house_rules: tuple[HouseRule, ...] = tuple(reversed(self._hook.describe_house_rule()))
        self.sections: Mapping[str, Section] = {section.id: section for section in self._sections()}
        self.questions: Mapping[str, Question] = {q.name: q for q in self._hook.questions()}

    def _sections(self) -> list[Section]:
        own = [Section(rule.id, rule.title, rule.text, "house-rule") for rule in self.house_rules]
        return [*self._hook.rule_sections(), *own]

    def ask(self, question: str, data: Mapping[str, object]) -> Ruling:
        """The ruling on a question put in JSON values; UnknownQuestionError, or WrongFieldsError for what is wrong."""
        if question not in self.questions:
            raise UnknownQuestionError(question)
        asked = self.questions[question]
        given = read_fields(asked.fields, data)
        count_copies(asked.fields, given, asked.copies)
        within_bounds(asked.fields, given)
        return self._answer(question, given)

    def _answer(self, question: str, given: Given) -> Ruling:
        return cast(Ruling, self._hook.answer(question=question, given=given))

    def put(self, question: str | Ruling, /, **given: object) -> Ruling:
        """The ruling on a question put in typed values, as a game puts it in a match; a ruling stands as it is."""
        return question if isinstance(question, Ruling) else self._answer(question, Given(given))

    def setting(self, seats: Sequence[str], dealer: str | None, options: Mapping[str, object]) -> Setting:
        """A match's setting-up; WrongFieldsError for a number of players that cannot play, or a wrong option.

        Without a dealer the first seat deals. Options left out stand as the game has them.
        """
        if len(seats) not in self.game.players:
            template = "{title} is played by {counts}; {n} sit here."
            counts = _counts(self.game.players)
            message = say(template, title=self.game.title, counts=counts, n=len(seats))
            raise WrongFieldsError(FieldError("seats", message))
        if dealer is not None and dealer not in seats:
            raise WrongFieldsError(FieldError("dealer", say("{dealer} does not sit here.", dealer=dealer)))
        return Setting(tuple(seats), dealer or seats[0], self.options(options))

    def options(self, chosen: Mapping[str, object]) -> Mapping[str, object]:
        """Every option with the value chosen for it or its default; WrongFieldsError for a wrong one."""
        settled = {option.name: option.default for option in self.game.options} | dict(chosen)
        return read_fields(self.game.options, settled).values

    def set_up(self, setting: Setting) -> tuple[Step, ...]:
        """The steps by which the table is got ready; none where the game tells none."""
        return cast("tuple[Step, ...]", self._hook.set_up(setting=setting) or ())

    def begin(self, setting: Setting) -> object:
        """The state in which a match begins."""
        return self._hook.begin(setting=setting)

    def prompts(self, state: object) -> tuple[Prompt, ...]:
        """What may be entered in this state."""
        return cast("tuple[Prompt, ...]", self._hook.prompts(state=state))

    def read(self, prompt: Prompt, data: Mapping[str, object], setting: Setting) -> Given:
        """An entry's fields, read; WrongFieldsError for what cannot be read, or is not as the prompt's fields state.

        What is secret each enters for themselves, so a by-seat field has there whatever seats it has.
        """
        given = read_fields(prompt.fields, data, Reading(setting.seats, jokers_of(setting)))
        within_bounds(prompt.fields, given, () if prompt.secret else setting.seats)
        return given

    def accept(self, state: object, entry: Entry, ask: Ask | None = None) -> Accepted | Refused:
        """What an entry does to this state. `ask` answers the game's questions, this rulebook unless given."""
        return cast("Accepted | Refused", self._hook.accept(state=state, entry=entry, ask=ask or self.put))

    def scene(self, state: object) -> Scene:
        """Where a match in this state stands."""
        return cast(Scene, self._hook.scene(state=state))


def jokers_of(setting: Setting) -> JokerWording | None:
    """What this table calls its jokers; None where its game leaves that open."""
    return cast("JokerWording | None", setting.options.get("jokers"))


def _counts(players: tuple[int, ...]) -> str:
    if len(players) == 1:
        return str(players[0])
    if players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return f"{', '.join(map(str, players[:-1]))} or {players[-1]}"

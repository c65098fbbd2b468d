"""A rulebook: one game with the house rules of a table, as typed calls over untyped
hooks.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from types import ModuleType
from typing import Any, TypeVar, cast

import pluggy

from referee.cards.naming import JOKER_NAMES, JokerWording
from referee.plugin import answer_checks, hookspecs
from referee.plugin.answer_checks import LargeNumberError, Seats, WrongAnswerError
from referee.plugin.field_values import (
    check_reach,
    count_copies,
    read_fields,
    seats_named,
    within_bounds,
)
from referee.plugin.game_faults import GameFaultError, raised, raised_at, written_at
from referee.vocabulary.errors import (
    FieldError,
    NotFoundError,
    RefereeError,
    TooLargeError,
    WrongFieldsError,
)
from referee.vocabulary.fields.field_type import Random, ReadingContext, parts_in
from referee.vocabulary.game import (
    ENDED_EARLY,
    Accepted,
    Ask,
    ChosenOptions,
    Game,
    HouseRule,
    Question,
    Refused,
    Section,
    Setup,
    SetUpStep,
)
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Origin, Ruling
from referee.vocabulary.text import PLAIN, Wording, say
from referee.vocabulary.values import Values, no_such_name
from referee.vocabulary.view import Scene


class UnknownQuestionError(NotFoundError):
    """The game answers no question of this name."""

    title = say("No such question")

    def __init__(self, name: str) -> None:
        super().__init__(say("This game answers no question “{name}”.", name=name))


T = TypeVar("T")

MAY_REFUSE = frozenset({"answer", "resolve_trick", "score_round", "accept"})
"""The hooks that may raise WrongFieldsError."""

LARGE = 1_000_000
"""A game that is given no number beyond this, and answers one that cannot be counted
exactly, is at fault itself.
"""

_RAISES_NOTHING = (
    "Have this hook answer whatever it may be given. A move that the rules forbid is "
    "`Refused(ruling)`; values that "
    "make no sense together are WrongFieldsError, which only "
    f"{', '.join(sorted(MAY_REFUSE))} may raise."
)

_ANSWERS_WRONGLY = (
    "Answer as the specification of this hook says, at /docs/hooks of a running "
    "referee; a function that ends without "
    "`return` answers None."
)

_FAILS = "Put this line right; all names stand at /docs/names of a running referee."

_CANNOT_BE = "Have this line hold for whatever the hook may be given."

_LOOKS_UP = (
    "Look up in this line only what is there; what may be left out, ask for with "
    "`has`, `get` or `in` first."
)

MOST_SCENES = 64
"""The scenes of this many states are kept."""


class Rulebook:
    """One game and its house rules, in a pluggy manager of their own.

    `game`, `house_rules`, `sections` (by id, the house rules' own among them) and
    `questions` (by name) are what it says of itself. Every hook is called here, and its
    answer is checked here: whatever a game raises (except WrongFieldsError, where it
    may), and whatever could not be shown later, is a GameFaultError.
    """

    def __init__(
        self, game: ModuleType, house_rules: Sequence[ModuleType] = ()
    ) -> None:
        plugins = pluggy.PluginManager("referee")
        plugins.add_hookspecs(hookspecs)
        for module in (game, *house_rules):
            plugins.register(module, name=module.__name__)
        plugins.check_pending()
        self._hooks: Mapping[str, pluggy.HookCaller] = vars(plugins.hook)
        self._implemented = frozenset(
            name for name, hook in self._hooks.items() if hook.get_hookimpls()
        )
        self._answering = {
            name: _answering(self._hooks[name]) for name in self._implemented
        }
        written = (
            found.function.__module__
            for hook in self._hooks.values()
            for found in hook.get_hookimpls()
        )
        modules = (*(module.__name__ for module in (game, *house_rules)), *written)
        self._packages = frozenset(module.partition(".")[0] for module in modules) - {
            "referee"
        }
        self._names = game.__name__, game.__name__
        self._file = (
            f"{game.__file__}:1" if getattr(game, "__file__", None) else "nowhere"
        )
        self._scenes = IdentityCache[Scene](MOST_SCENES)
        self.game: Game = self._call("describe_game", answer_checks.check_game)
        self._names = self.game.title, self.game.id
        self.house_rules: tuple[HouseRule, ...] = ()
        if house_rules:
            self.house_rules = self._call("describe_house_rule", _check_house_rules)
        own = [
            Section(rule.id, rule.title, rule.text, "house-rule")
            for rule in self.house_rules
        ]
        game_sections = self._call(
            "rule_sections",
            partial(answer_checks.check_each, Section, what="the sections"),
        )
        sections = {section.id: section for section in game_sections}
        sections.setdefault(ENDED_EARLY.id, ENDED_EARLY)
        self.sections: Mapping[str, Section] = {
            **sections,
            **{section.id: section for section in own},
        }
        self._rules = frozenset(
            f"{self.game.id}#{section}" for section in self.sections
        )
        deck = self.game.deck
        questions = self._call(
            "questions", lambda found: answer_checks.check_questions(found, deck)
        )
        self.questions: Mapping[str, Question] = {
            question.name: question for question in questions
        }
        for question in questions:
            self._hook(question.hook)

    def _hook(self, name: str) -> pluggy.HookCaller:
        """The hook of this name; GameFaultError where the game does without it."""
        hook = self._hooks[name]
        if name not in self._implemented:
            raise self._fault(hook, WrongAnswerError("it is missing"))
        return hook

    def _call(self, name: str, check: Callable[[Any], T], **given: object) -> T:
        """What a hook answers to what it is given, checked."""
        hook = self._hook(name)
        try:
            return check(self._answering[name](**given))
        except BaseException as error:
            if type(error) is GameFaultError:
                raise
            told = answer_checks.fields_error(error) if name in MAY_REFUSE else None
            raise (told or self._fault(hook, error)) from error

    def _fault(self, hook: pluggy.HookCaller, error: BaseException) -> GameFaultError:
        title, id = self._names
        written = written_at(hook) or self._file
        if type(error) is WrongAnswerError or type(error) is LargeNumberError:
            return GameFaultError(
                title, id, hook.name, written, str(error), _ANSWERS_WRONGLY, error.words
            )
        # Not the exception's own word for where it was raised: that may be a
        # stranger's, too.
        where = raised_at(sys.exc_info()[2], self._packages) or written
        return GameFaultError(
            title, id, hook.name, where, raised(error), _instead_of(error)
        )

    def ask(self, question: str, data: Mapping[str, object]) -> Ruling:
        """The ruling on a question put in JSON values; UnknownQuestionError, or
        WrongFieldsError for what is wrong.
        """
        if question not in self.questions:
            raise UnknownQuestionError(question)
        asked = self.questions[question]
        given = read_fields(asked.fields, data, ReadingContext(deck=self.game.deck))
        check_reach(asked.fields, given)
        count_copies(asked.fields, given, self.game.deck, asked.copies)
        within_bounds(asked.fields, given, seats_named(asked.fields, given))
        with blaming_large_numbers(given.values.values()):
            return self._answer(question, given)

    def _answer(self, question: str, given: Values) -> Ruling:
        """The ruling of the hook that rules on this question; `answer` on one that the
        game puts only to itself.
        """
        asked = self.questions.get(question)
        if asked is None or asked.hook == "answer":
            return self._call(
                "answer", self._check_ruling, question=question, given=given
            )
        return self._call(asked.hook, self._check_ruling, given=given)

    def _check_ruling(self, ruling: object) -> Ruling:
        return answer_checks.check_ruling(ruling, self._rules)

    def put(self, question: str | Ruling, /, **given: object) -> Ruling:
        """The ruling on a question put in typed values, as a game puts it in a match; a
        ruling stands as it is.

        What comes back has an origin.
        """
        if isinstance(question, Ruling):
            ruling = self._check_ruling(question)
            if ruling.origin is not None:
                return ruling
        else:
            ruling = self._put(question, given)
        return replace(ruling, origin=Origin())

    def _put(self, question: str, given: Mapping[str, object]) -> Ruling:
        asked = self.questions.get(question)
        if asked is not None:
            left_out = [
                field.name for field in asked.fields if field.optional or field.unless
            ]
            return self._answer(question, Values(given, (*given, *left_out)))
        if "answer" not in self._implemented:
            raise KeyError(no_such_name(question, self.questions, "question"))
        try:
            return self._answer(question, Values(given, given))
        except GameFaultError as fault:
            # `answer` fails over one of the game's own questions, or over a misspelt
            # name.
            if not get_close_matches(question, self.questions):
                raise
            what = (
                f"{no_such_name(question, self.questions, 'question')}; {fault.report}"
            )
            raise KeyError(what) from fault

    def setting(
        self, seats: Sequence[str], dealer: str | None, options: Mapping[str, object]
    ) -> Setup:
        """A match's setting-up; WrongFieldsError for a number of players that cannot
        play, or a wrong option.

        Without a dealer the first seat deals. Options left out stand as the game has
        them.
        """
        if len(seats) not in self.game.players:
            template = "{title} is played by {counts}; {n} sit here."
            counts = _counts(self.game.players)
            message = say(template, title=self.game.title, counts=counts, n=len(seats))
            raise WrongFieldsError(FieldError("seats", message))
        if dealer is not None and dealer not in seats:
            raise WrongFieldsError(
                FieldError("dealer", say("{dealer} does not sit here.", dealer=dealer))
            )
        return Setup(
            tuple(seats), dealer or seats[0], self.options(options), self.game.version
        )

    def options(self, chosen: Mapping[str, object]) -> Mapping[str, object]:
        """Every option with the value chosen for it or its default; WrongFieldsError
        for a wrong one.
        """
        settled = {option.name: option.default for option in self.game.options} | dict(
            chosen
        )
        read = read_fields(
            self.game.options, settled, ReadingContext(deck=self.game.deck)
        )
        return ChosenOptions(
            read.values, tuple(option.name for option in self.game.options)
        )

    def choose_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        """Every option of a new table, as `options` has them; WrongFieldsError also for
        a number that is too large.
        """
        settled = self.options(chosen)
        check_reach(self.game.options, Values(settled))
        return dict(settled)

    def set_up(self, setting: Setup) -> tuple[SetUpStep, ...]:
        """The steps by which the table is got ready; none where the game tells none."""
        if "set_up" not in self._implemented:
            return ()
        return self._call(
            "set_up",
            lambda steps: answer_checks.check_steps(steps or (), self.sections),
            setting=setting,
        )

    def example(
        self, prompt: Prompt, random: Random, state: object
    ) -> Mapping[str, object] | None:
        """What could be entered to this prompt of a state for its first seat, as JSON;
        None if the game says none.
        """
        if "example" not in self._implemented:
            return None
        return self._call(
            "example", _check_example, prompt=prompt, random=random, state=state
        )

    def begin(self, setting: Setup) -> object:
        """The state in which a match begins."""
        return self._call("begin", answer_checks.check_state, setting=setting)

    def prompts(self, state: object, seats: Seats = None) -> tuple[Prompt, ...]:
        """What may be entered in this state, by those at the table."""
        return self._call(
            "prompts", lambda found: self._checked_prompts(found, seats), state=state
        )

    def prompts_to_fold(self, state: object, seats: Seats) -> tuple[Prompt, ...]:
        """What may be entered in this state, checked no further than the fold goes by
        it: whoever shows it calls `check_prompts` first. Checking all of it at each
        position takes longer than the rest of a fold of fast plays.
        """

        def check(found: object) -> tuple[Prompt, ...]:
            return (
                found
                if answer_checks.can_be_folded(found)
                else self._checked_prompts(found, seats)
            )

        return self._call("prompts", check, state=state)

    def check_prompts(self, prompts: Sequence[Prompt], seats: Seats) -> None:
        """Raise GameFaultError where these, of some position of a match, could not be
        shown or answered.
        """
        try:
            # What is asked again after a clash was made here, of a prompt that was read
            # by.
            self._checked_prompts(
                tuple(prompt for prompt in prompts if not prompt.again), seats
            )
        except BaseException as error:
            raise self._fault(self._hook("prompts"), error) from error

    def _checked_prompts(self, found: object, seats: Seats) -> tuple[Prompt, ...]:
        return answer_checks.check_prompts(found, seats, self.game.deck)

    def scene(self, state: object, seats: Seats = None) -> Scene:
        """Where a match in this state stands, for those at the table. It is worked out
        once for all who ask soon.
        """
        if (known := self._scenes.get(state, seats)) is not None:
            return known
        scene = self._call(
            "scene", lambda shown: answer_checks.check_scene(shown, seats), state=state
        )
        return self._scenes.put(state, scene, seats)

    def context(self, setting: Setup) -> ReadingContext:
        """What is given at a table is read by: who sits there, what it calls its
        jokers, and the deck.
        """
        return ReadingContext(setting.seats, jokers_of(setting.options), self.game.deck)

    def read(
        self,
        prompt: Prompt,
        data: Mapping[str, object],
        setting: Setup,
        version: str = "",
    ) -> Values:
        """An entry's fields, read; WrongFieldsError for what cannot be read, or is not
        as the prompt's fields state.

        `version` is the game's under which it was entered; empty: as now.

        What is or was secret each enters for themselves, so a by-seat field has there
        whatever seats it has.
        """
        try:
            given = read_fields(prompt.fields, data, self.context(setting), version)
            within_bounds(
                prompt.fields,
                given,
                None if prompt.secret or prompt.again else setting.seats,
            )
        except WrongFieldsError:
            raise
        except Exception:
            # In an old log this prompt may never have been checked.
            self.check_prompts((prompt,), setting.seats)
            raise
        return given

    def accept(
        self, state: object, entry: Entry, ask: Ask | None = None
    ) -> Accepted | Refused:
        """What an entry does to this state. `ask` answers the game's questions, this
        rulebook unless given.
        """
        return self._call(
            "accept", self._check_outcome, state=state, entry=entry, ask=ask or self.put
        )

    def _check_outcome(self, outcome: object) -> Accepted | Refused:
        return answer_checks.check_outcome(outcome, self._check_ruling)

    def clashes(
        self, state: object, entries: Sequence[Entry], ask: Ask | None = None
    ) -> tuple[Ruling, ...]:
        """Why these secret entries cannot all be so; none where the game has nothing
        against any.
        """
        if "clashes" not in self._implemented:
            return ()
        given = {"state": state, "entries": tuple(entries), "ask": ask or self.put}
        return self._call("clashes", self._check_rulings, **given)

    def _check_rulings(self, rulings: object) -> tuple[Ruling, ...]:
        return tuple(
            map(
                self._check_ruling,
                answer_checks.require_type(
                    tuple, rulings, "what stands for the rulings"
                ),
            )
        )

    def reveal(
        self, state: object, entries: Sequence[Entry], ask: Ask | None = None
    ) -> Accepted:
        """What all that was entered in secret does to this state."""
        given = {"state": state, "entries": tuple(entries), "ask": ask or self.put}
        return self._call("reveal", self._check_accepted, **given)

    def _check_accepted(self, outcome: object) -> Accepted:
        return answer_checks.require_type(
            Accepted, self._check_outcome(outcome), "the answer"
        )


@contextmanager
def blaming_large_numbers(given: Iterable[object]) -> Iterator[None]:
    """Raise TooLargeError for the fault of a game that makes a number which cannot be
    counted exactly out of large ones that it was given.
    """
    try:
        yield
    except GameFaultError as fault:
        if type(fault.__cause__) is not LargeNumberError:
            raise
        numbers = [
            part
            for value in given
            for part in parts_in(value)
            if isinstance(part, (int, float))
        ]
        if all(abs(number) <= LARGE for number in numbers):
            raise
        raise TooLargeError from fault


def _check_house_rules(rules: list[object]) -> tuple[HouseRule, ...]:
    """The house rules in the order in which they were chosen: pluggy answers the last
    first.
    """
    return answer_checks.check_each(
        HouseRule, tuple(reversed(rules)), "the house rules"
    )


def _check_example(example: object) -> Mapping[str, object] | None:
    plain = (
        None if example is None else answer_checks.freeze_values(example, "the example")
    )
    return cast("Mapping[str, object] | None", jsonable(plain))


def _answering(hook: pluggy.HookCaller) -> Callable[..., Any]:
    """Return what answers a hook: the one function that does, or pluggy where several
    answer after each other.

    Through pluggy a fold of fast plays takes a fifteenth longer, and would be beyond
    its limit.
    """
    last, *others = hook.get_hookimpls()
    is_plain = not (others or last.wrapper or last.hookwrapper or last.kwargnames)
    if not is_plain or hook.spec is None or not hook.spec.opts["firstresult"]:
        return hook
    function, names = last.function, last.argnames
    return lambda **given: function(*map(given.__getitem__, names))


def jokers_of(options: Mapping[str, object]) -> JokerWording | None:
    """Return what a table with these options calls its jokers; None where its game
    leaves that open.

    A game may mean something else by an option of that name.
    """
    jokers = options.get("jokers")
    is_wording = isinstance(jokers, str) and jokers in JOKER_NAMES
    return cast(JokerWording, jokers) if is_wording else None


def wording_at(options: Mapping[str, object]) -> Wording:
    """Return how a table with these options is spoken to, in English."""
    jokers = jokers_of(options)
    return PLAIN if jokers is None else Wording(jokers)


def _instead_of(error: BaseException) -> str:
    """What whoever wrote a hook that raised this should write."""
    if isinstance(error, RefereeError):
        return _RAISES_NOTHING
    if isinstance(error, LookupError):
        return _LOOKS_UP
    return (
        _FAILS
        if isinstance(error, (AttributeError, ImportError, NameError, TypeError))
        else _CANNOT_BE
    )


def _counts(players: tuple[int, ...]) -> str:
    if len(players) == 1:
        return str(players[0])
    if players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return f"{', '.join(map(str, players[:-1]))} or {players[-1]}"

"""A rulebook: a game with a table's house rules, as typed calls over untyped hooks."""

import sys
from collections.abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from types import ModuleType
from typing import Any, TypeVar, cast

import pluggy

from referee.cards.naming import JOKER_NAMES, JokerWording
from referee.plugin import answer_checks, hookspecs
from referee.plugin.advice import ANSWERS_WRONGLY, MAY_REFUSE, advise
from referee.plugin.answer_checks import (
    OWN_ERRORS,
    KnownSeats,
    LargeNumberError,
    WrongAnswerError,
)
from referee.plugin.contradictions import contradictions
from referee.plugin.field_values import (
    read_fields,
    require_bounds,
    require_copies,
    require_reach,
    seats_named,
)
from referee.plugin.game_faults import (
    GameFaultError,
    GameFlaw,
    describe_error,
    locate_hook,
    locate_raise,
)
from referee.plugin.hooks import register
from referee.plugin.irregularities import IRREGULARITY, Irregularities
from referee.plugin.player_counts import say_missing
from referee.time_limit import is_ctrl_c
from referee.vocabulary.errors import (
    NotFoundError,
    TooLargeError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.fields.examples import Random
from referee.vocabulary.fields.reading import ReadingContext, parts_in
from referee.vocabulary.game import (
    ENDED_EARLY,
    JOKER_WORDING,
    Accepted,
    Ask,
    ChosenOptions,
    Game,
    HouseRule,
    Preparation,
    Question,
    Refused,
    Section,
    Setting,
)
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Entry, Prompt, Prompts
from referee.vocabulary.ruling import Origin, Reckoning, Ruling, Rulings
from referee.vocabulary.text import PLAIN, Wording, say
from referee.vocabulary.values import Values, unknown_name
from referee.vocabulary.view import Scene


class UnknownQuestionError(NotFoundError):
    """The game has no question with this name."""

    title = say("No such question")

    def __init__(self, name: str) -> None:
        super().__init__(say("This game answers no question “{name}”.", name=name))


T = TypeVar("T")

LARGE = 1_000_000
"""The largest number for which an inexact answer is the game's own fault."""


class Rulebook:
    """A game and its house rules, in a pluggy manager of their own.

    `game`, `house_rules`, `sections` (by id, house rules' included) and `questions` (by
    name) are their descriptions. All hooks are called here, and their answers checked:
    any error (except WrongFieldsError from hooks that may raise it) and any answer that
    cannot be shown becomes a GameFaultError.
    """

    def __init__(
        self,
        game: ModuleType,
        house_rules: Sequence[ModuleType] = (),
        wrap: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None,
    ) -> None:
        modules = (game, *house_rules)
        self._hooks = register(hookspecs, *modules)
        self._calls: dict[str, Callable[..., Any]] = {}
        written_in = [module.__name__ for module in modules]
        for name, hook in self._hooks.items():
            implementations = hook.get_hookimpls()
            if implementations:
                self._calls[name] = wrap(hook) if wrap else hook
            written_in += [each.function.__module__ for each in implementations]
        packages = {module.partition(".")[0] for module in written_in}
        self._packages = packages - {"referee"}

        self._names = game.__name__, game.__name__
        file = getattr(game, "__file__", None)
        self._file = f"{file}:1" if file else "nowhere"
        self._describe(bool(house_rules))

    def _describe(self, has_house_rules: bool) -> None:
        """Ask the game for its descriptions, each checked before the next needs it."""
        self.game: Game = self._call("describe_game", answer_checks.check_game)
        id = self.game.id
        self._names = self.game.title, id

        check = partial(answer_checks.check_each, Section, what="the sections")
        sections = {
            section.id: section for section in self._call("rule_sections", check)
        }
        sections.setdefault(ENDED_EARLY.id, ENDED_EARLY)
        self.house_rules: tuple[HouseRule, ...] = ()
        if has_house_rules:
            self.house_rules = self._call("describe_house_rule", _check_house_rules)
        for rule in self.house_rules:
            own = Section(rule.id, rule.title, rule.text, "house-rule")
            sections[rule.id] = own
        self.sections: Mapping[str, Section] = sections
        rules = frozenset(f"{id}#{section}" for section in sections)
        self._check_ruling = partial(answer_checks.check_ruling, sections=rules)

        self.questions: dict[str, Question] = {}
        for question in self._call("questions", self._check_questions):
            self.questions[question.name] = question
            if question.hook not in self._calls:
                raise self._missing(question.hook)

        self.irregularities: Irregularities | None = None
        if "irregularities" in self._calls:
            law = self._call("irregularities", self._check_irregularities)
            self.irregularities = law
            self.questions[law.question.name] = law.question

    def _check_questions(self, value: object) -> tuple[Question, ...]:
        questions = answer_checks.check_questions(value, self.game.deck)
        for question in questions:
            if question.name == IRREGULARITY:
                wrong = (
                    f"its question {IRREGULARITY!r} is the referee's, which answers it "
                    "by the hook `irregularities`: give it another name"
                )
                raise WrongAnswerError(wrong, IRREGULARITY)
        return questions

    def _check_irregularities(self, value: object) -> Irregularities:
        law = answer_checks.require_type(Irregularities, value, "the irregularities")
        answer_checks.check_questions((law.question,), self.game.deck)
        return law

    def _missing(self, name: str) -> GameFaultError:
        return self._fault(self._hooks[name], WrongAnswerError("it is missing"))

    def _call(self, name: str, check: Callable[[Any], T], **given: object) -> T:
        """Return a hook's checked answer."""
        if name not in self._calls:
            raise self._missing(name)
        hook = self._hooks[name]
        try:
            return check(self._calls[name](**given))
        except BaseException as error:  # a stranger's game may fail in any way
            if type(error) is GameFaultError or is_ctrl_c(error):
                raise
            refusal = None
            if name in MAY_REFUSE:
                refusal = answer_checks.fields_error(error)
            raise (refusal or self._fault(hook, error)) from error

    def _fault(self, hook: pluggy.HookCaller, error: BaseException) -> GameFaultError:
        flaw = find_flaw(hook, error, self._packages, self._file)
        return GameFaultError(*self._names, flaw)

    def rule_from_json(self, question: str, data: Mapping[str, object]) -> Ruling:
        """Rule on a published question whose fields are JSON.

        Raise UnknownQuestionError if there is none of this name, WrongFieldsError for
        wrong fields, and TooLargeError if the game fails at their large numbers.
        """
        asked = self.questions.get(question)
        if asked is None:
            raise UnknownQuestionError(question)
        deck = self.game.deck
        fields = asked.fields
        given = read_fields(fields, data, ReadingContext(deck=deck))
        require_reach(fields, given)
        require_copies(fields, given, deck, asked.copies)
        require_bounds(fields, given, seats_named(fields, given))
        with blaming_large_numbers(given.values.values()):
            return self._answer(question, given)

    def rule(self, question: str | Ruling, /, **given: object) -> Ruling:
        """Rule on a question that the game asks, in typed values, and give an origin.

        A ruling in the place of a question is checked and returned.
        """
        if not isinstance(question, Ruling):
            ruling = self._rule_on_question(question, given)
            published = self.questions.get(question)
            hook = published.hook if published is not None else "answer"
            return replace(ruling, origin=Origin(tuple(ruling.verdict), hook))
        ruling = self._check_ruling(question)
        if ruling.origin is not None:
            return ruling
        return replace(ruling, origin=Origin(tuple(ruling.verdict)))

    def _rule_on_question(self, question: str, given: Mapping[str, object]) -> Ruling:
        published = self.questions.get(question)
        if published is not None:
            return self._answer(question, _values_for(published, given))

        missing = unknown_name(question, self.questions, "question")
        if "answer" not in self._calls:
            raise missing
        try:
            return self._answer(question, Values(given, given))
        except GameFaultError as fault:
            # `answer` fails at one of the game's own questions, or at a misspelt name.
            if not get_close_matches(question, self.questions):
                raise
            missing.args = (f"{missing.args[0]}; {fault.report}",)
            raise missing from fault

    def _answer(self, question: str, given: Values) -> Ruling:
        """Return the checked ruling of the hook that answers this question.

        Questions that are not published go to the hook `answer`.
        """
        check = self._check_ruling
        law = self.irregularities
        if law is not None and question == IRREGULARITY:
            return check(law.rule(given, [rule.id for rule in self.house_rules]))
        published = self.questions.get(question)
        if published is None or published.hook == "answer":
            return self._call("answer", check, question=question, given=given)
        return self._call(published.hook, check, given=given)

    def read_setting(
        self, seats: Sequence[str], dealer: str | None, options: Mapping[str, object]
    ) -> Setting:
        """Return a stored match's set-up.

        Without a dealer the first seat deals. Missing options have their defaults.
        Options may contradict each other, as in an old match. Raise WrongFieldsError
        for wrong players or options.
        """
        missing = say_missing(self.game.title, self.game.players, len(seats))
        if missing is not None:
            raise wrong_field("seats", missing)
        if dealer is not None and dealer not in seats:
            message = say("{dealer} has no seat here.", dealer=dealer)
            raise wrong_field("dealer", message)
        chosen = self.read_options(options)
        return Setting(tuple(seats), dealer or seats[0], chosen, self.game.version)

    def check_new_setting(
        self, seats: Sequence[str], dealer: str | None, options: Mapping[str, object]
    ) -> Setting:
        """Return a new match's set-up, at a table whose options were checked.

        Raise WrongFieldsError as `read_setting`, and for options that the number of
        players does not suit.
        """
        setting = self.read_setting(seats, dealer, options)
        # A table may have been opened when its options still went together.
        known = set()
        for error in contradictions(self.game, self.house_rules, setting.options):
            known.add(error.field)
        chosen = {**setting.options, "players": len(seats)}
        self._require_no_contradictions(chosen, known)
        return setting

    def read_options(self, chosen: Mapping[str, object]) -> Mapping[str, object]:
        """Return every option with its chosen or default value.

        Options may contradict each other. Raise WrongFieldsError for an unknown option
        or a wrong value.
        """
        options = self.game.options
        context = ReadingContext(deck=self.game.deck)
        values = {option.name: option.default for option in options}
        types = {option.name: option.type for option in options}
        read = read_fields(options, {**values, **chosen}, context)
        return ChosenOptions(read.values, types)

    def check_new_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        """Return every option of a new table, with its chosen or default value.

        Raise WrongFieldsError as `read_options`, for contradictions, and for numbers
        that are too large.
        """
        values = self.read_options(chosen)
        require_reach(self.game.options, Values(values))
        self._require_no_contradictions(values)
        return dict(values)

    def _require_no_contradictions(
        self, chosen: Mapping[str, object], known: Container[str] = ()
    ) -> None:
        errors = contradictions(self.game, self.house_rules, chosen)
        new = [error for error in errors if error.field not in known]
        if new:
            raise WrongFieldsError(*new)

    def prepare_table(self, setting: Setting) -> tuple[Preparation, ...]:
        """Return the set-up steps; none if the game has none."""
        if "prepare_table" not in self._calls:
            return ()
        check = partial(answer_checks.check_steps, sections=self.sections)
        return self._call("prepare_table", check, setting=setting)

    def example(
        self, prompt: Prompt, random: Random, state: object
    ) -> Mapping[str, object] | None:
        """Return a possible entry of a prompt's first seat, as JSON, or None."""
        if "example" not in self._calls:
            return None
        return self._call(
            "example", _check_example, prompt=prompt, random=random, state=state
        )

    def begin(self, setting: Setting) -> object:
        """Return the state in which a match begins."""
        return self._call("begin", answer_checks.check_state, setting=setting)

    def prompts(self, state: object, seats: KnownSeats = None) -> Prompts:
        """Return the prompts of these seats in this state."""
        deck = self.game.deck
        check = partial(answer_checks.check_prompts, seats=seats, deck=deck)
        return self._call("prompts", check, state=state)

    def scene(self, state: object, seats: KnownSeats = None) -> Scene:
        """Return this state's scene."""
        check = partial(answer_checks.check_scene, seats=seats)
        return self._call("scene", check, state=state)

    @property
    def keeps_list(self) -> bool:
        """Return whether the game keeps a list as clubs do."""
        return "score_list" in self._calls

    def score_list(self, state: object) -> tuple[Reckoning, ...]:
        """Return the list of a match as clubs keep it; empty if the game keeps none."""
        if not self.keeps_list:
            return ()
        return self._call("score_list", answer_checks.check_reckonings, state=state)

    def context(self, setting: Setting) -> ReadingContext:
        """Return the context for reading values at a table: seats, jokers, deck."""
        return ReadingContext(setting.seats, jokers_of(setting.options), self.game.deck)

    def read(
        self,
        prompt: Prompt,
        data: Mapping[str, object],
        setting: Setting,
        version: str = "",
    ) -> Values:
        """Return an entry's values; raise WrongFieldsError if they break their bounds.

        `version` is the game's version of the entry; empty: the current one.
        """
        fields = prompt.fields
        seats: KnownSeats = setting.seats
        if prompt.secret or prompt.again:
            # Each enters for themselves: a by-seat field may have any of the seats.
            seats = None
        given = read_fields(fields, data, self.context(setting), version)
        require_bounds(fields, given, seats)
        return given

    def accept(
        self, state: object, entry: Entry, ask: Ask | None = None
    ) -> Accepted | Refused:
        """Return an entry's outcome; `ask` (by default `rule`) answers questions."""
        ask = ask or self.rule
        check = self._check_outcome
        return self._call("accept", check, state=state, entry=entry, ask=ask)

    def _check_outcome(self, outcome: object) -> Accepted | Refused:
        return answer_checks.check_outcome(outcome, self._check_ruling)

    def clashes(
        self, state: object, entries: Sequence[Entry], ask: Ask | None = None
    ) -> Rulings:
        """Return the rulings against these secret entries; none without objections."""
        if "clashes" not in self._calls:
            return ()
        check = partial(answer_checks.check_rulings, check=self._check_ruling)
        secret = tuple(entries)
        ask = ask or self.rule
        return self._call("clashes", check, state=state, entries=secret, ask=ask)

    def reveal(
        self, state: object, entries: Sequence[Entry], ask: Ask | None = None
    ) -> Accepted:
        """Return the outcome of revealing these secret entries."""
        check = self._check_accepted
        secret = tuple(entries)
        ask = ask or self.rule
        return self._call("reveal", check, state=state, entries=secret, ask=ask)

    def _check_accepted(self, outcome: object) -> Accepted:
        checked = self._check_outcome(outcome)
        return answer_checks.require_type(Accepted, checked, "the answer")


def find_flaw(
    hook: pluggy.HookCaller,
    error: BaseException,
    packages: Collection[str],
    file: str,
) -> GameFlaw:
    """Return the flaw behind the error of a hook, while it is handled.

    `packages` are the plugin's, and `file` stands where no place is known.
    """
    where = locate_hook(hook) or file
    if type(error) in OWN_ERRORS:
        error = cast("WrongAnswerError", error)
        instead = error.instead or ANSWERS_WRONGLY
        return GameFlaw(hook.name, where, str(error), instead, error.words)
    # An exception's own report of its place may be a stranger's lie.
    where = locate_raise(sys.exc_info()[2], packages) or where
    return GameFlaw(hook.name, where, describe_error(error), advise(error))


@contextmanager
def blaming_large_numbers(given: Iterable[object]) -> Iterator[None]:
    """Turn a game's fault at large entered numbers into TooLargeError."""
    try:
        yield
    except GameFaultError as fault:
        if type(fault.__cause__) is not LargeNumberError:
            raise
        for number in parts_in([*given]):
            if isinstance(number, (int, float)) and abs(number) > LARGE:
                raise TooLargeError from fault
        raise


def _values_for(question: Question, given: Mapping[str, object]) -> Values:
    """Return a game's values for a question; raise KeyError for a misspelt name.

    A game may give itself more than the question's fields, such as knowledge that only
    a table has.
    """
    fields = tuple([field.name for field in question.fields])
    left_out = {*fields}.difference(given)
    names = [*given]
    for name in names:
        if name not in fields and get_close_matches(name, left_out):
            raise unknown_name(name, fields, "field")
    types = {}
    for field in question.fields:
        value = given.get(field.name)
        is_by_seat = value is None or isinstance(value, Mapping)
        if FIELD_TYPES[field.type].by_seat and not is_by_seat:
            kind = type(value).__name__
            error = TypeError(
                f"`{field.name}` is by seat, and not of the type `{kind}`"
            )
            error.add_note(f'Give it by seat: `{field.name}={{"Ana": …}}`.')
            raise error
        types[field.name] = field.type
        if field.optional or field.unless:
            names.append(field.name)
    return Values(given, names, types)


def _check_house_rules(described: list[object]) -> tuple[HouseRule, ...]:
    # pluggy calls the last registered first.
    chosen = tuple(reversed(described))
    return answer_checks.check_each(HouseRule, chosen, "the house rules")


def _check_example(example: object) -> Mapping[str, object] | None:
    if example is not None:
        example = answer_checks.freeze_values(example, "the example")
    return cast("Mapping[str, object] | None", jsonable(example))


def jokers_of(options: Mapping[str, object]) -> JokerWording | None:
    """Return the names of jokers by these options; None if the game leaves them open.

    In an old match an option of that name may mean something else.
    """
    jokers = options.get(JOKER_WORDING.name)
    if isinstance(jokers, str) and jokers in JOKER_NAMES:
        return jokers
    return None


def wording_at(options: Mapping[str, object]) -> Wording:
    """Return the English wording at a table with these options."""
    jokers = jokers_of(options)
    if jokers is None:
        return PLAIN
    return Wording(jokers)

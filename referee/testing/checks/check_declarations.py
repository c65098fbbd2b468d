"""The checks of declarations: hooks, game, fields and house rules."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from inspect import isfunction
from types import ModuleType
from typing import get_args

from referee.cards.card import Suit, by_code
from referee.cards.naming import corner
from referee.match.history import History
from referee.plugin import hookspecs
from referee.plugin.game_faults import GameFaultError
from referee.plugin.hooks import (
    Specs,
    find_uncalled,
    locate_function,
    marked_in,
    nearest_hook,
    specs_in,
)
from referee.testing.answerable import why_unanswerable
from referee.testing.checks.check_points import ComparingRulebook
from referee.testing.checks.game_under_check import (
    MARK,
    CheckedGame,
    CheckedPlugin,
    not_marked,
)
from referee.testing.flaw import Flaw, Flaws
from referee.testing.random_match import name_players, play_at_random
from referee.testing.sources import hooks_of
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game, RulingHook
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import NOTHING
from referee.vocabulary.values import Values

MOST_IN_CORNER = 3
"""The most characters of a corner that a pad shows whole."""

# Hooks


HOOKS = specs_in(hookspecs)
"""Every hook there is, by its name."""


_NOT_NEEDED = {*hookspecs.OPTIONAL, *get_args(RulingHook), "describe_house_rule"}
NEEDED = tuple(name for name in HOOKS if name not in _NOT_NEEDED)
"""The hooks of every game, besides those that its questions name."""

UNCALLED = (
    "The referee calls by its name what is written with `def`, and gives it the "
    "arguments of its specification by name: nobody would ever call this."
)


def flaws_of_hooks(game: CheckedGame) -> Flaws:
    """Yield flaws of the game's hooks, before any call."""
    marked = marked_in(game.game)
    misspelt = {nearest_hook(name, HOOKS) for name in marked if name not in HOOKS}
    for name in NEEDED:
        if name not in marked and name not in misspelt:
            yield game.flaw_of_missing(name, HOOKS[name])
    for module in game.modules:
        yield from check_hooks(game, module, HOOKS)
        passed_over = {*NEEDED, *marked_in(module)}
        why = "The referee calls only what is marked: it does not call this."
        for name, value in vars(module).items():
            if name not in HOOKS or name in passed_over or not isfunction(value):
                continue
            if value.__module__ == module.__name__:
                where = game.locate(locate_function(value))
                grave = name not in hookspecs.OPTIONAL
                instead = f"{MARK}, or give it another name."
                yield Flaw(where, not_marked(name), why, instead, grave)


def check_hooks(plugin: CheckedPlugin, module: ModuleType, specs: Specs) -> Flaws:
    """Yield the flaws of a module's hooks, of which each has to be in `specs`."""
    for flaw in find_uncalled(module, specs):
        where = plugin.locate(flaw.where, flaw.hook)
        yield Flaw(where, flaw.what, UNCALLED, flaw.instead)


# Description


PLAIN_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The form of an id that can be part of an address."""


def _check_id(where: str, id: str, of: str = "") -> Flaws:
    """Yield the flaws of an id for people and programs."""
    if not PLAIN_ID.fullmatch(id):
        what = f"The id {id!r}{of} cannot stand in an address."
        why = "It stands in addresses and in what programs send."
        instead = (
            "Use small letters, digits and hyphens between them, as in "
            "`four-of-a-kind`."
        )
        yield Flaw(where, what, why, instead)


def _check_faces(game: CheckedGame) -> Flaws:
    """Yield cards of the deck that a pad cannot tell apart, or has no room for."""
    alike = defaultdict[tuple[str, str], list[str]](list)
    for code, card in by_code(game.rulebook.game.deck).items():
        printed = card.printed_suit or card.printed_rank
        sign = printed.sign if isinstance(printed, Suit) else ""
        alike[corner(card), printed.drawn or sign or code].append(code)
    why = "People find a card on the pad by its corner and its shape."
    for (words, _), codes in alike.items():
        if len(codes) > 1:
            what = f"On the pad nobody can tell {' from '.join(codes)}."
            instead = "Give the ranks another `corner`, or the suits another `drawn`."
            yield game.flaw_at("describe_game", what, why, instead, "make_deck")
            return
        if len(words) > MOST_IN_CORNER:
            what = f"The corner {words!r} of {codes[0]} has no room on the pad."
            instead = f"Give it a `corner` of up to {MOST_IN_CORNER} characters."
            yield game.flaw_at("describe_game", what, why, instead, words, grave=False)


def flaws_of_description(game: CheckedGame) -> Flaws:
    """Yield what prevents listing, choosing, linking or reading."""
    described = game.rulebook.game
    where = game.locate_hook("describe_game", described.id)
    yield from _check_id(where, described.id)
    deck = described.deck
    copies = Counter(card for card in deck if card.suit)
    fewest = min(copies.values(), default=0)
    more = [card.code for card, n in copies.items() if n > fewest]
    if more:
        what = f"The deck has {len(deck)} cards, and more of {', '.join(more)}."
        why = "Each card of a deck can be entered as often as the deck has it."
        instead = "Name each card as often as the others, if so it is on the table."
        yield game.flaw_at("describe_game", what, why, instead, "deck", grave=False)
    yield from _check_faces(game)
    yield from game.flaws_of_id("game", described.id)
    for member in ("title", "summary"):
        if not getattr(described, member).strip():
            why = "It is what people choose the game by."
            yield Flaw(where, f"The game has no {member}.", why, f"Write a {member}.")
    yield from _check_sections(game)
    yield from _check_set_up(game)
    yield from _check_irregularities(game)


def _check_sections(game: CheckedGame) -> Flaws:
    hook = "rule_sections"
    sections = game.game.rule_sections()  # every one, even if two share an id
    if not sections:
        what = "The rules have no sections."
        why = "Every ruling rests on one."
        instead = (
            "Write a `Section` for each part of the rules, or a rules.toml for "
            "`read_sections`."
        )
        yield game.flaw_at(hook, what, why, instead)
    for id, times in Counter(section.id for section in sections).items():
        if times > 1:
            what = f"{times} sections have the id {id!r}."
            why = "Nobody could say on which of them a ruling rests."
            yield game.flaw_at(hook, what, why, "Give each an id of its own.", id)
        yield from _check_id(game.locate_hook(hook, id), id, " of a section")
    for section in sections:
        if not section.title.strip() or not section.text.strip():
            id = section.id
            what = f"The section {id!r} has no title or no text."
            why = "People read it where a ruling rests on it."
            yield game.flaw_at(hook, what, why, "Write both.", id)


def _check_set_up(game: CheckedGame) -> Flaws:
    rulebook = game.rulebook
    if any(map(_is_missing, rulebook.game.options)):
        return  # told with the declarations
    for players in rulebook.game.players:
        seats = name_players(players)
        steps = []
        try:
            for dealer in (seats[0], seats[-1]):
                steps.append(
                    rulebook.prepare_table(rulebook.read_setting(seats, dealer, {}))
                )
        except GameFaultError as fault:
            yield game.flaw_of(fault)
            return
        if steps[0] != steps[1]:
            what = "Setting up depends on who deals."
            why = "It is read before anybody knows who deals."
            instead = "Speak of the dealer, and do not name anybody."
            yield game.flaw_at("prepare_table", what, why, instead)
            return


def _check_irregularities(game: CheckedGame) -> Flaws:
    """Yield cases without a remedy, and unknown house rules."""
    law = game.rulebook.irregularities
    hook = "irregularities"
    if law is None:
        return
    for case in law.cases():
        if not law.rule(Values(case)).because:
            what = f"No remedy is for {', '.join(map(str, case.values()))}."
            why = "Somebody asks what to do now, and is told nothing."
            instead = "Write a remedy, or leave out the case."
            yield game.flaw_at(hook, what, why, instead)

    house_rules = {""}
    for module in game.house_rules.values():
        house_rules.add(module.describe_house_rule().id)
    for situation in law.situations.values():
        for remedy in situation.remedies:
            for id in sorted({remedy.house_rule, remedy.unless} - house_rules):
                what = f"{situation.id!r} goes by the house rule {id!r}."
                why = "There is none of this id, so nobody can agree on it."
                yield game.flaw_at(hook, what, why, "Give it the id of a house rule.")


# Fields, options, questions and sides


NAMING = ("text", "choice")
"""The types of options that may name a match."""

SHOWN = (
    "People fill in what the fields offer, and pages show one place and score for a "
    "side."
)


NO_DEFAULT = "has no `default`, and is not `optional`"


def flaws_of_declarations(game: CheckedGame) -> Flaws:
    """Yield impossible declarations, by themselves and in each position of a match."""
    sentences = set()
    for hook, name, wrong in _declarations(game):
        what = f"{name!r} {wrong}."
        if what not in sentences:
            sentences.add(what)
            instead = "Declare what can be meant."
            flaw = game.flaw_at(hook, what, SHOWN, instead, name)
            if wrong == NO_DEFAULT:
                game.given_up = flaw  # no match can begin
            yield flaw


def _declarations(game: CheckedGame) -> Iterator[tuple[str, str, str]]:
    """Yield hook, name and flaw."""
    rulebook = game.rulebook
    for name, wrong in _check_options(rulebook.game):
        yield "describe_game", name, wrong
    questions = rulebook.questions.values()
    hooks = Counter(question.hook for question in questions)
    for question in questions:
        of_fields = (*_check_fields(question.fields), *_check_bounds(question.fields))
        for name, wrong in of_fields:
            yield "questions", name, wrong
        if question.hook != "answer" and hooks[question.hook] > 1:
            yield "questions", question.hook, "rules on more than one question"

    if any(map(_is_missing, rulebook.game.options)):
        return  # no match can begin
    # The first position comes first, since random play fails at impossible fields.
    seats = name_players(rulebook.game.players[0])
    began = History.begin(rulebook, rulebook.read_setting(seats, None, {}))
    yield from _check_match(began)
    for match in game.matches:
        yield from _check_match(match.history)


def _check_options(game: Game) -> Iterator[tuple[str, str]]:
    yield from _check_fields(game.options)
    yield from _check_bounds(game.options)
    could_name = []
    for option in game.options:
        name = option.name
        type = option.type
        if _is_missing(option):
            yield name, NO_DEFAULT
        if type == "number" and option.min is None:
            yield name, "has no `min`: a table could choose −5"
        if type in NAMING:
            could_name.append(name)
    for name in game.named_by:
        if name not in could_name:
            wrong = "is in `named_by`, and is no option of the type `text` or `choice`"
            yield name, wrong


def _is_missing(option: Field) -> bool:
    """Return whether a table has to choose this option, and cannot go on without."""
    return option.default is None and not option.optional


def _check_match(history: History) -> Iterator[tuple[str, str, str]]:
    for position in history.positions:
        for prompt in position.game_prompts:
            for name, wrong in _check_fields(prompt.fields):
                yield "prompts", name, wrong
    scene = history.scene
    stand = {}
    for standing in scene.standings:
        stand[standing.seat] = standing.score, standing.place
    for side in scene.sides:
        if len({stand[seat] for seat in side}) > 1:
            wrong = (
                "are one side, and differ in score or place: `rank_sides` ranks sides"
            )
            yield "scene", " and ".join(side), wrong


def _check_fields(fields: Sequence[Field]) -> Iterator[tuple[str, str]]:
    names = {field.name for field in fields}
    for field in fields:
        name = field.name
        type = type_of(field)
        if type.needs_choices and not type.choices(field) and field.among is None:
            yield name, "has no `choices`, and cannot be filled in without"
        has_seats = type.by_seat and type.of_cards and not field.partners
        if field.seats and not has_seats:
            wrong = (
                "has `seats`, which only fields of cards by seat have, without "
                "`partners`"
            )
            yield name, wrong
        must_be_filled = not field.optional and field.default is None
        if field.folded != NOTHING and must_be_filled:
            wrong = "is `folded` away and has to be filled in: make it `optional`"
            yield name, wrong
        strange = ", ".join(other for other in field.unless if other not in names)
        if strange:
            yield name, f"goes by {strange}, which is no field beside it"


def _check_bounds(fields: Sequence[Field]) -> Iterator[tuple[str, str]]:
    """Yield the fields that nothing fits; random play tells those of prompts."""
    for field in fields:
        wrong = why_unanswerable(field)
        if wrong:
            yield field.name, f"{wrong}, and cannot be filled in"


# House rules


ENTRIES = 200
"""The most entries made with each house rule, if the matches without it had as many."""


def flaws_of_house_rules(game: CheckedGame) -> Flaws:
    """Yield the flaws of each house rule."""
    for module in game.house_rules.values():
        flaws = list(_check_house_rule(game, module)) or list(
            _check_wrappers(game, module)
        )
        yield from flaws or _check_play_with(game, module)


def _check_house_rule(game: CheckedGame, module: ModuleType) -> Flaws:
    file = game.locate(f"{module.__file__}:1")
    no_choice = "Nobody could choose it."
    if "describe_house_rule" not in hooks_of(module):
        what = "The hook `describe_house_rule` is missing."
        instead = (
            "Write `@hookimpl`, and below that `def describe_house_rule()`, which "
            "returns a `HouseRule`."
        )
        yield Flaw(file, what, no_choice, instead)
        return
    rule = module.describe_house_rule()
    where = game.locate(file, rule.id)
    id = game.rulebook.game.id
    if rule.game != id:
        what = f"It is a house rule for {rule.game!r}, not for {id!r}."
        its_id = game.locate(file, rule.game)
        yield Flaw(its_id, what, no_choice, "Give it the id of the game.")
    yield from _check_id(where, rule.id)
    if rule.id in game.rulebook.sections:
        what = f"There is a section {rule.id!r} in the rules already."
        why = "Nobody could say which of the two a ruling rests on."
        yield Flaw(where, what, why, "Give it another id.")


def _check_wrappers(game: CheckedGame, module: ModuleType) -> Flaws:
    hooks = hooks_of(module)
    del hooks["describe_house_rule"]
    if not hooks:
        where = game.locate(f"{module.__file__}:1")
        instead = (
            "Wrap the hook that makes the ruling: `@hookimpl(wrapper=True)`, with a "
            "`yield` in it."
        )
        yield Flaw(where, "It changes nothing.", "It wraps no hook.", instead)
    for name, hook in hooks.items():
        if not hook.referee_impl["wrapper"]:
            where = game.locate(locate_function(hook))
            what = f"`{name}` wraps nothing: it answers in the place of the game."
            instead = (
                "Write `@hookimpl(wrapper=True)`, and `ruling = yield` for what the "
                "game rules."
            )
            why = (
                "It would take the place of the game's own hook, and of other house "
                "rules."
            )
            yield Flaw(where, what, why, instead)


def _check_play_with(game: CheckedGame, module: ModuleType) -> Flaws:
    most = min(ENTRIES, game.entries)
    try:
        rulebook = ComparingRulebook(game, module)
        [rule] = rulebook.house_rules
        counts = rule.needs.get("players")
        for seed, players in enumerate(rulebook.game.players):
            if counts is not None and players not in counts:
                continue
            match = play_at_random(rulebook, players, seed, most)
            if match.fault is not None:
                raise match.fault
            if match.stuck is not None:
                kinds = [repr(prompt.kind) for prompt in match.history.prompts]
                answers = ", ".join(kinds)
                what = f"With it nothing is taken that answers {answers}: {match.stuck}"
                where = game.locate(f"{module.__file__}:1")
                why = "A table that agreed on it could not go on."
                instead = "Let the wrapper pass on what the game answers."
                yield Flaw(where, what, why, instead)
                return
        yield from rulebook.flaws.values()
    except GameFaultError as fault:
        yield game.flaw_of(fault)

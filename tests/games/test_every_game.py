"""What holds for every installed game, and for a stranger's."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from functools import cache
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest

from referee.match.fold import RefusedMoveError
from referee.match.log_entry import SPECTATOR, LogEntry, Viewer
from referee.match.match import Match
from referee.match.replay import History, replay
from referee.match.visibility import log_lines, view_of
from referee.plugin import hookspecs
from referee.plugin.discovery import GAMES, HOUSE_RULES, installed
from referee.plugin.rulebook import Rulebook
from referee.testing.random_play import RandomPlayer
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import RulingHook
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling, most_telling
from tests import highest_card

MODULES: dict[str, ModuleType] = {**installed().games, "highest-card": highest_card}
HOUSE_RULE_MODULES = [
    (game, rule, module) for game, rules in installed().house_rules.items() for rule, module in rules.items()
]
HOOKS = {name: spec for name, spec in vars(hookspecs).items() if hasattr(spec, "referee_spec")}
CHANGING = {"describe_house_rule"}
RULING = set(get_args(RulingHook))
OPTIONAL = hookspecs.OPTIONAL
MATCHES = range(6)

every_game = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
every_house_rule = pytest.mark.parametrize(
    ("game", "rule", "module"), HOUSE_RULE_MODULES, ids=[f"{game}-{rule}" for game, rule, _ in HOUSE_RULE_MODULES]
)


def test_the_suite_has_games_and_house_rules_to_run_over() -> None:
    assert not installed().broken
    assert set(installed().house_rules) <= set(installed().games)
    assert len(MODULES) > 2
    assert {game for game, _, _ in HOUSE_RULE_MODULES} == set(installed().games), "a house rule a game, at least"
    assert GAMES != HOUSE_RULES


@pytest.mark.parametrize("spec", HOOKS.values(), ids=HOOKS)
def test_every_hook_is_documented_and_typed(spec: Any) -> None:
    assert spec.__doc__
    signature = inspect.signature(spec)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values())


def implemented(module: ModuleType) -> dict[str, Any]:
    """By the name of the hook each function of this module that implements one."""
    own = {name: value for name, value in vars(module).items() if hasattr(value, "referee_impl")}
    return {value.referee_impl["specname"] or name: value for name, value in own.items()}


@every_game
def test_it_implements_every_hook_of_a_game_and_nothing_else(module: ModuleType) -> None:
    of_its_questions = {question.hook for question in Rulebook(module).questions.values()}
    assert set(implemented(module)) | OPTIONAL == set(HOOKS) - CHANGING - (RULING - of_its_questions)


@every_game
def test_its_hooks_take_what_the_specifications_give(module: ModuleType) -> None:
    """A game may be narrower about its state, which is a value of its own."""
    for name, hook in implemented(module).items():
        given, taken = inspect.signature(HOOKS[name]), inspect.signature(hook)
        assert set(taken.parameters) <= set(given.parameters), name
        for parameter in taken.parameters.values():
            stated = given.parameters[parameter.name].annotation
            assert parameter.annotation == stated or parameter.name == "state", f"{name}: {parameter}"
        assert taken.return_annotation in (given.return_annotation, "State"), name


@every_game
def test_it_describes_itself(module: ModuleType) -> None:
    game = Rulebook(module).game
    assert game.id == game.id.lower() and game.id.isascii()
    assert game.title and game.summary and game.source
    assert game.players and min(game.players) >= 2 and list(game.players) == sorted(set(game.players))
    for option in game.options:
        assert option.default is not None, f"option {option.name} stands at something when nothing is chosen"
    assert Rulebook(module).options({}) == {option.name: option.default for option in game.options}


@every_game
def test_its_rule_sections_can_be_read_and_linked(module: ModuleType) -> None:
    sections = implemented(module)["rule_sections"]()
    ids = [section.id for section in sections]
    assert len(set(ids)) == len(ids) > 0
    for section in sections:
        assert section.title and section.text
        assert section.basis in ("rules", "reading")
        assert all(letter.isalnum() or letter == "-" for letter in section.id), section.id


@pytest.mark.parametrize("game", installed().games)
def test_people_who_never_played_it_are_led_through_setting_up(game: str) -> None:
    rulebook = Rulebook(installed().games[game])
    for players in rulebook.game.players:
        seats = [f"P{n}" for n in range(players)]
        guides = [rulebook.set_up(rulebook.setting(seats, dealer, {})) for dealer in (seats[0], seats[-1])]
        assert guides[0] == guides[1], "the dealer may not be known yet when it is read"
        assert len(guides[0]) > 3
        for step in guides[0]:
            assert str(step.title) and str(step.text).endswith(".")
            assert "{" not in str(step.text)
            assert step.section in rulebook.sections
        assert any("pack" in str(step.text) for step in guides[0]), "which cards to take"


def test_a_game_may_do_without_a_guide() -> None:
    rulebook = Rulebook(highest_card)
    assert rulebook.set_up(rulebook.setting(["Ana", "Ben"], None, {})) == ()


@every_game
def test_the_rules_begin_with_how_it_goes(module: ModuleType) -> None:
    first = implemented(module)["rule_sections"]()[0]
    assert len(first.text.split()) < 130, "short: the first section stands on top of the rules"


@every_game
@pytest.mark.parametrize("seats", [0, 1, 20])
def test_a_number_of_players_that_cannot_play_is_refused(module: ModuleType, seats: int) -> None:
    with pytest.raises(WrongFieldsError, match="is played by"):
        Rulebook(module).setting([f"P{n}" for n in range(seats)], None, {})


@dataclass
class Played:
    """A match played to its end at random, what was refused on the way, and the histories passed through."""

    history: History
    refused: list[Ruling]


def short_match(rulebook: Rulebook) -> dict[str, int]:
    """Options with every number at its least: what chance alone reaches in good time."""
    return {option.name: option.min for option in rulebook.game.options if option.min is not None}


def play(rulebook: Rulebook, seed: int) -> Played:
    rng = Random(seed)
    seats = [f"Player {n}" for n in range(1, rng.choice(rulebook.game.players) + 1)]
    history = History.begun(rulebook, rulebook.setting(seats, rng.choice(seats), short_match(rulebook)))
    player = RandomPlayer(rng, seats)
    refused: list[Ruling] = []
    for _ in range(5_000):
        scene = history.scene
        if scene.finished:
            return Played(history, refused)
        kind, seat, data = player.choose(jsonable(history.position.prompts), scene.to_act)
        entry = LogEntry(len(history.steps) + 1, f"e{len(history.steps)}", kind, seat, data, seat, True, 0.0)
        try:
            taken = history.enter(history.position, entry)
        except RefusedMoveError as move:
            refused.append(move.ruling)
            assert len(refused) < 2_000, f"the prompts lead nowhere: {move.ruling.summary}"
            continue
        history.add(taken)
        player.note(kind, seat, data, taken.rulings)
    raise AssertionError("the match never ends")


@cache
def played(name: str, seed: int) -> Played:
    return play(Rulebook(MODULES[name]), seed)


@pytest.fixture(params=[(name, seed) for name in MODULES for seed in MATCHES], ids=lambda key: f"{key[0]}-{key[1]}")
def a_match(request: pytest.FixtureRequest) -> Played:
    return played(*request.param)


def test_prompts_alone_lead_to_the_end(a_match: Played) -> None:
    scene = a_match.history.rulebook.scene(a_match.history.position.state)
    assert scene.finished and scene.winners
    assert a_match.history.position.prompts == ()
    assert scene.to_act == ()
    assert {standing.seat for standing in scene.standings} == set(a_match.history.setting.seats)
    assert min(standing.place for standing in scene.standings) == 1


def every_position(history: History) -> Iterator[History]:
    again = History.begun(history.rulebook, history.setting)
    yield again
    for step in history.steps:
        taken = again.take(again.position, step.entry)
        again.add(taken)
        yield again


def test_while_it_goes_on_somebody_is_prompted_and_those_awaited_can_act(a_match: Played) -> None:
    for history in every_position(a_match.history):
        scene = history.scene
        prompted = {seat for prompt in history.position.prompts for seat in prompt.seats if not prompt.optional}
        assert scene.finished == (not prompted)
        assert set(scene.to_act) <= prompted
        assert scene.finished or scene.to_act
        assert not scene.winners or scene.finished


def rulings_of(match: Played) -> list[Ruling]:
    return [ruling for step in match.history.steps for ruling in step.rulings] + match.refused


def test_every_ruling_has_a_sentence_and_cites_sections_that_exist(a_match: Played) -> None:
    assert rulings_of(a_match)
    rulebook = a_match.history.rulebook
    for ruling in rulings_of(a_match):
        assert str(ruling.summary) and ruling.because
        for reason in ruling.because:
            game, _, section = reason.rule.partition("#")
            assert game == rulebook.game.id
            assert rulebook.sections[section].basis == reason.basis
            assert str(reason.text)
        assert "{" not in json.dumps(jsonable(ruling.summary)) + json.dumps(jsonable([r.text for r in ruling.because]))
        assert json.loads(json.dumps(jsonable(ruling)))["verdict"] is not None


def test_cards_of_a_ruling_are_somebodys_and_those_that_decided_are_among_them(a_match: Played) -> None:
    seats = a_match.history.setting.seats
    for ruling in rulings_of(a_match):
        for laid in ruling.shown:
            assert laid.seat is None or set(laid.seat.split(" & ")) <= set(seats)
            assert not Counter(laid.deciding) - Counter(laid.cards)
            assert laid.cards or laid.seat


def test_who_has_won_is_the_most_telling_ruling(a_match: Played) -> None:
    last = a_match.history.steps[-1].rulings
    verdict = jsonable(last[most_telling(last)].verdict)
    assert list(view_of(Match(a_match.history), SPECTATOR, "").winners) == verdict.get(
        "winners", [verdict.get("winner")]
    )


def test_every_refusal_says_that_it_is_not_legal(a_match: Played) -> None:
    assert all(ruling.verdict["legal"] is False for ruling in a_match.refused)


def test_folding_twice_gives_the_same(a_match: Played) -> None:
    entries = [step.entry for step in a_match.history.steps]
    again, unfit = replay(a_match.history.rulebook, a_match.history.setting, entries)
    assert not unfit
    assert again.steps == a_match.history.steps
    assert again.open_to_all == a_match.history.open_to_all
    assert jsonable(view_of(Match(again), SPECTATOR, "C")) == jsonable(view_of(Match(a_match.history), SPECTATOR, "C"))


def test_states_are_frozen(a_match: Played) -> None:
    state: Any = a_match.history.position.state
    assert is_dataclass(state)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(state, fields(state)[0].name, None)


def test_what_lies_sealed_changes_nothing_that_others_see(a_match: Played) -> None:
    """The same match with another's sealed entry left as it is, and with other cards in it, looks the same."""
    # Some fifteen moments of a long match, since each is folded from the start twice.
    stride = max(1, len(a_match.history.steps) // 15)
    for number, history in enumerate(every_position(a_match.history)):
        if not history.position.sealed or number % stride:
            continue
        held = history.position.sealed[-1]
        other = _with_other_cards(history, held.entry)
        if other is None:
            continue
        strangers = [Viewer(seat) for seat in history.setting.seats if seat not in held.seats | {held.entry.by}]
        for viewer in [*strangers, SPECTATOR]:
            assert _seen(history, viewer) == _seen(other, viewer)


def _with_other_cards(history: History, entry: LogEntry) -> History | None:
    """This history with its sealed entry replaced by one of the same shape, or None where none fits."""
    rng = Random(entry.seq)
    before = [step.entry for step in history.steps if step.entry.seq != entry.seq]
    player = RandomPlayer(rng, history.setting.seats)
    without, _ = replay(history.rulebook, history.setting, before)
    mine = [p for p in jsonable(without.position.prompts) if p["kind"] == entry.kind and entry.seat in p["seats"]]
    for _ in range(20 if mine else 0):
        _, _, data = player.choose([{**mine[0], "optional": False, "seats": [entry.seat]}], [])
        changed = [*before, LogEntry(entry.seq, entry.id, entry.kind, entry.seat, data, entry.by, True, 0.0)]
        changed.sort(key=lambda one: one.seq)
        other, unfit = replay(history.rulebook, history.setting, changed)
        if not unfit and other.steps != history.steps:
            return other
    return None


def _seen(history: History, viewer: Viewer) -> str:
    entries = [step.entry for step in history.steps]
    lines = log_lines(Match(history, entries), viewer)
    return json.dumps([jsonable(view_of(Match(history), viewer, "C")), jsonable(lines)])


@every_house_rule
def test_a_house_rule_describes_itself_and_wraps_hooks_of_its_game(game: str, rule: str, module: ModuleType) -> None:
    own = module.describe_house_rule()
    assert (own.game, own.id) == (game, rule)
    assert own.title and own.text
    wrappers = implemented(module)
    assert set(wrappers) - CHANGING, "it changes something"
    for name in set(wrappers) - CHANGING:
        assert wrappers[name].referee_impl["wrapper"], f"{name} is a wrapper"
    assert own.id not in {section.id for section in MODULES[game].rule_sections()}


@every_house_rule
@pytest.mark.parametrize("seed", MATCHES)
def test_a_match_with_a_house_rule_is_played_to_its_end(game: str, rule: str, module: ModuleType, seed: int) -> None:
    rulebook = Rulebook(MODULES[game], [module])
    played = play(rulebook, seed)
    for ruling in rulings_of(played):
        assert all(reason.rule.partition("#")[2] in rulebook.sections for reason in ruling.because)


@every_game
def test_every_question_answers_what_can_be_asked(module: ModuleType) -> None:
    rulebook, rng = Rulebook(module), Random(7)
    assert rulebook.questions
    for question in rulebook.questions.values():
        answered = 0
        for _ in range(60):
            prompt = jsonable(question)
            filled = RandomPlayer(rng, ["Ana", "Ben"])
            prompts = [{"kind": question.name, "seats": ["Ana", "Ben"], "optional": False, "fields": prompt["fields"]}]
            _, _, data = filled.choose(prompts, [])
            try:
                ruling = rulebook.ask(question.name, data)
            except WrongFieldsError as wrong:
                assert all(str(error.message) for error in wrong.errors)
                continue
            answered += 1
            assert str(ruling.summary)
            assert all(reason.rule.partition("#")[2] in rulebook.sections for reason in ruling.because)
        assert answered, question.name

"""A misspelt name of a field, a question, an option or a seat is told at once, with
what there is.
"""

import re
from collections.abc import Callable
from types import ModuleType

import pytest

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Ruling,
    Scene,
    Section,
    Setting,
    Values,
    begin_rounds,
    hookimpl,
    rank_seats,
    say,
)
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook

SEATS = ("Ana", "Ben")
WELL = (Reason("lay#trick", "rules", say("So it is.")),)
LAID = Field("cards", "cards", say("Cards"), optional=True)
EMPTY: dict[str, object] = {}


def game(
    does: Callable[[Setting, Entry, Ask], object], with_answer: bool = False
) -> Rulebook:
    """A game that does this with its setting-up, an entry and `ask`, whenever something
    is entered.
    """
    module = ModuleType("lays")

    def describe_game() -> Game:
        target = Field("target", "number", say("Target"), default=3)
        note = Field("note", "text", say("Note"), optional=True)
        return Game(
            id="lay",
            title="Lay",
            players=(2,),
            summary="Cards are laid.",
            source="Made up",
            options=(target, note),
        )

    def rule_sections() -> tuple[Section, ...]:
        return (Section("trick", "The trick", "The highest card wins."),)

    def questions() -> tuple[Question, ...]:
        plays = Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO)
        out = Field("out", "seats", say("Who sits out"), optional=True)
        return (
            Question("trick", say("Who wins?"), (plays, out), hook="resolve_trick"),
        )

    def resolve_trick(given: Values) -> Ruling:
        winner = next(
            seat
            for seat in given.card_by_seat("plays")
            if seat not in given.seats("out")
        )
        return Ruling({"winner": winner, "cards": ()}, say("So."), WELL)

    def answer(question: str, given: Values) -> Ruling:
        return {"own": Ruling({"n": len(given.values)}, say("So."), WELL)}[question]

    def begin(setting: Setting) -> Setting:
        return setting

    def prompts(state: Setting) -> tuple[Prompt, ...]:
        return (
            Prompt(
                "lay",
                SEATS,
                say("Lay"),
                fields=(LAID, Field("dealer", "seat", say("Dealer"), optional=True)),
            ),
        )

    def accept(state: Setting, entry: Entry, ask: Ask) -> Accepted:
        does(state, entry, ask)
        return Accepted(state)

    def scene(state: Setting) -> Scene:
        return Scene("lay", 1, SEATS, rank_seats(dict.fromkeys(SEATS, 0)))

    hooks = [
        describe_game,
        rule_sections,
        questions,
        resolve_trick,
        begin,
        prompts,
        accept,
        scene,
    ]
    for hook in [*hooks, *([answer] if with_answer else [])]:
        setattr(module, hook.__name__, hookimpl(hook))
    return Rulebook(module)


def entered(rulebook: Rulebook, data: dict[str, object] = EMPTY) -> None:
    state = rulebook.begin(rulebook.read_setting(SEATS, None, {}))
    [prompt] = rulebook.prompts(state)
    given = rulebook.read(prompt, data, Setting(SEATS, "Ana"))
    rulebook.accept(state, Entry("lay", "Ana", given))


def told(
    does: Callable[[Setting, Entry, Ask], object], with_answer: bool = False
) -> str:
    with pytest.raises(GameFaultError) as fault:
        entered(game(does, with_answer))
    assert re.search(r"test_misspelt_names\.py:\d+$", fault.value.flaw.where)
    return fault.value.flaw.what


def test_an_optional_field_that_was_left_out_is_empty() -> None:
    seen: list[object] = []

    def look(_setting: Setting, entry: Entry, _ask: Ask) -> None:
        given = entry.given
        seen.extend(
            [given.cards("cards"), given.has("dealer"), given.seat("dealer", None)]
        )

    entered(game(look))
    assert seen == [(), False, None]


def test_what_only_another_prompt_has_may_be_asked_for_with_has() -> None:
    entered(
        game(
            lambda setting, entry, ask: (
                entry.given.has("bid"),
                entry.given.number("bid", None),
            )
        )
    )


@pytest.mark.parametrize(
    "read",
    [
        "cards",
        "card_groups",
        "card_by_seat",
        "cards_by_seat",
        "numbers_by_seat",
        "seats",
        "order",
        "flag",
    ],
)
def test_a_field_that_no_prompt_has_is_told_with_those_that_there_are(
    read: str,
) -> None:
    what = told(lambda setting, entry, ask: getattr(entry.given, read)("crds"))
    assert (
        what
        == "KeyError: there is no `crds` here, but `cards`; there are `cards`, `dealer`"
    )


def test_a_field_that_was_left_out_and_has_no_empty_value_is_told_as_such() -> None:
    what = told(lambda setting, entry, ask: entry.given.seat("dealer"))
    assert what == "KeyError: `dealer` was left out: ask `has` first, where it may be"


def test_a_question_that_there_is_not_is_told() -> None:
    there = "there is no question `trik`; there is `trick`"
    assert (
        told(lambda setting, entry, ask: ask("trik", plays={})) == f"KeyError: {there}"
    )
    with_answer = told(
        lambda setting, entry, ask: ask("trik", plays={}), with_answer=True
    )
    assert with_answer.startswith(f"KeyError: {there}; lay, answer (")
    entered(game(lambda setting, entry, ask: ask("own", n=1), with_answer=True))


def test_a_question_of_ones_own_that_fails_is_told_as_it_is() -> None:
    with pytest.raises(GameFaultError) as fault:
        entered(game(lambda setting, entry, ask: ask("melds"), with_answer=True))
    assert (fault.value.flaw.hook, fault.value.flaw.what) == (
        "answer",
        "KeyError: 'melds'",
    )


def test_the_values_of_a_question_are_held_to_its_fields() -> None:
    plays = {"Ana": FIFTY_TWO[0]}
    entered(game(lambda setting, entry, ask: ask("trick", plays=plays)))
    with pytest.raises(GameFaultError) as fault:
        entered(game(lambda setting, entry, ask: ask("trick", play=plays)))
    assert (
        fault.value.flaw.what
        == "KeyError: there is no field `play`, but `plays`; there are `plays`, `out`"
    )


def test_a_part_that_a_verdict_has_not_is_told() -> None:
    def read(_setting: Setting, _entry: Entry, ask: Ask) -> None:
        decided = ask("trick", plays={"Ana": FIFTY_TWO[0]}).decided
        assert decided.cards("cards") == ()
        assert not decided.has("second")
        assert decided.seat("second", None) is None
        decided.seats("winers")

    assert told(read) == (
        "KeyError: there is no `winers` here, but `winner`; there are `winner`, `cards`"
    )


def test_an_option_that_there_is_not_is_told() -> None:
    there = "but `target`; there are `target`, `note`"
    options = told(lambda setting, entry, ask: setting.options["taget"])
    assert options == f"KeyError: there is no option `taget`, {there}"
    assert (
        told(lambda setting, entry, ask: setting.chosen.seats("taget"))
        == f"KeyError: there is no `taget` here, {there}"
    )
    entered(
        game(
            lambda setting, entry, ask: (
                setting.chosen.has("note") or setting.options.get("note")
            )
        )
    )


@pytest.mark.parametrize(
    "does",
    [
        lambda rounds: rounds.with_scores({"Anna": 1}),
        lambda rounds: rounds.with_scores({}, winners=("Anna",)),
        lambda rounds: rounds.with_points({"Anna": 1}),
        lambda rounds: rounds.played_by(("Ben", "Anna")),
        lambda rounds: rank_seats(
            {"Ana": 1, "Ben": 2}, {"Ana": 1, "Ben": 2, "Anna": 3}
        ),
        lambda rounds: rank_seats(
            {"Ana": 1, "Ben": 2}, ranked_by={"Anna": say("by a card")}
        ),
    ],
    ids=["scores", "winners", "points", "players", "ranks", "ranked by"],
)
def test_a_seat_that_there_is_not_is_told(does: Callable[[object], object]) -> None:
    with pytest.raises(
        KeyError, match="there is no seat `Anna`, but `Ana`; there are `Ana`, `Ben`"
    ):
        does(begin_rounds(Setting(SEATS, "Ana"), last=3))


def test_a_misspelt_field_of_a_question_is_told_where_it_is_asked() -> None:
    what = told(lambda setting, entry, ask: ask("trick", playes={}))
    missing = "there is no field `playes`, but `plays`; there are `plays`, `out`"
    assert what == f"KeyError: {missing}"

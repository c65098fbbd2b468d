"""Whatever a game does wrong in a hook is found there and then, told with its place,
and breaks nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import count as count_from
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from referee import (
    FIFTY_FOUR,
    Accepted,
    Ask,
    Contest,
    Entry,
    Fact,
    Field,
    FieldError,
    Game,
    HouseRule,
    Preparation,
    Prompt,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    ShownCards,
    Standing,
    Step,
    Text,
    WrongFieldsError,
    Zone,
    card,
    say,
    say_count,
)
from referee.match.changes import Edit
from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.showing.score_sheet import timeline_of
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.plugin import answer_checks
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import PlayedMatch
from referee.time_limit import with_time_limit
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.values import Values
from tests.misfit import misfit
from tests.plugin.faulty_games import (
    BY_HAND,
    PLAYS,
    SEATS,
    WELL,
    Changing,
    Deep,
    FromNowhere,
    Moody,
    OfItsOwn,
    Other,
    Told,
    Unspeakable,
    Whimsical,
    begun,
    fault,
    game,
    nested,
    raising,
)
from tests.toy_games import highest_card

# What is raised


@pytest.mark.parametrize(
    "error",
    [
        KeyError("Ana"),
        SystemExit(3),
        GeneratorExit(),
        RecursionError("deep"),
        Unspeakable(),
        FromNowhere(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_a_hook_raises_is_a_fault_of_its_game(error: BaseException) -> None:
    rulebook = Rulebook(game(scene=raising(error)))
    report = fault(lambda: begun(rulebook))
    assert report.startswith("highest-card, scene (")
    assert f"faulty_games.py:{raising.__code__.co_firstlineno + 2}" in report
    assert type(error).__name__ in report


def test_ctrl_c_is_no_fault_of_a_game_unless_it_raised_that_itself() -> None:
    rulebook = Rulebook(game(scene=raising(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        begun(rulebook)
    # Ctrl-C never reaches the threads in which a daemon answers.
    report = fault(lambda: with_time_limit(lambda: begun(rulebook)))
    assert report.endswith("KeyboardInterrupt")


def test_what_fails_over_an_answer_is_told_where_the_hook_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def resolve_trick(given: Values) -> Ruling:
        return highest_card.resolve_trick(given)

    # `int` fails over it, in no step of the game's.
    monkeypatch.setattr(answer_checks, "check_ruling", int)
    rulebook = Rulebook(game(resolve_trick=resolve_trick))
    report = fault(lambda: rulebook.rule("trick", **PLAYS))
    assert (
        f"resolve_trick ({__file__}:{resolve_trick.__code__.co_firstlineno}): TypeError"
        in report
    )


def test_the_words_of_what_was_raised_are_told() -> None:
    rulebook = Rulebook(game(begin=raising(KeyError("Ana"))))
    assert fault(lambda: begun(rulebook)).endswith("KeyError: 'Ana'")


def test_a_sentence_about_a_key_is_told_as_it_is() -> None:
    def begin(setting: Setting) -> object:
        return setting.chosen.number("taget")

    rulebook = Rulebook(game(begin=begin))
    told = fault(lambda: begun(rulebook))
    assert told.endswith("KeyError: there is no `taget` here; there is `target`")


def test_a_hook_that_calls_itself_without_end_is_a_fault() -> None:
    def scene(state: object) -> object:
        return Deep().anything

    rulebook = Rulebook(game(scene=scene))
    assert "RecursionError" in fault(lambda: begun(rulebook))


def test_what_is_wrong_with_fields_may_be_raised_where_entries_and_questions_are_ruled_on() -> (
    None
):
    wrong = WrongFieldsError(FieldError("plays", say("Not so.")))
    rulebook = Rulebook(game(resolve_trick=raising(wrong)))
    with pytest.raises(WrongFieldsError, match="Not so"):
        rulebook.rule("trick", **PLAYS)
    unsaid = WrongFieldsError(FieldError("plays", say("{card} cannot be.", cards=())))
    assert "WrongFieldsError" in fault(
        lambda: Rulebook(game(resolve_trick=raising(unsaid))).rule("trick", **PLAYS)
    )
    assert "WrongFieldsError" in fault(lambda: began(scene=raising(wrong)))
    for error in (OfItsOwn(FieldError("plays", say("No."))), TooLate("No.")):
        assert type(error).__name__ in fault(
            lambda error=error: Rulebook(game(resolve_trick=raising(error))).rule(
                "trick"
            )
        )


class TooLate(Exception):
    """What it says is a word that cannot be said."""

    def __str__(self) -> str:
        return Whimsical("late")


def test_a_hook_that_is_missing_is_named() -> None:
    module = game()
    del module.begin
    rulebook = Rulebook(module)
    assert "begin (nowhere): it is missing" in fault(lambda: begun(rulebook))


# What is answered


def began(**hooks: Callable[..., object]) -> object:
    return begun(Rulebook(game(**hooks)))


def prompt(**more: Any) -> Prompt:
    return replace(Prompt("lay", SEATS, say("Lay")), **more)


def field(**more: Any) -> Field:
    return replace(Field("card", "card", say("Card")), **more)


TOSS = field(name="first", type="toss", among="card", optional=True)


@pytest.mark.parametrize(
    ("prompts", "said"),
    [
        (None, "what stands for the prompts is None, not a tuple"),
        (("lay",), "one of the prompts is a str"),
        (
            (prompt(seats=("Ana", "Zed")),),
            "among its seats is 'Zed', who does not sit here (in the prompt 'lay')",
        ),
        (
            (prompt(title=say("Lay {card}", cards=())),),
            "'Lay {card}', has no value for card",
        ),
        ((prompt(title=say("Lay {0}", n=1)),), "cannot be worded"),
        (
            (prompt(help=say("{what}", what=Other())),),
            "is an Other, which has no plain form",
        ),
        (
            (prompt(help=say_count("{n} card", "{n} cards", misfit("two"))),),
            "“n” in its help is a str",
        ),
        (
            (prompt(fields=(field(type="colour"),)),),
            "its type is 'colour', and there is no such type (in the field",
        ),
        ((prompt(fields=(field(), field())),), "two fields have one name"),
        (
            (prompt(fields=(field(choices=("2C",)),)),),
            "one of its choices is a str, not a Card",
        ),
        (
            (
                prompt(
                    fields=(field(type="toss", choices=("heads", "tails")),),
                    secret=True,
                ),
            ),
            "it is secret and has a toss",
        ),
        (
            (prompt(fields=(field(type="seat", choices=("Zed",)),)),),
            "'Zed', who does not sit here",
        ),
        (
            (prompt(fields=(field(type="card_by_seat", seats=("Zed",)),)),),
            "among its seats is 'Zed'",
        ),
        ((prompt(fields=(field(default=["1C"]),)),), "it cannot begin with ['1C']"),
        (
            (prompt(fields=(field(min=1.5),)),),
            "its min is a float, not an int (in the field 'card')",
        ),
        (
            (prompt(fields=(field(), TOSS)),),
            "a toss is among those of 'card', which is no order",
        ),
        ((prompt(again=True),), "it is asked again, which is the referee's to say"),
        (
            (prompt(), replace(prompt(), kind="stop")),
            "its kind is 'stop', by which the host ends any match",
        ),
        ((prompt(fields=(field(label=say("\ud83c")),)),), "its label cannot be worded"),
        (
            (prompt(fields=(field(own=True),)),),
            "its field 'card' is `own`, but no seat has a part of it",
        ),
        (
            (prompt(fields=(field(type="numbers_by_seat", own=True, total=9),)),),
            "its field 'card' is `own`, but no seat has a part of it",
        ),
        (
            (prompt(fields=(field(type="seats", own=True),)),),
            "what is `own` in it says for no seat that it is in",
        ),
    ],
)
def test_prompts_that_could_not_be_shown_or_answered_are_a_fault(
    prompts: object, said: str
) -> None:
    report = fault(lambda: began(prompts=lambda: prompts))
    assert report.startswith("highest-card, prompts (")
    assert said in report


STANDINGS = (Standing("Ana", 0, 1), Standing("Ben", 0, 1))
SCENE = Scene("lay", 1, ("Ana",), STANDINGS)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (None, "the scene is None, not a Scene"),
        (replace(SCENE, standings=()), "the standings are those of nobody"),
        (
            replace(SCENE, zones=(Zone("melds", None, 1, (), rows=((card("2C"),),)),)),
            "its rows hold other cards than it does",
        ),
        (replace(SCENE, sides=(("Ana",),)), "not every seat is in one of them, once"),
        (
            replace(SCENE, sides=(("Ana", "Ben"), ())),
            "not every seat is in one of them, once",
        ),
        (
            replace(SCENE, standings=(*STANDINGS, Standing("Zed", 0, 1))),
            "the standings are those of Ana, Ben, Zed",
        ),
        (
            replace(SCENE, standings=(STANDINGS[0], Standing("Ben", 1.25, 1))),
            (
                "its score is 1.25, which is neither a whole number nor one with a "
                "half "
                "(in the standing 'Ben')"
            ),
        ),
        (replace(SCENE, to_act=("Zed",)), "among those to act is 'Zed'"),
        (replace(SCENE, to_act="Ana"), "what stands for its to_act is a str"),
        (replace(SCENE, winners=("Zed",)), "among the winners and the dealer is 'Zed'"),
        (
            replace(SCENE, facts=(Fact(say("Contract"), say("four"), "Zed"),)),
            "whom a fact is about is 'Zed'",
        ),
        (
            replace(SCENE, steps=(Step((), say("{seat} plays", seats=SEATS)),)),
            "has no value for seat",
        ),
        (
            replace(SCENE, steps=(Step(("Zed",), say("Play.")),)),
            "among those whom a step names is 'Zed'",
        ),
        (replace(SCENE, steps=say("Play.")), "what stands for its steps is a Text"),
        (
            replace(SCENE, zones=(Zone("pile", "Zed", 1),)),
            "who own or see the zone 'pile' is 'Zed'",
        ),
        (replace(SCENE, zones=(Zone("pile", None, -1),)), "its count is -1"),
        (replace(SCENE, zones=(Zone("pile", None, 1, (BY_HAND,)),)), "made by hand"),
        (
            replace(SCENE, zones=(Zone("pile", None, 1, (), ("Zed",)),)),
            "who own or see the zone 'pile' is 'Zed'",
        ),
    ],
)
def test_a_scene_that_could_not_be_shown_is_a_fault(scene: object, said: str) -> None:
    report = fault(lambda: began(scene=lambda: scene))
    assert report.startswith("highest-card, scene (")
    assert said in report


def test_a_state_is_never_none() -> None:
    assert "begin" in fault(lambda: began(begin=lambda: None))


def ruling(**more: Any) -> Ruling:
    return replace(Ruling({"winner": "Ana"}, say("Ana wins."), WELL), **more)


NESTED: list[object] = []
NESTED.append(NESTED)

POINTS = (ReckoningColumn(say("Points")),)

UNSOUND: list[tuple[object, str]] = [
    (None, "the ruling is None"),
    (ruling(origin="Ana"), "its origin is a str, not an Origin"),
    (
        ruling(verdict={"winner": Other()}),
        "a value in its verdict is an Other, which has no plain form",
    ),
    (
        ruling(verdict={"winner": float("nan")}),
        "is nan, which is no number that can be shown",
    ),
    (ruling(verdict={"n": 10**400}), "is 1000"),
    (ruling(verdict={1: "Ana"}), "a name in its verdict is an int"),
    (ruling(summary=say("{card}", card=BY_HAND)), "made by hand"),
    (ruling(verdict={"all": NESTED}), "more than 12 values stand within each other"),
    (
        ruling(verdict={"winner": Whimsical("Ana")}),
        "a value in its verdict is a Whimsical",
    ),
    (
        ruling(verdict={"all": Changing(("Ana",))}),
        "a value in its verdict is a Changing",
    ),
    (Moody({}, say("So."), WELL), "the ruling is a Moody, not a Ruling"),
    (ruling(summary=Told("So.")), "its summary is a Told, not a Text"),
    (ruling(summary=Text(Whimsical("So."))), "its summary is a Whimsical, not a str"),
    (ruling(summary=nested(100)), "more than 12 values stand within each other"),
    (
        ruling(summary=say("{seat} wins with the {card}.", seat="Ana")),
        "has no value for card",
    ),
    (
        ruling(because=(Reason("highest-card#gone", "rules", say("So.")),)),
        "'highest-card#gone', and there is no such",
    ),
    (
        ruling(because=(Reason("highest-card#trick", misfit("hearsay"), say("So.")),)),
        "its basis is 'hearsay', which is none of rules, reading, house-rule",
    ),
    (
        ruling(because=(Reason("highest-card#trick", "rules", say("{a}", b=1)),)),
        "(in the reason",
    ),
    (
        ruling(shown=(ShownCards("Ana", misfit(("2C",))),)),
        "one of its cards is a str, not a Card (in the shown cards 'Ana')",
    ),
    (ruling(rare=say("")), "a ruling's `rare` is empty"),
    (
        ruling(contest=Contest("Ana", "Ben", -1, say("by one"))),
        "its margin is -1, which is not from 0",
    ),
    (
        ruling(reckoning=Reckoning(POINTS, (ReckonedSeat("Ana", (1, 2)),))),
        "'Ana' has 2 cells in a reckoning of 1",
    ),
    (
        ruling(reckoning=Reckoning(POINTS, (ReckonedSeat("Ana", misfit(("1",))),))),
        "one of its cells is a str",
    ),
]


@pytest.mark.parametrize(("answered", "said"), UNSOUND)
def test_a_ruling_that_could_not_be_shown_is_a_fault_wherever_it_is_made(
    answered: object, said: str
) -> None:
    assert said in fault(
        lambda: Rulebook(game(resolve_trick=lambda: answered)).rule("trick", **PLAYS)
    )
    for outcome in (Accepted(Other(), misfit((answered,))), Refused(misfit(answered))):
        rulebook = Rulebook(game(accept=lambda outcome=outcome: outcome))
        assert fault(lambda rulebook=rulebook: accepted(rulebook)).startswith(
            "highest-card, accept ("
        )
    for hook, outcome in (
        ("clashes", (answered,)),
        ("reveal", Accepted(Other(), misfit((answered,)))),
    ):
        rulebook = Rulebook(game(**{hook: lambda outcome=outcome: outcome}))
        assert fault(
            lambda rulebook=rulebook, hook=hook: getattr(rulebook, hook)(
                Other(), (LAID,)
            )
        ).startswith(f"highest-card, {hook} (")


@pytest.mark.parametrize("hook", ["clashes", "reveal"])
@pytest.mark.parametrize("outcome", [None, "no", Refused(ruling()), Accepted(None)])
def test_what_was_sealed_clashes_or_goes_on_and_nothing_else(
    hook: str, outcome: object
) -> None:
    rulebook = Rulebook(game(**{hook: lambda: outcome}))
    assert f"highest-card, {hook}" in fault(
        lambda: getattr(rulebook, hook)(Other(), (LAID,))
    )


def test_what_is_wrong_with_fields_is_said_before_they_are_sealed_and_not_at_the_reveal() -> (
    None
):
    wrong = WrongFieldsError(FieldError("card", say("No.")))
    for hook in ("clashes", "reveal"):
        rulebook = Rulebook(game(**{hook: raising(wrong)}))
        assert "WrongFieldsError" in fault(
            lambda rulebook=rulebook, hook=hook: getattr(rulebook, hook)(Other(), ())
        )


def test_a_game_with_nothing_against_any_entry_may_say_nothing_of_it() -> None:
    silent = ModuleType("silent")
    vars(silent).update(
        {name: value for name, value in vars(highest_card).items() if name != "clashes"}
    )
    assert Rulebook(silent).clashes(Other(), (LAID,)) == ()


LAID = Entry("lay", "Ana", Values({"card": card("KH")}))


def accepted(rulebook: Rulebook) -> object:
    return rulebook.accept(begun(rulebook), LAID)


@pytest.mark.parametrize(
    "outcome", [None, (), Accepted(None), Accepted(Other(), misfit(None)), "no"]
)
def test_an_entry_is_taken_or_refused_and_nothing_else(outcome: object) -> None:
    assert "highest-card, accept" in fault(
        lambda: accepted(Rulebook(game(accept=lambda: outcome)))
    )


HOST = Viewer(None, True, True)


@dataclass
class Laying:
    """A game of which a state is the cards laid. It cannot show one after the card
    `unseen`, nor ask after `mute`.
    """

    unseen: str = ""
    mute: str = ""

    def match(self, *cards: str) -> Match:
        """A match in which these were laid."""

        def accept(state: tuple[str, ...], entry: Entry) -> Accepted:
            return Accepted((*state, entry.given.card("card").code))

        def scene(state: tuple[str, ...]) -> Scene:
            return replace(
                SCENE, standings=() if state[-1:] == (self.unseen,) else STANDINGS
            )

        def prompts(state: tuple[str, ...]) -> tuple[Prompt, ...]:
            twice = state[-1:] == (self.mute,)
            return (prompt(fields=(field(), field()) if twice else (field(),)),)

        rulebook = Rulebook(
            game(begin=lambda: (), accept=accept, scene=scene, prompts=prompts)
        )
        return Match.from_records(
            rulebook,
            rulebook.read_setting(SEATS, None, {}),
            list(map(laid, count_from(1), cards)),
        )


def laid(seq: int, card: str) -> Record:
    """The line of the log in which a card is laid."""
    return record_of(laying(seq, card))


def laying(seq: int, card: str) -> LogEntry:
    return LogEntry(seq, f"card {seq}", "lay", None, {"card": card}, None, True, 0.0)


def enter(match: Match, card: str) -> object:
    """Lay one more card."""
    return match.history.take_new(match.history.position, laying(match.seq + 1, card))


def test_an_entry_after_which_nothing_could_be_shown_or_asked_is_found_before_it_is_kept() -> (
    None
):
    match = Laying(unseen="AS", mute="AH").match("2C")
    assert "standings" in fault(lambda: enter(match, "AS"))
    assert "two fields have one name" in fault(lambda: enter(match, "AH"))
    assert enter(match, "3C")


def test_no_correction_is_kept_between_whose_entries_nothing_could_be_shown_or_asked() -> (
    None
):
    for laying in (Laying(unseen="AS"), Laying(mute="AS")):
        match = laying.match("2C", "3C")
        changes = [Edit(1, {"card": "AS"})]
        fault(
            lambda match=match, changes=changes: try_correction(
                RecordHead(match, HOST, "that", 0.0), changes
            )
        )


def test_nothing_is_made_again_between_whose_entries_nothing_could_be_shown() -> None:
    laying = Laying()
    match = laying.match("2C", "3C")
    PlayedMatch(match).revise(
        try_correction(RecordHead(match, HOST, "that", 0.0), [Edit(1, {"card": "AS"})])
    )
    PlayedMatch(match).revise(try_undo(RecordHead(match, HOST, "back", 0.0), "that"))
    laying.unseen = "AS"
    fault(lambda: try_undo(RecordHead(match, HOST, "again", 0.0), "that", redo=True))
    laying.unseen = "2C"
    match = laying.match("4C", "3C")
    fault(
        lambda: try_correction(
            RecordHead(match, HOST, "other", 0.0), [Edit(1, {"card": "2C"})]
        )
    )


@pytest.mark.parametrize("unseen", [1, 2])
def test_no_overrule_is_kept_after_which_nothing_could_be_shown(unseen: int) -> None:
    """Neither where the ruling stood, nor after what was entered since."""

    def accept(state: tuple[object, ...], entry: Entry, ask: Ask) -> Accepted:
        ruling = ask(Ruling({"value": 1}, say("one"), ()))
        return Accepted((*state, ruling.verdict["value"]), (ruling,))

    def scene(state: tuple[object, ...]) -> Scene:
        return replace(
            SCENE, standings=() if len(state) == unseen and state[0] == 5 else STANDINGS
        )

    asked = (prompt(fields=(field(),)),)
    rulebook = Rulebook(
        game(begin=lambda: (), accept=accept, scene=scene, prompts=lambda: asked)
    )
    table = PlayedMatch(Match.begin(rulebook, rulebook.read_setting(SEATS, None, {})))
    table.enter("lay", card="2C")
    table.enter("lay", card="3C")
    dispute = table.dispute_ruling(1)
    before = table.copied()
    with pytest.raises(WrongFieldsError, match="can’t go on from this verdict"):
        table.settle(dispute, "overruled", verdict={"value": 5})
    assert table == before
    table.settle(dispute, "overruled", verdict={"value": 4})
    assert table.rulings_on(1)[0].verdict == {"value": 4}


def test_of_a_log_that_is_there_all_prompts_are_checked_and_scenes_that_are_shown() -> (
    None
):
    match = Laying(unseen="2C").match("2C", "3C")
    assert match.history.scene.standings == STANDINGS
    assert "standings" in fault(lambda: timeline_of(match.history))
    assert "standings" in fault(
        lambda: Laying(unseen="3C").match("2C", "3C").history.scene
    )
    for mute in ("2C", "3C"):
        assert "two fields" in fault(
            lambda mute=mute: Laying(mute=mute).match("2C", "3C")
        )


UNFIT_TO_FOLD = {
    "no prompts": None,
    "of a kind of its own": (
        replace(prompt(fields=(field(),)), kind=Whimsical("lay")),
    ),
    "without fields": (replace(prompt(), fields=misfit(None)),),
    "of a field of no type": (prompt(fields=(field(type="riddle"),)),),
    "of another kind": (prompt(kind="other", fields=(field(), field())),),
    "secret": (prompt(secret=True, fields=(field(), field())),),
}


@pytest.mark.parametrize("asked", UNFIT_TO_FOLD.values(), ids=UNFIT_TO_FOLD)
def test_a_log_cannot_be_folded_by_what_a_changed_game_asks_wrongly_in_the_middle_of_it(
    asked: object,
) -> None:
    def accept(state: tuple[str, ...], entry: Entry) -> Accepted:
        return Accepted((*state, entry.given.card("card").code))

    well = (prompt(fields=(field(),)),)
    rulebook = Rulebook(
        game(
            begin=lambda: (),
            accept=accept,
            scene=lambda: SCENE,
            prompts=lambda state: asked if state == ("2C",) else well,
        )
    )
    match = Match.begin(rulebook, rulebook.read_setting(SEATS, None, {}))
    assert ", prompts (" in fault(
        lambda: match.fold(map(laid, (1, 2, 3), ("2C", "3C", "4C")))
    )


def test_a_ruling_says_what_it_said_when_it_was_made() -> None:
    winners = ["Ana"]
    tally = {"Ana": 1}
    cards = [card("KH")]
    verdict: dict[str, object] = {"winners": winners, "tally": tally}
    told = say(
        "{winners} with {card}", winners=winners, card=say("{cards}", cards=cards)
    )
    because = (replace(WELL[0], text=told),)
    reckoning = Reckoning(
        (ReckoningColumn(told),), (ReckonedSeat("Ana", (told,), check=told),)
    )
    whole = Ruling(
        verdict,
        told,
        because,
        (ShownCards("Ana", (), name=told),),
        told,
        reckoning,
        Contest("Ana", None, 1, told),
    )
    made = Rulebook(game(resolve_trick=lambda: whole)).rule("trick", **PLAYS)
    before = jsonable(made)
    assert (before["verdict"], before["summary"]) == (
        {"winners": ["Ana"], "tally": {"Ana": 1}},
        "Ana with the king of hearts",
    )
    for kept in (winners, tally, cards, verdict):
        kept.clear()
    assert jsonable(replace(made)) == before


def test_a_number_is_written_as_a_number_whatever_a_template_asks_for() -> None:
    for spec in ("c", "99999999999", "e"):
        assert str(say(f"{{n:{spec}}}", n=0xD800)) == "55296"
    assert str(say("{n:,} and {m:.1f}", n=1_000, m=0.25)) == "1,000 and 0.2"


def test_a_ruling_that_comes_back_is_the_one_that_was_given() -> None:
    made = Rulebook(highest_card).rule("trick", **PLAYS)
    again = Rulebook(highest_card).rule(made)
    assert (again, again.shown, again.origin) == (made, made.shown, made.origin)


# What a game says of itself

DESCRIBED = Game(
    id="highest-card",
    title="Highest Card",
    players=(2,),
    summary="The highest wins.",
    source="Made up",
)


@pytest.mark.parametrize(
    ("hook", "answered", "said"),
    [
        (
            "describe_game",
            replace(DESCRIBED, players=()),
            "its players are (), and somebody has to",
        ),
        (
            "describe_game",
            replace(DESCRIBED, players=(2, 51)),
            "a table has at most 50 seats",
        ),
        (
            "describe_game",
            replace(DESCRIBED, options=(field(type="number", default="many"),)),
            "it cannot begin with",
        ),
        (
            "describe_game",
            replace(DESCRIBED, options=(Field("jokers", "flag", say("With jokers")),)),
            "its option 'jokers' is not `JOKER_WORDING`",
        ),
        ("rule_sections", None, "what stands for the sections is None"),
        (
            "rule_sections",
            (Section("trick", "T", "T", misfit("rumour")),),
            "its basis is 'rumour', which is none of",
        ),
        (
            "questions",
            (Question("trick", say("?"), (field(type="colour"),)),),
            "(in the question 'trick')",
        ),
        (
            "questions",
            (Question("irregularity", say("?"), ()),),
            "its question 'irregularity' is the referee's",
        ),
        (
            "questions",
            (Question("trick", say("?"), (), hook=misfit("scene")),),
            "its hook is 'scene', which is none of",
        ),
    ],
)
def test_what_a_game_says_of_itself_is_looked_at_too(
    hook: str, answered: object, said: str
) -> None:
    with pytest.raises(GameFaultError) as failed:
        Rulebook(game(**{hook: lambda: answered}))
    assert hook in failed.value.report
    assert said in failed.value.report


def test_a_game_has_the_hooks_that_its_questions_name() -> None:
    asked = Question("round", say("?"), (), hook="score_round")
    assert "score_round (nowhere): it is missing" in fault(
        lambda: Rulebook(game(questions=lambda: (asked,)))
    )


def test_a_step_of_setting_up_names_a_section_that_there_is() -> None:
    rulebook = Rulebook(
        game(
            prepare_table=lambda: (Preparation(say("Cards"), say("Shuffle."), "gone"),)
        )
    )
    assert "'gone', and there is no such section" in fault(
        lambda: rulebook.prepare_table(rulebook.read_setting(SEATS, None, {}))
    )


FIELD = Field("card", "card", say("Card"))
PROMPT = Prompt("lay", SEATS, say("Lay"), fields=(FIELD,))
PILE = Zone("pile", None, 0, (), ())
SHOWN = ShownCards(None, ())
STEP = Preparation(say("Cards"), say("Shuffle."))
QUESTION = Question("trick", say("?"), (FIELD,))
SECTION = Section("trick", "Trick", "Text")
OPTION = Field("target", "number", say("Target"), default=1)
RULES = frozenset({"highest-card#trick"})

LOOKED_AT: list[tuple[Any, Callable[[Any], object]]] = [
    (FIELD, lambda fields: answer_checks.check_fields(fields, FIFTY_FOUR)),
    (PROMPT, lambda asked: answer_checks.check_prompts(asked, None, FIFTY_FOUR)),
    (PILE, lambda zone: answer_checks.check_scene(replace(SCENE, zones=zone))),
    (
        STANDINGS[0],
        lambda first: answer_checks.check_scene(
            replace(SCENE, standings=(*first, STANDINGS[1]))
        ),
    ),
    (SHOWN, lambda shown: answer_checks.check_ruling(ruling(shown=shown), RULES)),
    (STEP, lambda steps: answer_checks.check_steps(steps, {"trick"})),
    (QUESTION, lambda found: answer_checks.check_questions(found, FIFTY_FOUR)),
    (SECTION, lambda found: answer_checks.check_each(Section, found, "the sections")),
    (
        WELL[0],
        lambda because: answer_checks.check_ruling(ruling(because=because), RULES),
    ),
    (
        say("{a}", a=1),
        lambda said: answer_checks.check_ruling(ruling(summary=said[0]), RULES),
    ),
    (
        HouseRule("low", "highest-card", "Low", "The lowest."),
        lambda rules: answer_checks.check_each(HouseRule, rules, "the house rules"),
    ),
    (
        replace(DESCRIBED, options=(OPTION,)),
        lambda games: answer_checks.check_game(games[0]),
    ),
    (SCENE, lambda scenes: answer_checks.check_scene(scenes[0])),
    (
        ruling(),
        lambda rulings: Rulebook(game(resolve_trick=lambda: rulings[0])).rule(
            "trick", **PLAYS
        ),
    ),
]


def test_a_verdict_stays_as_it_was_whatever_its_game_does_behind_a_proxy() -> None:
    verdict: dict[str, object] = {"winner": "Ana", "seats": ["Ana"]}
    checked = answer_checks.check_ruling(
        ruling(verdict=MappingProxyType(verdict)), RULES
    )
    verdict["winner"] = "Ben"
    assert checked.verdict == {"winner": "Ana", "seats": ["Ana"]}


def test_what_nobody_can_change_is_taken_as_it_is() -> None:
    ruled = ruling(shown=(SHOWN,), summary=say("{seats} win.", seats=("Ana", "Ben")))
    checked = answer_checks.check_ruling(ruled, RULES)
    assert checked.because is ruled.because
    assert checked.shown is ruled.shown
    assert checked.summary is ruled.summary


@pytest.mark.parametrize(
    ("sound", "look"), LOOKED_AT, ids=lambda one: type(one).__name__
)
def test_no_part_of_what_is_answered_is_left_unseen(
    sound: Any, look: Callable[[Any], object]
) -> None:
    look((sound,))
    for part in fields(sound):
        with pytest.raises(Exception):  # whatever it is, it is a fault  # noqa: B017
            look((replace(sound, **{part.name: Other()}),))
            pytest.fail(f"{type(sound).__name__}.{part.name} may be anything")

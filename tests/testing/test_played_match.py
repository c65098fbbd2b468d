"""A match as a test plays it: seen by each seat, put right, overruled, and asked
without being played.
"""

from types import ModuleType

import pytest

from referee import (
    Field,
    Prompt,
    Reason,
    Ruling,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
)
from referee.plugin.game_faults import GameFaultError
from referee.testing import (
    PlayedMatch,
    UnfitEntriesError,
    UnknownQuestionError,
    ask,
    read_cards,
)
from referee.testing.checks.game_under_check import CheckedGame
from tests.toy_games import heads_or_tails, highest_card


def trick(match: PlayedMatch, ana: str, ben: str) -> int:
    """Both lay a card: the number of Ben's entry, on which the trick is ruled."""
    match.enter("lay", "Ana", card=ana)
    return match.enter("lay", "Ben", card=ben).entry.seq


@pytest.fixture
def match() -> PlayedMatch:
    return PlayedMatch.begun(highest_card, "Ana Ben", target=2)


def test_a_match_that_could_not_be_shown_does_not_begin() -> None:
    game = ModuleType("a_game_for_somebody_else")
    vars(game).update(
        vars(highest_card),
        prompts=hookimpl(lambda state: (Prompt("lay", ("Zed",), say("Lay a card")),)),
    )
    with pytest.raises(GameFaultError, match="Zed"):
        PlayedMatch.begun(game, "Ana Ben", target=2)


def test_what_is_sealed_is_seen_by_its_seat_alone(match: PlayedMatch) -> None:
    other = match.copied()
    match.enter("lay", "Ana", card="9S")
    other.enter("lay", "Ana", card="2C")
    for seat in ("Ben", None):
        assert (match.look(seat), match.log(seat)) == (
            other.look(seat),
            other.log(seat),
        )
    assert [line["data"] for line in match.log("Ana")] == [{"card": "9S"}]
    assert match.look("Ben")["to_act"] == ["Ben"]
    assert [prompt["kind"] for prompt in match.look("Ana")["prompts"]] == [
        "lay",
        "gather",
    ]


def test_who_has_no_seat_and_what_is_no_zone_is_told_with_what_there_is(
    match: PlayedMatch,
) -> None:
    with pytest.raises(LookupError, match=r"'Zed' has no seat: \('Ana', 'Ben'\)"):
        match.look("Zed")
    with pytest.raises(LookupError, match=r"no zone \('won', 'Ana'\), but \[\('"):
        match.zone("won", "Ana")


def test_a_field_by_seat_takes_a_word_for_each_seat() -> None:
    match = PlayedMatch.begun("score-pad", "Ana Ben Cy")
    match.enter("round", points="5 -2 12")
    assert match.scores == {"Ana": 5, "Ben": -2, "Cy": 12}
    with pytest.raises(WrongFieldsError):
        match.enter("round", points="5 12")


def test_whoever_refuses_an_entry_its_sentence_is_told(match: PlayedMatch) -> None:
    match.enter("lay", "Ana", card="9S")
    assert match.refusal("lie", "Ben") == (
        "“lie” can’t be entered now. You can enter: lay and gather."
    )
    assert match.refusal("lay", "Ben", card="1S").startswith("card: ")
    assert match.refusal("lay", "Ben", by="Ana", card="2S")
    with pytest.raises(AssertionError, match="it was taken, and ruled: "):
        match.refusal("lay", "Ben", card="2S")


def test_a_random_match_is_one_to_go_on_from() -> None:
    game = CheckedGame(highest_card, entries=20)
    random = max(game.matches, key=lambda each: each.entries_taken)
    match = PlayedMatch.played_at_random(random)
    assert match.match.seq == random.entries_taken
    assert match.scene == random.scenes[-1]
    assert len(match.all_rulings) == sum(
        len(step.rulings) for step in match.history.steps
    )
    match.strike(1, drop_unfit=True)
    assert match.match.seq > random.entries_taken


def test_an_entry_is_put_right_or_struck_and_the_match_ruled_again(
    match: PlayedMatch,
) -> None:
    first = trick(match, "9S", "8S")
    assert match.scores == {"Ana": 1, "Ben": 0}
    match.correct(first, card="TS")
    assert match.scores == {"Ana": 0, "Ben": 1}
    assert match.rulings_on(first)[0].verdict["winner"] == "Ben"
    match.strike(first)
    assert (match.scores, match.scene.to_act) == ({"Ana": 0, "Ben": 0}, ("Ben",))
    with pytest.raises(LookupError, match=r"no entry 2 stands, but \[1\]"):
        match.rulings_on(first)


def test_a_later_entry_that_no_longer_fits_is_struck_only_where_that_is_said(
    match: PlayedMatch,
) -> None:
    first = trick(match, "9S", "8S")
    second = trick(match, "7S", "6S")
    assert match.scene.finished is True
    with pytest.raises(
        UnfitEntriesError,
        match=r"Entry 3 would no longer fit.* Entry 3: The seven of spades was "
        r"played",
    ):
        match.correct(first, card="7S")
    assert match.scene.finished is True
    match.correct(first, card="7S", drop_unfit=True)
    assert [step.entry.seq for step in match.history.steps] == [1, first, second]
    assert match.scores == {"Ana": 1, "Ben": 0}


def test_the_table_decides_otherwise(match: PlayedMatch) -> None:
    line = match.overrule(trick(match, "9S", "8S"), {"winner": "Ben"})
    assert line.in_force
    assert match.disputes == (line,)
    assert match.scores == {"Ana": 0, "Ben": 1}


def test_a_verdict_that_the_game_cannot_go_on_from_changes_nothing(
    match: PlayedMatch,
) -> None:
    played = trick(match, "9S", "8S")
    before = match.copied()
    with pytest.raises(WrongFieldsError):
        match.overrule(played, {"winner": "Di"})
    assert match == before


def test_the_table_makes_an_entry_that_the_rules_refuse() -> None:
    match = PlayedMatch.begun(heads_or_tails, "Ana Ben")
    match.enter("coin", winner="Ana")
    assert match.refuses("take", "Ben").verdict == {"legal": False}
    assert match.let_pass("take", "Ben").in_force
    assert [step.entry.kind for step in match.history.steps] == ["coin", "take"]
    assert match.prompt("coin")
    match.enter("coin", winner="Ana")
    before = match.copied()
    with pytest.raises(AssertionError, match="the rules let this pass"):
        match.let_pass("take", "Ana")
    assert match == before


def test_a_toss_that_is_left_out_is_drawn() -> None:
    taken = PlayedMatch.begun(heads_or_tails, "Ana Ben").enter("coin")
    assert (
        taken.rulings[0].verdict["winner"]
        == taken.entry.data["winner"]
        == taken.entry.tosses[0].outcome
    )


def test_sentences_call_the_jokers_as_the_table_does() -> None:
    told = say("{cards}", cards=read_cards("XR XB"))
    assert (
        PlayedMatch.begun("faj", "Ana Ben").said(told)
        == "the red joker and the black joker"
    )
    assert (
        PlayedMatch.begun("faj", "Ana Ben", jokers="colour-grey").said(told)
        == "the grey joker and the colour joker"
    )


def test_what_a_test_puts_in_the_place_of_a_hook_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plays = {"Ana": "9H", "Ben": "2S"}
    assert ask(highest_card, "trick", plays=plays).verdict["winner"] == "Ana"

    @hookimpl
    def resolve_trick(given: Values) -> Ruling:
        return Ruling(
            {"winner": "Ben"},
            say("Ben wins"),
            (Reason("highest-card#trick", "rules", say("So.")),),
        )

    monkeypatch.setattr(highest_card, "resolve_trick", resolve_trick)
    assert ask(highest_card, "trick", plays=plays).verdict["winner"] == "Ben"


def test_a_question_is_asked_without_a_match() -> None:
    assert (
        ask(highest_card, "trick", plays={"Ana": "9s", "Ben": "8s"}).verdict["winner"]
        == "Ana"
    )
    assert (
        ask("faj", "hand", house_rules=["suit-order-jacks"], cards="2C 2D").verdict[
            "category"
        ]
        == "pair"
    )
    with pytest.raises(UnknownQuestionError):
        ask(highest_card, "no such question")
    with pytest.raises(LookupError, match="by their ids, or give the modules"):
        ask(highest_card, "trick", house_rules=["suit-order-jacks"])


def test_a_text_gives_each_seat_its_cards_or_the_refusal_shows_how(
    match: PlayedMatch,
) -> None:
    hands = Field("hands", "cards_by_seat", say("Hands"))
    game = ModuleType("a_game_of_hands")
    vars(game).update(
        vars(highest_card),
        prompts=hookimpl(
            lambda state: (Prompt("lay", ("Ana",), say("Lay"), fields=(hands,)),)
        ),
    )
    match = PlayedMatch.begun(game, "Ana Ben", target=2)
    typed = match.draft_entry("lay", "Ana", "Ana", {"hands": "9h kc / 10h"})
    assert typed.data == {"hands": {"Ana": "9h kc ", "Ben": " 10h"}}
    assert 'as {"Ana": "9h kc"}' in match.refusal("lay", "Ana", hands="9h kc")

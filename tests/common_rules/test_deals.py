"""A match of tricks, deal by deal."""

from dataclasses import replace
from types import ModuleType

import pytest

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Deals,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Ruling,
    Scene,
    Section,
    Setting,
    Values,
    WrongFieldsError,
    begin_deals,
    hookimpl,
    rule_trick,
    say,
    sections_of,
    trick_question,
)
from referee.testing import PlayedMatch

SETTING = Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
RULES = sections_of(
    "short-whist",
    Section("trick", "The trick", "The highest card of the suit led wins."),
)


@hookimpl
def describe_game() -> Game:
    return Game(
        id="short-whist",
        title="Short Whist",
        players=(4,),
        summary="Tricks.",
        source="Made up",
        deck=FIFTY_TWO,
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    return (trick_question(FIFTY_TWO),)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    return rule_trick(given.card_by_seat("plays"), RULES.cite, "trick")


@hookimpl
def begin(setting: Setting) -> Deals:
    return begin_deals(setting, FIFTY_TWO, hand=2, last=2)


@hookimpl
def prompts(state: Deals) -> tuple[Prompt, ...]:
    return state.prompts()


@hookimpl
def accept(state: Deals, entry: Entry, ask: Ask) -> Accepted:
    plays = state.deal.in_order(entry.given.card_by_seat("plays"))
    trick = ask("trick", plays=plays)
    return Accepted(
        state.with_deal(state.deal.with_trick(plays, trick.decided.seat("winner"))),
        (trick,),
    )


@hookimpl
def scene(state: Deals) -> Scene:
    return state.scene()


GAME = ModuleType("tests.short_whist")
"""A game of nothing but tricks, with the hooks of this file."""
vars(GAME).update(
    {
        hook.__name__: hook
        for hook in (describe_game, questions, resolve_trick, begin, prompts)
    }
)
vars(GAME).update(rule_sections=RULES.hook, accept=accept, scene=scene)


def test_whoever_sits_out_a_deal_is_not_to_act_in_it_and_plays_the_next() -> None:
    deals = begin_deals(SETTING, FIFTY_TWO, hand=5, last=4)
    assert deals.scene().to_act == SETTING.seats
    alone = deals.with_deal(replace(deals.deal, seats=("Ana", "Ben", "Dee")))
    assert alone.scene().to_act == alone.prompts()[0].seats == ("Ana", "Ben", "Dee")
    assert alone.scored({"Ana": 4}).scene().to_act == SETTING.seats


def test_once_somebody_has_won_nobody_is_to_act() -> None:
    over = begin_deals(SETTING, FIFTY_TWO, last=1).scored({"Ana": 4})
    assert (over.scene().finished, over.scene().to_act, over.prompts()) == (
        True,
        (),
        (),
    )


def test_a_hand_keeps_its_size_until_another_is_named() -> None:
    deals = begin_deals(SETTING, FIFTY_TWO, hand=7, last=9).scored({})
    assert deals.deal.hand == 7
    deals = deals.scored({}, hand=6)
    assert (deals.deal.hand, deals.scored({}).deal.hand) == (6, 6)


@pytest.fixture
def alone() -> PlayedMatch:
    """Ana plays the deal alone: Cy, her partner, sits it out."""
    match = PlayedMatch.begun(GAME, SETTING.seats, dealer="Dee")
    match.put(
        match.state.with_deal(replace(match.state.deal, seats=("Ana", "Ben", "Dee")))
    )
    return match


def test_a_trick_of_a_deal_is_of_those_who_play_it(alone: PlayedMatch) -> None:
    with pytest.raises(WrongFieldsError, match="This is for Ana, Ben and Dee only"):
        alone.enter("trick", plays={"Ana": "9H", "Ben": "TH", "Cy": "JH", "Dee": "KH"})
    alone.enter("trick", plays={"Ana": "9H", "Ben": "TH", "Dee": "KH"})
    assert alone.state.deal.leader == "Dee"


def test_a_game_of_one_depth_offers_no_other() -> None:
    deals = begin_deals(SETTING, FIFTY_TWO, hand=5, last=4)
    assert [prompt.kind for prompt in deals.asides()] == ["misdeal"]


def test_a_game_may_leave_claims_out() -> None:
    setting = replace(SETTING, options={"depth": "tricks"})
    deals = begin_deals(setting, FIFTY_TWO, hand=5, last=4)
    whole = (Field("tricks", "number", say("Tricks")),)
    kinds = [prompt.kind for prompt in deals.prompts(whole, claims=False)]
    assert kinds == ["trick", "misdeal", "depth"]

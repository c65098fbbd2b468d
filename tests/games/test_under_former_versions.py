"""What was entered before a game refused it, or counted otherwise, stays as it was."""

from collections.abc import Callable
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch
from tests.games.holdem.test_missed_blinds import (
    play_hand,
    play_until_asked,
    with_cy_back,
)
from tests.games.skat.playing import match as skat, named

Play = Callable[..., PlayedMatch]

FOUR = "Ana Ben Cy Dee"
FORMER = ["1", "2"]


def test_four_at_a_whist_drive_changed_who_plays(play: Play) -> None:
    drive = play("score-pad", FOUR, preset="whist", rounds=2)
    assert "players" not in drive.kinds
    before = drive.under("1")
    before.enter("players", playing=["Ana", "Ben"])
    before.enter("round", tricks={"Ana": 8, "Ben": 5})
    assert before.scores == {"Ana": 8, "Ben": 5, "Cy": 0, "Dee": 0}


@pytest.mark.parametrize("version", FORMER)
def test_whoever_broke_a_rule_at_oh_hell_lost_nothing(play: Play, version: str) -> None:
    now = play("oh-hell", FOUR, scoring="square", course="down", highest=3)
    for match, lost in ((now, -4), (now.under(version), 0)):
        match.enter("bids", bids={"Ana": 2, "Ben": 0, "Cy": 0, "Dee": 0})
        tricks = {"Ana": 0, "Ben": 1, "Cy": 1, "Dee": 1}
        match.enter("deal", tricks=tricks, offenders=["Ana"])
        assert match.scores["Ana"] == lost


def test_muggins_took_more_than_was_left_to_peg(play: Play) -> None:
    match = play("cribbage", "Ana Ben", dealer="Ben", muggins=True, target="61")
    match = match.under("1")
    hands = {"Ana": 0, "Ben": 0}
    match.enter("deal", pegged={"Ana": 0, "Ben": 60}, hands=hands, crib=0)
    match.enter("starter", starter="9D")
    match.enter("deal", pegged={"Ana": 0, "Ben": 0})
    match.enter("hand", "Ben", cards="5C 5D JC QC", called={"Ana": 2})
    assert match.scores == {"Ana": 2, "Ben": 61}


@pytest.mark.parametrize("version", FORMER)
def test_a_loner_who_revoked_cost_two(play: Play, version: str) -> None:
    now = play("euchre", FOUR, loner_four=True)
    for match, n in ((now, 4), (now.under(version), 2)):
        match.enter("deal", maker="Ana", alone=True, tricks=2, offenders=["Ana"])
        assert match.scores["Ben"] == n


@pytest.mark.parametrize("version", FORMER)
class TestSkat:
    def test_nobody_said_whether_spitze_was_made(self, version: str) -> None:
        begun = skat(depth="deals", spitze=True).under(version)
        played = named(begun, "grand", spitze=True)
        played.enter("deal", matadors=1, without=False, points=70, tricks="some")
        assert played.scene.round == 2

    def test_a_ramsch_had_one_point(self, version: str) -> None:
        played = skat(depth="deals", passed="ramsch").under(version)
        played.enter("passed")
        played.enter("ramsch", points={"Ana": 1, "Ben": 109, "Cy": 10})
        assert played.scores["Ben"] == -109


@pytest.mark.parametrize("version", FORMER)
class TestCrazyEights:
    def test_a_jack_doubled_though_others_held_all(
        self, play: Play, version: str
    ) -> None:
        match = play("crazy-eights", "Ana Ben Cy", variant="mau-mau", jack_doubles=True)
        match = match.under(version)
        left = {"Ben": "JC JS", "Cy": "JH JD"}
        match.enter("deal", cards=left, doubled=True)
        assert match.scores["Ana"] == 160

    def test_one_card_lay_twice(self, play: Play, version: str) -> None:
        match = play("crazy-eights", "Ana Ben Cy", depth="cards", several=True)
        match = match.under(version)
        match.enter("starter", card="9H")
        seat = match.scene.to_act[0]
        match.enter("play", seat, card="TH", more="TH")
        assert match.scene.to_act != (seat,)


@pytest.mark.parametrize("version", FORMER)
def test_somebody_led_the_lowest_clubs_at_spades(play: Play, version: str) -> None:
    match = play("spades", FOUR, dealer="Dee", depth="tricks", low_clubs=True)
    match = match.under(version)
    match.enter("bids", bids={"Ana": 2, "Ben": 3, "Cy": 2, "Dee": 3})
    plays = {"Ana": "6C", "Ben": "2C", "Cy": "5C", "Dee": "3C"}
    match.enter("trick", plays=plays, leader="Ana")
    assert match.ruling.verdict["winner"] == "Ana"


class TestHoldem:
    def test_the_blinds_rose_after_the_last_level(self, play: Play) -> None:
        match = play("holdem", FOUR, depth="bets", rise="called").under("3")
        for _ in range(20):
            match.enter("level")
        assert match.state.is_last_level

    def test_a_straddle_came_on_top_of_a_blind_that_was_posted(self) -> None:
        match: PlayedMatch = with_cy_back(straddle=True, version="3")
        play_until_asked(match)
        play_hand(match)
        match.enter("post", seat="Cy")
        match.enter("straddle", "Cy")
        betting = match.state.betting
        assert (betting.bets["Cy"], betting.level) == (30, 20)


def test_nobody_has_to_be_further_behind_than_the_target(play: Play) -> None:
    agreed: dict[str, Any] = {"blind_six": True, "target": 200}
    with pytest.raises(WrongFieldsError, match="behind"):
        play("spades", FOUR, behind=210, **agreed)
    assert play("spades", FOUR, behind=200, **agreed)

"""Big gin, straight gin, Hollywood, shutouts, and who deals next."""

from collections.abc import Callable

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch, ask

Play = Callable[..., PlayedMatch]
BIG = "2C 3C 4C 7H 7S 7D AD 2D 3D 4D 5D"
OTHER = "9H 9D 9C QD QC QH 8S 5C 2S 3S"


def begun(play: Play, dealer: str = "Ben", **options: object) -> PlayedMatch:
    return play("gin-rummy", "Ana Ben", dealer=dealer, **options)


def deal(match: PlayedMatch, knocker: str, ana: int, ben: int) -> None:
    match.enter("deal", knocker=knocker, deadwood={"Ana": ana, "Ben": ben})


class TestBigGin:
    @pytest.mark.parametrize(("bonus", "points"), [("31", 41), ("50", 60)])
    def test_by_deal_it_is_said(self, play: Play, bonus: str, points: int) -> None:
        match = begun(play, big_gin=bonus)
        left = {"Ana": 0, "Ben": 10}
        match.enter("deal", knocker="Ana", deadwood=left, big=True)
        assert match.scores == {"Ana": points, "Ben": 0}
        assert match.rulings[0].because[0].rule == "gin-rummy#big-gin"
        match.enter("deal", knocker="Ana", deadwood=left)
        assert match.scores["Ana"] == points + 35

    def test_with_points_left_it_is_none(self, play: Play) -> None:
        left = {"Ana": 3, "Ben": 10}
        match = begun(play, big_gin="31")
        refused = match.refuses("deal", knocker="Ana", deadwood=left, big=True)
        assert refused.because[0].rule == "gin-rummy#big-gin"

    def test_by_the_hands_eleven_cards_tell(self, play: Play) -> None:
        match = begun(play, big_gin="31")
        match.enter("hands", knocker="Ana", hands={"Ana": BIG, "Ben": OTHER})
        assert match.rulings[0].verdict["how"] == "big-gin"
        with pytest.raises(WrongFieldsError):
            match.enter("hands", knocker="Ben", hands={"Ana": BIG, "Ben": OTHER})

    def test_eleven_cards_of_which_one_is_left_are_none(self, play: Play) -> None:
        match = begun(play, big_gin="31")
        hands = {"Ana": BIG.replace("5D", "KC"), "Ben": OTHER}
        refused = match.refuses("hands", knocker="Ana", hands=hands)
        summary = match.said(refused.summary)
        assert summary == "Ana doesn’t have big gin, with 10 points left"
        reasons = [match.said(each.text) for each in refused.because]
        assert "With a discard it may be a knock, or gin." in reasons

    def test_draw_by_draw_nothing_is_discarded(self, play: Play) -> None:
        match = begun(play, big_gin="31", depth="plays")
        match.enter("upcard", upcard="5D")
        match.enter("knock", draw="pile", hands={"Ana": BIG})
        match.enter("show", hands={"Ben": OTHER})
        assert match.rulings[0].verdict["how"] == "big-gin"

    def test_draw_by_draw_a_card_left_is_told_before_the_other_shows_any(
        self, play: Play
    ) -> None:
        match = begun(play, big_gin="31", depth="plays")
        match.enter("upcard", upcard="5D")
        hands = {"Ana": BIG.replace("2C", "KC")}
        refused = match.refuses("knock", draw="pile", hands=hands)
        assert match.said(refused.summary).startswith("Ana doesn’t have big gin")

    def test_draw_by_draw_ten_cards_need_a_discard(self, play: Play) -> None:
        match = begun(play, big_gin="31", depth="plays")
        match.enter("upcard", upcard="5D")
        hands = {"Ana": BIG.removesuffix(" 5D")}
        assert match.refuses("knock", draw="pile", hands=hands).because

    def test_without_the_option_eleven_cards_are_refused(self, play: Play) -> None:
        match = begun(play)
        with pytest.raises(WrongFieldsError):
            match.enter("hands", knocker="Ana", hands={"Ana": BIG, "Ben": OTHER})

    def test_it_is_asked_without_a_table(self) -> None:
        ruling = ask(
            "gin-rummy", "deal", hands={"Ana": BIG, "Ben": OTHER}, big_gin="31"
        )
        assert ruling.verdict["points"] == {"Ana": 18 + 31, "Ben": 0}
        of_fifty = ask(
            "gin-rummy", "deal", hands={"Ana": BIG, "Ben": OTHER}, big_gin="50"
        )
        assert of_fifty.verdict["points"] == {"Ana": 18 + 50, "Ben": 0}


class TestStraightGin:
    def test_nobody_knocks_with_points(self, play: Play) -> None:
        match = begun(play, knock="gin")
        left = {"Ana": 1, "Ben": 30}
        refused = match.refuses("deal", knocker="Ana", deadwood=left)
        assert refused.because[0].rule == "gin-rummy#straight-gin"
        deal(match, "Ana", 0, 30)
        assert match.scores == {"Ana": 55, "Ben": 0}

    def test_there_is_no_undercut_to_agree_on(self, play: Play) -> None:
        with pytest.raises(WrongFieldsError, match="Who may knock"):
            begun(play, knock="gin", undercut_bonus=10)

    def test_spades_double_only_in_oklahoma(self, play: Play) -> None:
        with pytest.raises(WrongFieldsError, match="Who may knock"):
            begun(play, house_rules=["spades-double"])
        assert begun(play, house_rules=["spades-double"], knock="oklahoma").kinds


BIG_BY_POINTS = {"deadwood": {"Ana": 0, "Ben": 14}, "big": True}
BIG_BY_HANDS = {"hands": {"Ana": BIG, "Ben": OTHER}}


@pytest.mark.parametrize("deal", [BIG_BY_POINTS, BIG_BY_HANDS])
@pytest.mark.parametrize("option", [{"big_gin": "none"}, {}])
def test_big_gin_is_refused_where_the_table_does_not_play_it(
    deal: dict[str, object], option: dict[str, str]
) -> None:
    with pytest.raises(WrongFieldsError, match="choose its bonus"):
        ask("gin-rummy", "deal", **deal, **option)


class TestHollywood:
    def test_deals_count_in_one_two_and_then_three_games(self, play: Play) -> None:
        match = begun(play, hollywood=True)
        for total in (10, 30, 60):
            deal(match, "Ana", 5, 15)
            assert match.scores["Ana"] == total
        assert match.rulings[-1].because[0].rule == "gin-rummy#hollywood"
        deal(match, "Ben", 12, 2)
        assert match.scores == {"Ana": 60, "Ben": 10}
        facts = [str(fact.text) for fact in match.scene.facts if fact.seat == "Ana"]
        assert facts == ["3", "30", "20", "10"]

    def test_the_headline_counts_the_games_that_took_the_deal(self, play: Play) -> None:
        match = begun(play, hollywood=True, target=50)
        deal(match, "Ana", 5, 45)
        assert str(match.rulings[-1].summary) == "Ana scores in 1 game"
        deal(match, "Ana", 5, 25)
        assert str(match.rulings[-1].summary) == "Ana scores in 2 games"
        # The first game is over.
        deal(match, "Ana", 5, 15)
        assert str(match.rulings[-1].summary) == "Ana scores in 2 games"
        assert "is over" in str(match.rulings[-1].because[-1].text)
        deal(match, "Ben", 12, 2)
        assert str(match.rulings[-1].summary) == "Ben scores in 1 game"
        assert "from game 2 on" in match.said(match.rulings[-1].because[0].text)

    def test_who_is_shut_out_of_a_game_scores_in_the_next_one_first(
        self, play: Play
    ) -> None:
        match = begun(play, hollywood=True, target=50)
        for left in (45, 25):
            deal(match, "Ana", 5, left)
        deal(match, "Ben", 17, 7)
        deal(match, "Ben", 19, 9)
        first, second, third = match.state.games
        assert first.is_over
        assert first.points["Ben"] == 0
        assert second.points["Ben"] == 20
        assert third.points["Ben"] == 10

    def test_a_game_that_ended_counts_for_who_has_scored_in_it(
        self, play: Play
    ) -> None:
        match = begun(play, hollywood=True, target=50)
        deal(match, "Ben", 12, 2)
        deal(match, "Ana", 5, 45)
        deal(match, "Ana", 5, 25)
        deal(match, "Ben", 12, 2)
        assert [game.points["Ben"] for game in match.state.games][1:] == [10, 0]

    def test_each_game_ends_by_itself_and_the_last_one_the_match(
        self, play: Play
    ) -> None:
        match = begun(play, hollywood=True, target=50)
        deal(match, "Ben", 12, 2)
        deal(match, "Ana", 5, 45)
        deal(match, "Ana", 5, 25)
        # The first game: 60 points, 100 for the game, two boxes; Ben 10 and a box.
        assert match.scores == {"Ana": 60 + 100 + 50 + 20, "Ben": 10 + 25}
        deal(match, "Ana", 5, 25)
        deal(match, "Ana", 5, 25)
        assert not match.scene.finished
        deal(match, "Ana", 5, 25)
        assert match.scene.winners == ("Ana",)
        # Second: 20 + 20 + 20, shut out: 200 and three boxes. Third: 60 likewise.
        assert match.scores == {"Ana": 210 + 335 + 335, "Ben": 35}


@pytest.mark.parametrize(
    ("shutout", "total"), [("game", 325), ("all", 450), ("none", 225)]
)
def test_a_shutout_counts_as_the_table_has_agreed(
    play: Play, shutout: str, total: int
) -> None:
    match = begun(play, shutout=shutout)
    deal(match, "Ana", 0, 75)
    assert match.scores == {"Ana": total, "Ben": 0}


@pytest.mark.parametrize(
    ("rule", "after_ana", "after_ben", "next_game"),
    [
        ("loser", "Ben", "Ana", "Ben"),
        ("winner", "Ana", "Ben", "Ana"),
        ("in-turn", "Ana", "Ben", "Ana"),
    ],
)
def test_who_deals_next_is_for_the_table(
    play: Play, rule: str, after_ana: str, after_ben: str, next_game: str
) -> None:
    match = begun(play, next_deal=rule)
    deal(match, "Ana", 5, 15)
    assert match.scene.dealer == after_ana
    deal(match, "Ben", 15, 5)
    assert match.scene.dealer == after_ben
    deal(match, "Ana", 0, 90)
    assert match.scene.deals_next == next_game

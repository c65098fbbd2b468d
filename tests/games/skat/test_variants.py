"""What tables play beside the order: Ramsch, Bock rounds, Spitze, and Hirsch."""

import pytest

from referee import Text, WrongFieldsError
from referee.testing import PlayedMatch, ask
from tests.games.skat.playing import (
    ANA,
    BEN,
    CY,
    all_tricks,
    match,
    named,
    only,
    scores,
    trick,
)

RAMSCH = {"Ana": 50, "Ben": 60, "Cy": 10}


def ramsch(depth: str = "deals", **options: object) -> PlayedMatch:
    played = match(depth=depth, **{"passed": "ramsch", **options})
    played.enter("passed")
    return played


def counted(points: list[int], **given: object) -> dict[str, int]:
    by_seat = dict(zip(("Ana", "Ben", "Cy"), points, strict=True))
    ruling = ask("skat", "ramsch", points=by_seat, **given)
    scores = ruling.decided.numbers_by_seat("scores")
    return {seat: n for seat, n in scores.items() if n}


def texts_of(played: PlayedMatch) -> list[Text]:
    return [fact.text for fact in played.scene.facts]


class TestRamsch:
    def test_without_the_option_a_deal_that_all_pass_is_passed_in(self) -> None:
        played = match(depth="deals")
        played.enter("passed")
        assert played.scene.round == 2
        assert played.kinds[0] == "contract"

    def test_most_card_points_are_lost(self) -> None:
        played = ramsch()
        assert played.kinds == ["ramsch", "misdeal", "depth"]
        assert str(played.scene.facts[0].text) == "Ramsch"
        played.enter("ramsch", points=RAMSCH)
        assert scores(played) == only("Ben", -60)
        assert played.ruling.because[0].rule == "skat#ramsch"
        assert (played.scene.round, played.kinds[0]) == (2, "contract")

    def test_trick_by_trick_the_skat_goes_with_the_last_one(self) -> None:
        played = ramsch("tricks")
        all_tricks(played)
        assert played.ruling.because[0].rule == "skat#durchmarsch"
        assert scores(played) == only("Ana", 120)

    def test_tricks_are_those_of_a_grand(self) -> None:
        played = ramsch("tricks")
        trick(played, "AH 7H JD")
        assert played.ruling.verdict["winner"] == "Cy"

    @pytest.mark.parametrize(
        ("points", "given", "expected"),
        [
            ([50, 60, 10], {}, {"Ben": -60}),
            ([50, 70, 0], {"without": ["Cy"]}, {"Ben": -140}),
            ([120, 0, 0], {"without": ["Ben", "Cy"]}, {"Ana": 120}),
            ([55, 55, 10], {}, {"Ana": -55, "Ben": -55}),
            ([40, 40, 40], {}, {}),
            ([50, 60, 10], {"pushed": 2}, {"Ben": -240}),
            ([50, 70, 0], {"without": ["Cy"], "pushed": 1}, {"Ben": -280}),
            ([120, 0, 0], {}, {"Ana": -120}),
        ],
    )
    def test_worked_examples(
        self, points: list[int], given: dict[str, object], expected: dict[str, int]
    ) -> None:
        assert counted(points, **given) == expected

    def test_whoever_took_no_trick_has_no_points(self) -> None:
        by_seat = {"Ana": 50, "Ben": 60, "Cy": 10}
        ruling = ask("skat", "ramsch", points=by_seat, without=["Cy"])
        assert ruling.verdict["legal"] is False
        with pytest.raises(WrongFieldsError):
            ask("skat", "ramsch", points={"Ana": 50, "Ben": 60, "Cy": 11})

    def test_no_cards_make_one_point(self) -> None:
        by_seat = {"Ana": 1, "Ben": 109, "Cy": 10}
        ruling = ask("skat", "ramsch", points=by_seat)
        assert ruling.verdict["legal"] is False
        assert ruling.because[0].rule == "skat#card-points"

    def test_trick_by_trick_a_broken_rule_that_no_card_proves_is_entered(self) -> None:
        played = match(passed="schieber")
        played.enter("passed", pushed=1)
        trick(played, "AH 7H JD")
        played.enter("ramsch", offenders=["Ben"])
        assert scores(played) == only("Ben", -240)
        assert played.ruling.because[0].rule == "skat#ramsch-offence"
        assert (played.scene.round, played.kinds[0]) == (2, "contract")

    def test_a_schieberamsch_asks_how_often_the_skat_was_passed_on(self) -> None:
        played = match(depth="deals", passed="schieber")
        played.enter("passed", pushed=1)
        played.enter("ramsch", points=RAMSCH)
        assert scores(played) == only("Ben", -120)
        assert match(depth="deals", passed="ramsch").prompt("passed").fields == ()

    @pytest.mark.parametrize(
        ("pushed", "lost", "section"),
        [(0, -120, "jack-in-skat"), (1, 0, "jack-in-skat"), (3, 0, "durchmarsch")],
    )
    def test_a_jack_that_somebody_put_into_the_skat_is_found(
        self, pushed: int, lost: int, section: str
    ) -> None:
        played = match(passed="schieber")
        played.enter("passed", pushed=pushed)
        ana = ANA.replace("JD", "7C").split()
        for cards in zip(ana, BEN.split(), CY.split(), strict=True):
            trick(played, " ".join(cards))
        assert played.scores["Cy"] == lost
        assert played.ruling.because[0].rule == f"skat#{section}"

    def test_of_four_the_dealer_sits_out(self) -> None:
        played = match("Ana", "Ben", "Cy", "Dee", depth="deals", passed="ramsch")
        played.enter("passed")
        played.enter("ramsch", points=RAMSCH)
        assert played.scores == {"Ana": 0, "Ben": -60, "Cy": 0, "Dee": 0}

    def test_a_misdeal_leads_back_to_the_bidding(self) -> None:
        played = ramsch()
        played.enter("misdeal")
        assert played.kinds[0] == "contract"
        assert played.scene.round == 1


def grand(played: PlayedMatch, points: int = 85) -> None:
    named(played, "grand")
    played.enter("deal", matadors=1, without=False, points=points, tricks="some")


class TestBock:
    def test_a_round_that_the_table_begins_counts_double(self) -> None:
        played = match(depth="deals", bock="called")
        played.enter("bock")
        assert [str(fact.text) for fact in played.scene.facts] == ["3"]
        for n in (1, 2, 3):
            grand(played)
            assert played.scores["Ana"] == 96 * n
        grand(played)
        assert played.scores["Ana"] == 96 * 3 + 48

    def test_it_doubles_kontra_and_ramsch_too(self) -> None:
        played = match(
            depth="deals", bock="called", passed="ramsch", house_rules=["kontra"]
        )
        played.enter("bock")
        named(played, "grand", kontra="re")
        played.enter("deal", matadors=1, without=False, points=85, tricks="some")
        assert played.scores["Ana"] == 48 * 4 * 2
        played.enter("passed")
        played.enter("ramsch", points=RAMSCH)
        assert played.scores["Ben"] == -120
        assert any("Bock" in str(each.summary) for each in played.rulings)
        said = "Ben loses the Ramsch: −60; doubled: −120"
        assert str(played.ruling.summary) == said

    def test_one_follows_a_game_lost_with_sixty(self) -> None:
        played = match(depth="deals", bock="split")
        grand(played, points=60)
        assert played.scores["Ana"] == -96
        grand(played)
        assert played.scores["Ana"] == 0

    @pytest.mark.parametrize("end", [{"given_up": "Ana"}, {"offenders": ["Ana"]}])
    def test_none_follows_sixty_in_a_deal_that_ended_early(
        self, end: dict[str, object]
    ) -> None:
        played = named(match(depth="deals", bock="split"), "grand")
        taken = {"points": 60, "against": 20, "tricks": "some"}
        played.enter("deal", matadors=1, without=False, **taken, **end)
        assert scores(played) == only("Ana", -96)
        assert played.scene.facts == (), "no deals are doubled"

    def test_a_passed_deal_uses_it_up_and_a_misdeal_does_not(self) -> None:
        played = match(depth="deals", bock="called")
        played.enter("bock")
        played.enter("misdeal")
        played.enter("passed")
        assert [str(fact.text) for fact in played.scene.facts] == ["2"]

    def test_the_table_decides_otherwise(self) -> None:
        played = match(depth="deals", bock="called")
        played.enter("bock")
        grand(played)
        played.overrule(3, {"scores": {"Ana": 50, "Ben": 0, "Cy": 0}}, place=1)
        assert played.scores["Ana"] == 50

    def test_tournament_points_do_not_go_with_it(self) -> None:
        with pytest.raises(WrongFieldsError, match="Bock rounds"):
            match(bock="called", house_rules=["seeger-fabian"])
        with pytest.raises(WrongFieldsError, match="When all pass"):
            match(passed="ramsch", house_rules=["seeger-fabian"])


class TestSpitze:
    def test_nobody_is_asked_without_it(self) -> None:
        assert len(match().prompt("contract").fields) == 4
        assert len(match(spitze=True).prompt("contract").fields) == 5

    def test_the_table_shows_that_it_was_announced(self) -> None:
        played = match(spitze=True)
        assert "Spitze" in map(str, texts_of(named(played, "grand", spitze=True)))
        assert "Spitze" not in map(str, texts_of(named(match(spitze=True), "grand")))

    def test_it_adds_a_level(self) -> None:
        played = named(match(depth="deals", spitze=True), "grand", spitze=True)
        end = {"matadors": 1, "without": False, "points": 70, "tricks": "some"}
        played.enter("deal", spitze_made=True, **end)
        assert scores(played) == only("Ana", 24 * 3)
        assert "Spitze 3" in str(played.ruling.summary)

    def test_by_deal_it_is_said_whether_it_was_made(self) -> None:
        played = named(match(depth="deals", spitze=True), "grand", spitze=True)
        end = {"matadors": 1, "without": False, "points": 70, "tricks": "some"}
        with pytest.raises(WrongFieldsError, match="spitze_made"):
            played.enter("deal", **end)

    def test_missed_the_game_is_lost(self) -> None:
        played = named(match(depth="deals", spitze=True), "grand", spitze=True)
        end = {"matadors": 1, "without": False, "points": 70, "tricks": "some"}
        played.enter("deal", spitze_made=False, **end)
        assert scores(played) == only("Ana", -24 * 3 * 2)
        assert played.ruling.because[0].rule == "skat#spitze"

    def test_trick_by_trick_the_last_card_tells(self) -> None:
        played = named(match(spitze=True), "clubs", spitze=True)
        all_tricks(played)
        assert played.scores["Ana"] < 0

    def test_trick_by_trick_the_lowest_trump_takes_the_last_one(self) -> None:
        played = named(match(spitze=True), "clubs", spitze=True)
        lowest = ANA.replace("8C", "7C").split()
        for cards in zip(lowest, BEN.split(), CY.split(), strict=True):
            trick(played, " ".join(cards))
        assert "Spitze" in str(played.ruling.summary)
        assert played.scores["Ana"] > 0

    def test_a_null_has_no_lowest_trump(self) -> None:
        played = match(depth="deals", spitze=True)
        refused = played.refuses(
            "contract",
            declarer="Ana",
            game="null",
            announced="nothing",
            bid=18,
            spitze=True,
        )
        assert refused.because[0].rule == "skat#spitze"

    def test_a_deal_that_ends_early_counts_without(self) -> None:
        played = named(match(spitze=True), "grand", spitze=True)
        trick(played, "JC 7H 7S")
        played.enter("concede", seat="Ben", how="gives-up")
        played.enter("skat", skat="7C 7D", held="JS JH JD")
        because = [reason.rule for each in played.rulings for reason in each.because]
        assert "skat#spitze-early" in because
        assert played.scores["Ana"] > 0

    @pytest.mark.parametrize(("tricks", "score"), [(0, -336), (1, -312), (7, 144)])
    def test_it_counts_for_nothing_where_opponents_lay_down(
        self, tricks: int, score: int
    ) -> None:
        for announced in (True, False):
            played = named(match(spitze=True), "clubs", spitze=announced)
            all_tricks(played, tricks)
            played.enter("claim", seat="Ben")
            played.enter("skat", skat="7C 7D", held=ANA.split()[tricks:])
            assert scores(played) == only("Ana", score)
            because = [reason.rule for reason in played.ruling.because]
            assert ("skat#spitze-early" in because) is announced

    def test_by_deal_it_counts_for_nothing_where_opponents_lay_down(self) -> None:
        played = named(match(depth="deals", spitze=True), "grand", spitze=True)
        end = {"matadors": 1, "without": False, "points": 70, "tricks": "some"}
        played.enter("deal", rest="Ben", **end)
        assert scores(played) == only("Ana", 48)
        assert played.ruling.because[-1].rule == "skat#spitze-early"


def test_hirsch_counts_eight_times() -> None:
    played = named(
        match(depth="deals", house_rules=["kontra"]), "grand", kontra="hirsch"
    )
    played.enter("deal", matadors=1, without=False, points=60, tricks="some")
    assert played.scores["Ana"] == -48 * 2 * 8


class TestABrokenRuleInARamsch:
    def test_by_deal_its_offender_loses_alone(self) -> None:
        played = ramsch()
        played.enter("ramsch", points={"Ana": 20}, offenders=["Cy"])
        assert scores(played) == only("Cy", -120)
        assert played.ruling.because[0].rule == "skat#ramsch-offence"

    def test_by_deal_nobody_needs_to_count(self) -> None:
        played = ramsch()
        played.enter("ramsch", offenders=["Cy"])
        assert scores(played) == only("Cy", -120)

    def test_asked_about_it_nobody_needs_to_count(self) -> None:
        ruling = ask("skat", "ramsch", offenders=["Ana"])
        assert ruling.verdict["scores"] == {"Ana": -120}
        assert ruling.reckoning
        assert [row.seat for row in ruling.reckoning.rows] == ["Ana"]

    def test_trick_by_trick_it_is_proven_and_ends_it(self) -> None:
        played = ramsch("tricks")
        trick(played, "AH 7C 8H")
        trick(played, "AS 7S 8S")
        trick(played, "TS 7H 9S")
        assert scores(played) == only("Ben", -120)
        assert played.scene.round == 2
        assert played.kinds[0] == "contract"

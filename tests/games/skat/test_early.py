"""Deals that end before their last trick, by the International Skat Order of 2022:
every way, at every moment.

The game is spades with one matador: the jack of clubs is Ana's, that of spades is not.
"""

from collections.abc import Iterator

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask
from tests.games.skat.early_ends import (
    LEVELS,
    NOTHING_YET,
    OUT_OF_SCHNEIDER,
    OWN,
    SEVENTY_FIVE,
    SIXTY,
    SKAT,
    THEIRS,
    WON_THEN,
    at_every_moment,
    count_cards,
    played,
    value,
)
from tests.games.skat.playing import counted, match, named, only, scores, trick


class TestGivingUp:
    @pytest.mark.parametrize("how", [None, "gives-up", "breaks-rule"])
    @at_every_moment
    def test_opponents_lose_what_they_had_not_prevented(
        self, tricks: tuple[str, ...], how: str | None
    ) -> None:
        for announced in LEVELS:
            begun = played(tricks, announced)
            begun.enter("concede", seat="Ben", **({"how": how} if how else {}))
            won = announced in WON_THEN[tricks]
            assert count_cards(begun) == value(announced, won)

    @pytest.mark.parametrize(
        ("tricks", "bid", "score"),
        [
            (NOTHING_YET, 33, 33),
            (NOTHING_YET, 44, 44),
            (NOTHING_YET, 55, 55),
            (NOTHING_YET, 66, -132),
            (OWN, 55, 55),
            (THEIRS, 44, 44),
            (THEIRS, 55, -110),
            (OUT_OF_SCHNEIDER, 33, 33),
            (OUT_OF_SCHNEIDER, 44, -88),
            (SIXTY, 44, -88),
        ],
    )
    def test_a_level_that_was_bid_for_is_granted_too(
        self, tricks: tuple[str, ...], bid: int, score: int
    ) -> None:
        begun = played(tricks, "hand", bid)
        begun.enter("concede", seat="Cy")
        assert count_cards(begun) == score

    @at_every_moment
    def test_the_declarer_loses_at_the_least_level(
        self, tricks: tuple[str, ...]
    ) -> None:
        for announced in LEVELS:
            begun = played(tricks, announced)
            begun.enter("concede", seat="Ana")
            assert count_cards(begun) == value(announced, False)

    @pytest.mark.parametrize(
        ("announced", "score"),
        [
            ("nothing", 22),
            ("hand", 33),
            ("schneider", -110),
            ("schwarz", -154),
            ("ouvert", -176),
        ],
    )
    def test_what_the_declarer_has_won_stays_won(
        self, announced: str, score: int
    ) -> None:
        begun = played(SEVENTY_FIVE, announced)
        begun.enter("concede", seat="Ana")
        assert count_cards(begun) == score

    @pytest.mark.parametrize("seat", ["Ana", "Ben"])
    def test_a_declarer_who_is_schneider_already_stays_so(self, seat: str) -> None:
        """The opponents have 95 card points."""
        begun = played((*SIXTY, "AS KS 7S", "TS QS 8S"))
        begun.enter("concede", seat=seat)
        begun.enter("skat", skat=SKAT, held=["JC"])
        assert begun.scores["Ana"] == -22 * 3

    def test_the_reasons_name_the_level_that_is_granted(self) -> None:
        begun = played(NOTHING_YET, "ouvert")
        begun.enter("concede", seat="Ben")
        count_cards(begun)
        texts = [str(reason.text) for reason in counted(begun).because]
        assert texts[1] == (
            "Schwarz was announced or bid for, and the opponents had no trick: it "
            "is granted."
        )
        begun = played(THEIRS, "schneider")
        begun.enter("concede", seat="Ben")
        count_cards(begun)
        texts = [str(reason.text) for reason in counted(begun).because]
        granted = (
            "Schneider was announced or bid for, and the opponents had 11 card points: "
            "it is granted."
        )
        assert texts[1] == granted

    @pytest.mark.parametrize(
        ("tricks", "asks"), [(OWN, False), ((*OWN, "AH TH KH"), True)]
    )
    def test_with_fewer_than_nine_cards_an_opponent_has_to_agree(
        self, tricks: tuple[str, ...], asks: bool
    ) -> None:
        begun = played(tricks)
        begun.enter("concede", seat="Ana")
        told = [str(reason.text) for reason in begun.ruling.because]
        assert ("With 8 cards left, an opponent has to agree." in told) is asks
        begun = played(tricks)
        begun.enter("concede", seat="Ben")
        assert len(begun.ruling.because) == 1, "opponents may do so at any time"

    def test_the_table_may_see_it_otherwise(self) -> None:
        begun = played(NOTHING_YET)
        begun.enter("concede", seat="Ben")
        begun.overrule(2, {"seat": "Ana"})
        assert count_cards(begun) == -44
        begun = played(NOTHING_YET)
        begun.enter("concede", seat="Ben")
        with pytest.raises(WrongFieldsError):
            begun.overrule(2, {"how": "sings"})


class TestTheCasesThatWereTold:
    """Before the first trick nobody has one."""

    @pytest.mark.parametrize(
        ("game", "announced", "held", "skat", "score"),
        [
            ("grand", "ouvert", "JC JS JH JD", "8D 9D", 264),
            ("grand", "ouvert", "JC JH JD", "QD 7S", 192),
            ("grand", "ouvert-hand", "JC JH JD", "QD 7S", 192),
            ("grand", "schwarz", "JC JH JD", "QD 7S", 168),
            ("grand", "schneider", "JC JH JD", "QD 7S", 120),
            ("grand", "hand", "JC JH JD", "QD 7S", 72),
            ("grand", "nothing", "JC JH JD", "QD 7S", 48),
            ("clubs", "schwarz", "JC JH JD", "QD 7S", 84),
            ("clubs", "ouvert", "JC JH JD", "QD 7S", 96),
            ("diamonds", "ouvert", "JC JH JD AD", "QD 7S", 72),
            ("hearts", "schneider", "JC JH JD AH", "QD 7S", 50),
        ],
    )
    def test_opponents_give_up_at_once(
        self, game: str, announced: str, held: str, skat: str, score: int
    ) -> None:
        begun = named(match(), game, announced=announced)
        begun.enter("concede", seat="Ben")
        begun.enter("skat", skat=skat.split(), held=held.split())
        assert scores(begun) == only("Ana", score)

    @pytest.mark.parametrize(
        ("announced", "bid", "score"),
        [("ouvert", 18, 88), ("schwarz", 18, 77), ("hand", 55, 55)],
    )
    def test_an_opponent_revokes_in_the_first_trick(
        self, announced: str, bid: int, score: int
    ) -> None:
        begun = played(("JC 7D 8S", "AH 7S 7H"), announced, bid)
        begun.enter("skat", skat=["8D", "9D"], held=["AS"])
        assert scores(begun) == only("Ana", score)

    def test_schwarz_that_was_bid_for(self) -> None:
        begun = played(NOTHING_YET, "hand", 55)
        begun.enter("concede", seat="Ben")
        begun.enter("skat", skat=["8D", "9D"], held=["AS", "JC"])
        assert scores(begun) == only("Ana", 55)


class TestRevokes:
    @at_every_moment
    def test_one_of_the_opponents_is_as_if_they_had_given_up_before_it(
        self, tricks: tuple[str, ...]
    ) -> None:
        ana_leads = tricks in (NOTHING_YET, OWN)
        revoke = "KS 9S KC" if ana_leads else "9S KC KS"
        for announced in LEVELS:
            begun = played((*tricks, revoke, "QS JD TS"), announced)
            assert begun.kinds == ["skat", "misdeal"]
            won = announced in WON_THEN[tricks]
            assert count_cards(begun) == value(announced, won)

    def test_one_of_the_declarer(self) -> None:
        for announced in LEVELS:
            begun = played(("7H QH 9H", "9D QD 8S", "KD 8D AD"), announced)
            assert count_cards(begun) == value(announced, False)

    def test_of_two_that_one_trick_proves_the_first_ended_the_deal(self) -> None:
        """Ben did not follow in the first trick, Ana not in the third; Ana is named
        first.
        """
        begun = match()
        begun.enter(
            "contract", declarer="Ana", game="spades", announced="nothing", bid=18
        )
        for cards in ("JC 7D 9S", "7H AH 8H", "AD 8D JS"):
            trick(begun, cards)
        trick(begun, "KD KS TD")
        proven = [
            one.verdict["seat"]
            for one in begun.rulings
            if one.verdict.get("legal") is False
        ]
        assert proven == ["Ana", "Ben"]
        begun.enter("skat", skat=["8C", "9C"], held=["AS", "TS"])
        assert scores(begun) == only("Ana", 33)


class TestThrowingIn:
    def threw(
        self,
        seat: str,
        held: str,
        tricks: tuple[str, ...] = (),
        announced: str = "nothing",
    ) -> Ruling:
        """What is counted in a grand once this seat threw its cards in."""
        begun = named(match(), "grand", announced=announced)
        for cards in tricks:
            trick(begun, cards)
        begun.enter("concede", seat=seat, how="throws-in")
        begun.enter("skat", skat=["9S", "8S"], held=held.split())
        return counted(begun)

    @pytest.mark.parametrize(
        ("held", "levels"),
        [
            ("JC JS JH JD", 4 + 3),
            ("JC JS JH", 3 + 3),
            ("JC JD", 1 + 3),
            ("JC", 1 + 2),
            ("JS JH JD", 1 + 2),
        ],
    )
    def test_opponents_are_schwarz_unless_their_jacks_rule_it_out(
        self, held: str, levels: int
    ) -> None:
        ruling = self.threw("Ben", held)
        assert ruling.verdict["score"] == 24 * levels
        cited = [reason.rule for reason in ruling.because]
        assert ("skat#ruled-out" in cited) is (held in ("JC", "JS JH JD"))

    @pytest.mark.parametrize(
        ("held", "levels"),
        [
            ("", 4 + 3),
            ("JD", 3 + 3),
            ("JH JD", 2 + 3),
            ("JS JH", 1 + 2),
            ("JC", 1 + 2),
            ("JS JH JD", 1 + 2),
        ],
    )
    def test_so_is_the_declarer(self, held: str, levels: int) -> None:
        assert self.threw("Ana", held).verdict["score"] == -48 * levels

    @pytest.mark.parametrize(
        ("tricks", "score"),
        [
            (("7D AD 8D",), 24 * (4 + 2)),
            (("7D AD 8D", "AH TH 7H"), 24 * (4 + 1)),
            (("7D AD 8D", "AH TH 7H", "AC TC 7C", "TD KD 9D"), -48 * (4 + 1)),
        ],
    )
    def test_a_side_keeps_what_it_has(
        self, tricks: tuple[str, ...], score: int
    ) -> None:
        assert self.threw("Cy", "JC JS JH JD", tricks).verdict["score"] == score

    def test_a_declarer_who_has_won_throws_the_rest_in(self) -> None:
        ruling = self.threw("Ana", "JC JS JH JD", SEVENTY_FIVE)
        assert ruling.verdict["score"] == 24 * 5

    @pytest.mark.parametrize(
        ("held", "score"), [("JC JS JH JD", 264), ("JC", -384), ("JC JD", 192)]
    )
    def test_schwarz_announced_is_lost_where_it_is_ruled_out(
        self, held: str, score: int
    ) -> None:
        assert self.threw("Ben", held, announced="ouvert").verdict["score"] == score

    def test_the_jack_on_the_table_counts_as_its_players(self) -> None:
        begun = named(match(), "grand")
        begun.enter("trick", plays={"Ana": "JD", "Ben": "JC"})
        begun.enter("concede", seat="Ben", how="throws-in")
        begun.enter("skat", skat=["9S", "8S"], held=["JS", "JH"])
        assert counted(begun).verdict["score"] == 24 * (1 + 2)

    def test_it_is_not_asked_in_a_null(self) -> None:
        choices = {
            game: named(match(), game).prompt("concede").fields[1].choices
            for game in ("null", "grand")
        }
        assert choices == {
            "null": ("gives-up", "breaks-rule"),
            "grand": ("gives-up", "throws-in", "breaks-rule"),
        }


class TestClaims:
    def claimed(
        self, tricks: tuple[str, ...], announced: str, level: str, bid: int = 18
    ) -> float:
        begun = played(tricks, announced, bid)
        begun.enter("claim", seat="Ana", level=level)
        return count_cards(begun)

    @pytest.mark.parametrize(
        ("announced", "level", "levels"),
        [
            ("nothing", "nothing", 2),
            ("nothing", "schneider", 3),
            ("nothing", "schwarz", 4),
            ("hand", "nothing", 3),
            ("hand", "schneider", 4),
            ("hand", "schwarz", 5),
            ("schneider", "nothing", 5),
            ("schneider", "schneider", 5),
            ("schneider", "schwarz", 6),
            ("schwarz", "nothing", 7),
            ("schwarz", "schwarz", 7),
            ("ouvert", "nothing", 8),
        ],
    )
    @pytest.mark.parametrize("tricks", [NOTHING_YET, OWN])
    def test_a_level_counts_if_it_was_announced_or_is_demanded(
        self, tricks: tuple[str, ...], announced: str, level: str, levels: int
    ) -> None:
        assert self.claimed(tricks, announced, level) == 11 * levels

    def test_without_a_word_no_level_is_demanded(self) -> None:
        begun = played(OWN)
        begun.enter("claim", seat="Ana")
        assert [str(reason.text) for reason in begun.ruling.because][
            1
        ] == "No level is demanded with it."
        assert count_cards(begun) == 22

    def test_schneider_that_is_made_already_counts_without_a_word(self) -> None:
        begun = played((*SEVENTY_FIVE, "JC TS KS"))
        begun.enter("claim", seat="Ana")
        assert count_cards(begun) == 33

    @pytest.mark.parametrize(
        ("level", "bid", "score"),
        [
            ("nothing", 44, -88),
            ("schneider", 44, 44),
            ("schneider", 55, -110),
            ("schwarz", 55, 55),
        ],
    )
    def test_a_level_that_was_bid_for_has_to_be_demanded(
        self, level: str, bid: int, score: int
    ) -> None:
        assert self.claimed(OWN, "hand", level, bid) == score

    @pytest.mark.parametrize(
        ("tricks", "level", "why"),
        [
            (THEIRS, "schwarz", "schwarz"),
            (OUT_OF_SCHNEIDER, "schwarz", "schwarz"),
            (OUT_OF_SCHNEIDER, "schneider", "schneider"),
        ],
    )
    def test_what_the_opponents_have_prevented_cannot_be_demanded(
        self, tricks: tuple[str, ...], level: str, why: str
    ) -> None:
        refused = played(tricks).refuses("claim", seat="Ana", level=level)
        assert refused.because[0].rule == f"skat#{why}"

    @pytest.mark.parametrize(
        ("tricks", "announced"),
        [
            (THEIRS, "schwarz"),
            (THEIRS, "ouvert"),
            (OUT_OF_SCHNEIDER, "schneider"),
            (SIXTY, "nothing"),
        ],
    )
    def test_a_game_that_is_lost_stays_lost(
        self, tricks: tuple[str, ...], announced: str
    ) -> None:
        assert self.claimed(tricks, announced, "nothing") == value(announced, False)

    def test_opponents_just_take_the_rest(self) -> None:
        begun = played(THEIRS)
        refused = begun.refuses("claim", seat="Ben", level="schneider")
        assert refused.because[0].rule == "skat#claim"
        begun.enter("claim", seat="Ben")
        assert count_cards(begun) == -22 * (1 + 3)

    def test_the_table_may_see_it_otherwise(self) -> None:
        begun = played(OWN)
        begun.enter("claim", seat="Ana", level="schwarz")
        begun.overrule(3, {"level": "schneider"})
        assert count_cards(begun) == 33
        begun = played(OWN)
        begun.enter("claim", seat="Ana")
        begun.overrule(3, {"winner": "Ben"})
        assert count_cards(begun) == -22 * 3
        begun = played(OWN)
        begun.enter("claim", seat="Ana")
        with pytest.raises(WrongFieldsError):
            begun.overrule(3, {"tricks": 4})
        with pytest.raises(WrongFieldsError):
            begun.overrule(3, {"level": "Ana"})


NULLS = {"nothing": 23, "hand": 35, "ouvert": 46, "ouvert-hand": 59}
NULL_TRICKS = ((), ("7S TS AS",), ("7S TS AS", "AH TH 7H", "AD TD 7D"))
"""Ben leads, and takes none; after the last the opponents have 63 card points."""


@pytest.mark.parametrize("announced", NULLS)
class TestNull:
    def begun(self, announced: str) -> Iterator[PlayedMatch]:
        """Matches of such a null, at each of its moments."""
        for tricks in NULL_TRICKS:
            begun = match("Ben", "Ana", "Cy")
            begun.enter(
                "contract", declarer="Ben", game="null", announced=announced, bid=18
            )
            for cards in tricks:
                trick(begun, cards)
            yield begun

    @pytest.mark.parametrize("seat", ["Ana", "Ben", "Cy"])
    def test_who_lays_down_claims_that_the_declarer_takes_no_trick(
        self, announced: str, seat: str
    ) -> None:
        for begun in self.begun(announced):
            form = begun.prompt("claim")
            assert str(form.title) == "The declarer takes no more tricks"
            assert [field.name for field in form.fields] == ["seat"]
            begun.enter("claim", seat=seat)
            assert str(begun.rulings[0].summary) == "Ben takes no more tricks"
            assert scores(begun) == only("Ben", NULLS[announced])

    @pytest.mark.parametrize(("seat", "sign"), [("Ana", 1), ("Cy", 1), ("Ben", -2)])
    @pytest.mark.parametrize("how", ["gives-up", "breaks-rule"])
    def test_a_side_gives_up(
        self, announced: str, seat: str, sign: int, how: str
    ) -> None:
        for begun in self.begun(announced):
            begun.enter("concede", seat=seat, how=how)
            assert scores(begun) == only("Ben", sign * NULLS[announced])

    @pytest.mark.parametrize(("wrong", "sign"), [("opponents", 1), ("declarer", -2)])
    def test_a_sides_number_of_cards_is_wrong(
        self, announced: str, wrong: str, sign: int
    ) -> None:
        for begun in self.begun(announced):
            begun.enter("misdeal", wrong=wrong)
            assert scores(begun) == only("Ben", sign * NULLS[announced])

    def test_the_table_may_see_a_claim_otherwise(self, announced: str) -> None:
        for begun in self.begun(announced):
            step = begun.enter("claim", seat="Ben")
            begun.overrule(step.entry.seq, {"tricks": 1}, place=0)
            assert scores(begun) == only("Ben", -2 * NULLS[announced])

    def test_an_opponent_revokes(self, announced: str) -> None:
        cards = {"Ben": "9S", "Ana": "KC", "Cy": "KS"}
        for begun in self.begun(announced):
            order = begun.state.deals.deal.to_play
            begun.enter("trick", plays={seat: cards[seat] for seat in order})
            begun.enter("trick", plays={"Cy": "JS", "Ben": "8S", "Ana": "QS"})
            assert scores(begun) == only("Ben", NULLS[announced])


@pytest.mark.parametrize("depth", ["tricks", "deals"])
class TestAWrongNumberOfCards:
    def test_before_the_game_is_named_nothing_is_asked(self, depth: str) -> None:
        begun = match(depth=depth)
        assert begun.prompt("misdeal").fields == ()
        begun.enter("misdeal")
        assert (begun.kinds[0], begun.scene.round) == ("contract", 1)

    def test_after_it_somebody_has_to_say_whose_is_wrong(self, depth: str) -> None:
        begun = named(match(depth=depth), "spades")
        [field] = begun.prompt("misdeal").fields
        assert (field.name, field.choices) == (
            "wrong",
            ("both", "declarer", "opponents"),
        )
        with pytest.raises(WrongFieldsError, match="Who has the wrong number of cards"):
            begun.enter("misdeal")

    def test_of_both_sides_the_same_dealer_deals_again(self, depth: str) -> None:
        begun = named(match(depth=depth), "spades")
        if depth == "tricks":
            trick(begun, *OWN)
        begun.enter("misdeal", wrong="both")
        assert (begun.kinds[0], begun.scene.dealer, begun.scene.round) == (
            "contract",
            "Cy",
            1,
        )
        assert begun.ruling.because[0].rule == "skat#wrong-count"
        assert scores(begun) == only("Ana", 0)

    @pytest.mark.parametrize(
        ("wrong", "won"), [("declarer", False), ("opponents", True)]
    )
    def test_one_sides_has_lost_whatever_was_played(
        self, depth: str, wrong: str, won: bool
    ) -> None:
        tricks = SEVENTY_FIVE if wrong == "declarer" else SIXTY
        for announced in LEVELS:
            if depth == "tricks":
                begun = played(tricks, announced)
            else:
                begun = named(match(depth=depth), "spades", announced=announced)
            begun.enter("misdeal", wrong=wrong)
            assert count_cards(begun) == value(announced, won)
            cited = [reason.rule for reason in counted(begun).because]
            assert cited[0] == "skat#wrong-count"
            assert "skat#offence-at" not in cited

    def test_what_was_bid_for_is_won_with_it(self, depth: str) -> None:
        begun = named(match(depth=depth), "spades", announced="hand", bid=55)
        begun.enter("misdeal", wrong="opponents")
        assert count_cards(begun) == 55

    def test_a_skat_of_three_cards_counts_for_no_matadors(self, depth: str) -> None:
        """An answered question of skatblog.com: spades hand without two, though a jack
        lay there.
        """
        begun = named(match(depth=depth), "spades", announced="hand", bid=44)
        begun.enter("misdeal", wrong="opponents")
        begun.enter("skat", skat=["JC", "7D", "8D"], held=["JH", "JD"])
        assert scores(begun) == only("Ana", 44)
        assert "skat#wrong-skat" in [reason.rule for reason in counted(begun).because]

    def test_a_declarer_with_twelve_cards_may_hold_so_many_trumps(
        self, depth: str
    ) -> None:
        begun = named(match(depth=depth), "spades")
        begun.enter("misdeal", wrong="declarer")
        begun.enter(
            "skat",
            skat=[],
            held=["JC", "JS", "JH", "JD", "AS", "TS", "KS", "QS", "9S", "8S", "7S"],
        )
        assert scores(begun) == only("Ana", -22 * 12)

    def test_it_is_found_after_somebody_gave_up(self, depth: str) -> None:
        if depth == "deals":
            return
        begun = played(OWN)
        begun.enter("concede", seat="Ana")
        begun.enter("misdeal", wrong="opponents")
        assert count_cards(begun) == 22

    def test_the_table_may_see_it_otherwise(self, depth: str) -> None:
        begun = named(match(depth=depth), "spades")
        begun.enter("misdeal", wrong="declarer")
        begun.overrule(2, {"wrong": "both"})
        assert begun.kinds[0] == "contract"

    def test_what_is_overruled_names_a_side(self, depth: str) -> None:
        begun = named(match(depth=depth), "spades")
        begun.enter("misdeal", wrong="declarer")
        with pytest.raises(WrongFieldsError):
            begun.overrule(2, {"wrong": "Ana"})


class TestTheCardsLeft:
    def test_the_trumps_have_to_be_told(self) -> None:
        begun = played(OWN)
        begun.enter("concede", seat="Ben")
        with pytest.raises(WrongFieldsError, match="Trumps the declarer still has"):
            begun.enter("skat", skat=SKAT)

    @pytest.mark.parametrize(("held", "score"), [([], 72), (["JS"], 48)])
    def test_none_is_an_answer_and_an_unseen_jack_another(
        self, held: list[str], score: int
    ) -> None:
        """Grand: Ana has lost the two jacks that lie on the table, and has no other; or
        she has.
        """
        begun = named(match(), "grand")
        trick(begun, "JD JC 7S")
        trick(begun, "AC KC QC")
        begun.enter("concede", seat="Ben")
        begun.enter(
            "skat", skat=["JH", "9H"] if held == [] else ["8H", "9H"], held=held
        )
        assert counted(begun).verdict["value"] == score

    def test_without_a_trump_left_there_is_nothing_to_answer(self) -> None:
        begun = named(match(), "grand")
        trick(begun, "JC JS JH")
        trick(begun, "JD 7H 7D")
        begun.enter("concede", seat="Ben")
        begun.enter("skat", skat=SKAT)
        assert scores(begun) == only("Ana", 48)


class TestAsked:
    """The question says the same without a table."""

    def asked(self, **given: object) -> Ruling:
        told = {
            "game": "spades",
            "announced": "nothing",
            "bid": 18,
            "matadors": 1,
            "without": False,
        }
        return ask("skat", "deal", **{**told, **given})

    @pytest.mark.parametrize(
        ("taken", "tricks"),
        [
            ({}, NOTHING_YET),
            ({"points": 2, "tricks": "all"}, OWN),
            ({"against": 11, "opponents_tricks": 1}, THEIRS),
            ({"against": 32}, OUT_OF_SCHNEIDER),
            ({"against": 67}, SIXTY),
        ],
    )
    def test_a_side_gave_up(
        self, taken: dict[str, object], tricks: tuple[str, ...]
    ) -> None:
        for announced in LEVELS:
            theirs = self.asked(announced=announced, ended_by="opponents", **taken)
            won = announced in WON_THEN[tricks]
            assert theirs.verdict["score"] == value(announced, won)
            own = self.asked(announced=announced, ended_by="declarer", **taken)
            assert own.verdict["score"] == value(announced, False)

    @pytest.mark.parametrize(
        ("level", "levels"), [("nothing", 2), ("schneider", 3), ("schwarz", 4)]
    )
    def test_a_declarer_claims(self, level: str, levels: int) -> None:
        ruling = self.asked(ended_by="declarer", how="claims", level=level)
        assert ruling.verdict["score"] == 11 * levels
        assert ruling.because[0].rule == "skat#claim"

    def test_opponents_claim(self) -> None:
        ruling = self.asked(
            ended_by="opponents", how="claims", points=40, tricks="some"
        )
        assert ruling.verdict["score"] == -44

    def test_a_wrong_number_of_cards(self) -> None:
        assert (
            self.asked(
                ended_by="opponents", how="wrong-count", announced="ouvert"
            ).verdict["score"]
            == 88
        )
        assert (
            self.asked(ended_by="declarer", how="wrong-count").verdict["score"] == -44
        )

    @pytest.mark.parametrize(("by", "score"), [("opponents", 44), ("declarer", -88)])
    def test_cards_are_thrown_in(self, by: str, score: int) -> None:
        assert self.asked(ended_by=by, how="throws-in").verdict["score"] == score

    @pytest.mark.parametrize(
        ("by", "how", "score"),
        [
            ("opponents", "gives-up", 46),
            ("declarer", "claims", 46),
            ("declarer", "gives-up", -92),
        ],
    )
    def test_a_null(self, by: str, how: str, score: int) -> None:
        ruling = ask(
            "skat",
            "deal",
            game="null",
            announced="ouvert",
            bid=18,
            ended_by=by,
            how=how,
        )
        assert ruling.verdict["score"] == score

    @pytest.mark.parametrize(
        "wrong",
        [
            {"points": 70, "against": 51},
            {"against": 20, "opponents_tricks": 0},
            {
                "how": "claims",
                "level": "schneider",
                "against": 31,
                "opponents_tricks": 2,
            },
            {"how": "claims", "level": "schwarz", "opponents_tricks": 1},
        ],
    )
    def test_what_cannot_be(self, wrong: dict[str, object]) -> None:
        assert self.asked(ended_by="declarer", **wrong).verdict == {"legal": False}

    def test_house_rules_count_it_too(self) -> None:
        told = {
            "game": "spades",
            "announced": "ouvert",
            "bid": 18,
            "matadors": 1,
            "without": False,
        }
        ruling = ask(
            "skat", "deal", house_rules=["seeger-fabian"], ended_by="opponents", **told
        )
        assert ruling.verdict["score"] == 138

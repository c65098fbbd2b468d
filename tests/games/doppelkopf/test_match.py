"""Doppelkopf, a match: sides that show, announcements in time, both depths, revokes."""

from collections.abc import Callable
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]
SEATS = "Ana Ben Cy Dee"

TRICKS = """
    KD QS AD AD
    JC QD 9D QH
    TS TS AS AS
    TH QD 9D JH
    9S 9S KS KS
    AC TC TC 9C
    KD JS JD JD
    AH 9H KC KH
    QC JH QH TD
    QS KC TH AC
    QC 9H TD KH
    JC 9C JS AH
""".strip().splitlines()
"""A deal in which everybody follows suit, each trick from its leader; Ana is first."""

COUNTED = {"eyes": 136, "foxes_re": 1, "heads_kontra": 1, "charlie_re": 1}
"""What Ben and Dee, who are Re, have in it, counted by hand."""


def seated(cards: str, leader: str = "Ana") -> dict[str, str]:
    """Return the cards by seat, the leader's first."""
    seats = SEATS.split()
    n = seats.index(leader)
    return dict(zip(seats[n:] + seats[:n], cards.split(), strict=True))


def by_tricks(play: Play, **agreed: Any) -> PlayedMatch:
    """Dee deals, so that Ana leads."""
    return play("doppelkopf", SEATS, dealer="Dee", depth="tricks", **agreed)


@pytest.fixture
def match(play: Play) -> PlayedMatch:
    return by_tricks(play)


def trick(match: PlayedMatch, cards: str) -> str:
    """Enter a trick, its leader's card first, and return who won."""
    leader = match.state.deal.leader
    ruled = match.enter("trick", plays=seated(cards, leader))
    return str(ruled.rulings[0].verdict["winner"])


def facts(match: PlayedMatch) -> set[tuple[str, str | None]]:
    return {(str(fact.text), fact.seat) for fact in match.scene.facts}


class TestSides:
    def test_they_show_by_the_queens_of_clubs(self, match: PlayedMatch) -> None:
        trick(match, "QC 9D 9D JD")
        assert facts(match) == {("Re", "Ana")}
        trick(match, "AS 9S QC KS")
        assert facts(match) == {("Re", "Ana"), ("Re", "Cy")}

    def test_a_wedding_finds_the_first_other_who_wins(self, match: PlayedMatch) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        assert trick(match, "QC 9D 9D JD") == "Ana"
        assert trick(match, "9S AS KS TS") == "Ben"
        assert match.rulings[-1].verdict == {"re": ("Ana", "Ben")}

    def test_a_wedding_without_a_partner_is_played_alone(
        self, match: PlayedMatch
    ) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        for cards in ("QC 9D 9D JD", "TH JD JH JH", "QC KD KD TD"):
            assert trick(match, cards) == "Ana"
        assert match.rulings[-1].verdict == {"re": ("Ana",)}

    def test_a_wedding_by_suit_waits_for_a_suit_trick(self, play: Play) -> None:
        match = by_tricks(play, wedding="suit")
        match.enter("game", game="wedding", re=["Ana"])
        assert trick(match, "9D JC JD KD") == "Ben"
        assert facts(match) == {("wedding", "Ana"), ("Re", "Ana")}
        assert trick(match, "AS 9S KS TS") == "Ben"
        assert match.rulings[-1].verdict == {"re": ("Ana", "Ben")}

    def test_a_claim_finds_the_partner_of_a_wedding(self, match: PlayedMatch) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        trick(match, "AC KC 9C TC")
        match.enter("claim", seat="Ben")
        assert match.scores["Ben"] == match.scores["Ana"] > 0 > match.scores["Cy"]

    def test_a_claim_leaves_a_wedding_alone(self, match: PlayedMatch) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        match.enter("claim", seat="Ana")
        assert match.scores["Ana"] == -3 * match.scores["Ben"] > 0

    def test_a_claim_by_another_leaves_open_who_took_a_suit_trick(
        self, play: Play
    ) -> None:
        match = by_tricks(play, wedding="suit")
        match.enter("game", game="wedding", re=["Ana"])
        match.enter("claim", seat="Ben")
        with pytest.raises(WrongFieldsError, match="Cy isn’t Re"):
            match.tried("sides", re=["Ana", "Cy"])
        match.enter("sides", re=["Ana", "Ben"])
        assert match.scores["Ben"] > 0

    def test_where_a_claim_ends_the_deal_before_the_table_is_asked(
        self, match: PlayedMatch
    ) -> None:
        trick(match, "QC 9D 9D JD")
        match.enter("claim", seat="Ana")
        assert [prompt.kind for prompt in match.prompts] == ["sides"]
        with pytest.raises(WrongFieldsError, match="Name Ana too"):
            match.tried("sides", re=["Ben"])
        match.enter("sides", re=["Ana", "Ben"])
        # Won, under 90, 60, 30, and black.
        assert match.scores == {"Ana": 5, "Ben": 5, "Cy": -5, "Dee": -5}

    def test_where_three_seem_to_be_re_the_table_says_who_was(
        self, match: PlayedMatch
    ) -> None:
        match.enter("announce", seat="Dee", side="re")
        trick(match, "QC QC 9D JD")
        assert announced_wrongly(match) == ["Dee"]
        match.enter("claim", seat="Ana")
        assert match.scores["Dee"] < 0 < match.scores["Ben"]

    def test_where_two_say_re_beside_a_queen_the_table_says_who_was_wrong(
        self, match: PlayedMatch
    ) -> None:
        match.enter("announce", seat="Ana", side="re")
        trick(match, "9D QC JD KD")
        match.enter("announce", seat="Cy", side="re", level="no-90")
        match.enter("claim", seat="Ben")
        with pytest.raises(WrongFieldsError, match="Name Ben too"):
            match.tried("sides", re=["Ana", "Cy"])
        with pytest.raises(WrongFieldsError, match="Dee isn’t Re"):
            match.tried("sides", re=["Ben", "Dee"])
        match.enter("sides", re=["Ben", "Cy"])
        assert announced_wrongly(match) == ["Ana"]
        assert match.scores["Ana"] < 0 < match.scores["Cy"]


def announced_wrongly(match: PlayedMatch) -> list[object]:
    """Return who is ruled to have announced wrongly by the last entry."""
    reason = "doppelkopf#announced-wrongly"
    return [
        ruling.verdict["seat"]
        for ruling in match.rulings
        if ruling.because[0].rule == reason
    ]


class TestWrongAnnouncements:
    def test_a_partner_has_a_queen_of_clubs_of_a_wedding(
        self, match: PlayedMatch
    ) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        trick(match, "9D QC JD KD")
        assert announced_wrongly(match) == ["Ana"]
        assert match.state.deal.offenders == ("Ana",)

    def test_kontra_with_a_queen_of_clubs(self, match: PlayedMatch) -> None:
        match.enter("announce", seat="Ben", side="kontra")
        match.enter("trick", plays={"Ana": "9D", "Ben": "QC"})
        assert announced_wrongly(match) == ["Ben"]
        match.enter("trick", plays={"Cy": "JD", "Dee": "KD"})
        assert announced_wrongly(match) == []
        trick(match, "TS AS QC KS")
        match.enter("claim", seat="Dee")
        assert match.scores == {"Ana": 4, "Ben": -4, "Cy": 4, "Dee": -4}

    def test_a_ruling_that_the_table_overturns_costs_nothing(
        self, match: PlayedMatch
    ) -> None:
        match.enter("announce", seat="Ben", side="kontra")
        trick(match, "9D QC JD KD")
        match.settle(match.dispute_ruling(2), "overruled", verdict={"legal": True})
        assert match.state.deal.offenders == ()

    def test_a_match_from_before_counts_no_wrong_announcement(
        self, match: PlayedMatch
    ) -> None:
        before = match.under("1")
        before.enter("announce", seat="Dee", side="re")
        trick(before, "QC QC 9D JD")
        assert announced_wrongly(before) == []
        before.enter("claim", seat="Ana")
        before.enter("sides", re=["Ana", "Ben"])
        assert before.scores["Ben"] == 7

    def test_a_deal_from_before_may_contradict_itself(self, play: Play) -> None:
        before = play("doppelkopf", SEATS).under("1")
        before.enter("deal", re=["Ana"], eyes=1, game="normal")
        assert before.scores["Ana"] < 0


class TestAnnouncements:
    def test_re_needs_eleven_cards_in_hand_and_an_answer_ten(
        self, match: PlayedMatch
    ) -> None:
        trick(match, "9D KD JD JD")
        match.enter("announce", seat="Ana", side="re")
        assert ("Re", "Ana") in facts(match)
        trick(match, "AS 9S KS TS")
        again = match.refuses("announce", seat="Dee", side="re")
        assert str(again.because[0].text) == "That side has announced it."
        trick(match, "AC 9C KC TC")
        refused = match.refuses("announce", seat="Ben", side="kontra", level="no-90")
        assert refused.because[0].rule == "doppelkopf#moments"
        needs = "Re or Kontra needs 10 cards in hand; Ben had 9."
        assert str(refused.because[0].text) == needs

    def test_a_card_of_the_trick_that_lies_counts_as_played(
        self, match: PlayedMatch
    ) -> None:
        trick(match, "9D KD JD JD")
        match.enter("trick", plays={"Cy": "AS"})
        refused = match.refuses("announce", seat="Cy", side="re")
        assert refused.because[0].rule == "doppelkopf#moments"
        match.enter("announce", seat="Ana", side="re")

    def test_it_may_be_entered_later(self, match: PlayedMatch) -> None:
        for cards in ("9D KD JD JD", "AS 9S KS TS"):
            trick(match, cards)
        match.enter("announce", seat="Ana", side="re", in_hand=11)
        with pytest.raises(WrongFieldsError, match="Ana has 10 cards now"):
            match.tried("announce", seat="Ana", level="no-90", in_hand=9)

    @pytest.mark.parametrize(
        ("level", "in_hand"), [("no-90", 10), ("no-60", 9), ("no-30", 8), ("black", 7)]
    )
    def test_each_level_has_its_last_moment(
        self, match: PlayedMatch, level: str, in_hand: int
    ) -> None:
        for cards in TRICKS[:6]:
            trick(match, cards)
        levels = ["announced", "no-90", "no-60", "no-30", "black"]
        for n, before in enumerate(levels[: levels.index(level)]):
            match.enter("announce", seat="Ana", side="re", level=before, in_hand=11 - n)
        late = {"seat": "Ana", "level": level, "in_hand": in_hand - 1}
        refused = match.refuses("announce", **late)
        assert refused.because[0].rule == "doppelkopf#moments"
        match.enter("announce", seat="Ana", level=level, in_hand=in_hand)

    def test_what_is_skipped_needs_its_moment_too(self, match: PlayedMatch) -> None:
        for cards in TRICKS[:2]:
            trick(match, cards)
        assert match.refuses("announce", seat="Ana", side="re", level="no-90")

    def test_the_others_answer_with_a_card_fewer(self, match: PlayedMatch) -> None:
        for cards in TRICKS[:4]:
            trick(match, cards)
        kontra = {"seat": "Ben", "side": "kontra"}
        assert match.refuses("announce", **kontra, in_hand=8)
        match.enter("announce", seat="Ana", side="re", level="no-60", in_hand=11)
        match.enter("announce", **kontra, in_hand=8)

    def test_in_a_wedding_all_moments_are_later(self, match: PlayedMatch) -> None:
        match.enter("game", game="wedding", re=["Ana"])
        trick(match, "TH 9D 9D JD")
        refused = match.refuses("announce", seat="Ana", level="announced")
        assert refused.because[0].rule == "doppelkopf#wedding-announcing"
        trick(match, "9S AS KS TS")
        match.enter("announce", seat="Ana", level="announced")
        assert match.ruling.verdict["side"] == "re"
        assert match.refuses("announce", seat="Cy", side="kontra", in_hand=11)

    def test_without_nines_they_need_two_cards_fewer(self, play: Play) -> None:
        match = by_tricks(play, cards="40")
        trick(match, "KD TD JD JD")
        match.enter("announce", seat="Ana", side="re")
        for cards in ("AS KS TS KS", "AC KC TC KC"):
            trick(match, cards)
        assert match.refuses("announce", seat="Ben", level="no-90", side="kontra")

    def test_the_table_may_let_it_count(self, match: PlayedMatch) -> None:
        for cards in TRICKS[:3]:
            trick(match, cards)
        entry = {"seat": "Ana", "side": "re"}
        refused = match.refuses("announce", **entry)
        assert refused.verdict["legal"] is False


class TestADeal:
    def test_trick_by_trick(self, match: PlayedMatch) -> None:
        for cards in TRICKS:
            trick(match, cards)
        # Won, a fox and Charlie, without the others' doppelkopf.
        assert match.scores == {"Ana": -2, "Ben": 2, "Cy": -2, "Dee": 2}

    def test_it_scores_as_a_whole_as_it_does_by_tricks(
        self, play: Play, match: PlayedMatch
    ) -> None:
        for cards in TRICKS:
            trick(match, cards)
        whole = play("doppelkopf", SEATS, dealer="Dee", depth="deals")
        whole.enter("deal", game="normal", re=["Ben", "Dee"], **COUNTED)
        assert whole.scores == match.scores

    def test_the_form_shows_what_most_deals_have_in_each_sides_words(
        self, play: Play
    ) -> None:
        """Nobody has to name a normal game; what is seldom is folded away."""
        match = play("doppelkopf", "Ana Ben Cy Dee", dealer="Dee", depth="deals")
        fields = {field.name: field for field in match.prompts[0].fields}
        for side, name in (("re", "Re"), ("kontra", "Kontra")):
            assert str(fields[f"announced_{side}"].labels["announced"]) == name
        shown = [name for name, field in fields.items() if not str(field.folded)]
        assert shown == ["re", "eyes", "foxes_re", "foxes_kontra"]
        match.enter("deal", re=["Ana", "Cy"], eyes=151)
        assert match.scores == {"Ana": 2, "Ben": -2, "Cy": 2, "Dee": -2}

    def test_a_solo_counts_three_times(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", depth="deals")
        match.enter("deal", game="queens", re=["Ben"], eyes=125)
        assert match.scores == {"Ana": -1, "Ben": 3, "Cy": -1, "Dee": -1}
        with pytest.raises(WrongFieldsError, match="played alone"):
            match.tried("deal", game="queens", re=["Ben", "Cy"], eyes=125)

    def test_of_five_the_dealer_sits_out(self, play: Play) -> None:
        match = play("doppelkopf", f"{SEATS} Eve", dealer="Dee", depth="deals")
        match.enter("deal", game="normal", re=["Ana", "Eve"], eyes=125)
        assert match.scores == {"Ana": 1, "Ben": -1, "Cy": -1, "Dee": 0, "Eve": 1}

    def test_re_takes_the_rest_with_all_but_kontras_eyes(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", depth="deals")
        given = {"game": "normal", "re": ["Ana", "Ben"], "rest": "Ana"}
        with pytest.raises(WrongFieldsError, match="how many eyes Kontra had"):
            match.tried("deal", **given)
        match.enter("deal", **given, against=70)
        assert match.scores["Ana"] == 2

    def test_who_gave_up_leaves_the_rest_to_the_others(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", depth="deals")
        given = {"game": "normal", "re": ["Ana", "Ben"], "given_up": "Ana"}
        match.enter("deal", **given, eyes=50)
        # Won, against the queens, under 90, under 60.
        assert match.scores["Cy"] == 4


class TestARevoke:
    def test_a_later_card_of_the_suit_proves_it(self, match: PlayedMatch) -> None:
        trick(match, "AC 9S KC TC")
        trick(match, "AS KC 9S TS")
        proof = match.rulings[1]
        assert proof.verdict["seat"] == "Ben"
        assert proof.because[0].rule == "doppelkopf#follow"
        assert proof.because[1].rule == "doppelkopf#offence"

    def test_trumps_are_one_suit(self, match: PlayedMatch) -> None:
        trick(match, "9D 9H JD KD")
        trick(match, "AS 9S KS TH")
        assert match.rulings[1].verdict["seat"] == "Ben"

    def test_the_second_of_two_equal_cards_proves_it_too(
        self, match: PlayedMatch
    ) -> None:
        """Ben followed with one king of clubs before; the other proves the revoke."""
        assert trick(match, "AC KC 9C TC") == "Ana"
        assert trick(match, "AC 9S 9C TC") == "Ana"
        assert match.rulings[1:] == ()
        trick(match, "AS KC 9S TS")
        assert match.rulings[1].verdict["trick"] == 2

    def test_their_side_loses_the_deal(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", depth="deals")
        given = {"game": "normal", "re": ["Ana", "Ben"], "offenders": ["Ben"]}
        match.enter("deal", **given)
        assert match.scores == {"Ana": -2, "Ben": -2, "Cy": 2, "Dee": 2}


class TestCardsThatAreThereTwice:
    def test_both_may_be_played_and_no_third(self, match: PlayedMatch) -> None:
        trick(match, "AS AS 9S KS")
        refused = match.refuses("trick", plays={"Ana": "AS"})
        assert [reason.rule for reason in refused.because] == ["doppelkopf#once"] * 2
        assert "trick 1" in str(refused.because[0].text)

    def test_two_more_than_are_left_are_refused(self, match: PlayedMatch) -> None:
        trick(match, "AS TS 9S KS")
        assert match.refuses("trick", plays=seated("AS AS 9S KS"))


class TestWhatTablesAgreeOn:
    def test_pigs_are_the_highest_trumps_and_no_foxes(self, play: Play) -> None:
        match = by_tricks(play, pigs=True)
        match.enter("pigs", seat="Ben")
        assert trick(match, "TH AD JD 9D") == "Ben"

    def test_pigs_are_said_with_the_first_and_lie_highest(self, play: Play) -> None:
        match = by_tricks(play, pigs=True)
        match.enter("trick", plays={"Ana": "TH", "Ben": "AD"})
        [pigs] = [prompt for prompt in match.prompts if prompt.kind == "pigs"]
        assert pigs.fields[0].choices == ("Ben",)
        match.enter("pigs", seat="Ben")
        assert match.scene.trick.winner == "Ben"
        match.enter("trick", plays={"Cy": "JD", "Dee": "9D"})
        assert match.rulings[0].verdict["winner"] == "Ben"

    def test_pigs_after_the_first_trick_with_one_are_too_late(self, play: Play) -> None:
        match = by_tricks(play, pigs=True)
        trick(match, "TH AD JD 9D")
        assert "pigs" not in match.kinds

    def test_pigs_in_two_hands_are_none(self, play: Play) -> None:
        match = by_tricks(play, pigs=True)
        match.enter("pigs", seat="Ben")
        assert trick(match, "9D JD AD TH") == "Dee"
        assert announced_wrongly(match) == ["Ben"]
        assert trick(match, "AD TD KD 9D") == "Dee"

    def test_the_last_trick_is_for_the_first_ten_of_hearts(self, play: Play) -> None:
        match = by_tricks(play, dullen="second", cards="40")
        assert trick(match, "TH TH KD TD") == "Ben"
        again = by_tricks(play, dullen="second", cards="40")
        for cards in ("AS TS AS KS", "AC KC AC TC"):
            trick(again, cards)
        assert again.state.deal.hand_size == 10

    def test_a_poverty_is_played_by_who_takes_it(self, play: Play) -> None:
        match = by_tricks(play, poverty=True)
        with pytest.raises(WrongFieldsError, match="a poverty by two"):
            match.tried("game", game="poverty", re=["Ana"])
        match.enter("game", game="poverty", re=["Ana", "Cy"])
        assert {("Re", "Ana"), ("Re", "Cy")} <= facts(match)
        trick(match, "9D QC KD JD")
        assert ("Re", "Ben") not in facts(match)

    def test_a_compulsory_solo_is_led_by_its_player_and_dealt_on_top(
        self, play: Play
    ) -> None:
        match = by_tricks(play, rounds=1, compulsory=True)
        match.enter("game", game="queens", re=["Cy"], compulsory=True)
        assert match.rulings[0].because[0].rule == "doppelkopf#compulsory"
        assert match.state.deal.leader == "Cy"
        match.enter("claim", seat="Cy")
        assert match.state.deals.rounds.dealer == "Dee"
        assert match.state.deal.leader == "Ana"
        for dealer in ("Dee", "Ana", "Ben", "Cy"):
            assert match.state.deals.rounds.dealer == dealer
            assert not match.scene.finished
            match.enter("game", game="queens", re=["Ana"])
            match.enter("claim", seat="Ana")
        assert match.scene.finished

    def test_so_it_is_where_deals_are_entered_as_a_whole(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", compulsory=True)
        solo = {"game": "queens", "re": ["Cy"], "eyes": 130}
        match.enter("deal", **solo, compulsory=True)
        assert match.state.deals.rounds.dealer == "Dee"
        match.enter("deal", **solo)
        assert match.state.deals.rounds.dealer == "Ana"
        with pytest.raises(WrongFieldsError, match="Only a solo"):
            match.tried("deal", game="normal", re=["Cy"], eyes=1, compulsory=True)

    def test_in_a_bock_round_all_counts_double(self, play: Play) -> None:
        match = play("doppelkopf", SEATS, dealer="Dee", bock=True)
        deal = {"game": "normal", "re": ["Ana", "Cy"], "eyes": 121}
        match.enter("bock")
        assert match.rulings[0].because[0].rule == "doppelkopf#bock"
        match.enter("misdeal")
        assert facts(match) == {("4", None)}
        for n in range(4):
            match.enter("deal", **deal)
            assert match.scores["Ana"] == 2 * (n + 1)
            assert match.scores["Ben"] == -2 * (n + 1)
        match.enter("deal", **deal)
        assert match.scores["Ana"] == 9
        assert facts(match) == set()

    def test_whoever_has_five_nines_has_the_cards_dealt_again(self, play: Play) -> None:
        match = by_tricks(play, five_nines=True)
        match.enter("nines", seat="Cy")
        assert match.rulings[-1].because[0].rule == "doppelkopf#five-nines"
        assert match.state.deals.rounds.dealer == "Dee"
        trick(match, "QC 9D 9D JD")
        assert "nines" not in {prompt.kind for prompt in match.prompts}

    def test_soloists_lead(self, play: Play) -> None:
        match = by_tricks(play, solo_leads=True)
        match.enter("game", game="jacks", re=["Cy"])
        assert match.state.deal.leader == "Cy"

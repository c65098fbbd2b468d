"""Hearts by the sections of its rules."""

from dataclasses import replace

import pytest

from referee import Ruling, WrongFieldsError, card
from referee.testing import PlayedMatch, ask

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve")
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def table(
    players: int = 4, rules: tuple[str, ...] = (), **options: object
) -> PlayedMatch:
    """A match of which each trick is entered, unless an option says otherwise; the last
    seat deals.
    """
    seats = SEATS[:players]
    return PlayedMatch.begun(
        "hearts",
        seats,
        dealer=seats[-1],
        house_rules=rules,
        **{"depth": "tricks"} | options,
    )


@pytest.fixture
def match() -> PlayedMatch:
    return table()


def trick(cards: str) -> dict[str, str]:
    """A card of each, from Ana on."""
    return dict(zip(SEATS, cards.split(), strict=False))


def enter(match: PlayedMatch, *tricks: str) -> tuple[Ruling, ...]:
    """These tricks, one after the other: the rulings on the last of them."""
    for cards in tricks:
        match.enter("trick", plays=trick(cards))
    return match.rulings


def refusal(match: PlayedMatch, cards: str) -> str:
    """The section by which this trick is refused."""
    return match.refuses("trick", plays=trick(cards)).because[0].rule


def rest_of_deal(played: str) -> list[str]:
    """The tricks of all other cards, suit by suit as far as they go."""
    left = [
        rank + suit
        for suit in "CDSH"
        for rank in "AKQJT98765432"
        if rank + suit not in played.split()
    ]
    return [" ".join(left[n : n + 4]) for n in range(0, len(left), 4)]


def test_points_on_the_table_count_as_they_come(match: PlayedMatch) -> None:
    enter(match, "2C 3C 4C 5C", "KS QS 2H 3S", "4D 5D 6D 3H")
    assert match.scores == dict.fromkeys(SEATS[:4], 0)
    so_far = {one.seat: one.so_far for one in match.scene.standings}
    assert so_far == {"Ana": 14, "Ben": 0, "Cy": 1, "Dee": 0}


def test_what_a_revoke_will_cost_counts_at_once(match: PlayedMatch) -> None:
    enter(match, "2C 3C 4C 5D", "QS 6D KD 7D", "5C 6C 7C 8C")
    so_far = {one.seat: one.so_far for one in match.scene.standings}
    assert so_far == {"Ana": 0, "Ben": 0, "Cy": 0, "Dee": 26}


class TestPack:
    @pytest.mark.parametrize(
        ("players", "each", "gone"),
        [(3, 17, {"2D"}), (4, 13, set()), (5, 10, {"2C", "2D"})],
    )
    def test_everybody_has_as_many_cards(
        self, players: int, each: int, gone: set[str]
    ) -> None:
        deal = table(players).state.deals.deal
        codes = {card.code for card in deal.deck}
        assert deal.tricks_left == each
        assert len(codes) == 52 - len(gone)
        assert not gone & codes

    def test_a_card_that_is_not_in_the_pack_cannot_be_played(self) -> None:
        assert refusal(table(3), "2C 3C 2D") == "hearts#once"
        assert refusal(table(5), "3C 4C 5C 6C 2D") == "hearts#once"


class TestPassing:
    @pytest.mark.parametrize(
        ("players", "passed"),
        [
            (
                3,
                [
                    "to the left",
                    "to the right",
                    "not this deal",
                    "to the left",
                    "to the right",
                ],
            ),
            (
                4,
                [
                    "to the left",
                    "to the right",
                    "across",
                    "not this deal",
                    "to the left",
                ],
            ),
            (
                5,
                [
                    "to the left",
                    "to the right",
                    "not this deal",
                    "to the left",
                    "to the right",
                ],
            ),
        ],
    )
    @pytest.mark.parametrize("depth", ["deals", "tricks"])
    def test_where_cards_go_in_which_deal(
        self, players: int, passed: list[str], depth: str
    ) -> None:
        match = table(players, depth=depth)
        for to in passed:
            [fact] = match.scene.facts
            assert str(fact.text) == to
            assert (
                "no passing" if to == "not this deal" else f"Pass three cards {to}."
            ) in match.next
            match.put(replace(match.state, deals=match.state.deals.scored({"Ana": 1})))

    @pytest.mark.parametrize(
        ("passing", "passed"),
        [
            (
                "hold",
                [
                    "to the left",
                    "to the right",
                    "across",
                    "not this deal",
                    "to the left",
                ],
            ),
            (
                "turn",
                [
                    "to the left",
                    "to the right",
                    "across",
                    "to the left",
                    "to the right",
                ],
            ),
            ("left", ["to the left"] * 5),
            ("none", ["not this deal"] * 5),
        ],
    )
    def test_the_table_agrees_on_passing(self, passing: str, passed: list[str]) -> None:
        match = table(passing=passing)
        for to in passed:
            assert str(match.scene.facts[0].text) == to
            match.put(replace(match.state, deals=match.state.deals.scored({"Ana": 1})))
        guide = match.rulebook.prepare_table(match.setting)
        assert any(step.section == "passing" for step in guide) == (passing != "none")


class TestLead:
    def test_the_two_of_clubs_leads_whoever_has_it(self, match: PlayedMatch) -> None:
        [ruling] = enter(match, "AD 5C 2C KC")
        assert (ruling.verdict["suit_led"], ruling.verdict["winner"]) == ("C", "Dee")

    def test_among_five_the_three_of_clubs_leads(self) -> None:
        match = table(5)
        assert refusal(match, "AC KC 4C 5C 6C") == "hearts#lead"
        [ruling] = enter(match, "AC KC 3C 5C 6C")
        assert ruling.verdict["winner"] == "Ana"

    def test_the_first_trick_has_the_two_of_clubs(self, match: PlayedMatch) -> None:
        refused = match.refuses("trick", plays=trick("AC KC 3C 5H"))
        assert refused.verdict == {"legal": False, "card": card("2C")}
        assert str(refused.summary) == (
            "The two of clubs is missing from the first trick"
        )
        assert [str(one.text) for one in refused.because] == [
            "Whoever has the two of clubs leads it to the first trick.",
            "Dee’s five of hearts counts points.",
        ]

    def test_no_points_are_played_to_the_first_trick(self, match: PlayedMatch) -> None:
        refused = match.refuses("trick", plays=trick("AC 2C QS 4C"))
        assert refused.verdict == {"legal": False, "seat": "Cy", "card": card("QS")}
        assert (
            str(refused.summary)
            == "Cy can’t play the queen of spades to the first trick"
        )
        assert refusal(match, "AC 2C 5H 4C") == "hearts#lead"

    def test_the_table_lets_them_pass_from_a_hand_of_nothing_else(
        self, match: PlayedMatch
    ) -> None:
        match.let_pass("trick", plays=trick("AC 2C 5H 4C"))
        assert match.state.deals.deal.tricks_of["Ana"] == 1
        assert str(match.scene.facts[0].text) == "broken"

    def test_card_by_card_the_two_of_clubs_leads_whenever_it_comes(
        self, match: PlayedMatch
    ) -> None:
        match.enter("trick", plays={"Dee": "KC"})
        assert (
            match.next
            == "Whoever holds the two of clubs leads it. Waiting for Ana, Ben and Cy."
        )
        assert (
            match.refuses("trick", plays={"Ana": "QS"}).because[0].rule == "hearts#lead"
        )
        match.enter("trick", plays={"Cy": "2C"})
        assert match.next == "Ana plays next to trick 1."
        match.enter("trick", plays={"Ana": "AD", "Ben": "5C"})
        assert match.ruling.verdict["winner"] == "Dee"

    def test_card_by_card_the_last_one_says_that_the_two_of_clubs_is_missing(
        self, match: PlayedMatch
    ) -> None:
        match.enter("trick", plays={"Ana": "AC", "Ben": "3C", "Cy": "4C"})
        refused = match.refuses("trick", plays={"Dee": "5C"})
        assert str(refused.summary) == (
            "The two of clubs is missing from the first trick"
        )

    def test_who_leads_it_is_asked_for_once_the_two_of_clubs_is_told(
        self, match: PlayedMatch
    ) -> None:
        def leader() -> object:
            return match.prompts[0].fields[1].default

        assert leader() is None
        match.enter("trick", plays={"Dee": "KC"})
        assert leader() is None
        match.enter("trick", plays={"Cy": "2C"})
        assert leader() == "Cy"

    def test_nobody_wins_so_far_before_the_two_of_clubs_tells_who_led(
        self, match: PlayedMatch
    ) -> None:
        match.enter("trick", plays={"Ana": "KC"})
        assert match.scene.trick is not None
        assert match.scene.trick.winner is None
        match.enter("trick", plays={"Cy": "2C"})
        assert match.scene.trick.winner == "Ana"
        assert match.scene.trick.order[0] == "Cy"

    def test_somebody_else_has_led_it(self, match: PlayedMatch) -> None:
        ruling = match.enter("trick", plays=trick("5D 6D TD 3D"), leader="Ana").rulings[
            0
        ]
        assert ruling.verdict["winner"] == "Cy"
        assert str(ruling.because[-1].text) == (
            "Ana led, but the holder of the two of clubs should have. Everybody played "
            "to it, so the trick stands."
        )
        assert match.state.deals.deal.leader == "Cy"


class TestTricks:
    def test_a_card_is_played_once(self, match: PlayedMatch) -> None:
        enter(match, "AC 2C 3C 4C")
        assert refusal(match, "AC 5C 6C 7C") == "hearts#once"

    def test_whoever_wins_leads_the_next(self, match: PlayedMatch) -> None:
        enter(match, "AD 5C 2C KC")
        ruling, *_ = enter(match, "AC 3C 4C 5D")
        assert ruling.verdict["suit_led"] == "D", "Dee leads"

    def test_a_revoke_is_proven_by_a_later_card(self, match: PlayedMatch) -> None:
        *_, revoke = enter(match, "AC 2C 3C 4D", "KC 5C 6C 7C")
        assert (
            revoke.verdict["seat"],
            revoke.verdict["trick"],
            revoke.because[0].rule,
        ) == ("Dee", 1, "hearts#follow")

    def test_an_offence_costs_twenty_six_points_and_nobody_else_has_any(
        self, match: PlayedMatch
    ) -> None:
        enter(
            match,
            "AC 2C 3C 4D",
            "KC 5C 6C 7C",
            *rest_of_deal("AC 2C 3C 4D KC 5C 6C 7C"),
        )
        assert match.scores == {"Ana": 0, "Ben": 0, "Cy": 0, "Dee": 26}

    def test_of_two_offenders_neither_is_promised_all_points(
        self, match: PlayedMatch
    ) -> None:
        rulings = enter(match, "AC 2C 4D 5D", "KC 5C 6C 7C")
        costs = [str(ruling.because[-1].text) for ruling in rulings[-2:]]
        told = (
            "That costs {} 26 points at the end of the deal; whoever broke no rule "
            "scores 0."
        )
        assert costs == [told.format("Cy"), told.format("Dee")]

    @pytest.mark.parametrize(
        ("cards", "told"),
        [
            ("KH QS 2H 3H", "Ana takes the trick: 16 points"),
            ("KC QS 2C 3C", "Ana takes the trick: 13 points"),
            ("KC 9D 2H 3C", "Ana takes the trick: 1 point"),
            ("KC 9D 2C 3C", "Ana wins the trick with the king of clubs"),
        ],
    )
    def test_a_trick_says_its_points(self, cards: str, told: str) -> None:
        assert str(ask("hearts", "trick", plays=trick(cards)).summary) == told

    def test_what_the_table_does_not_hold_against_anybody_costs_nothing(
        self, match: PlayedMatch
    ) -> None:
        revoke = enter(match, "AC 2C 3C 4D", "KC 5C 6C 7C")[-1]
        assert revoke.verdict["legal"] is False
        match.overrule(2, {"legal": True})
        assert match.state.deals.deal.offenders == ()

    def test_the_table_gives_a_trick_to_somebody_else(self, match: PlayedMatch) -> None:
        enter(match, "AC 2C 3C 4C")
        match.overrule(1, {"winner": "Ben"})
        assert match.codes("won", "Ben") == "2C 3C 4C AC"
        assert match.state.deals.deal.leader == "Ben"

    def test_a_lead_out_of_turn_to_which_all_have_played_stands(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "9C 5C 2C 4C")
        ruling = match.enter("trick", plays=trick("TC 4D 6D 2D"), leader="Ben").rulings[
            0
        ]
        assert (ruling.verdict["winner"], ruling.verdict["suit_led"]) == ("Cy", "D")
        assert ruling.because[-1].rule == "hearts#out-of-turn"
        assert len(enter(match, "8C 7C JC 6C")) == 1, (
            "nobody has revoked who followed Ben's diamond"
        )

    def test_the_suit_that_the_table_decided_was_led_accuses_nobody_who_followed_it(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "9C 5C 2C 4C")
        second = match.enter("trick", plays=trick("TC 4D 6D 2D"))
        match.overrule(second.entry.seq, {"winner": "Cy", "suit_led": "D"}, place=0)
        assert len(enter(match, "8C 7C JC 6C")) == 1

    @pytest.mark.parametrize("players", [3, 5])
    def test_three_and_five_play_their_deals_to_the_end(self, players: int) -> None:
        """The pack is played in its order, so that the last of them takes all."""
        match = table(players)
        deck = [card.code for card in match.state.deals.deal.deck]
        clubs = [code for code in deck if code[1] == "C"][:players]
        others = [code for code in deck if code not in clubs]
        enter(match, " ".join(clubs))
        for n in range(0, len(others), players):
            enter(match, " ".join(others[n : n + players]))
        assert match.scene.round == 2
        assert [*match.scores.values()] == [26] * (players - 1) + [0]


class TestBroken:
    def test_hearts_led_too_early_are_proven_by_another_card_that_could_have_been_led(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 2C 3C 4C", "AH 2H 3H 4H")
        *_, early = enter(match, "KH 5H 6H 7H", "KC 5C 6C 7C")
        assert early.because[0].rule == "hearts#broken"
        assert (early.verdict["seat"], early.verdict["trick"]) == ("Ana", 2)
        assert len(enter(match, "QC 8C 9C TC")) == 1

    def test_they_may_be_led_once_one_was_played(self, match: PlayedMatch) -> None:
        enter(match, "AC 2C 3C 4C", "KC 5C 6C 4H", "AH 2H 3H 5H")
        assert len(enter(match, "QC 8C 9C 6H")) == 1

    @pytest.mark.parametrize("queen_breaks", [True, False])
    def test_the_queen_breaks_them_where_the_table_has_agreed_so(
        self, queen_breaks: bool
    ) -> None:
        match = table(queen_breaks=queen_breaks)
        enter(match, "AC 2C 3C 4C", "KC 5C 6C QS")
        assert str(match.scene.facts[0].text) == (
            "broken" if queen_breaks else "not broken"
        )
        enter(match, "AH 2H 3H 5H")
        assert len(enter(match, "QC 8C 9C 6H")) == (1 if queen_breaks else 2)

    def test_a_queen_in_the_trick_that_hearts_were_led_to_comes_too_late(self) -> None:
        match = table(queen_breaks=True)
        enter(match, "AC 2C 3C 4C", "AH 2H 3H QS")
        assert enter(match, "QC 8C 9C 6D")[-1].because[0].rule == "hearts#broken"

    def test_whether_they_may_be_led_stands_on_every_phone(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 2C 3C 4C")
        assert str(match.scene.facts[0].text) == "not broken"
        enter(match, "KC 5C 6C 4H")
        assert str(match.scene.facts[0].text) == "broken"


class TestClaimsAndMisdeals:
    def test_whoever_claims_takes_all_points_that_are_left(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 2C 3C 4C", "KC 5C 6C 4H")
        match.enter("claim", seat="Ben")
        assert match.scores == {"Ana": 1, "Ben": 25, "Cy": 0, "Dee": 0}
        assert [ruling.because[0].rule for ruling in match.rulings][:2] == [
            "hearts#claim",
            "hearts#points",
        ]

    def test_whoever_claims_all_has_shot_the_moon(self, match: PlayedMatch) -> None:
        match.enter("claim", seat="Ben")
        assert match.scores == {"Ana": 26, "Ben": 0, "Cy": 26, "Dee": 26}

    def test_after_a_misdeal_the_same_dealer_deals_and_passing_goes_as_before(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 2C 3C 4C")
        match.enter("misdeal")
        assert match.next == (
            "Dee deals. Pass three cards to the left. "
            "Whoever holds the two of clubs leads it."
        )
        enter(match, "AC 2C 3C 4C")

    def test_the_depth_changes_between_deals(self) -> None:
        match = table(depth="deals")
        match.enter(
            "deal", hearts=dict.fromkeys(SEATS[:3], 4) | {"Dee": 1}, queen="Ana"
        )
        match.enter("depth")
        enter(match, "AC 2C 3C 4C")
        assert "depth" not in match.kinds
        match.enter("claim", seat="Dee")
        match.enter("depth")
        assert match.kinds == ["deal", "misdeal", "depth"]


class TestPoints:
    def test_a_heart_counts_one_and_the_queen_of_spades_thirteen(self) -> None:
        by_cards = ask(
            "hearts", "deal", taken={"Ana": "AH 2H KS AD", "Ben": "QS 3H", "Cy": ""}
        )
        by_number = ask(
            "hearts", "deal", hearts={"Ana": 2, "Ben": 11, "Cy": 0}, queen="Ben"
        )
        assert by_cards.verdict["points"] == {"Ana": 2, "Ben": 14, "Cy": 0}
        assert by_number.verdict["points"] == {"Ana": 2, "Ben": 24, "Cy": 0}

    def test_each_is_told_what_counts(self) -> None:
        points = ask(
            "hearts",
            "deal",
            hearts={"Ana": 2, "Ben": 11, "Cy": 0, "Dee": 0},
            queen="Ben",
        )
        assert [str(reason.text) for reason in points.because] == [
            "Ben: 11 for hearts and 13 for the queen of spades, 24.",
            "Ana: 2 for hearts.",
            "Cy: none.",
            "Dee: none.",
        ]

    def test_the_table_decides_the_points_otherwise(self) -> None:
        match = table(depth="deals")
        match.enter(
            "deal", hearts={"Ana": 2, "Ben": 11, "Cy": 0, "Dee": 0}, queen="Dee"
        )
        match.overrule(1, {"points": {"Ana": 0, "Ben": 0, "Cy": 26, "Dee": 0}}, place=0)
        assert match.scores["Cy"] == 26

    def test_there_are_thirteen_hearts(self) -> None:
        with pytest.raises(WrongFieldsError, match="must total 13"):
            table(depth="deals").enter(
                "deal", hearts={"Ana": 3, "Ben": 3, "Cy": 3, "Dee": 3}, queen="Ben"
            )

    def test_one_of_numbers_and_cards_is_needed(self) -> None:
        with pytest.raises(WrongFieldsError):
            ask("hearts", "deal")

    def test_all_hearts_without_the_queen_are_no_moon(self) -> None:
        points = ask(
            "hearts",
            "deal",
            hearts={"Ana": 0, "Ben": 0, "Cy": 13, "Dee": 0},
            queen="Dee",
        )
        assert points.verdict == {
            "points": {"Ana": 0, "Ben": 0, "Cy": 13, "Dee": 13},
            "moon": None,
        }

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_whoever_takes_all_points_gives_them_to_the_others(
        self, players: int
    ) -> None:
        match = table(players, depth="deals")
        match.enter(
            "deal", hearts=dict.fromkeys(SEATS[:players], 0) | {"Cy": 13}, queen="Cy"
        )
        assert match.scores == dict.fromkeys(SEATS[:players], 26) | {"Cy": 0}
        assert match.rulings[0].because[0].rule == "hearts#moon"

    def test_whoever_broke_a_rule_shoots_no_moon(self) -> None:
        points = ask(
            "hearts",
            "deal",
            taken={"Ana": f"{HEARTS} QS", "Ben": "AD"},
            offenders=["Ana"],
        )
        assert points.verdict == {"points": {"Ana": 26, "Ben": 0}, "moon": None}

    def test_a_deal_is_reckoned_by_hearts_and_queen(self) -> None:
        reckoning = ask(
            "hearts", "deal", hearts={"Ana": 2, "Ben": 11}, queen="Ana"
        ).reckoning
        assert reckoning is not None
        assert [(row.seat, row.cells, row.ahead) for row in reckoning.rows] == [
            ("Ana", (2, 13, 15), False),
            ("Ben", (11, 0, 11), True),
        ]


class TestWhatElseHappened:
    """By deal, and by tricks where somebody gives up."""

    def by_deal(self, *rules: str) -> PlayedMatch:
        return table(depth="deals", rules=rules)

    def test_whoever_broke_a_rule_takes_all_points_whoever_has_taken_what(self) -> None:
        match = self.by_deal()
        match.enter(
            "deal",
            hearts=dict.fromkeys(SEATS[:4], 0) | {"Ana": 13},
            queen="Ana",
            offenders=["Ana"],
        )
        assert match.scores == {"Ana": 26, "Ben": 0, "Cy": 0, "Dee": 0}
        match.enter("deal", offenders=["Ben", "Cy"])
        assert match.scores == {"Ana": 26, "Ben": 26, "Cy": 26, "Dee": 0}
        assert match.ruling.because[0].rule == "hearts#offence"

    def test_the_hearts_of_a_deal_that_stopped_there_will_do(self) -> None:
        match = self.by_deal("jack-of-diamonds")
        match.enter("deal", hearts={"Ana": 3}, offenders=["Ben"])
        assert match.scores == {"Ana": 0, "Ben": 26, "Cy": 0, "Dee": 0}

    def test_whoever_takes_the_rest_has_the_hearts_and_the_queen_that_are_left(
        self,
    ) -> None:
        match = self.by_deal()
        match.enter("deal", hearts={"Ana": 2, "Ben": 1}, rest="Ben")
        assert match.scores == {"Ana": 2, "Ben": 24, "Cy": 0, "Dee": 0}
        assert [reason.rule for reason in match.rulings[0].because][
            -1
        ] == "hearts#claim"
        match.enter("deal", hearts={"Ana": 2, "Ben": 1}, queen="Ana", rest="Ben")
        assert match.scores == {"Ana": 17, "Ben": 35, "Cy": 0, "Dee": 0}

    def test_whoever_claims_it_all_has_shot_the_moon_and_whoever_gives_up_has_not(
        self,
    ) -> None:
        match = self.by_deal()
        match.enter("deal", rest="Cy")
        assert match.scores == {"Ana": 26, "Ben": 26, "Cy": 0, "Dee": 26}
        match.enter("deal", given_up="Cy")
        assert match.scores == {"Ana": 26, "Ben": 26, "Cy": 26, "Dee": 26}
        assert [reason.rule for reason in match.rulings[0].because][
            -1
        ] == "hearts#given-up"

    def test_by_tricks_whoever_gives_up_takes_what_is_left(self) -> None:
        match = table()
        enter(match, "AC 2C 3C 4C", "KC 5C 6C 4H")
        match.enter("concede", seat="Dee")
        assert match.scores == {"Ana": 1, "Ben": 0, "Cy": 0, "Dee": 25}
        assert match.rulings[0].because[0].rule == "hearts#given-up"

    def test_the_table_lets_somebody_else_have_given_up(self) -> None:
        match = table()
        step = match.enter("concede", seat="Dee")
        match.overrule(step.entry.seq, {"seat": "Ana"}, place=0)
        assert match.scores == {"Ana": 26, "Ben": 0, "Cy": 0, "Dee": 0}

    def test_the_rest_cannot_go_to_somebody_else_than_who_gave_up(self) -> None:
        with pytest.raises(WrongFieldsError, match="Whoever gave up takes the rest"):
            self.by_deal().enter("deal", hearts={"Ana": 2}, rest="Ana", given_up="Ben")

    def test_no_more_hearts_than_there_are(self) -> None:
        with pytest.raises(WrongFieldsError, match="must total 13; you have 14"):
            self.by_deal().enter("deal", hearts={"Ana": 14 - 2, "Cy": 2}, rest="Ana")

    def test_with_the_jack_it_is_in_the_rest_unless_somebody_had_it(self) -> None:
        match = self.by_deal("jack-of-diamonds")
        match.enter("deal", hearts={"Ana": 2}, queen="Ana", rest="Ben")
        assert match.scores == {"Ana": 15, "Ben": 1, "Cy": 0, "Dee": 0}
        match.enter("deal", hearts={"Ana": 2}, queen="Ana", rest="Ben", jack="Cy")
        assert match.scores == {"Ana": 30, "Ben": 12, "Cy": -10, "Dee": 0}

    def test_a_question_takes_them_too(self) -> None:
        cards = {"Ana": "2H 3H", "Ben": "QS", "Cy": ""}
        assert ask("hearts", "deal", taken=cards, rest="Cy").verdict["points"] == {
            "Ana": 2,
            "Ben": 13,
            "Cy": 11,
        }
        hearts = {"Ana": 2, "Ben": 0, "Cy": 0}
        assert ask("hearts", "deal", hearts=hearts, given_up="Cy").verdict[
            "points"
        ] == {"Ana": 2, "Ben": 0, "Cy": 24}
        with pytest.raises(WrongFieldsError, match="Enter everybody who plays"):
            ask("hearts", "deal", rest="Cy")
        for field in ("rest", "given_up"):
            with pytest.raises(
                WrongFieldsError,
                match="Only Ana, Ben and Cy play this deal, not Zed",
            ):
                ask("hearts", "deal", hearts=hearts, **{field: "Zed"})
        with pytest.raises(WrongFieldsError, match="play this deal, not Zed"):
            ask("hearts", "deal", hearts=hearts, offenders=["Zed"])
        with pytest.raises(WrongFieldsError, match="Zed isn’t playing this deal"):
            ask(
                "hearts",
                "deal",
                house_rules=["jack-of-diamonds"],
                hearts=hearts,
                rest="Ana",
                jack="Zed",
            )


class TestEnd:
    def test_nobody_has_won_before_a_hundred(self, match: PlayedMatch) -> None:
        assert not match.state.deals.scored({"Ana": 99, "Ben": 99}).rounds.winners

    def test_at_a_hundred_whoever_has_fewest_wins_and_equals_share_it(
        self, match: PlayedMatch
    ) -> None:
        deals = match.state.deals.scored({"Ana": 100, "Ben": 20, "Cy": 20, "Dee": 30})
        assert deals.rounds.winners == ("Ben", "Cy")

    def test_that_they_share_it_is_a_reading(self) -> None:
        match = table(depth="deals", target=26)
        match.enter(
            "deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}, offenders=["Dee"]
        )
        assert [(reason.rule, reason.basis) for reason in match.ruling.because] == [
            ("hearts#end", "rules"),
            ("hearts#shared-win", "reading"),
        ]
        assert (
            str(match.ruling.because[1].text)
            == "Ana, Ben and Cy tie and share the win."
        )

    def test_the_table_agrees_on_another_number(self) -> None:
        match = table(depth="deals", target=26)
        match.enter(
            "deal", hearts={"Ana": 0, "Ben": 0, "Cy": 0, "Dee": 13}, queen="Dee"
        )
        assert match.scene.finished
        assert match.scene.winners == ("Dee",)
        assert match.next == "Game over: Dee won."


def test_cards_and_numbers_that_contradict_each_other_are_refused() -> None:
    cards = {"Ana": f"{HEARTS} QS", "Ben": "AD"}
    hearts = {"Ana": 13, "Ben": 0}
    assert ask("hearts", "deal", taken=cards, hearts=hearts).verdict["moon"] == "Ana"
    with pytest.raises(WrongFieldsError, match="The cards say otherwise"):
        ask("hearts", "deal", taken=cards, hearts={"Ana": 0, "Ben": 13})

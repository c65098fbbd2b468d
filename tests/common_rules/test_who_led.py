"""Who led a trick, whoever had to and in whatever order its cards arrive; and what is
proven by it.
"""

from itertools import permutations

import pytest

from referee import Ruling, WrongFieldsError, card, say
from referee.common_rules.tricks import NO_SUIT, suit_decided
from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy", "Dee")
BIDS = dict.fromkeys(SEATS, 3)


def spades() -> PlayedMatch:
    """A match in which Ana has to lead."""
    played = PlayedMatch.begun("spades", SEATS, dealer="Dee", depth="tricks")
    played.enter("bids", bids=BIDS)
    return played


@pytest.fixture
def match() -> PlayedMatch:
    return spades()


def plays(codes: str) -> dict[str, str]:
    """A card of each, from Ana on; a dash where somebody has not played."""
    return {
        seat: code
        for seat, code in zip(SEATS, codes.split(), strict=True)
        if code != "-"
    }


def enter(
    match: PlayedMatch, codes: str, leader: str | None = None
) -> tuple[Ruling, ...]:
    named = {} if leader is None else {"leader": leader}
    return match.enter("trick", plays=plays(codes), **named).rulings


def accused(rulings: tuple[Ruling, ...]) -> list[tuple[object, object]]:
    """Who is told to have revoked, and in which trick."""
    proven = [one.verdict for one in rulings if one.verdict.get("legal") is False]
    return [(verdict["seat"], verdict["trick"]) for verdict in proven]


def why(rulings: tuple[Ruling, ...]) -> list[str]:
    return [reason.rule for reason in rulings[0].because]


LED_BY_BEN = "TC 4D 6D 2D"
"""Ben led diamonds, though Ana had to, and has none."""


class TestWhoIsNamed:
    def test_the_prompt_asks_for_whoever_led_if_it_was_not_whoever_had_to(
        self, match: PlayedMatch
    ) -> None:
        _, leader = match.prompts[0].fields
        assert (leader.name, leader.type, leader.optional, leader.default) == (
            "leader",
            "seat",
            True,
            "Ana",
        )
        assert leader.choices == SEATS
        assert leader.leads == "plays"

    def test_winner_and_next_lead_go_by_it(self, match: PlayedMatch) -> None:
        [ruling] = enter(match, LED_BY_BEN, "Ben")
        assert (ruling.verdict["winner"], ruling.verdict["suit_led"]) == ("Cy", "D")
        assert match.state.deals.deal.leader == "Cy"
        assert str(ruling.because[-1].text) == (
            "Ben led, but it was Ana’s lead. Everybody played to it, so the trick "
            "stands."
        )

    def test_without_it_whoever_has_to_leads(self, match: PlayedMatch) -> None:
        [ruling] = enter(match, LED_BY_BEN)
        assert (ruling.verdict["winner"], ruling.verdict["suit_led"]) == ("Ana", "C")
        assert why((ruling,)) == ["spades#trick"]

    def test_that_whoever_has_to_led_need_not_be_said(self, match: PlayedMatch) -> None:
        assert why(enter(match, LED_BY_BEN, "Ana")) == ["spades#trick"]

    def test_it_is_said_of_one_trick_only(self, match: PlayedMatch) -> None:
        enter(match, LED_BY_BEN, "Ben")
        assert why(enter(match, "3D 5D AD KD")) == ["spades#trick"]

    def test_nobody_leads_who_does_not_sit_there(self, match: PlayedMatch) -> None:
        with pytest.raises(WrongFieldsError, match="leader"):
            enter(match, LED_BY_BEN, "Eve")

    @pytest.mark.parametrize("game", ["hearts", "oh-hell", "euchre", "skat", "bridge"])
    def test_every_game_of_tricks_asks_for_it(self, game: str) -> None:
        seats = SEATS[:3] if game == "skat" else SEATS
        played = PlayedMatch.begun(game, seats, dealer=seats[-1], depth="tricks")
        before = {
            "oh-hell": ("bids", {"turned": "2S", "bids": dict.fromkeys(SEATS, 1)}),
            "euchre": ("contract", {"turned": "9H", "maker": "Ana"}),
            "skat": (
                "contract",
                {"declarer": "Ana", "game": "grand", "announced": "nothing", "bid": 18},
            ),
            "bridge": (
                "contract",
                {"declarer": "Dee", "level": "1", "strain": "NT", "doubled": "no"},
            ),
        }
        if game in before:
            kind, data = before[game]
            played.enter(kind, **data)  # type: ignore[arg-type]
        [leader] = [
            field for field in played.prompts[0].fields if field.name == "leader"
        ]
        assert leader.default == (None if game == "hearts" else "Ana")


class TestCardByCard:
    def test_the_order_in_which_cards_arrive_decides_nothing(self) -> None:
        for order in permutations(SEATS):
            match = spades()
            for seat in order:
                match.enter("trick", plays={seat: plays(LED_BY_BEN)[seat]})
            assert match.ruling.verdict["winner"] == "Ana", order

    @pytest.mark.parametrize("says", SEATS)
    def test_whoever_says_it_may_say_it_with_any_card(self, says: str) -> None:
        match = spades()
        for seat in ("Dee", "Ben", "Ana", "Cy"):
            named = {"leader": "Ben"} if seat == says else {}
            match.enter("trick", plays={seat: plays(LED_BY_BEN)[seat]}, **named)
        assert match.ruling.verdict["winner"] == "Cy"

    def test_the_others_are_told_who_led(self, match: PlayedMatch) -> None:
        enter(match, "- 4D - -", "Ben")
        cards, leader = match.prompts[0].fields
        assert (cards.seats, leader.default) == (("Cy", "Dee", "Ana"), "Ben")
        assert match.next == "Cy plays next to trick 1."

    def test_two_leaders_are_refused_with_what_to_do(self, match: PlayedMatch) -> None:
        enter(match, "- 4D - -", "Ben")
        refused = match.refuses("trick", plays=plays("- - 6D -"), leader="Cy")
        assert str(refused.summary) == "Cy can’t have led trick 1 too"
        assert (
            str(refused.because[0].text)
            == "Ben was entered as the leader. Leave this out, or correct that entry."
        )
        enter(match, "- - 6D -", "Ben")

    def test_a_correction_names_another_leader(self, match: PlayedMatch) -> None:
        begun = match.enter("trick", plays=plays("- 4D - -"), leader="Dee")
        enter(match, "TC - 6D 2D")
        assert match.history.steps[-1].rulings[0].verdict["winner"] == "Cy"
        match.correct(begun.entry.seq, plays={"Ben": "4D"}, leader="Ana")
        assert match.history.steps[-1].rulings[0].verdict["winner"] == "Ana"


class TestBeforeTheTrickIsComplete:
    def test_a_lead_out_of_turn_is_told_at_once_with_what_the_law_says(
        self, match: PlayedMatch
    ) -> None:
        [ruling] = enter(match, "- 4D - -", "Ben")
        assert str(ruling.summary) == "Ben led out of turn; Ana was due"
        assert ruling.verdict["situation"] == "lead-out-of-turn"
        named = {name: ruling.verdict[name] for name in ("seat", "due", "trick")}
        assert named == {"seat": "Ben", "due": "Ana", "trick": 1}
        law = match.rulebook.rule_from_json(
            "irregularity",
            {
                "situation": "lead-out-of-turn",
                "who": "player",
                "noticed": "at-once",
                "seat": "Ben",
            },
        )
        assert ruling.verdict["remedies"] == law.verdict["remedies"]
        assert ruling.because == law.because

    def test_it_is_told_once(self, match: PlayedMatch) -> None:
        enter(match, "- 4D - -", "Ben")
        assert enter(match, "- - 6D -", "Ben") == ()
        assert accused(enter(match, "TC - - 2D")) == []

    def test_the_order_of_arrival_accuses_nobody(self, match: PlayedMatch) -> None:
        assert enter(match, "- 4D - -") == ()

    def test_whoever_was_due_and_is_named_led_in_turn(self, match: PlayedMatch) -> None:
        assert enter(match, "TC - - -", "Ana") == ()

    def test_a_whole_trick_is_ruled_on_as_one(self, match: PlayedMatch) -> None:
        [ruling] = enter(match, LED_BY_BEN, "Ben")
        assert "spades#out-of-turn" in why((ruling,))


class TestProofs:
    def test_nobody_revoked_who_followed_the_suit_of_whoever_led(
        self, match: PlayedMatch
    ) -> None:
        enter(match, LED_BY_BEN, "Ben")
        assert accused(enter(match, "3C 5C 7C 9C")) == []

    def test_whoever_did_not_follow_it_is_accused(self, match: PlayedMatch) -> None:
        enter(match, LED_BY_BEN, "Ben")
        assert accused(enter(match, "3D 5D 7D 9D")) == [("Ana", 1)]

    def test_a_spade_led_too_early_is_held_against_whoever_led_it(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "2S 4S 6S 3S", "Ben")
        *_, early = enter(match, "KH 5H 7H 8H")
        assert (early.verdict["seat"], early.because[0].rule) == (
            "Ben",
            "spades#broken",
        )


class TestDecidedByTheTable:
    def test_the_suit_that_it_decided_is_the_one_to_be_followed(
        self, match: PlayedMatch
    ) -> None:
        trick = match.enter("trick", plays=plays(LED_BY_BEN))
        match.overrule(trick.entry.seq, {"winner": "Cy", "suit_led": "D"})
        assert accused(enter(match, "3C 5C 7C 9C")) == []
        assert accused(enter(match, "3D 5D 7D 9D")) == [("Ana", 1)]

    def test_a_trick_given_to_another_suit_accuses_nobody(
        self, match: PlayedMatch
    ) -> None:
        trick = match.enter("trick", plays=plays(LED_BY_BEN))
        match.overrule(trick.entry.seq, {"winner": "Cy"})
        assert accused(enter(match, "3C 5C 7C 9C")) == []
        assert accused(enter(match, "3D 5D 7D 9D")) == []

    def test_a_trick_given_to_another_card_of_that_suit_proves_as_before(
        self, match: PlayedMatch
    ) -> None:
        trick = match.enter("trick", plays=plays("TC 4C 6D 2C"))
        match.overrule(trick.entry.seq, {"winner": "Ben"})
        assert accused(enter(match, "3C 5C 7C 9C")) == [("Cy", 1)]

    def test_it_may_decide_that_no_suit_was_led(self) -> None:
        cards = {"Ana": card("TC"), "Ben": card("6D")}
        verdict = {"winner": "Ana", "card": card("TC"), "suit_led": None}
        assert suit_decided(Ruling(verdict, say("So"), ()), cards) == NO_SUIT

    def test_an_early_lead_is_held_against_nobody_where_it_may_have_been_one_of_two(
        self, match: PlayedMatch
    ) -> None:
        trick = match.enter("trick", plays=plays("TC 4S 6S 2C"))
        match.overrule(trick.entry.seq, {"winner": "Cy", "suit_led": "S"})
        assert accused(enter(match, "3S 5H 7H 9S")) == [("Dee", 1), ("Ana", 1)]

    def test_an_early_lead_is_held_against_the_only_one_who_can_have_led_it(
        self, match: PlayedMatch
    ) -> None:
        trick = match.enter("trick", plays=plays("TC 4S 6C 2C"))
        match.overrule(trick.entry.seq, {"winner": "Ben", "suit_led": "S"})
        [_, early] = enter(match, "3H 5H 7H 9H")
        assert (early.verdict["seat"], early.because[0].rule) == (
            "Ben",
            "spades#broken",
        )


class TestOnce:
    def test_a_revoke_is_told_once_and_charged(self, match: PlayedMatch) -> None:
        enter(match, "AC 4C 3D 2C")
        [_, revoke] = enter(match, "KC 5C 6C 7C")
        assert [reason.rule for reason in revoke.because] == [
            "spades#follow",
            "spades#offence",
        ]
        assert (
            str(revoke.because[1].text)
            == "So Ana and Cy can’t make their bid this deal."
        )
        assert accused(enter(match, "QC 8C 9C TC")) == []
        match.enter("claim", seat="Ana")
        assert match.scores["Ana"] == -60

    def test_a_card_that_proves_two_revokes_tells_both(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 4C 3D 2C")
        enter(match, "KC 5C 4D 7C")
        assert accused(enter(match, "QC 8C 9C TC")) == [("Cy", 1), ("Cy", 2)]

    def test_one_after_it_was_proven_is_another(self, match: PlayedMatch) -> None:
        enter(match, "AC 4C 3D 2C")
        assert accused(enter(match, "KC 5C 6C 7C")) == [("Cy", 1)]
        enter(match, "QC 8C 4D TC")
        assert accused(enter(match, "JC JD 9C QD")) == [("Cy", 3)]

    def test_what_the_table_let_pass_is_not_told_again(
        self, match: PlayedMatch
    ) -> None:
        enter(match, "AC 4C 3D 2C")
        proven = match.enter("trick", plays=plays("KC 5C 6C 7C"))
        match.overrule(proven.entry.seq, {"legal": True}, place=1)
        enter(match, "QC 8C 9C TC")
        assert match.state.deals.deal.offenders == ()

    def test_a_bid_of_nil_fails_by_it_too(self) -> None:
        match = PlayedMatch.begun("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids={**BIDS, "Cy": 0})
        enter(match, "AC 4C 3D 2C")
        [_, revoke] = enter(match, "KC 5C 6C 7C")
        assert (
            str(revoke.because[1].text)
            == "So Cy’s nil fails, and Ana and Cy can’t make their bid this deal."
        )

"""Games of two depths: every trick entered, whole or card by card, or only how each
deal ends.
"""

from types import ModuleType

import pytest

from referee import (
    DEPTH,
    FIFTY_TWO,
    Accepted,
    Ask,
    Deals,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    Trick,
    Values,
    WrongFieldsError,
    begin_deals,
    card,
    hookimpl,
    rule_round,
    rule_trick,
    say,
    sections_of,
    trick_question,
)
from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy")
RULES = sections_of(
    "black-whist",
    Section("trick", "The trick", "Spades are trump; a trick is a point."),
    Section("once", "Once", "Each card is played once."),
    Section("follow", "Following suit", "Whoever can follow suit must."),
    Section(
        "broken",
        "Leading spades",
        "Nobody leads a spade before one was played, except from spades alone.",
    ),
    Section("claim", "Claims", "Whoever is sure of all that is left lays it open."),
    Section("misdeal", "Misdeals", "A wrong deal is dealt again."),
)

TRICKS = Field("tricks", "numbers_by_seat", say("Tricks"), min=0, max=3, total=3)


@hookimpl
def describe_game() -> Game:
    return Game(
        id="black-whist",
        title="Black Whist",
        players=(3,),
        summary="Tricks.",
        source="Made up",
        options=(DEPTH,),
        deck=FIFTY_TWO,
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    return (
        trick_question(
            FIFTY_TWO,
            Field("trump", "choice", say("Trump"), choices=("S",), default="S"),
        ),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    return rule_trick(
        given.card_by_seat("plays"), RULES.cite, "trick", trump=given.choice("trump")
    )


@hookimpl
def begin(setting: Setting) -> Deals:
    return begin_deals(setting, FIFTY_TWO, hand=3, last=3)


@hookimpl
def prompts(state: Deals) -> tuple[Prompt, ...]:
    return state.prompts((TRICKS,))


@hookimpl
def accept(state: Deals, entry: Entry, ask: Ask) -> Accepted | Refused:
    if entry.kind == "deal":
        return _score(state, entry.given.numbers_by_seat("tricks"), ())
    entered = state.enter(entry, ask, RULES.cite, closed="S", trump="S")
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if not deals.deal.over:
        return Accepted(deals, rulings)
    honest = {
        seat: n
        for seat, n in deals.deal.tricks_of.items()
        if seat not in deals.deal.offenders
    }
    return _score(deals, honest, rulings)


def _score(
    deals: Deals, points: dict[str, int], rulings: tuple[Ruling, ...]
) -> Accepted:
    after = deals.scored(points)
    return Accepted(
        after, (*rulings, rule_round(deals.rounds, after.rounds, RULES.cite, "trick"))
    )


@hookimpl
def scene(state: Deals) -> Scene:
    return state.scene()


GAME = ModuleType("tests.black_whist")
"""A game of nothing but tricks, with the hooks of this file."""
vars(GAME).update(
    {
        hook.__name__: hook
        for hook in (describe_game, questions, resolve_trick, begin, prompts)
    }
)
vars(GAME).update(rule_sections=RULES.hook, accept=accept, scene=scene)


def match(depth: str = "tricks") -> PlayedMatch:
    return PlayedMatch.begun(GAME, SEATS, dealer="Cy", depth=depth)


def plays(codes: str, first: str = "Ana") -> dict[str, str]:
    at = SEATS.index(first)
    return dict(zip(SEATS[at:] + SEATS[:at], codes.split(), strict=False))


def kinds(played: PlayedMatch) -> list[str]:
    return [prompt.kind for prompt in played.prompts]


class TestByDeal:
    def test_the_table_has_chosen_it_and_a_deal_is_one_entry(self) -> None:
        played = match("deals")
        assert kinds(played) == ["deal", "misdeal", "depth"]
        played.enter("deal", tricks={"Ana": 2, "Ben": 0, "Cy": 1})
        assert (played.scores["Ana"], played.scene.round, played.scene.dealer) == (
            2,
            2,
            "Ana",
        )

    def test_it_is_the_depth_where_nothing_was_chosen(self) -> None:
        assert DEPTH.default == "deals"

    def test_it_is_changed_between_deals_and_not_within_one(self) -> None:
        played = match("deals")
        played.enter("depth")
        assert kinds(played) == ["trick", "claim", "misdeal", "depth"]
        played.enter("trick", plays=plays("9H KH 2H"))
        assert kinds(played) == ["trick", "claim", "misdeal"]
        played.enter("claim", seat="Ben")
        assert kinds(played) == ["trick", "claim", "misdeal", "depth"], (
            "it is kept for the next deal"
        )


class TestCardByCard:
    def test_a_trick_is_ruled_on_once_it_is_complete(self) -> None:
        played = match()
        assert played.scene.trick == Trick(1, SEATS, {})
        played.enter("trick", plays=plays("9H"))
        assert played.scene.trick == Trick(1, SEATS, {"Ana": card("9H")}, "Ana")
        assert played.prompts[0].fields[0].seats == ("Ben", "Cy")
        assert str(played.scene.next) == "Ben plays next to trick 1."
        played.enter("trick", plays=plays("KH 2S", "Ben"))
        assert played.ruling.verdict["winner"] == "Cy"
        assert played.zone("won", "Cy").count == 3
        trick = played.scene.trick
        assert (trick.number, trick.winner, len(trick.plays)) == (1, "Cy", 3)
        played.enter("trick", plays=plays("3S", "Cy"))
        assert played.scene.trick.order == ("Cy", "Ana", "Ben")

    def test_who_wins_so_far_is_told_once_the_lead_is_in(self) -> None:
        played = match()
        played.enter("trick", plays=plays("KC", "Cy"))
        assert played.scene.trick.winner is None
        played.enter("trick", plays=plays("9H"))
        assert played.scene.trick.winner == "Ana"
        played.enter("trick", plays=plays("KH", "Ben"))
        assert played.scene.trick.winner == "Ben"

    def test_in_whatever_order_they_come_the_leader_leads(self) -> None:
        played = match()
        played.enter("trick", plays=plays("KC", "Cy"))
        played.enter("trick", plays=plays("9H KH"))
        assert played.ruling.verdict["winner"] == "Ben"

    def test_of_a_game_that_says_nothing_of_leads_out_of_turn_it_is_told_who_led(
        self,
    ) -> None:
        played = match()
        played.enter("trick", plays=plays("9H KC 2C"), leader="Cy")
        why = played.ruling.because[-1]
        assert (played.ruling.verdict["winner"], why.rule) == (
            "Ben",
            "black-whist#trick",
        )
        assert str(why.text) == "Cy led, but it was Ana’s lead."

    def test_there_a_lead_out_of_turn_is_told_at_once_without_remedies(self) -> None:
        played = match()
        played.enter("trick", plays={"Cy": "2C"}, leader="Cy")
        ruling = played.ruling
        assert str(ruling.summary) == "Cy led out of turn; Ana was due"
        assert ruling.verdict == {
            "legal": False,
            "situation": "lead-out-of-turn",
            "seat": "Cy",
            "due": "Ana",
            "trick": 1,
        }
        assert ruling.because[0].rule == "black-whist#once"

    def test_a_card_that_lies_there_cannot_come_again(self) -> None:
        played = match()
        played.enter("trick", plays=plays("9H"))
        refused = played.refuses("trick", plays=plays("9H", "Ben"))
        assert str(refused.because[0].text) == "Ana played it in trick 1."


class TestClaims:
    def test_whoever_claims_has_all_that_is_left(self) -> None:
        played = match()
        played.enter("trick", plays=plays("9H KH 2H"))
        played.enter("claim", seat="Cy")
        assert str(played.rulings[-2].summary) == "Cy takes the last 2 tricks"
        assert dict(played.scores) == {"Ana": 0, "Ben": 1, "Cy": 2}

    def test_the_table_grants_it_to_somebody_else(self) -> None:
        played = match()
        claimed = played.enter("claim", seat="Cy")
        played.overrule(claimed.entry.seq, {"winner": "Ana"}, place=0)
        assert dict(played.scores) == {"Ana": 3, "Ben": 0, "Cy": 0}

    def test_of_two_sides_one_claims_some_and_the_other_gets_the_rest(self) -> None:
        setting = Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
        deals = begin_deals(setting, FIFTY_TWO, sides=setting.sides())
        [claim] = [
            one
            for one in deals.prompts((TRICKS,), shared_claims=True)
            if one.kind == "claim"
        ]
        assert [(one.name, one.max, one.default) for one in claim.fields[1:]] == [
            ("tricks", 13, 13)
        ]
        for n, taken in ((9, (0, 0, 9, 4)), (0, (0, 0, 0, 13)), (13, (0, 0, 13, 0))):
            entry = Entry("claim", None, Values({"seat": "Cy", "tricks": n}))
            entered = deals.enter(entry, lambda ruling, **_: ruling, RULES.cite)  # type: ignore[arg-type, return-value]
            assert not isinstance(entered, Refused)
            assert tuple(entered[0].deal.tricks_of.values()) == taken
            assert (
                str(entered[1][0].summary) == f"Cy takes {n} of the last 13 tricks"
                or n == 13
            )

    def test_nobody_is_granted_more_than_is_left(self) -> None:
        played = match()
        claimed = played.enter("claim", seat="Cy")
        with pytest.raises(WrongFieldsError):
            played.overrule(claimed.entry.seq, {"tricks": 4}, place=0)

    def test_the_cards_that_were_left_are_the_claimants(self) -> None:
        deals = begin_deals(Setting(SEATS, dealer="Cy"), FIFTY_TWO)
        deal = deals.deal.with_claim({"Ana": 17})
        assert set(deal.cards_of["Ana"]) == set(FIFTY_TWO)
        split = deals.deal.with_claim({"Ana": 16, "Ben": 1})
        assert split.over
        assert not any(split.cards_of.values()), "nobody knows which cards are whose"


def test_after_a_misdeal_the_same_dealer_deals_and_nothing_counts() -> None:
    played = match()
    played.enter("trick", plays=plays("9H KH 2H"))
    played.enter("misdeal")
    assert (
        played.scene.dealer,
        played.scene.round,
        played.zone("won", "Ben").count,
    ) == ("Cy", 1, 0)
    played.enter("trick", plays=plays("9H KH 2H"))
    assert played.ruling.verdict["winner"] == "Ben"


class TestOffenders:
    def test_a_revoke_is_proven_by_a_later_card(self) -> None:
        played = match()
        played.enter("trick", plays=plays("9H KC 2H"))
        played.enter("trick", plays=plays("3D 4H 5D"))
        assert played.rulings[-1].verdict == {
            "legal": False,
            "seat": "Ben",
            "trick": 1,
            "card": played.rulings[-1].verdict["card"],
        }
        played.enter("claim", seat="Ben")
        assert played.scores["Ben"] == 0

    def test_the_table_absolves(self) -> None:
        played = match()
        played.enter("trick", plays=plays("9H KC 2H"))
        proven = played.enter("trick", plays=plays("3D 4H 5D"))
        played.overrule(proven.entry.seq, {"legal": True}, place=1)
        played.enter("claim", seat="Ben")
        assert played.scores["Ben"] == 1

    @pytest.mark.parametrize(
        ("second", "accused"),
        [("5D 4C 3C", True), ("6S 4S 3S", False)],
    )
    def test_a_spade_led_before_one_was_played_is_proven_by_another_suit(
        self, second: str, accused: bool
    ) -> None:
        played = match()
        played.enter("trick", plays=plays("9S 8S 7S"))
        played.enter("trick", plays=plays(second))
        assert (
            any(ruling.verdict.get("legal") is False for ruling in played.rulings)
            is accused
        )

    def test_a_spade_after_one_was_played_is_led_freely(self) -> None:
        played = match()
        played.enter("trick", plays=plays("9H 8S 7H"))
        played.enter("trick", plays=plays("9S 8D 7S", "Ben"))
        played.enter("trick", plays=plays("2D 3D 4D", "Ben"))
        assert all(
            ruling.verdict.get("legal") is not False for ruling in played.rulings
        )

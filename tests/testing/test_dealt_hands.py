"""Whoever plays tricks at random plays from hands: most follow suit, some revoke, and
matches come to their end.
"""

from collections import Counter
from random import Random
from types import ModuleType

import pytest

from referee import (
    FIFTY_TWO,
    THIRTY_TWO,
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
    TakenTrick,
    Values,
    begin_deals,
    hookimpl,
    rule_trick,
    say,
    sections_of,
    trick_question,
    two_of,
)
from referee.cards.card import by_code
from referee.common_rules.proofs import revokes_in
from referee.plugin.rulebook import Rulebook
from referee.testing.dealt_hands import PATIENCE, DealtHands, asks_for_trick
from referee.testing.random_match import play_at_random

SEATS = ("Ana", "Ben", "Cy", "Dee")
RULES = sections_of(
    "twenty-one-tricks", Section("trick", "The trick", "The highest spade wins.")
)
TARGET = 120


def trick(
    left: tuple[object, ...], seats: tuple[str, ...] = SEATS, some: bool = False
) -> Field:
    return Field(
        "plays",
        "card_by_seat",
        say("Cards"),
        choices=left,
        seats=seats,
        some=some,
        suggests=True,
    )  # type: ignore[arg-type]  # cards


def played_out(
    rng: Random, hands: DealtHands, seats: tuple[str, ...] = SEATS
) -> list[TakenTrick]:
    left = list(FIFTY_TWO)
    tricks = []
    while len(left) >= len(seats):
        codes = hands.play(trick(tuple(left), seats), seats, rng)
        hands.take_offered()
        plays = {
            seat: next(card for card in left if card.code == code)
            for seat, code in codes.items()
        }
        left = [card for card in left if card not in plays.values()]
        tricks.append(TakenTrick(plays, seats[0]))
    return tricks


def test_each_card_is_played_once_and_the_first_seat_of_the_field_leads() -> None:
    tricks = played_out(Random(1), DealtHands(), ("Cy", "Dee", "Ana", "Ben"))
    assert len({card for one in tricks for card in one.plays.values()}) == 52
    assert all([*one.plays] == ["Cy", "Dee", "Ana", "Ben"] for one in tricks)


def test_most_follow_suit_and_some_do_not() -> None:
    hands = DealtHands()
    rng = Random(2)
    deals = [played_out(rng, hands) for _ in range(40)]
    clean = sum(not revokes_in(tricks) for tricks in deals)
    assert 20 <= clean < 40


def test_a_suit_is_seldom_led_before_it_was_played() -> None:
    hands = DealtHands()
    rng = Random(3)
    early = 0
    for _ in range(40):
        tricks = played_out(rng, hands)
        first = next(
            n
            for n, one in enumerate(tricks)
            if any(card.suit == "S" for card in one.plays.values())
        )
        early += first > 0 and tricks[first].led == "S"
    assert early < 20


def test_what_lies_of_a_trick_is_followed() -> None:
    hands = DealtHands()
    rng = Random(4)
    followed = Counter[bool]()
    left = list(FIFTY_TWO)
    lying: list[object] = []
    seats = SEATS
    for _ in range(2_000):
        codes = hands.play(trick(tuple(left), seats, some=True), seats, rng)
        hands.take_offered()
        cards = [
            next(card for card in left if card.code == code) for code in codes.values()
        ]
        held = [*hands.hands[seats[0]], cards[0]]
        if lying and any(card.suit == lying[0] for card in held):
            followed[cards[0].suit == lying[0]] += 1
        lying += [card.suit for card in cards]
        left = [card for card in left if card not in cards]
        seats = seats[len(cards) :]
        if not seats:
            seats = SEATS
            lying = []
            left = left or list(FIFTY_TWO)
    assert followed[True] > 20 * followed[False] > 0


def test_of_two_equal_cards_each_is_in_a_hand_of_its_own() -> None:
    hands = DealtHands()
    rng = Random(5)
    left = Counter(two_of(THIRTY_TWO))
    while left:
        for code in hands.play(trick(tuple(left.elements())), SEATS, rng).values():
            left[by_code(THIRTY_TWO)[code]] -= 1
        hands.take_offered()
        left = +left
    assert hands.hands == {seat: [] for seat in SEATS}


def test_cards_that_are_no_trick_are_drawn_from_no_hand() -> None:
    assert asks_for_trick(trick(FIFTY_TWO))
    others = [
        Field("card", "card", say("Card"), choices=FIFTY_TWO, suggests=True),
        Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO),
        Field("hands", "cards_by_seat", say("Cards"), choices=FIFTY_TWO, suggests=True),
    ]
    assert not any(map(asks_for_trick, others))


def spades() -> ModuleType:
    """A game like Spades: four to a deal, bids of three each, no points for those who
    revoke, up to 200.
    """
    game = ModuleType("twenty_one_tricks")

    def describe_game() -> Game:
        return Game(
            id="twenty-one-tricks",
            title="Twenty-One Tricks",
            players=(4,),
            summary="Spades, or nearly.",
            source="Made up",
        )

    def questions() -> tuple[Question, ...]:
        return (trick_question(FIFTY_TWO),)

    def resolve_trick(given: Values) -> Ruling:
        return rule_trick(given.card_by_seat("plays"), RULES.cite, "trick", trump="S")

    def begin(setting: Setting) -> Deals:
        return begin_deals(setting, FIFTY_TWO, target=TARGET, sides=setting.sides())

    def prompts(state: Deals) -> tuple[Prompt, ...]:
        return state.prompts()

    def accept(state: Deals, entry: Entry, ask: Ask) -> Accepted:
        plays = state.deal.in_order(entry.given.card_by_seat("plays"))
        ruled = ask("trick", plays=plays)
        deal = state.deal.with_trick(plays, ruled.decided.seat("winner"))
        if not deal.over:
            return Accepted(state.with_deal(deal), (ruled,))
        taken = deal.tricks_of
        scores = {}
        for one, other in state.rounds.sides:
            is_made = (
                taken[one] + taken[other] >= 6
                and not deal.revokes_of[one] + deal.revokes_of[other]
            )
            scores[one] = 60 if is_made else -60
        return Accepted(state.scored(scores), (ruled,))

    def scene(state: Deals) -> Scene:
        return state.scene()

    for hook in (
        describe_game,
        questions,
        resolve_trick,
        begin,
        prompts,
        accept,
        scene,
    ):
        setattr(game, hook.__name__, hookimpl(hook))
    game.rule_sections = RULES.hook  # type: ignore[attr-defined]  # a module made here
    return game


@pytest.mark.parametrize("seed", range(2))
def test_a_match_like_spades_ends_well_within_the_share_of_a_check(seed: int) -> None:
    match = play_at_random(Rulebook(spades()), 4, seed, most=1_250)
    assert match.finished
    assert match.entries_taken < 800


def test_the_hook_example_is_given_the_state_and_may_leave_out_what_it_does_not_use() -> (
    None
):
    game = spades()
    seen = list[Deals]()
    plain = play_at_random(Rulebook(game), 4, 1, most=20)

    def example(state: Deals) -> None:
        seen.append(state)

    game.example = hookimpl(example)  # type: ignore[attr-defined]  # a module made here
    match = play_at_random(Rulebook(game), 4, 1, most=20)
    assert [one.deal.trick for one in seen[:3]] == [1, 2, 3]
    assert match.states == plain.states


def test_what_is_refused_again_and_again_is_dealt_out_anew() -> None:
    """In a game that knows whose the last card is, whoever else holds it cannot play
    on.
    """
    hands = DealtHands()
    rng = Random(3)
    left = FIFTY_TWO[:2]
    tried = {
        tuple(hands.play(trick(left, SEATS[:2]), SEATS[:2], rng).values())
        for _ in range(10 * PATIENCE)
    }
    assert tried == {("2C", "2D"), ("2D", "2C")}

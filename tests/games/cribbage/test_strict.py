"""Strict pegging, by the rule book of the American Cribbage Congress: what is
overlooked is lost, what is too much goes across; and who deals the next game.
"""

from referee.testing import PlayedMatch
from tests.games.went_wrong import reasons_of, ruling_now


def begun(seats: str = "Ana Ben", **options: object) -> PlayedMatch:
    return PlayedMatch.begun("cribbage", seats, dealer="Ana", strict=True, **options)


def test_without_it_the_referee_pegs_all_that_there_is() -> None:
    match = PlayedMatch.begun("cribbage", "Ana Ben", dealer="Ana", depth="cards")
    match.enter("starter", starter="JD")
    assert match.scores == {"Ana": 2, "Ben": 0}
    assert match.kinds == ["play", "penalty", "misdeal"]


def test_6_3_heels_are_pegged_before_the_dealer_plays() -> None:
    match = begun(depth="cards")
    match.enter("starter", starter="JD")
    match.enter("play", "Ben", card="KC")
    match.enter("heels", "Ana")
    assert match.scores == {"Ana": 2, "Ben": 0}
    assert match.kinds == ["play", "pegs", "penalty", "misdeal"]


def test_6_3_heels_forgotten_are_lost() -> None:
    match = begun(depth="cards")
    match.enter("starter", starter="JD")
    match.enter("play", "Ben", card="KC")
    match.enter("play", "Ana", card="QC")
    [lost] = [each for each in match.rulings if "lost" in each.verdict]
    assert lost.because[0].rule == "cribbage#heels-lost"
    assert match.scores == {"Ana": 0, "Ben": 0}
    assert "heels" not in match.kinds


def test_6_3_by_deal_they_are_lost_with_the_play() -> None:
    match = begun()
    match.enter("starter", starter="JD")
    match.enter("deal", pegged={"Ana": 1, "Ben": 0})
    assert match.scores == {"Ana": 1, "Ben": 0}
    assert match.kinds == [
        "hand",
        "pegs",
        "penalty",
        "misdeal",
    ]


def test_8_3_points_overlooked_are_lost() -> None:
    match = begun(depth="cards")
    match.enter("starter", starter="9D")
    match.enter("play", "Ben", card="KC")
    match.enter("play", "Ana", card="5C", overlooked=2)
    assert match.scores == {"Ana": 0, "Ben": 0}
    assert match.rulings[-1].because[0].rule == "cribbage#underpegging"


def test_8_3_a_go_overlooked_is_lost_until_the_next_card() -> None:
    match = begun(depth="cards")
    match.enter("starter", starter="9D")
    for seat, card in (("Ben", "KC"), ("Ana", "QC"), ("Ben", "TC")):
        match.enter("play", seat, card=card)
    match.enter("go", "Ana")
    match.enter("go", "Ben")
    assert match.prompt("overlooked").fields == ()
    match.enter("overlooked")
    assert match.scores == {"Ana": 0, "Ben": 0}
    assert match.ruling.because[0].rule == "cribbage#underpegging"


def test_8_3_of_a_hand_too_and_not_more_than_there_is() -> None:
    match = begun()
    match.enter("starter", starter="9D")
    match.enter("deal", pegged={"Ana": 1, "Ben": 0})
    four = {"cards": "5C 5D JC QC"}
    refused = match.refuses("hand", "Ben", overlooked=20, **four)
    assert refused.because[0].rule == "cribbage#underpegging"
    match.enter("hand", "Ben", overlooked=4, **four)
    assert match.scores == {"Ana": 1, "Ben": 10 - 4}


def test_8_3_at_muggins_only_what_nobody_calls_is_lost() -> None:
    match = begun(muggins=True)
    match.enter("starter", starter="9D")
    match.enter("deal", pegged={"Ana": 1, "Ben": 0})
    match.enter("hand", "Ben", cards="5C 5D JC QC", overlooked=2, called={"Ana": 2})
    assert match.scores == {"Ana": 3, "Ben": 6}


def test_8_4_points_too_many_go_to_the_other_side() -> None:
    match = begun()
    match.enter("pegs", "Ben", seat="Ana", what="pegs", points=3)
    assert match.scores == {"Ana": 0, "Ben": 3}
    assert match.ruling.because[0].rule == "cribbage#overpegging"
    match.overrule(1, {"points": 0})
    assert match.scores == {"Ana": 0, "Ben": 0}


def at_110() -> PlayedMatch:
    """Ana has 110 of 121 points, Ben has 4."""
    match = begun()
    hands = {"Ana": 12, "Ben": 2}
    match.enter("deal", pegged={"Ana": 98, "Ben": 2}, hands=hands, crib=0)
    return match


def test_8_4_a_game_claimed_wrongly_costs_fifteen_more() -> None:
    match = at_110()
    match.enter("pegs", "Ben", seat="Ana", what="game", points=11)
    assert match.ruling.because[0].rule == "cribbage#false-game"
    assert match.scores == {"Ana": 110 - 15, "Ben": 4 + 11}


def test_8_4_a_peg_in_the_last_hole_is_a_claim_and_no_other_is() -> None:
    match = at_110()
    refused = match.refuses("pegs", "Ben", seat="Ana", what="pegs", points=11)
    assert refused.because[0].rule == "cribbage#false-game"
    refused = match.refuses("pegs", "Ben", seat="Ana", what="game", points=10)
    assert refused.because[0].rule == "cribbage#overpegging"
    match.enter("pegs", "Ben", seat="Ana", what="pegs", points=10)
    assert match.scores == {"Ana": 110, "Ben": 14}


def test_8_4_they_can_end_the_game_and_go_to_a_side() -> None:
    match = begun("Ana Ben Cy Dee", target="61")
    match.enter(
        "deal", pegged={"Ana": 3, "Ben": 59}, hands=dict.fromkeys(FOUR, 0), crib=0
    )
    match.enter("pegs", "Dee", seat="Cy", what="pegs", points=2)
    assert match.scene.winners == ("Ben", "Dee")


def test_a_side_that_is_out_is_two() -> None:
    match = begun("Ana Ben Cy Dee", target="61")
    match.enter("deal", pegged={"Ana": 3, "Ben": 61})
    summaries = [match.said(ruling.summary) for ruling in match.rulings]
    assert "Ben & Dee are out: 61" in summaries


FOUR = ("Ana", "Ben", "Cy", "Dee")


def test_among_three_each_of_the_others_pegs_them() -> None:
    match = begun("Ana Ben Cy")
    match.enter("pegs", "Cy", seat="Ana", what="pegs", points=3)
    assert match.scores == {"Ana": 0, "Ben": 3, "Cy": 3}
    assert match.ruling.because[-1].basis == "reading"


def test_the_loser_deals_the_next_game_where_the_table_agrees() -> None:
    match = begun("Ana Ben Cy", next_game="loser", target="61")
    match.enter("deal", pegged={"Ana": 61, "Ben": 9, "Cy": 4})
    assert match.scene.deals_next == "Cy"
    assert match.next.endswith("Cy deals the next game.")
    in_turn = begun("Ana Ben Cy", target="61")
    in_turn.enter("deal", pegged={"Ana": 61, "Ben": 9, "Cy": 4})
    assert in_turn.scene.deals_next is None


def test_who_deals_the_next_game_is_asked_without_a_table() -> None:
    now = ruling_now("cribbage", "next-game", "player", "before", next_game="loser")
    assert "The loser deals" in reasons_of(now)

"""The rules of Briscola, section by section. The playthroughs beside this file are
tests too.
"""

import pytest

TWO = ("Ana", "Ben")
FOUR = ("Ana", "Ben", "Cy", "Dee")
RANKS = "A3KNJ76542"


@pytest.fixture
def match(play):
    return play("briscola", TWO, dealer="Ben")


@pytest.fixture
def partners(play):
    return play("briscola", FOUR, dealer="Dee", games=1)


def enter(match, *tricks):
    """These tricks, each from the first seat on: the rulings on the last of them."""
    for cards in tricks:
        match.enter(
            "trick", plays=dict(zip(match.setting.seats, cards.split(), strict=True))
        )
    return match.rulings


def refused(match, cards):
    return match.refuses(
        "trick", plays=dict(zip(match.setting.seats, cards.split(), strict=True))
    ).because[0]


def tricks_of(match, but=""):
    """All cards but these, trick by trick: aces first, then threes."""
    left = [
        rank + suit
        for rank in RANKS
        for suit in "OCSB"
        if rank + suit not in but.split()
    ]
    size = len(match.setting.seats)
    return [" ".join(left[n : n + size]) for n in range(0, len(left), size)]


def test_a_card_is_turned_first(match):
    assert [prompt.kind for prompt in match.prompts] == ["turn"]
    match.enter("turn", card="7O")
    assert [str(fact.text) for fact in match.scene.facts] == ["coins"]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("AC KC", "Ana"),
        ("KC AC", "Ben"),
        ("KC 3C", "Ben"),
        ("AC 2O", "Ben"),
        ("2C AS", "Ana"),
        ("2O 4O", "Ben"),
    ],
)
def test_trump_wins_else_the_suit_led_and_a_three_beats_a_king(match, cards, winner):
    match.enter("turn", card="7O")
    [ruling] = enter(match, cards)
    assert ruling.verdict["winner"] == winner


def test_nobody_has_to_follow_suit(match):
    match.enter("turn", card="7O")
    assert len(enter(match, "2C AS", "4C 5C")) == 1


def test_a_card_is_played_once(match):
    match.enter("turn", card="7O")
    enter(match, "2C AS")
    assert refused(match, "2C 4C").rule == "briscola#once"


def test_the_card_turned_lies_under_the_stock(match):
    match.enter("turn", card="7O")
    assert refused(match, "7O 2C").rule == "briscola#turned"


@pytest.mark.parametrize(("game", "draws"), [("match", 17), ("partners", 7)])
def test_whoever_draws_last_has_the_card_turned(game, draws, request):
    match = request.getfixturevalue(game)
    match.enter("turn", card="2B")
    enter(match, *tricks_of(match, but="2B")[:draws])
    _leader, *others = match.setting.clockwise_from(match.state.deals.deal.leader)
    assert match.state.drawn_by == others[-1]
    left = [one.code for one in match.state.deals.deal.left if one.code != "2B"]
    holding = ["2B", *left[: len(others)]]
    why = refused(
        match,
        " ".join(
            holding
            if match.state.drawn_by != match.setting.seats[0]
            else reversed(holding)
        ),
    )
    assert (
        str(why.text) == f"{match.state.drawn_by} drew it with the last of the stock."
    )


def test_partners_count_together_and_win_together(partners):
    partners.enter("turn", card="2B")
    enter(partners, *tricks_of(partners)[:9])
    drawn_by = partners.state.drawn_by
    others = [seat for seat in FOUR if seat != drawn_by]
    partners.enter(
        "trick",
        plays={drawn_by: "2B", **dict(zip(others, ("2O", "2C", "2S"), strict=True))},
    )
    *_, game, match = partners.rulings
    assert sum(game.verdict["points"].values()) == 120
    assert set(game.verdict["points"]) == {"Ana & Cy", "Ben & Dee"}
    assert " & ".join(partners.scene.winners) == game.verdict["winner"]
    assert set(partners.scores.values()) == {0, 1}
    assert match.verdict["winners"] == partners.scene.winners


def test_with_sixty_each_nobody_wins_the_game(match):
    taken = {
        "Ana": "AO 3O KO NO JO AC 3C KC NC JC",
        "Ben": "AS 3S KS NS JS AB 3B KB NB JB",
    }
    ruling = match.rulebook.rule_from_json("deal", {"taken": taken})
    assert ruling.verdict == {"winner": None, "points": {"Ana": 60, "Ben": 60}}


def test_nobody_sees_what_lies_face_down(match):
    match.enter("turn", card="7O")
    enter(match, "2C AC")
    zone = match.zone("won", "Ben")
    assert (zone.count, zone.cards) == (2, None)


def test_two_games_win_the_match(match):
    scored = match.state.deals.scored({"Ana": 1}).scored({"Ben": 1}).scored({"Ana": 1})
    assert scored.rounds.winners == ("Ana",)


def test_nothing_is_wrong_with_it(game_check):
    game_check("briscola")


def test_somebody_else_led(match):
    match.enter("turn", card="7O")
    [ruling] = match.enter(
        "trick", plays={"Ana": "AC", "Ben": "2S"}, leader="Ben"
    ).rulings
    assert (ruling.verdict["winner"], ruling.because[-1].rule) == (
        "Ben",
        "briscola#out-of-turn",
    )
    assert match.state.deals.deal.leader == "Ben"

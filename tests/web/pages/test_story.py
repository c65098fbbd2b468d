"""The evening as a story: how matches turned, the hand of the night, a ruling that was
overturned, and whose the title is.
"""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.scores.joke import pick_joke

from referee.hosting.history import story
from tests.web.conftest import Open, Opened
from tests.web.pages.test_history import lay, play, sit, text_of
from tests.web.played import play as replay

GAME = "highest-card"


def play_again(code: str, phones: list[FlaskClient], *names: str) -> str:
    """The rematch of these; the first of `names` wins it. Its code."""
    there = phones[0].post(f"/t/{code}/rematch").headers["Location"][-5:]
    phones[1].get(f"/t/{code}/rematch")
    by_name = dict(zip(("Ana", "Ben"), phones, strict=True))
    lay(there, [by_name[name] for name in names], names)
    return there


HANDS = {
    "Ana": {"hidden": ["2H", "3H", "4H"], "exposed": ["9S", "9D", "9C"]},
    "Ben": {"hidden": ["5C", "7D", "JS"], "exposed": ["TC", "3D", "QH"]},
    "Cy": {"hidden": ["6S", "8D", "KS"], "exposed": ["TS", "4D", "QD"]},
}


def play_round(table: Opened) -> None:
    """A round of Four Aces that Ana wins."""
    for seat, data in HANDS.items():
        table.host.enter(table.code, "round", seat, **data).said(201)


def test_a_match_is_told_by_what_turned_it(app: Flask) -> None:
    code, _ = replay(app, "four-aces/a_playoff")
    evening = text_of(app.test_client(), f"/t/{code}/evening")
    told = "Four Aces Ana got past Ben at the very end and won by 5"
    assert told in evening.replace(" A ", " ")
    assert "Champion of the evening" not in evening
    assert "Ranked by wins" not in evening, "its own line says who came first"
    end = text_of(app.test_client(), f"/t/{code}")
    assert "The evening in a minute" not in end, "its last page tells it already"


def test_the_best_of_the_night_is_the_largest_swing(app: Flask) -> None:
    code, _ = replay(app, "cribbage/a_game_to_61_by_deal")
    evening = text_of(app.test_client(), f"/t/{code}/evening")
    assert "Best of the night B Ben: +24 in round 1 alone" in evening


def test_the_hand_of_the_night_lies_there_with_its_starter(open_table: Open) -> None:
    """Of 24, 18 and a crib: without the marks of what counts in it."""
    table = open_table("cribbage", seats=("Ana", "Ben"))
    table.start(dealer="Ben")
    table.host.enter(table.code, "starter", starter="8D").said(201)
    table.host.enter(table.code, "deal", pegged={"Ana": 30, "Ben": 3}).said(201)
    for seat, kind, cards in (
        ("Ana", "hand", ["7C", "7H", "8S", "9H"]),
        ("Ben", "hand", ["4C", "6D", "6S", "KH"]),
        ("Ben", "crib", ["2H", "4H", "5H", "QH"]),
    ):
        table.host.enter(table.code, kind, seat, cards=cards).said(201)
    table.host.enter(table.code, "stop").said(201)
    look = table.host.app.test_client().get
    page = look(f"/t/{table.code}/evening").get_data(as_text=True)
    hand = page.partition("Hand of the night")[2].partition("</li></ol>")[0]
    assert "Ana’s hand scores 24 points" in unescape(hand)
    story, _, shared = hand.partition("textarea")
    assert [story.count(f"{card} of") for card in ("seven", "eight", "nine")] == [
        2,
        2,
        1,
    ]
    assert "Starter" in story
    assert "marked" not in story
    assert "24 points (7♣ 7♥ 8♠ 9♥ 8♦)" in shared.replace("\ufe0e", "")
    picture = look(f"/t/{table.code}/evening.svg").get_data(as_text=True)
    assert picture.count('width="46"') == 5


def test_a_hand_that_lost_is_not_the_hand_of_the_night(app: Flask) -> None:
    """Ana won the last cards of all, but Ben the showdown."""
    code, _ = replay(app, "faj/a_whole_game")
    evening = text_of(app.test_client(), f"/t/{code}/evening")
    assert "Hand of the night A Ana" not in evening


def test_the_hand_of_the_night_is_not_what_others_suffered(app: Flask) -> None:
    code, _ = replay(app, "hearts/by_deal")
    evening = text_of(app.test_client(), f"/t/{code}/evening")
    assert "Hearts A Ana shot the moon, and that won the match" in evening
    assert "Hand of the night" not in evening
    assert "+26" not in evening


def test_a_game_lost_by_more_than_any_was_won_is_a_setback(
    app: Flask,
) -> None:
    code, _ = replay(app, "skat/a_list_by_deals")
    evening = text_of(app.test_client(), f"/t/{code}/evening")
    assert "Biggest setback B Ben loses hearts" in evening
    assert "counts −80" in evening


def test_four_aces_are_what_is_told_of_a_match_that_they_won(
    open_table: Open,
) -> None:
    """Rounds before them, in which others led, are forgotten."""
    table = open_table("four-aces", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    play_round(table)
    aces = ["AC", "AD", "AH", "AS"]
    call = {"hand": "exposed", "cards": aces}
    table.host.enter(table.code, "four_aces", "Ben", **call).said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{table.code}/evening")
    assert "Four Aces B Ben calls four aces and wins the game" in evening
    assert "B Ben the exposed hand" in evening
    assert "Hand of the night" not in evening


def test_a_perfect_hand_entered_by_number_is_the_hand_of_the_night(
    open_table: Open,
) -> None:
    """It was in the last deal, and the match is told by its double skunk."""
    table = open_table("cribbage", seats=("Ana", "Ben"), options={"depth": "deals"})
    table.start(dealer="Ben")
    first = {"pegged": {"Ana": 40, "Ben": 3}, "hands": {"Ana": 24, "Ben": 4}}
    table.host.enter(table.code, "deal", **first, crib=2).said(201)
    last = {"pegged": {"Ana": 40, "Ben": 3}, "hands": {"Ana": 29, "Ben": 4}}
    table.host.enter(table.code, "deal", **last).said(201)
    client = table.host.app.test_client()
    evening = text_of(client, f"/t/{table.code}/evening")
    assert "Cribbage A Ana wins with 121, and a double skunk" in evening
    assert "Hand of the night A Ana’s hand scores 29 points" in evening
    rare = "A perfect hand: 29 Ana’s hand scores 29 points"
    assert rare in text_of(client, f"/t/{table.code}")
    picture = client.get(f"/t/{table.code}/scores.svg").get_data(as_text=True)
    assert "A perfect hand: 29" in picture


def test_the_best_of_several_hands_is_told_by_its_gain(open_table: Open) -> None:
    table = open_table("four-aces", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    play_round(table)
    table.host.enter(table.code, "stop").said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{table.code}/evening")
    hand = evening.partition("Hand of the night")[2]
    assert "A Ana: +4 in round 1" in hand


def test_overturned_points_are_told_by_what_was_ruled(open_table: Open) -> None:
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    deal = {"hearts": {"Ana": 13, "Ben": 0, "Cy": 0}, "queen": "Ana"}
    table.host.enter(table.code, "deal", **deal).said(201)
    dispute = table.host.post(table.path("disputes"), {"seq": 1, "ruling": 0})
    path = table.path(f"disputes/{dispute.said(201)['id']}/resolve")
    points = {"points": {"Ana": 26, "Ben": 0, "Cy": 5}}
    table.host.post(path, {"as": "overruled", "verdict": points}).said(201)
    table.host.enter(table.code, "stop").said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{table.code}/evening")
    assert "“Ana shot the moon”, said the referee. The table knew better." in evening
    assert "Points" not in evening


def test_an_overturned_round_is_no_hand_with_its_old_numbers(open_table: Open) -> None:
    table = open_table("four-aces", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    for seq, points in ((3, 9), (8, 6)):
        play_round(table)
        dispute = table.host.post(table.path("disputes"), {"seq": seq})
        path = table.path(f"disputes/{dispute.said(201)['id']}/resolve")
        verdict = {"scores": {"Ana": points, "Ben": 0, "Cy": 0}}
        table.host.post(path, {"as": "overruled", "verdict": verdict}).said(201)
    table.host.enter(table.code, "stop").said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{table.code}/evening")
    best = evening.partition("Best of the night")[2]
    assert "Ana: +9 in round 1 alone" in best


def test_what_was_corrected_is_no_hand_of_the_night(open_table: Open) -> None:
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    for hearts in ({"Ana": 0, "Ben": 0, "Cy": 13}, {"Ana": 5, "Ben": 4, "Cy": 4}):
        table.host.enter(table.code, "deal", hearts=hearts, queen="Cy").said(201)
    table.host.enter(table.code, "stop").said(201)
    look = table.host.app.test_client()
    path = f"/t/{table.code}/evening"
    assert "Cy shot the moon" in text_of(look, path).partition("Hand of the night")[2]
    deal = {"hearts": {"Ana": 1, "Ben": 0, "Cy": 12}, "queen": "Cy"}
    change = {"changes": [{"seq": 1, "data": deal}]}
    table.host.post(table.path("corrections"), change).said(201)
    assert "Hand of the night" not in text_of(look, path)


def test_a_win_that_the_table_gave_is_told_as_one(open_table: Open) -> None:
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"), options={"target": 26})
    table.start(dealer="Cy")
    deal = {"hearts": {"Ana": 13, "Ben": 0, "Cy": 0}, "queen": "Ben"}
    table.host.enter(table.code, "deal", **deal).said(201)
    table.host.enter(table.code, "stop").said(201)
    dispute = table.host.post(table.path("disputes"), {"seq": 2, "ruling": 0})
    path = table.path(f"disputes/{dispute.said(201)['id']}/resolve")
    verdict = {"winners": ["Ben"]}
    table.host.post(path, {"as": "overruled", "verdict": verdict}).said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{table.code}/evening")
    assert "Ben won, after a dispute" in evening
    assert "Overturned: Winners" not in evening


def test_nothing_is_told_before_somebody_has_won(
    phone: Callable[[], FlaskClient],
) -> None:
    code, phones = sit(phone, "Ana", "Ben")
    assert phones[0].get(f"/t/{code}/evening").status_code == 303


def test_an_overturned_ruling_is_told_as_it_stood_then(
    played: Opened, app: Flask
) -> None:
    dispute = played.phones["Ben"].post(played.path("disputes"), {"seq": 2})
    path = played.path(f"disputes/{dispute.said(201)['id']}/resolve")
    verdict = {"winner": "Ben"}
    played.host.post(path, {"as": "overruled", "verdict": verdict}).said(201)
    for name, card in (("Ben", "KS"), ("Ana", "7S")) * 3:
        if not played.host.look(played.code)["finished"]:
            played.host.enter(played.code, "lay", name, card=card)
    assert played.host.look(played.code)["finished"]
    told = "“Ana wins.”, said the referee. Ben knew better."
    assert told in text_of(app.test_client(), f"/t/{played.code}/evening")


def test_the_title_goes_on_to_the_next_evening(
    phone: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana wins an evening, and another; at the third Ben takes the title."""
    monkeypatch.setattr(story, "LONGEST_BREAK_SECONDS", 0)
    code, _ = play(phone, "Ana", "Ben")
    assert "Champion of the evening" not in text_of(phone(), f"/t/{code}/evening")
    code, _ = play(phone, "ana", "Ben")
    keeps = "ana keeps the title: 2 evenings in a row"
    assert keeps in text_of(phone(), f"/t/{code}/evening")
    phones = [phone(), phone()]
    opened = phones[0].post(f"/new/{GAME}", data={"typed=target": "1"})
    code = opened.headers["Location"].rpartition("/")[2]
    for client, name in zip(phones, ("ANA", "Ben"), strict=True):
        client.post(f"/t/{code}/join", data={"name": name})
    defended = "Title to defend: ana, 2 evenings in a row"
    assert defended in text_of(phones[1], f"/t/{code}")
    assert "Title to defend" not in text_of(phone(), f"/t/{code}")
    code, _ = play(phone, "Ben", "Ana")
    assert "Ben takes the title from ana" in text_of(phone(), f"/t/{code}/evening")
    picture = phone().get(f"/t/{code}/evening.svg").get_data(as_text=True)
    assert "Ben takes the title from ana" in picture


def test_an_evening_of_strangers_takes_no_title(
    phone: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "LONGEST_BREAK_SECONDS", 0)
    play(phone, "Ana", "Ben")
    code, _ = play(phone, "Ana", "Cy")
    assert "Champion of the evening" not in text_of(phone(), f"/t/{code}/evening")


def test_a_whole_evening_takes_at_most_a_minute_to_tell(
    phone: Callable[[], FlaskClient],
) -> None:
    """Each match has a chapter, the last five of seven; then the title, shared."""
    code, phones = play(phone, "Ana", "Ben")
    for winner, loser in (("Ben", "Ana"), ("Ana", "Ben")) * 3:
        code = play_again(code, phones, winner, loser)
    board = phones[0].get(f"/t/{code}/board").get_data(as_text=True)
    assert board.count('<li class="chapter match">') == 4, "above it says who won"
    assert board.count('<li class="chapter ') <= 9
    assert "data-plays" in board


def test_who_watches_hears_the_whole_story(
    phone: Callable[[], FlaskClient],
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    there = play_again(code, phones, "Ben", "Ana")
    assert "The evening in a minute" in text_of(phones[0], f"/t/{there}")
    told = text_of(phone(), f"/t/{there}/evening")
    assert told.count("Highest Card") > 2
    assert "Ana, Ben share the evening" in told or "share the evening" in told


SEATS = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def hearts(open_table: Open) -> Opened:
    """Four at Hearts, trick by trick, to 26 points."""
    options = {"depth": "tricks", "target": 26}
    table = open_table("hearts", seats=SEATS, options=options)
    table.start(dealer="Dee")
    return table


def enter_trick(table: Opened, cards: str) -> int:
    plays = dict(zip(SEATS, cards.split(), strict=True))
    return int(table.host.enter(table.code, "trick", plays=plays).said(201)["seq"])


def claim_rest(table: Opened, seat: str) -> str:
    """Somebody takes the rest; the text of the page at the end."""
    table.host.enter(table.code, "claim", seat, seat=seat).said(201)
    return text_of(table.host.app.test_client(), f"/t/{table.code}")


def test_a_proven_revoke_is_in_the_story(hearts: Opened) -> None:
    enter_trick(hearts, "AC 2C 3C 4D")
    enter_trick(hearts, "KC 5C 6C 7C")
    end = claim_rest(hearts, "Ana")
    assert "The story Caught · Round 1 D Dee revoked in trick 1" in end
    assert "The next round is on Dee." in end
    evening = text_of(hearts.host.app.test_client(), f"/t/{hearts.code}/evening")
    assert "Caught D Dee revoked in trick 1" in evening


def test_a_proven_early_heart_is_in_the_story(hearts: Opened) -> None:
    for cards in ("AC 2C 3C 4C", "AH 2H 3H 4H", "KC 5C 6C 7C"):
        enter_trick(hearts, cards)
    end = claim_rest(hearts, "Ben")
    assert "Caught · Round 1 A Ana led hearts too early, in trick 2" in end


def test_an_overturned_ruling_is_in_the_story_and_no_offence(hearts: Opened) -> None:
    enter_trick(hearts, "AC 2C 3C 4D")
    seq = enter_trick(hearts, "KC 5C 6C 7C")
    asked = {"seq": seq, "ruling": 1}
    dispute = hearts.host.post(hearts.path("disputes"), asked).said(201)["id"]
    decided = {"as": "overruled", "verdict": {"legal": True}}
    hearts.host.post(hearts.path(f"disputes/{dispute}/resolve"), decided).said(201)
    end = claim_rest(hearts, "Ben")
    overturned = "“Dee revoked in trick 1”, said the referee. The table knew better."
    assert f"Overturned {overturned}" in end
    assert "Caught" not in end
    told = hearts.host.get(hearts.path("sheet")).said(200)["highlights"]
    assert [each["kind"] for each in told[:2]] == ["overturned", "rare"]
    client = hearts.host.app.test_client()
    picture = client.get(f"/t/{hearts.code}/scores.svg").get_data(as_text=True)
    assert "The referee has an appointment" in picture


def panel_at_end(table: Opened) -> str:
    """What stands beside the winner on the last page."""
    shown = table.host.app.test_client().get(f"/t/{table.code}").get_data(as_text=True)
    panel = shown.partition('class="final"')[2].partition("</section>")[0]
    return " ".join(re.sub("<[^>]+>", " ", panel).split())


def test_the_winners_score_stands_once_beside_the_winner(open_table: Open) -> None:
    for early in (False, True):
        options = {"depth": "deals", "target": 500 if early else 40}
        table = open_table("hearts", seats=("Ana", "Ben", "Cy"), options=options)
        table.start(dealer="Cy")
        for taken in ((0, 8, 5), (9, 0, 4), (0, 6, 7)):
            hearts = dict(zip(("Ana", "Ben", "Cy"), taken, strict=True))
            table.host.enter(table.code, "deal", hearts=hearts, queen="Cy").said(201)
        if early:
            table.host.enter(table.code, "stop").said(201)
        panel = panel_at_end(table)
        assert panel.split().count("9") == 1, panel
        assert "wins with" not in panel
        assert "Ana got past Ben at the very end and won by 5" in panel
        assert ("The match ended early after round 3" in panel) is early
        assert "1. Ana 9 2. Ben 14 3. Cy 55" in panel


def test_the_last_trick_of_a_round_is_not_what_turned_a_match(open_table: Open) -> None:
    table = open_table("hearts", seats=SEATS, options={"depth": "tricks", "target": 27})
    table.start(dealer="Dee")
    enter_trick(table, "AC 2C 3C 4D")
    enter_trick(table, "KC 5C 6C 7C")
    claim_rest(table, "Ana")
    claim_rest(table, "Ana")
    end = text_of(table.host.app.test_client(), f"/t/{table.code}")
    assert "the trick" not in end.partition("The story")[2].partition("Score sheet")[0]


def test_the_queen_is_in_the_story_with_how_often_she_went_home(
    open_table: Open,
) -> None:
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    for queen in ("Ben", "Ana", "Ben"):
        hearts = {"Ana": 5, "Ben": 4, "Cy": 4}
        table.host.enter(table.code, "deal", hearts=hearts, queen=queen).said(201)
    table.host.enter(table.code, "stop").said(201)
    end = text_of(table.host.app.test_client(), f"/t/{table.code}")
    assert "Not forgotten B The queen of spades went home with Ben: 2 times" in end
    assert "Ben would rather not talk about it." in end
    again = table.host.post(table.path("rematch"), {}).said(201)["code"]
    hearts = {"Ana": 5, "Ben": 4, "Cy": 4}
    table.host.enter(again, "deal", hearts=hearts, queen="Cy").said(201)
    table.host.enter(again, "stop").said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{again}/evening")
    often = "Not forgotten B The queen of spades went home with Ben: 2 times"
    assert often in evening.replace("Match 1: ", ""), "the last match had her once"
    assert "Ben would rather not talk about it." not in evening, "Ben has won"
    client = table.host.app.test_client()
    picture = client.get(f"/t/{again}/evening.svg").get_data(as_text=True)
    assert "Ana: “It was the shuffling.”" in picture or "Cy: “One" in picture


def test_the_queen_in_a_trick_is_told_once(hearts: Opened) -> None:
    enter_trick(hearts, "AC 2C 3C 4C")
    enter_trick(hearts, "KC 5C 6C QS")
    claim_rest(hearts, "Ben")
    hearts.host.enter(hearts.code, "stop").said(201)
    end = text_of(hearts.host.app.test_client(), f"/t/{hearts.code}")
    assert "A The queen of spades went home with Ana" in end
    assert "Ana: 2 times" not in end


def test_the_moon_is_in_the_story(hearts: Opened) -> None:
    end = claim_rest(hearts, "Ben")
    assert "Ben shot the moon, and that won the match" in panel_at_end(hearts)
    assert "This will be told for years" in end


def test_a_quiet_match_ends_with_a_joke_too(app: Flask) -> None:
    code, _ = replay(app, "four-aces/a_playoff")
    end = text_of(app.test_client(), f"/t/{code}")
    jokes = (
        "“It was the shuffling.”",
        "“One more, then I’ll stop.”",
    )
    assert any(joke in end for joke in jokes)


MOON = {"Ana": 0, "Ben": 13, "Cy": 0}


def begin_hearts(open_table: Open, target: int = 50) -> Opened:
    """Three at Hearts, deal by deal."""
    options = {"depth": "deals", "target": target}
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"), options=options)
    table.start(dealer="Cy")
    return table


def enter_deals(table: Opened, *deals: tuple[dict[str, int], str]) -> str:
    """Deals with their hearts and who took the queen; the text of the last page."""
    for hearts, queen in deals:
        table.host.enter(table.code, "deal", hearts=hearts, queen=queen).said(201)
    return text_of(table.host.app.test_client(), f"/t/{table.code}")


ANAS = {"Ana": 4, "Ben": 5, "Cy": 4}


def test_a_moon_that_won_is_the_winners_sentence_and_told_once(
    open_table: Open,
) -> None:
    """The queen that somebody took along with hearts is no story beside it."""
    table = begin_hearts(open_table)
    end = enter_deals(table, (ANAS, "Ben"), (ANAS, "Ana"), (ANAS, "Cy"), (MOON, "Ben"))
    panel = panel_at_end(table)
    assert "Ben shot the moon, and that won the match" in panel
    told, _, _ = end.partition("Score sheet")
    assert told.partition("Share it")[0].count("shot the moon") == 1
    story = end.partition("The story")[2].partition("Score sheet")[0]
    for routine in ("shot the moon", "The queen", "setback", "very end"):
        assert routine not in story
    board = text_of(table.host.app.test_client(), f"/t/{table.code}/board")
    assert "The queen of spades went home" not in board


def test_a_moon_by_which_another_won_is_told_with_the_winner(open_table: Open) -> None:
    table = begin_hearts(open_table, target=44)
    enter_deals(table, (ANAS, "Ben"), (ANAS, "Ben"), (ANAS, "Cy"), (MOON, "Ben"))
    assert "Ben shot the moon, and Ana won" in panel_at_end(table)


def test_a_moon_that_turned_the_match_is_told_of_its_winner(open_table: Open) -> None:
    table = begin_hearts(open_table)
    enter_deals(table, (ANAS, "Ben"), (MOON, "Ben"), (ANAS, "Cy"), (ANAS, "Ana"))
    assert "Ben shot the moon, and that won the match" in panel_at_end(table)


def test_whoever_led_from_the_first_deal_has_a_sentence_too(open_table: Open) -> None:
    table = begin_hearts(open_table, target=30)
    enter_deals(table, ({"Ana": 1, "Ben": 6, "Cy": 6}, "Cy"), (ANAS, "Cy"))
    assert "Ana led from start to finish" in panel_at_end(table)


def test_the_board_names_one_winner_and_numbers_earlier_matches(
    phone: Callable[[], FlaskClient],
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    there = play_again(code, phones, "Ben", "Ana")
    board = phones[0].get(f"/t/{there}/board").get_data(as_text=True)
    titles = re.findall(r'<h3 class="what">(.*?)</h3>', board)
    assert titles[-1] == "Match 1: Highest Card"
    assert titles[0] != titles[-1], "earlier matches come last"
    assert "Match 2: Highest Card" not in titles, "the winner stands above"
    evening = text_of(phones[0], f"/t/{there}/evening")
    assert "Match 2: Highest Card" in evening


def jokes_of(page: str) -> list[str]:
    return re.findall(r'<p class="joke">(.*?)</p>', page)


def test_no_joke_comes_in_two_matches_running(
    phone: Callable[[], FlaskClient],
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    there = play_again(code, phones, "Ben", "Ana")
    jokes = []
    for each in (code, there):
        jokes += jokes_of(phones[0].get(f"/t/{each}").get_data(as_text=True))
    assert len({*jokes}) == 2


def test_no_joke_is_on_whoever_won() -> None:
    queen = {"anecdote": ("Ana",)}
    told = "Ana would rather not talk about it."
    assert str(pick_joke(queen, ("Ben",), 0)) == told
    assert "Ana" not in str(pick_joke(queen, ("Ana",), 0))


def test_a_dull_match_has_its_totals_and_no_sentence(open_table: Open) -> None:
    """One deal: nothing turned, and the places say who won by how much."""
    table = begin_hearts(open_table)
    enter_deals(table, ({"Ana": 0, "Ben": 1, "Cy": 12}, "Cy"))
    table.host.enter(table.code, "stop").said(201)
    end = text_of(table.host.app.test_client(), f"/t/{table.code}")
    panel = panel_at_end(table)
    assert "Points 1. Ana 0 2. Ben 1 3. Cy 25" in panel
    assert "won, " not in panel
    shared = end.partition("As text")[2].partition("Copy the text")[0]
    assert shared.count("Ana") == 2, "who won, and the place"


def test_nobody_won_stands_once(hearts: Opened) -> None:
    enter_trick(hearts, "AC 2C 3C 4C")
    hearts.host.enter(hearts.code, "stop").said(201)
    panel = panel_at_end(hearts).partition(">")[2]
    assert panel.casefold().count("nobody won") == 1
    assert "The match ended early, before anything was scored" in panel


def test_whoever_was_caught_again_is_told_of_once(hearts: Opened) -> None:
    enter_trick(hearts, "AC 2C 3C 4D")
    enter_trick(hearts, "KC 5C 6C 7C")
    enter_trick(hearts, "QC 8C 9C 5D")
    enter_trick(hearts, "JC JD TC 8D")
    end = claim_rest(hearts, "Ana")
    story = end.partition("The story")[2].partition("Score sheet")[0]
    assert story.count("Dee revoked") == 1


def test_a_setback_is_told_once_with_its_number(open_table: Open) -> None:
    """The ruling only repeats what everybody got."""
    table = begin_hearts(open_table)
    most = {"Ana": 1, "Ben": 11, "Cy": 1}
    end = enter_deals(table, (ANAS, "Cy"), (most, "Ben"), (ANAS, "Cy"), (ANAS, "Cy"))
    story = end.partition("The story")[2].partition("Score sheet")[0]
    assert "Biggest setback Ben: +24 in round 2" in story
    assert "Ben takes" not in story


def test_the_story_goes_match_by_match(open_table: Open) -> None:
    table = begin_hearts(open_table, target=30)
    enter_deals(table, (ANAS, "Ben"), (ANAS, "Ben"))
    again = table.host.post(table.path("rematch"), {}).said(201)["code"]
    for _ in range(2):
        table.host.enter(again, "deal", hearts=ANAS, queen="Cy").said(201)
    evening = text_of(table.host.app.test_client(), f"/t/{again}/evening")
    told = evening.partition("The evening in a minute")[2].partition("Player")[0]
    numbers = re.findall(r"Match (\d):", told)
    assert numbers == sorted(numbers)
    assert len(numbers) > 2
    assert "Matches" in evening
    assert "Share and keep" in evening

"""The score sheet, the line of totals, the final page and what is shared of it, over
HTTP.
"""

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.played import play
from tests.web.racing import Racing, armed

pytestmark = pytest.mark.slow

FINISHED = (
    "faj/equal_straights",
    "four-aces/a_playoff",
    "jizara/three_keys",
    "slapjack/a_shared_win",
    "tripp-jokes/a_whole_game",
)
"""A whole match of each game."""

DECIDED = {
    "faj/equal_straights": "Cy wins with a straight",
    "four-aces/a_playoff": "Ana got past Ben at the very end and won by 5",
    "jizara/three_keys": "Ana wins the game with three keys",
    "slapjack/a_shared_win": "Ana and Ben share the win, with 6 face cards each and equal stacks",
    "tripp-jokes/a_whole_game": "Ana has no cards left and wins the game.",
}
"""What decided each: the sentence that ended it, or how it turned if that only counts."""

COUNTED = {
    "faj/equal_straights": "Cards won",
    "four-aces/a_playoff": "Points",
    "jizara/three_keys": "Keys won",
    "slapjack/a_shared_win": "Points",
    "tripp-jokes/a_whole_game": "Cards left",
}
"""What the scores of each count."""

each_game = pytest.mark.parametrize(
    "name", FINISHED, ids=lambda name: name.partition("/")[0]
)


def page(app: Flask, path: str, status: int = 200) -> str:
    answer = app.test_client().get(path)
    assert answer.status_code == status, path
    return answer.get_data(as_text=True)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# The API


@each_game
def test_the_sheet_is_the_same_for_everybody_and_adds_up(
    app: Flask, spectator: Phone, name: str
) -> None:
    code, host = play(app, name)
    sheet = spectator.get(f"/tables/{code}/sheet").said(200)
    assert sheet == host.get(f"/tables/{code}/sheet").said(200)
    view = host.look(code)
    for standing in view["standings"]:
        seat = standing["seat"]
        gains = sum(line["gains"][seat] for line in sheet["lines"])
        assert (
            sheet["began"][seat] + gains
            == sheet["lines"][-1]["totals"][seat]
            == standing["score"]
        )
        assert sheet["places"][seat] == standing["place"]
    assert sheet["finished"]
    assert sheet["winners"] == view["winners"]


def test_there_is_no_sheet_before_the_match(
    app: Flask, open_table: Open, spectator: Phone
) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    assert spectator.get(table.path("sheet")).status == 409
    assert spectator.get("/tables/QQQQQ/sheet").status == 404
    answer = app.test_client().get(f"/t/{table.code}/scores")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    assert app.test_client().get(f"/t/{table.code}/scores.svg").status_code == 303


def test_a_sealed_entry_changes_no_score(open_table: Open, spectator: Phone) -> None:
    table = open_table("highest-card", "Ana", "Ben", "Cy")
    table.start()
    before = spectator.get(table.path("sheet")).said(200)
    table.phones["Ana"].enter(table.code, "lay", "Ana", card="KH").said(201)
    after = spectator.get(table.path("sheet")).said(200)
    assert after == before
    assert "KH" not in str(after)
    assert after == table.phones["Ana"].get(table.path("sheet")).said(200)


def test_the_sheet_is_that_of_the_match_as_corrected(app: Flask) -> None:
    code, host = play(app, "jizara/three_keys")
    last = host.look(code)["seq"]
    path = f"/tables/{code}/sheet"
    whole = host.get(path).said(200)
    made = host.post(
        f"/tables/{code}/corrections", {"changes": [{"seq": last, "strike": True}]}
    ).said(201)
    struck = host.get(path).said(200)
    assert (struck["finished"], struck["winners"]) == (False, [])
    assert struck["lines"] == whole["lines"][: len(struck["lines"])] != whole["lines"]
    host.post(f"/tables/{code}/corrections/{made['id']}/undo").said(201)
    assert host.get(path).said(200) == whole


def test_what_the_table_overruled_counts(started: Opened) -> None:
    for seat, card in (("Ana", "KH"), ("Ben", "3C")):
        started.phones[seat].enter(started.code, "lay", seat, card=card).said(201)
    before = started.host.get(started.path("sheet")).said(200)
    assert [line["gains"] for line in before["lines"]] == [{"Ana": 1, "Ben": 0}]
    questioned = (
        started.phones["Ben"].post(started.path("disputes"), {"seq": 2}).said(201)["id"]
    )
    verdict = {
        "as": "overruled",
        "verdict": {"winner": "Ben"},
        "why": "A three is high here.",
    }
    started.host.post(started.path(f"disputes/{questioned}/resolve"), verdict).said(201)
    after = started.host.get(started.path("sheet")).said(200)
    assert [line["gains"] for line in after["lines"]] == [{"Ana": 0, "Ben": 1}]


def test_the_closest_race_is_among_what_was_remarkable(racing: Racing) -> None:
    table = armed(racing).table
    for race, gap in (("slap-1", 240), ("slap-2", 60)):
        racing.ana.slap(race)
        racing.time.pass_by(gap)
        racing.ben.slap(race)
        racing.time.pass_by(500)
        table.host.enter(table.code, "slap", order=racing.order).said(201)
    found = table.host.get(table.path("sheet")).said(200)["highlights"]
    [finish] = [one for one in found if one["kind"] == "photo-finish"]
    assert (finish["seats"], finish["number"], finish["seq"]) == (["Ana", "Ben"], 60, 2)


# The pages


@each_game
def test_the_score_sheet_shows_every_total(
    app: Flask, spectator: Phone, name: str
) -> None:
    code, _ = play(app, name)
    sheet = spectator.get(f"/tables/{code}/sheet").said(200)
    html = page(app, f"/t/{code}/scores")
    rows = re.findall(r"<tr>(.*?)</tr>", html[html.index('class="sheet"') :], re.S)
    shown = [re.findall(r'class="sum">([^<]+)<', row) for row in rows]
    scored = [
        line
        for line in sheet["lines"]
        if any(line["gains"].values()) or sheet["unit"] == "entry"
    ]
    wanted = [
        [
            str(line["totals"][seat]).replace("-", "\N{MINUS SIGN}")
            for seat in sheet["seats"]
        ]
        for line in scored
    ]
    assert [row for row in shown if row][-len(wanted) :] == wanted
    assert f'data-live="/api/v1/tables/{code}/live"' in html
    assert "style=" not in html


def test_rounds_without_a_score_stand_together(app: Flask) -> None:
    code, _ = play(app, "jizara/only_keys_left")
    text = words(page(app, f"/t/{code}/scores"))
    assert "1 to 5: nobody scored" in text
    one, _ = play(app, "jizara/three_keys")
    assert "4: nobody scored" in words(page(app, f"/t/{one}/scores"))


@each_game
def test_a_finished_match_has_a_final_page(app: Flask, name: str) -> None:
    code, host = play(app, name)
    view = host.look(code)
    html = page(app, f"/t/{code}")
    final = html[html.index('class="final"') : html.index("data-rulings")]
    assert all(f'class="name">{winner}<' in final for winner in view["winners"])
    text = re.search(r"<textarea[^>]*>([^<]*)</textarea>", html)
    assert text is not None
    lines = text[1].split("\n")
    standings = sorted(view["standings"], key=lambda one: one["place"])
    scores = [
        f"{one['place']}. {one['seat']} {one['score']}".replace("-", "\N{MINUS SIGN}")
        for one in standings
    ]
    ranked_by = [
        f" · {one['ranked_by']}" if "ranked_by" in one else "" for one in standings
    ]
    assert lines[1] == DECIDED[name], "how it was decided"
    assert lines[2 : 3 + len(standings)] == [
        f"{COUNTED[name]}:",
        *map(str.__add__, scores, ranked_by),
    ]
    remarkable = host.get(f"/tables/{code}/sheet").said(200)["highlights"]
    if "won by" in DECIDED[name]:
        remarkable = [each for each in remarkable if each["kind"] != "turning-point"]
    *told, joke = lines[3 + len(standings) :]
    assert joke in final
    assert [line.split(": ", 1)[1] for line in told] == [
        highlight["text"] for highlight in remarkable
    ]
    assert DECIDED[name] in final, "the page says it beside the winner"
    assert f'class="all-places"><span>{COUNTED[name]}</span>' in final
    assert 'class="scores"' not in html, "the result stands there once"
    assert f"<caption>{COUNTED[name]}</caption>" in html
    assert "data-finished" in html
    assert f'src="/t/{code}/scores.svg?n={view["seq"]}"' in html
    assert "style=" not in html
    board = page(app, f"/t/{code}/board")
    assert 'class="final"' in board
    assert bool(re.search('class="(moments|highlights)"', board)) == bool(remarkable)


def test_where_the_number_does_not_rank_pages_say_what_does(app: Flask) -> None:
    code, _ = play(app, "faj/equal_straights")
    final, board, scores = (
        words(page(app, f"/t/{code}{rest}")) for rest in ("", "/board", "/scores")
    )
    for text in (final, board):
        assert (
            text.index("Cy wins with a straight")
            < text.index("nine of clubs")
            < text.index("Closest ruling")
        )
    assert "1. Cy 9 · a straight: 10♠ 9♣ 8♦ 7♠ 6♥" in final
    assert "1 a straight: 10♠ 9♣ 8♦ 7♠ 6♥" in scores
    assert "Places over the match." in scores
    other, _ = play(app, "four-aces/a_playoff")
    assert "Points over the match." in words(page(app, f"/t/{other}/scores"))


# The picture to share


@each_game
def test_the_joke_is_last_in_the_picture_and_every_line_is_readable_on_a_phone(
    app: Flask, name: str
) -> None:
    code, _ = play(app, name)
    for shared, picture in (("", "scores.svg"), ("/evening", "evening.svg")):
        html = page(app, f"/t/{code}{shared}")
        text = re.search(r"<textarea[^>]*>([^<]*)</textarea>", html)
        assert text is not None
        joke = unescape(text[1]).strip().split("\n")[-1]
        answer = app.test_client().get(f"/t/{code}/{picture}")
        drawn = ElementTree.fromstring(answer.get_data(as_text=True))
        lines = [each for each in drawn if each.tag.endswith("text")]
        sizes = [float(each.attrib["font-size"]) for each in lines]
        assert min(sizes) >= 26, "13 pixels where the picture is 360 wide"
        lines.sort(key=lambda each: float(each.attrib["y"]))
        *above, _ = (each.text or "" for each in lines)
        assert " ".join(above).endswith(joke), "only the date is below it"


@each_game
def test_the_picture_is_an_image_of_its_own(app: Flask, name: str) -> None:
    code, host = play(app, name)
    answer = app.test_client().get(f"/t/{code}/scores.svg")
    assert answer.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.get_data(as_text=True))
    assert drawn.tag.endswith("svg")
    assert int(drawn.attrib["width"]) == 720
    assert float(drawn.attrib["height"]) > 400
    text = " ".join(" ".join(drawn.itertext()).split())
    assert all(seat in text for seat in host.look(code)["seats"])
    assert DECIDED[name] in text
    assert COUNTED[name] in text
    attributes = {attribute for one in drawn.iter() for attribute in one.attrib}
    assert not attributes & {"style", "href", "onload"}, (
        "nothing from outside, nothing inline"
    )
    assert not [
        one
        for one in drawn.iter()
        if one.tag.rpartition("}")[2] in ("script", "style", "image", "foreignObject")
    ]


def test_the_picture_is_kept_as_long_as_it_is_the_present_one(app: Flask) -> None:
    code, host = play(app, FINISHED[0])
    seq = host.look(code)["seq"]
    address = f"/t/{code}/scores.svg?n={seq}"
    kept = app.test_client().get(address)
    assert kept.headers["Cache-Control"].startswith("private, max-age=")
    assert {"Cookie", "Accept-Language"} <= set(kept.vary)
    for other in (f"/t/{code}/scores.svg", f"/t/{code}/scores.svg?n={seq - 1}"):
        assert app.test_client().get(other).headers["Cache-Control"] == "no-store"
    seat = host.look(code)["seats"][0]
    host.post(f"/tables/{code}/seats/{seat}/forget", {}).said(200)
    [after] = set(
        re.findall(rf'"(/t/{code}/scores.svg[^"]*)"', page(app, f"/t/{code}"))
    )
    assert after.replace("&amp;", "&") != address


def test_names_in_the_picture_are_text(app: Flask) -> None:
    names = ["<b>Ana</b>", "Maximiliane von und zu Habsburg"[:30], '"Ben" &']
    made = (
        Phone(app)
        .post(
            "/tables",
            {"game": "highest-card", "seats": names, "options": {"target": 1}},
        )
        .said(201)
    )
    code = made["code"]
    host = Phone(app, made["host_token"])
    host.post(f"/tables/{code}/start").said(200)
    for seat, card in zip(names, ("KH", "3C", "4C"), strict=True):
        host.enter(code, "lay", seat, card=card).said(201)
    drawn = ElementTree.fromstring(
        app.test_client().get(f"/t/{code}/scores.svg").get_data()
    )
    said = list(drawn.itertext())
    assert "<b>Ana</b>" in said
    assert '"Ben" &' in said
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page(app, f"/t/{code}")


# Nobody won


@pytest.fixture
def called_off(open_table: Open) -> Opened:
    """A match that ended without winners: Ana has two points."""
    table = open_table("called-off", "Ana", "Ben")
    table.start()
    for kind in ("take", "take", "call-off"):
        table.phones["Ana"].enter(table.code, kind, "Ana").said(201)
    return table


def test_a_match_that_nobody_won_has_all_its_pages(
    app: Flask, called_off: Opened
) -> None:
    path = f"/t/{called_off.code}"
    for rest in ("", "/board"):
        final = words(page(app, path + rest))
        assert "Nobody won" in final
        assert "The winner" not in final
    assert "Called Off: nobody won" in page(app, path)
    assert "Called Off: nobody won" in page(app, f"{path}/scores.svg")
    page(app, f"{path}/scores")
    assert called_off.code in page(app, "/matches")


def test_a_match_that_nobody_won_has_no_margin_and_is_handed_on(
    called_off: Opened, spectator: Phone
) -> None:
    sheet = spectator.get(called_off.path("sheet")).said(200)
    assert sheet["finished"]
    assert sheet["winners"] == []
    play = spectator.get(called_off.path("export?as=bgstats")).said(200)
    assert not any(player["winner"] for player in play["players"])

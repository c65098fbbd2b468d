"""Cards are read from photos by the script that phones run. The photos are rendered, of
decks it was not trained on.
"""

import gzip
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import Browser
from training.phone import SCRIPTS, Phone

from .filmed import card_of

pytestmark = pytest.mark.slow

PHOTOS = Path(__file__).parent / "photos"
TRUTH: dict[str, dict[str, list[str]]] = json.loads(
    (PHOTOS / "truth.json").read_text("utf-8")
)
MOST_ON_THE_WIRE = 300_000


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[Phone]:
    page = chromium.new_page()
    yield Phone(page)
    page.close()


def codes(reader: Phone, photo: bytes, **options: object) -> list[str]:
    return sorted(
        reading["code"]
        for reading in reader.read(photo, **options)["readings"]
        if not reading["isDoubtful"]
    )


@pytest.mark.parametrize("name", TRUTH)
def test_cards_are_read_and_none_that_is_not_there(reader: Phone, name: str) -> None:
    found = set(codes(reader, (PHOTOS / name).read_bytes()))
    cards, perhaps = set(TRUTH[name]["cards"]), set(TRUTH[name]["perhaps"])
    assert found - perhaps <= cards
    assert len(cards - found) <= len(cards) / 4


def test_letters_are_those_of_the_deck_unless_it_is_said_which(reader: Phone) -> None:
    assert reader.read((PHOTOS / "french.jpg").read_bytes())["letters"] == "french"
    photo = (PHOTOS / "german.jpg").read_bytes()
    assert reader.read(photo)["letters"] == "german"
    assert reader.read(photo, letters="english")["letters"] == "english"


def test_a_photo_is_read_as_its_orientation_says(reader: Phone) -> None:
    upright = Image.open(PHOTOS / "hidden.jpg")
    lying = Image.Exif()
    lying[0x0112] = 6  # Turned a quarter clockwise when shown
    file = io.BytesIO()
    upright.transpose(Image.Transpose.ROTATE_90).save(
        file, "JPEG", exif=lying, quality=90
    )
    answer = reader.read(file.getvalue())
    assert (answer["width"], answer["height"]) == upright.size
    across = sorted((reading["x"], reading["code"]) for reading in answer["readings"])
    assert [code for _, code in across] == ["AS", "2S", "3S"]


def twice(name: str) -> bytes:
    """The same photo twice, side by side."""
    one = Image.open(PHOTOS / name)
    both = Image.new("RGB", (one.width * 2, one.height))
    both.paste(one, (0, 0))
    both.paste(one, (one.width, 0))
    file = io.BytesIO()
    both.save(file, "JPEG", quality=90)
    return file.getvalue()


def test_two_copies_of_a_card_are_kept_where_two_decks_are_played(
    reader: Phone,
) -> None:
    assert codes(reader, twice("locked.jpg")) == ["AH"]
    assert codes(reader, twice("locked.jpg"), copies=2) == ["AH", "AH"]
    # The two corners of one card are one card.
    assert codes(reader, (PHOTOS / "locked.jpg").read_bytes(), copies=2) == ["AH"]


def test_of_two_jokers_that_look_alike_it_is_in_doubt_which_is_which(
    reader: Phone,
) -> None:
    assert codes(reader, (PHOTOS / "joker.jpg").read_bytes()) == ["XB"]
    readings = reader.read(twice("joker.jpg"))["readings"]
    assert sorted(reading["code"] for reading in readings) == ["XB", "XR"]
    assert all(reading["isDoubtful"] for reading in readings)
    assert codes(reader, twice("joker.jpg"), copies=2) == ["XB", "XB"]


def test_cards_that_are_not_asked_for_are_read_only_where_they_are_clear(
    reader: Phone,
) -> None:
    photo = (PHOTOS / "jokers.jpg").read_bytes()
    assert codes(reader, photo, among=["XR", "XB", "KS"]) == ["KS", "XB", "XR"]
    spades = [f"{rank}S" for rank in "23456789TJQKA"]
    assert "KS" in codes(reader, photo, among=spades)
    assert set(codes(reader, photo, among=spades)) <= {"KS", "XB", "XR"}


def test_a_joker_is_never_certain_where_none_is_asked_for(reader: Phone) -> None:
    photo = (PHOTOS / "joker.jpg").read_bytes()
    french = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    for among, is_in_doubt in ((None, False), ([*french, "XB"], False), (french, True)):
        readings = reader.read(photo, among=among)["readings"]
        jokers = [each for each in readings if each["code"] == "XB"]
        assert [each["isDoubtful"] for each in jokers] == [is_in_doubt]


def test_the_one_card_left_is_proposed_in_doubt(reader: Phone) -> None:
    photo = (PHOTOS / "hidden.jpg").read_bytes()
    readings = reader.read(photo, among=["AS", "2S", "8S"])["readings"]
    assert [reading["code"] for reading in readings if reading["isDoubtful"]] in (
        [],
        ["8S"],
    )
    assert {"AS", "2S"} <= {reading["code"] for reading in readings}


ORNAMENTS = """async ({ code, corners, inside }) => {
  const { withoutOrnaments } = await import("/one_card.js");
  const at = (code, x, y, turned, size) => ({
    code, x, y, size, sure: 0.95, isDoubtful: false, isJoker: code[0] === "X",
    pair: { rx: x, sx: x, ry: y + (turned ? size : -size) / 2, sy: y - (turned ? size : -size) / 2 },
  });
  const readings = [at(code, 100, 100, false, 20)];
  if (corners === 2) readings.push(at(code, 260, 330, true, 20));
  readings.push(at(inside.code, inside.x, inside.y, false, inside.size));
  if (inside.corner) readings.push(at(inside.code, ...inside.corner, true, inside.size));
  return withoutOrnaments(readings).slice(corners, corners + 1).map(({ isDoubtful }) => (isDoubtful ? "doubtful" : "clear"));
}"""


@pytest.mark.parametrize(
    ("code", "corners", "inside", "told"),
    [
        (
            "AS",
            2,
            {"code": "XB", "x": 180, "y": 160, "size": 15},
            [],
        ),  # The maker's name
        ("AS", 1, {"code": "XB", "x": 180, "y": 160, "size": 15}, ["doubtful"]),
        (
            "AS",
            1,
            {"code": "XB", "x": 400, "y": 160, "size": 15},
            ["clear"],
        ),  # Beside the ace
        ("AS", 2, {"code": "XB", "x": 300, "y": 100, "size": 15}, ["doubtful"]),
        ("JS", 2, {"code": "2D", "x": 180, "y": 220, "size": 12}, []),  # An ornament
        (
            "JS",
            2,
            {"code": "2D", "x": 180, "y": 220, "size": 20},
            ["doubtful"],
        ),  # Or a card that lies on the jack
        (
            "JS",
            2,
            {"code": "2D", "x": 180, "y": 220, "size": 20, "corner": [340, 450]},
            ["clear"],
        ),  # It does: its other corner lies beside the jack
        ("9S", 2, {"code": "2D", "x": 180, "y": 220, "size": 20}, ["clear"]),
        ("AC", 2, {"code": "XB", "x": 180, "y": 240, "size": 30}, []),  # A wreath
    ],
)
def test_what_is_printed_inside_a_card_is_none(
    reader: Phone, code: str, corners: int, inside: dict[str, object], told: list[str]
) -> None:
    assert (
        reader.evaluate(ORNAMENTS, {"code": code, "corners": corners, "inside": inside})
        == told
    )


PIPS = """async (read) => {
  const { doubtPips } = await import("/one_card.js");
  const readings = read.map(([code, sure, rx, ry, sx, sy]) => ({
    code, sure, x: (rx + sx) / 2, y: (ry + sy) / 2, size: Math.hypot(rx - sx, ry - sy), pair: { rx, ry, sx, sy },
    isDoubtful: false, isJoker: code[0] === "X",
  }));
  doubtPips(readings);
  return readings.map(({ isDoubtful }) => isDoubtful);
}"""
TEN = ["TH", 0.99, 100, 90, 100, 110]


@pytest.mark.parametrize(
    ("read", "doubts"),
    [
        ([TEN, ["7H", 0.9, 150, 175, 150, 210]], [False, True]),  # Two of its pips
        ([TEN, ["7H", 0.9, 150, 180, 150, 200]], [False, False]),  # A card on the ten
        ([["7H", 0.995, 150, 175, 150, 210], TEN], [False, False]),
        (
            [TEN, ["7H", 0.9, 150, 175, 150, 210], ["7H", 0.9, 330, 475, 330, 440]],
            [False, False, False],
        ),
        # The nine of a card on the ten, with half a pip of the ten
        (
            [["9D", 0.99, 100, 90, 100, 70], ["6H", 0.9, 100, 90, 100, 110]],
            [False, True],
        ),
        ([["XB", 0.99, 100, 90, 100, 70], ["XB", 0.9, 100, 90, 100, 110]], [False] * 2),
    ],
)
def test_a_half_covered_pip_is_no_rank_and_no_suit(
    reader: Phone, read: list[list[Any]], doubts: list[bool]
) -> None:
    assert reader.evaluate(PIPS, read) == doubts


def half_covered(covered: str, covering: str) -> bytes:
    """The covered card's pips begin in the middle of one, below the other card's 9."""
    picture = Image.new("RGB", (1310, 500), (38, 92, 70))
    for code, place in ((covered, (560, 200)), (covering, (531, 110))):
        card = card_of(code)
        picture.paste(card, place, card)
    file = io.BytesIO()
    picture.filter(ImageFilter.GaussianBlur(0.8)).save(file, "jpeg", quality=90)
    return file.getvalue()


@pytest.mark.parametrize("covering", ["9D", "9H"])
def test_a_nine_above_a_half_covered_tens_pip_is_no_certain_six(
    reader: Phone, covering: str
) -> None:
    readings = reader.read(half_covered("TH", covering))["readings"]
    told = {reading["code"]: reading["isDoubtful"] for reading in readings}
    assert told.pop("6H")
    assert told == {"TH": False, covering: False}


INK = """async ({ ink, boxes }) => {
  const { blobsOf, lightness, whiteOf } = await import("/ink.js");
  const pen = new OffscreenCanvas(200, 200).getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, 200, 200);
  pen.fillStyle = ink;
  for (const box of boxes) pen.fillRect(...box);
  const picture = pen.getImageData(0, 0, 200, 200);
  const light = lightness(picture);
  return blobsOf(picture, light, whiteOf(light, 200, 200), 52).map(({ x, y }) => [Math.round(x), Math.round(y)]);
}"""


_STARS = """async (given) => {
  const { weighStars } = await import("/reading.js");
  const pair = { rx: 100, ry: 90, sx: 100, sy: 110 };
  const isStar = (code) => code === "XR";
  const readings = given.map(([code, sure, x, y]) =>
    ({ code, sure, x, y, pair, size: 20, isJoker: isStar(code), isStar: isStar(code) }));
  return weighStars(readings).filter(({ isJoker }) => isJoker).map(({ isDoubtful }) => Boolean(isDoubtful));
}"""


@pytest.mark.parametrize(
    ("read", "doubts"),
    [
        ([["XR", 0.98, 100, 100]], [False]),
        ([["XR", 0.95, 100, 100]], [True]),  # Other things look like stars
        (
            [["XR", 0.95, 100, 100], ["XR", 0.95, 260, 320]],
            [False, False],
        ),  # Those of both corners
        (
            [["9S", 0.99, 100, 100], ["XR", 0.98, 180, 220]],
            [True],
        ),  # It may be printed on the nine
        (
            [["9S", 0.99, 100, 100], ["XR", 0.98, 60, 100]],
            [False],
        ),  # The card beside it in a fan
        (
            [["XR", 0.98, 100, 100], ["XR", 0.98, 120, 130]],
            [],
        ),  # Round letters of a word
    ],
)
def test_a_star_by_itself_is_a_joker_where_it_is_clear_and_on_no_other_card(
    reader: Phone, read: list[list[object]], doubts: list[bool]
) -> None:
    assert reader.evaluate(_STARS, read) == doubts


def test_a_star_is_not_its_own_other_corner(reader: Phone) -> None:
    """A camera asks for a joker of which it reads one star alone."""
    read = reader.read((PHOTOS / "more-jokers.jpg").read_bytes())["readings"]
    stars = {star["code"]: star for star in read if star["isStar"]}
    assert stars["XR"].get("opposite") is None
    assert abs(stars["XB"]["opposite"]["y"] - stars["XB"]["y"]) > 400


RED_OF = """async ({ ink }) => {
  const { rednessOf, sizeOf, WHOLE } = await import("/crops.js");
  const cut = new Float32Array(sizeOf(WHOLE)).fill(1), plane = WHOLE.across * WHOLE.down;
  for (let v = 40; v < 52; v++) {
    for (let i = v * 40 + 14; i < v * 40 + 26; i++) [cut[i], cut[i + plane], cut[i + 2 * plane]] = ink;
  }
  return rednessOf(cut, WHOLE);
}"""


def test_ink_is_red_whatever_its_shape(reader: Phone) -> None:
    assert reader.evaluate(RED_OF, {"ink": [0.2, -0.6, -0.6]}) > 0.5
    for ink in ([-0.8] * 3, [-0.7, -0.8, -0.8], [-0.8, -0.2, 0.4]):
        assert reader.evaluate(RED_OF, {"ink": ink}) < 0.2


def test_what_touches_the_thin_line_of_a_frame_comes_off_it(reader: Phone) -> None:
    assert reader.evaluate(
        INK, {"ink": "#000", "boxes": [[100, 10, 2, 180], [102, 50, 17, 17]]}
    ) == [[109, 58]]


def test_yellow_is_ink(reader: Phone) -> None:
    assert reader.evaluate(INK, {"ink": "#ebc740", "boxes": [[50, 50, 17, 17]]}) == [
        [58, 58]
    ]


PAIRS = """async ({ boxes, isThorough }) => {
  const { candidatesOf } = await import("/candidates.js");
  const { pyramid } = await import("/crops.js");
  const pen = new OffscreenCanvas(200, 200).getContext("2d");
  for (const [ink, ...box] of [["#fff", 0, 0, 200, 200], ...boxes]) {
    pen.fillStyle = ink;
    pen.fillRect(...box);
  }
  const pairs = candidatesOf(pyramid(pen.getImageData(0, 0, 200, 200)), isThorough);
  return pairs.map(({ rx, ry, sx, sy }) => [rx, ry, sx, sy].map(Math.round));
}"""
TOUCHING_PIP = [["#000", 63, 60, 20, 20], ["#707070", 61, 62, 2, 10]]


@pytest.mark.parametrize(
    ("rank", "suit", "beside"),
    [
        ("#000", "#000", TOUCHING_PIP),
        ("#707070", "#000", TOUCHING_PIP),  # Small, a thin rank is paler than its suit
        ("#f0e196", "#f0e196", []),  # Thin yellow ink, paled
    ],
)
def test_an_index_is_found_in_close_ink_and_in_pale_yellow(
    reader: Phone, rank: str, suit: str, beside: list[list[object]]
) -> None:
    boxes = [[rank, 50, 40, 12, 16], [suit, 51, 62, 10, 10], *beside]
    told = {"boxes": boxes, "isThorough": False}
    assert [56, 48, 56, 67] in reader.evaluate(PAIRS, told)


@pytest.mark.parametrize("ink", ["#f9f2dc", "#dcdcdc"])
def test_who_looks_longer_finds_paler_ink(reader: Phone, ink: str) -> None:
    boxes = [[ink, 50, 40, 12, 16], [ink, 51, 62, 10, 10]]
    found = [
        [56, 48, 56, 67]
        in reader.evaluate(PAIRS, {"boxes": boxes, "isThorough": is_thorough})
        for is_thorough in (False, True)
    ]
    assert found == [False, True]


NEAR = """async (places) => {
  const { isNear } = await import("/reading.js");
  const [one, other] = places.map(([rx, ry, sx, sy]) =>
    ({ x: (rx + sx) / 2, y: (ry + sy) / 2, size: Math.hypot(rx - sx, ry - sy), pair: { rx, ry, sx, sy } }));
  return isNear(one, other);
}"""


@pytest.mark.parametrize(
    ("other", "is_near"),
    [
        ([129, 100, 129, 140], False),  # Beside it in a tight fan
        ([112, 100, 112, 140], True),
        ([100, 140, 100, 100], True),  # The same signs, upside down
        ([122, 102, 100, 140], True),  # Its neighbour's rank above its own suit
        ([140, 100, 140, 140], False),
    ],
)
def test_two_indices_that_stand_close_are_one_only_where_they_share_a_sign(
    reader: Phone, other: list[int], is_near: bool
) -> None:
    assert reader.evaluate(NEAR, [[100, 100, 100, 140], other]) is is_near


WEIGHED = """async ([suits, redness, usual]) => {
  const { weighInk } = await import("/reading.js");
  const { suits: weighed, isInkOpen = false } = weighInk(suits, ["C", "D", "H", "S"], redness, usual);
  return [["C", "D", "H", "S"][weighed.indexOf(Math.max(...weighed))], isInkOpen];
}"""


@pytest.mark.parametrize(
    ("suits", "redness", "usual", "weighed"),
    [
        ([0, 0, 0.02, 0.98], 0.1, 0, ["S", False]),
        ([0, 0, 0.02, 0.98], 0.25, 0, ["S", True]),  # Black ink in a coloured light
        ([0, 0, 0.02, 0.98], 0.25, 1, ["S", False]),  # Where red ink is far redder
        ([0, 0, 0.02, 0.98], 0.25, 0.5, ["S", True]),
        ([0, 0, 0.2, 0.8], 0.25, 1, ["S", True]),
        ([0, 0, 0.02, 0.98], 0.6, 2, ["H", False]),  # A heart half covered
        ([0, 0, 0.8, 0.2], 0.25, 0, ["H", False]),
        ([0.33, 0.6, 0, 0.07], 0.43, 0, ["D", True]),
    ],
)
def test_red_ink_is_no_black_suits_and_in_doubt_where_it_is_hardly_red(
    reader: Phone,
    suits: list[float],
    redness: float,
    usual: float,
    weighed: list[object],
) -> None:
    assert reader.evaluate(WEIGHED, [suits, redness, usual]) == weighed


BETWEEN = """async (how) => {
  const { isBetweenSuits } = await import("/reading.js");
  return isBetweenSuits({ isHeld: false, isJoker: false, ...how });
}"""


@pytest.mark.parametrize(
    ("code", "twin", "share", "how", "is_between"),
    [
        ("5S", "5C", 0.15, {}, True),
        ("5S", "5C", 0.09, {}, False),
        ("5S", "6S", 0.15, {}, False),
        ("5H", "5D", 0.15, {}, False),  # Red suits are told apart by their shape
        ("5S", "5C", 0.15, {"isHeld": True}, False),  # By the card's own pips
    ],
)
def test_a_black_index_that_may_be_of_the_other_black_suit_is_in_doubt(
    reader: Phone,
    code: str,
    twin: str,
    share: float,
    how: dict[str, bool],
    is_between: bool,
) -> None:
    codes = [{"code": code, "share": 0.8}, {"code": twin, "share": share}]
    read = {"code": code, "codes": codes, **how}
    assert reader.evaluate(BETWEEN, read) is is_between


HELD = """async ({ suits, votes, needsAll }) => {
  const { heldAgainst } = await import("/pips.js");
  const held = heldAgainst(suits, votes, true, needsAll);
  return held.indexOf(Math.max(...held));
}"""
LIKE_SPADES = [0.4, 0, 0, 0.6]
CLUBS, SPADES, UNCLEAR = [0.97, 0, 0, 0.03], [0.03, 0, 0, 0.97], [0.5, 0, 0, 0.5]


@pytest.mark.parametrize(
    ("votes", "needs_all", "suit"),
    [
        ([CLUBS, CLUBS], False, "C"),
        ([CLUBS, CLUBS, UNCLEAR], False, "C"),
        ([CLUBS, CLUBS], True, "C"),
        ([CLUBS, CLUBS, UNCLEAR], True, "S"),  # A pip may be another card's
        ([CLUBS, SPADES], False, "S"),
    ],
)
def test_where_corners_contradict_each_other_all_pips_have_to_agree(
    reader: Phone, votes: list[list[float]], needs_all: bool, suit: str
) -> None:
    asked = {"suits": LIKE_SPADES, "votes": votes, "needsAll": needs_all}
    assert "CDHS"[reader.evaluate(HELD, asked)] == suit


TWINS = """async ({ doubtful, twin, at }) => {
  const { settleByTwin } = await import("/reading.js");
  const readingOf = ([rank, clubs, spades], isDoubtful, x, y, down) => ({
    code: rank + (clubs > spades ? "C" : "S"),
    codes: [{ code: `${rank}C`, share: clubs }, { code: `${rank}S`, share: spades }],
    isDoubtful, isJoker: false, x, y, size: 10, pair: { rx: x, ry: y - 5 * down, sx: x, sy: y + 5 * down },
  });
  const reading = readingOf(doubtful, true, 100, 100, 1);
  settleByTwin(reading, [reading, readingOf(twin, false, ...at)]);
  return [reading.code, reading.isDoubtful];
}"""


@pytest.mark.parametrize(
    ("doubtful", "twin", "at", "told"),
    [
        (["4", 0.65, 0.33], ["4", 0.01, 0.98], [300, 100, 1], ["4C", False]),
        (["4", 0.65, 0.33], ["4", 0.07, 0.91], [300, 100, 1], ["4C", True]),
        (["4", 0.55, 0.3], ["4", 0.01, 0.98], [300, 100, 1], ["4C", True]),  # Or a 5?
        (["4", 0.65, 0.33], ["5", 0.01, 0.98], [300, 100, 1], ["4C", True]),
        (["4", 0.65, 0.33], ["4", 0.01, 0.98], [156, 166, -1], ["4C", True]),  # Its own
    ],
)
def test_an_open_suit_is_settled_by_the_card_that_has_the_other_one(
    reader: Phone, doubtful: list[Any], twin: list[Any], at: list[int], told: list[Any]
) -> None:
    asked = {"doubtful": doubtful, "twin": twin, "at": at}
    assert reader.evaluate(TWINS, asked) == told


WIPED = """async ({ specks, wide }) => {
  const { wipeSpecks } = await import("/specks.js");
  const picture = new ImageData(wide, 100);
  picture.data.fill(200);
  const dark = [[50, 50], [50, 51], [50, 52]];
  for (const [x, y] of [...specks, ...dark]) picture.data.fill(0, 4 * (y * wide + x), 4 * (y * wide + x) + 3);
  const isWiped = wipeSpecks(picture);
  const greyAt = ([x, y]) => picture.data[4 * (y * wide + x)];
  return [isWiped, specks.map(greyAt), dark.map(greyAt)];
}"""


@pytest.mark.parametrize(("wide", "grey"), [(100, 200), (300, 0)])
def test_specks_are_wiped_where_there_are_many_and_thin_lines_never(
    reader: Phone, wide: int, grey: int
) -> None:
    asked = {"specks": [[20, 20], [70, 30]], "wide": wide}
    told = [grey == 200, [grey, grey], [0, 0, 0]]
    assert reader.evaluate(WIPED, asked) == told


SECOND_LOOK = """async (others) => {
  const { settleBySecondLook } = await import("/reading.js");
  const readingOf = ([code, isDoubtful, x]) => ({
    code, isDoubtful, x, y: 0, size: 10, pair: { rx: x, ry: -5, sx: x, sy: 5 },
  });
  const readings = [readingOf(["4C", true, 0])];
  settleBySecondLook(readings, others.map(readingOf));
  return readings.map(({ isDoubtful }) => isDoubtful);
}"""


@pytest.mark.parametrize(
    ("other", "is_doubtful"),
    [
        (["4C", False, 2], False),
        (["4C", True, 2], True),
        (["4S", False, 2], True),
        (["4C", False, 90], True),
    ],
)
def test_a_second_look_settles_only_what_it_says_too(
    reader: Phone, other: list[Any], is_doubtful: bool
) -> None:
    assert reader.evaluate(SECOND_LOOK, [other]) == [is_doubtful]


def speckled(name: str) -> bytes:
    """As a cheap camera shows it: small, every 250th pixel black or white."""
    photo = Image.open(PHOTOS / name).convert("RGB").resize((900, 675))
    chance = random.Random(1)
    for _ in range(photo.width * photo.height // 250):
        place = chance.randrange(photo.width), chance.randrange(photo.height)
        photo.putpixel(place, chance.choice([(0, 0, 0), (255, 255, 255)]))
    file = io.BytesIO()
    photo.save(file, "jpeg", quality=90)
    return file.getvalue()


def test_a_photo_with_specks_is_looked_at_without_them_too(reader: Phone) -> None:
    photo = speckled("fan.jpg")
    once = reader.read_in_page(photo)["readings"]
    clear = {reading["code"] for reading in once if not reading["isDoubtful"]}
    assert clear < set(codes(reader, photo)) <= set(TRUTH["fan.jpg"]["cards"])


def test_what_is_no_photo_is_said_to_be_none(reader: Phone) -> None:
    with pytest.raises(Exception, match="could not be decoded"):
        reader.read(b"no photo")


def test_nothing_is_asked_of_anybody_while_a_photo_is_read(reader: Phone) -> None:
    reader.read((PHOTOS / "locked.jpg").read_bytes())
    reader.requested.clear()
    reader.read((PHOTOS / "locked.jpg").read_bytes())
    scripts = {path.name for path in SCRIPTS.iterdir()}
    assert set(reader.requested) - scripts == {
        "photo"
    }  # The photo's own file, which here the page asks this test for


def test_code_and_weights_are_light() -> None:
    packed = [len(gzip.compress(path.read_bytes(), 9)) for path in SCRIPTS.iterdir()]
    assert sum(packed) < MOST_ON_THE_WIRE

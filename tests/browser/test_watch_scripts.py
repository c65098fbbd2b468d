"""The scripts of the watching page by themselves: what they make of pictures, and of
cards that were read in them.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

MOVED = """async ([before, now]) => {
  const { wasMoved } = await import("/camera/watch/moved.js");
  const [width, height] = [128, 72];
  const drawn = ({ cards = [], hand, light = 0 }) => {
    const picture = Float32Array.from({ length: width * height }, (_, i) => 80 + light * (i % width));
    const fill = (x, y, w, h, grey) => {
      for (let v = y; v < y + h; v++) for (let u = x; u < x + w; u++) picture[v * width + u] = grey;
    };
    for (const [x, y, pips] of cards) {
      fill(x, y, 10, 14, 220);
      for (let pip = 0; pip < pips; pip++) fill(x + 2 + 4 * (pip % 2), y + 2 + 3 * (pip >> 1), 2, 2, 60);
    }
    if (hand) fill(...hand, 30);
    return picture;
  };
  return wasMoved(drawn(before), drawn(now), width, height);
}"""
THREE = [(20, 20, 7), (60, 45, 4), (90, 10, 2)]


def shifted(across: int, down: int) -> list[tuple[int, int, int]]:
    return [(x + across, y + down, pips) for x, y, pips in THREE]


@pytest.mark.parametrize("by", [(6, 0), (0, -5), (-9, 7), (20, 10)])
def test_a_camera_was_moved_where_all_cards_are_shifted_alike(
    scripts: Page, by: tuple[int, int]
) -> None:
    assert scripts.evaluate(MOVED, [{"cards": THREE}, {"cards": shifted(*by)}])


@pytest.mark.parametrize(
    "now",
    [
        {"cards": []},  # Swept away
        {
            "cards": [(26, 20, 5), (57, 40, 8), (90, 14, 1)]
        },  # And the next trick lies there
        {"cards": [*THREE[:2], (98, 16, 2)]},  # One is pushed
        {"cards": THREE, "hand": (40, 20, 30, 52)},
        {"cards": THREE, "light": 0.4},  # A lamp on one side
        {"cards": shifted(1, 1)},  # The table shakes
    ],
)
def test_no_camera_was_moved_by_what_people_do(
    scripts: Page, now: dict[str, Any]
) -> None:
    assert not scripts.evaluate(MOVED, [{"cards": THREE}, now])


def test_nor_by_a_pile_that_somebody_pushes(scripts: Page) -> None:
    pile = [(50, 30, 7), (56, 34, 2), (60, 28, 4)]
    pushed = [(x + 8, y + 5, pips) for x, y, pips in pile]
    assert not scripts.evaluate(MOVED, [{"cards": pile}, {"cards": pushed}])


KNOWN = """async ({ choices, entered, before, after, moves = false, begins = false, zone = [], name, owner }) => {
  const { KnownCards } = await import("/camera/watch/known.js");
  const lying = (cards) => cards.map(([code, x]) => ({ code, x, y: 100, size: 10 }));
  const fields = [choices ? { type: "card", choices } : { type: "flag" }];
  const view = { prompts: [{ fields }], zones: [{ name, owner, cards: zone }] };
  const known = new KnownCards();
  known.add(entered, lying(before));
  if (begins) known.addLying(lying(before), view);
  if (moves) known.findAnew();
  return known.newsOf(lying(after), view, []).map(({ code, x }) => `${code} ${x}`);
}"""


@pytest.mark.parametrize(
    ("moves", "news"), [(False, ["9S 300", "8D 500"]), (True, ["8D 500"])]
)
def test_what_lay_there_when_the_camera_was_moved_is_no_news(
    scripts: Page, moves: bool, news: list[str]
) -> None:
    told = {
        "choices": ["9S", "8D"],
        "entered": ["9S"],
        "before": [["9S", 100]],
        "after": [["9S", 300], ["8D", 500]],
    }
    assert scripts.evaluate(KNOWN, {**told, "moves": moves}) == news


def test_of_two_decks_the_second_card_is_news_beside_the_first(scripts: Page) -> None:
    told = {"choices": ["9S"], "entered": ["9S"], "before": [["9S", 100]]}
    assert scripts.evaluate(KNOWN, {**told, "after": [["9S", 400], ["9S", 104]]}) == [
        "9S 400"
    ]
    assert (
        scripts.evaluate(
            KNOWN, {**told, "entered": ["9S", "9S"], "after": [["9S", 104]]}
        )
        == []
    )
    zone = {"choices": ["9S"], "entered": [], "before": [], "zone": ["9S"]}
    assert scripts.evaluate(KNOWN, {**zone, "after": [["9S", 100], ["9S", 400]]}) == [
        "9S 400"
    ]


@pytest.mark.parametrize("choices", [["9S", "8D"], None])
def test_a_card_that_is_known_to_be_in_a_hand_is_news_where_it_is_shown(
    scripts: Page, choices: list[str] | None
) -> None:
    hand = {
        "choices": choices,
        "entered": [],
        "before": [],
        "zone": ["9S"],
        "name": "hand",
        "owner": "Ana",
    }
    assert scripts.evaluate(KNOWN, {**hand, "after": [["9S", 300]]}) == ["9S 300"]
    taken = {**hand, "entered": ["9S"], "before": [["9S", 100]]}
    assert scripts.evaluate(KNOWN, {**taken, "after": [["9S", 100]]}) == []
    assert scripts.evaluate(KNOWN, {**taken, "after": [["9S", 300]]}) == ["9S 300"]


def test_a_card_that_is_played_from_a_row_is_news(scripts: Page) -> None:
    told = {
        "choices": ["9S"],
        "before": [["9S", 100]],
        "zone": ["9S"],
        "name": "row",
        "owner": "Ana",
    }
    for laid in ({"entered": ["9S"]}, {"entered": [], "begins": True}):
        assert scripts.evaluate(KNOWN, {**told, **laid, "after": [["9S", 100]]}) == []
        assert scripts.evaluate(KNOWN, {**told, **laid, "after": [["9S", 300]]}) == [
            "9S 300"
        ]


ENTERED = """async ({ before, now, lies, ours }) => {
  const { askedIn, KnownCards } = await import("/camera/watch/known.js");
  const asking = (choices) => ({ prompts: [{ fields: [{ type: "card", choices }] }], zones: [] });
  const cards = lies.map(([code, x]) => ({ code, x, y: 100, size: 10 }));
  const known = new KnownCards();
  known.add(ours, cards);
  known.addEntered(askedIn(asking(before).prompts, []), cards, asking(now), [], ours);
  return known.newsOf(cards, asking(now), []).map(({ x }) => x);
}"""


@pytest.mark.parametrize(
    ("now", "ours", "news"),
    [
        (["9S", "9S"], [], [100, 400]),
        (["9S"], [], [400]),
        ([], [], []),
        (["9S"], ["9S"], [400]),  # The camera itself has entered one
        ([], ["9S"], []),
    ],
)
def test_a_card_that_was_entered_is_known(
    scripts: Page, now: list[str], ours: list[str], news: list[int]
) -> None:
    told = {
        "before": ["9S", "9S"],
        "now": now,
        "ours": ours,
        "lies": [["9S", 100], ["9S", 400]],
    }
    assert scripts.evaluate(ENTERED, told) == news


THIN = """async ({ copies, corners }) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable();
  table.copies = copies;
  const readings = corners.map(([x, y, up]) => ({
    code: "9S", x, y, size: 10, sure: 0.99, isDoubtful: false, pair: { rx: x, ry: y - 5 * up, sx: x, sy: y + 5 * up },
  }));
  table.replaceIn({ x: 0, y: 0, width: 999, height: 999 }, readings);
  return table.cards.map(({ x, isDoubtful }) => [x, isDoubtful]);
}"""
CARD = [[100, 100, 1], [156, 166, -1]]
BESIDE = [[170, 100, 1], [226, 166, -1]]


@pytest.mark.parametrize(
    ("copies", "corners", "cards"),
    [
        (1, CARD, [[100, False]]),
        (2, CARD, [[100, False]]),
        (2, [*CARD, *BESIDE], [[100, False], [170, False]]),
        (
            2,
            [CARD[0], [170, 100, 1]],
            [[100, False], [170, True]],
        ),  # Or one that has four indices
        (1, [CARD[0], [500, 100, 1]], [[100, True], [500, True]]),
    ],
)
def test_two_equal_cards_are_two_where_two_decks_are_played(
    scripts: Page, copies: int, corners: Any, cards: Any
) -> None:
    assert scripts.evaluate(THIN, {"copies": copies, "corners": corners}) == cards


NAMED = """async ({ read, name, then }) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable(), box = { x: 0, y: 0, width: 999, height: 999 };
  const pair = { rx: 100, ry: 95, sx: 100, sy: 105 }, middle = { x: 128, y: 133 };
  const at = (code, sure) => ({ code, x: 100, y: 100, size: 10, sure, isDoubtful: sure < 0.7, pair, middle });
  table.replaceIn(box, [at(...read)]);
  table.name(table.cards[0], name, table.cards[0]);
  table.replaceIn(box, [at(...then)]);
  return table.cards.map(({ code }) => code);
}"""


@pytest.mark.parametrize(
    ("then", "code"),
    [
        (("3C", 0.99), "AD"),
        (("4D", 0.6), "AD"),
        (("AD", 0.99), "AD"),
        (("QS", 0.99), "QS"),
    ],
)
def test_a_card_is_what_somebody_named_it_until_another_lies_there(
    scripts: Page, then: Any, code: str
) -> None:
    assert scripts.evaluate(
        NAMED, {"read": ("3C", 0.99), "name": "AD", "then": then}
    ) == [code]


CORNERS = """async ({ pictures, upsideDown }) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable(), box = { x: 0, y: 0, width: 999, height: 999 };
  const at = (code, x, y, down) => ({
    code, x, y, size: 15, sure: 0.99, isDoubtful: false,
    pair: { rx: x, ry: y - 5 * down, sx: x, sy: y + 5 * down }, middle: { x: x + 28 * down, y: y + 33 * down },
  });
  let last;
  for (const [one, other] of pictures) {
    last = table.replaceIn(box, [at(one, 100, 100, 1), at(other, 156, 166, upsideDown)]);
  }
  if (last.isUnsure) table.doubtIn(box);
  return table.cards.map(({ code, isKnown, isDoubtful }) => [code, isKnown, isDoubtful]);
}"""


@pytest.mark.parametrize(
    ("pictures", "down", "cards"),
    [
        ([["3D", "5D"]], -1, [["3D", False, True], ["5D", False, True]]),
        ([["3D", "5D"], ["3D", "3D"]], -1, [["3D", True, False]]),
        (
            [["3D", "5D"]],
            1,
            [["3D", True, False], ["5D", True, False]],
        ),  # Two cards beside each other
    ],
)
def test_a_card_whose_corners_say_two_cards_is_read_again_and_then_in_doubt(
    scripts: Page, pictures: Any, down: int, cards: Any
) -> None:
    assert (
        scripts.evaluate(CORNERS, {"pictures": pictures, "upsideDown": down}) == cards
    )


WHOSE = """async ({ cards, across }) => {
  const { Seating } = await import("/camera/watch/seating.js");
  const angle = (i) => (2 * Math.PI * i) / 5;
  const round = (i, reach) => ({ x: 640 + reach * Math.cos(angle(i)), y: 360 + reach * Math.sin(angle(i)) });
  const seats = ["Ana", "Ben", "Cy", "Dee", "Eli"];
  const lying = cards.map(([i, reach]) => ({ i, middle: { ...round(i, reach), x: round(i, reach).x + across } }));
  const found = new Seating(new Map(seats.map((seat, i) => [seat, round(i, 300)]))).oneEach(lying, seats);
  return found && [...found].every(([seat, { i }]) => seats[i] === seat);
}"""


@pytest.mark.parametrize(
    ("reaches", "across", "clear"),
    [
        ([150] * 5, 0, True),
        ([150] * 5, -110, True),  # A camera that hangs askew
        (
            [150] * 4,
            -110,
            None,
        ),  # A card is missing: nobody knows where their own middle is
        ([150] * 4 + [10], 0, None),  # A card in the middle is nobody's
    ],
)
def test_cards_lie_round_their_own_middle_once_everybody_has_one(
    scripts: Page, reaches: list[int], across: int, clear: bool | None
) -> None:
    assert (
        scripts.evaluate(WHOSE, {"cards": [*enumerate(reaches)], "across": across})
        is clear
    )


LOOKED = """async ({ prints, lies, readings }) => {
  const { Eye } = await import("/camera/watch/eye.js");
  const [width, height, cell] = [128, 72, 10];
  let boxes = prints, from;
  const camera = {
    width: width * cell, height: height * cell,
    small() {
      const data = new Uint8ClampedArray(width * height * 4).fill(90);
      for (const [x, y, w, h, grey] of boxes) {
        for (let v = y; v < y + h; v++) data.fill(grey, 4 * (v * width + x), 4 * (v * width + x + w));
      }
      return { width, height, data };
    },
    part: ({ x, y, width, height }, scale) => (from = { x, y, scale }, new ImageData(width, height)),
  };
  const scales = [], longer = [];
  const eye = new Eye(async (picture, isThorough) => {
    if (boxes !== prints) scales.push(from.scale);
    if (boxes !== prints) longer.push(isThorough);
    return readings.map(([code, cardX, cardY, sure]) => {
      const [x, y] = [(cardX - from.x) * from.scale, (cardY - from.y) * from.scale], size = 15 * from.scale;
      const pair = { rx: x, ry: y - size / 2, sx: x, sy: y + size / 2 };
      return { code, sure, isDoubtful: sure < 0.7, x, y, size, pair };
    });
  });
  for (let i = 0; i < 4; i++) await eye.look(camera, new Set());
  boxes = [...prints, ...lies];
  for (let i = 0; i < 12; i++) await eye.look(camera, new Set());
  const cards = eye.cards.map(({ code, isKnown, isDoubtful }) => [code, isKnown, isDoubtful]);
  return { cards, unread: eye.unread.length, scales, longer };
}"""
A_CARD = [40, 30, 10, 14, 220]


def test_a_print_beside_a_card_is_no_card(scripts: Page) -> None:
    told = {"prints": [[50, 32, 1, 3, 30]], "lies": [A_CARD]}
    seen = scripts.evaluate(
        LOOKED, {**told, "readings": [["6C", 415, 330, 0.99], ["9H", 508, 335, 0.75]]}
    )
    assert seen["cards"] == [["6C", True, False]]


def test_a_card_that_is_hardly_lighter_than_the_cloth_is_one(scripts: Page) -> None:
    told = {"prints": [], "lies": [[40, 30, 10, 14, 95], [41, 32, 2, 2, 40]]}
    seen = scripts.evaluate(LOOKED, {**told, "readings": [["AD", 418, 335, 0.98]]})
    assert seen["cards"] == [["AD", True, False]]


def test_a_card_is_read_in_several_sizes_and_then_asked_for(scripts: Page) -> None:
    """Also the first one, when nobody knows yet how large cards are."""
    seen = scripts.evaluate(LOOKED, {"prints": [], "lies": [A_CARD], "readings": []})
    assert seen["unread"] == 1
    assert {*seen["scales"]} == {1, 1.5, 2}
    assert seen["longer"] == [False, *[True] * 5]
    seen = scripts.evaluate(
        LOOKED, {"prints": [], "lies": [A_CARD], "readings": [["6C", 415, 330, 0.6]]}
    )
    assert (seen["cards"], seen["unread"]) == ([["6C", False, True]], 0)


@pytest.mark.parametrize(("x", "y"), [(118, 30), (0, 30), (40, 58), (40, 0)])
def test_an_arm_that_rests_at_the_edge_of_the_picture_is_not_asked_for(
    scripts: Page, x: int, y: int
) -> None:
    assert (
        scripts.evaluate(
            LOOKED, {"prints": [], "lies": [[x, y, 10, 14, 220]], "readings": []}
        )["unread"]
        == 0
    )


TURNED = """async () => {
  const { Motion } = await import("/camera/watch/motion.js");
  const picture = (height) => ({ width: 128, height, data: new Uint8ClampedArray(128 * height * 4).fill(90) });
  const motion = new Motion();
  const looked = [];
  for (const height of [72, 72, 72, 72, 228, 228, 228, 228]) {
    const { still, isElsewhere } = motion.look(picture(height));
    if (isElsewhere) motion.forget();
    else if (still.length) motion.wasReadIn(still[0], 128), motion.learnGround();
    looked.push([isElsewhere, still.map((box) => box.height)]);
  }
  return looked;
}"""


def test_a_phone_that_is_turned_is_a_camera_that_was_moved(scripts: Page) -> None:
    looked = scripts.evaluate(TURNED)
    assert [elsewhere for elsewhere, _ in looked] == [False] * 4 + [True] + [False] * 3
    assert [72] in [still for _, still in looked[:4]]
    assert [228] in [still for _, still in looked[5:]]


CHANGED = """async ({ paper, cloth, worn }) => {
  const { Motion } = await import("/camera/watch/motion.js");
  const [width, height] = [128, 72];
  const picture = (card) => {
    const grey = new Float32Array(width * height).fill(cloth);
    grey.fill(paper, 0, 40); // A sheet at the edge, which stays there
    for (let y = 30; y < 40; y++) grey.fill(card, y * width + 60, y * width + 67);
    return { width, height, grey };
  };
  const motion = new Motion();
  let seen;
  for (let i = 0; i < 4; i++) seen = motion.look(picture(cloth));
  for (const box of seen.still) motion.wasReadIn(box, width);
  motion.learnGround();
  for (let i = 0; i < 4; i++) seen = motion.look(picture(worn));
  return seen.still.map(({ x, y, width: wide, height: high }) => [x, y, wide, high]);
}"""


@pytest.mark.parametrize(
    ("paper", "cloth", "worn", "seen"),
    [
        (95, 70, 81, [[60, 30, 7, 10]]),
        (200, 147, 158, []),  # What little light shows as much is noise in this
        (200, 147, 170, [[60, 30, 7, 10]]),
    ],
)
def test_in_dim_light_less_change_is_enough(
    scripts: Page, paper: int, cloth: int, worn: int, seen: list[list[int]]
) -> None:
    shown = {"paper": paper, "cloth": cloth, "worn": worn}
    assert scripts.evaluate(CHANGED, shown) == seen


SMALL = """async () => {
  const { Camera } = await import("/camera/watch/camera.js");
  const [width, height] = [1280, 720];
  const video = Object.assign(new OffscreenCanvas(width, height), { videoWidth: width, videoHeight: height });
  const noisy = new ImageData(width, height);
  let seed = 1;
  for (let p = 0; p < noisy.data.length; p += 4) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    noisy.data.fill(seed > 1073741824 ? 255 : 0, p, p + 3);
    noisy.data[p + 3] = 255;
  }
  video.getContext("2d").putImageData(noisy, 0, 0);
  const { data } = await new Camera(video, null).small();
  const greys = data.filter((_, i) => i % 4 === 0);
  return [Math.min(...greys), Math.max(...greys)];
}"""


def test_noise_of_a_camera_is_no_motion(scripts: Page) -> None:
    least, most = scripts.evaluate(SMALL)
    assert (
        60 < least < most < 195
    )  # A hundred pixels a cell: black and white ones come to grey


BRIGHT = """async (isFull) => {
  const { inCells } = await import("/camera/watch/brightness.js");
  const [width, height, offset, stride] = [1920, 1080, 5, 2048];
  const bytes = new Uint8Array(offset + stride * height).fill(99);
  for (let y = 0; y < height; y++) {
    const start = offset + y * stride;
    bytes.fill(16, start, start + width / 2);
    bytes.fill(y < height / 2 ? 235 : 126, start + width / 2, start + width);
  }
  const { width: across, height: down, grey } = inCells(bytes, { offset, stride, width, height, isFull }, 4);
  return [across, down, Array.from(grey, Math.round)];
}"""


@pytest.mark.parametrize(
    ("is_full", "cells"),
    [
        (None, [4, 2, [0, 0, 255, 255, 0, 0, 128, 128]]),
        (True, [4, 2, [16, 16, 235, 235, 16, 16, 126, 126]]),
    ],
)
def test_a_cell_is_as_bright_as_the_cameras_own_picture_there(
    scripts: Page, is_full: bool | None, cells: list[object]
) -> None:
    assert scripts.evaluate(BRIGHT, is_full) == cells


WHO_LED = """async ({ since, due, fields }) => {
  const { answered } = await import("/camera/watch/asked.js");
  const { Seating } = await import("/camera/watch/seating.js");
  const at = { Ana: { x: 0, y: 100 }, Ben: { x: -100, y: 0 }, Cy: { x: 0, y: -100 }, Di: { x: 100, y: 0 } };
  const seats = Object.keys(at), choices = ["4D", "6D", "2D", "TC"];
  const plays = { name: "plays", type: "card_by_seat", choices, seats, some: true };
  const leader = { name: "leader", type: "seat", optional: true, choices: seats, default: due, leads: "plays" };
  const prompt = { kind: "trick", seats, fields: fields === 1 ? [plays] : [plays, leader] };
  const read = { sure: 0.99, isKnown: true, isDoubtful: false };
  const card = (seat, n) => ({ ...read, code: choices[n], ...at[seat], middle: at[seat], since: since[seat] });
  const cards = seats.map(card).filter((_, n) => seats[n] in since);
  return answered([prompt], cards, [], new Seating(new Map(Object.entries(at))));
}"""
IN_TURN = {"Ben": 1000, "Cy": 3000, "Di": 4000, "Ana": 9000}


SINCE = """async (looks) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable();
  let gone = [];
  for (const [since, codes] of looks) {
    const readings = codes.map((code, n) => {
      const [at, pair] = [{ x: 100 * n, y: 100 }, { rx: 0, ry: 0, sx: 1, sy: 1 }];
      return { code, ...at, middle: at, pair, size: 15, sure: 0.99, isDoubtful: false };
    });
    gone = table.replaceIn({ x: 0, y: 0, width: 999, height: 999 }, readings, [], () => false, since, gone).lost;
  }
  return Object.fromEntries(table.cards.map(({ code, since }) => [code, since]));
}"""


def test_a_card_has_lain_there_since_it_was_seen_first_though_a_hand_covered_it(
    scripts: Page,
) -> None:
    assert scripts.evaluate(
        SINCE, [[1, ["9S"]], [2, ["9S", "8D"]], [3, ["9S", "8D"]]]
    ) == {"9S": 1, "8D": 2}
    assert scripts.evaluate(SINCE, [[1, ["9S"]], [2, []], [3, ["9S", "8D"]]]) == {
        "9S": 1,
        "8D": 3,
    }
    assert scripts.evaluate(SINCE, [[1, ["9S"]], [2, []], [3, []], [4, ["9S"]]]) == {
        "9S": 4
    }


FATE = """async ({ draft, lying, seen }) => {
  const { fateOf } = await import("/camera/watch/draft.js");
  return fateOf(draft, lying.map((code) => ({ code })), seen);
}"""
TRICK = ["9S", "QS", "2S", "5S"]


@pytest.mark.parametrize(
    ("lying", "is_settled", "fate"),
    [
        ([], True, "stands"),  # Swept away
        (["8D"], True, "stands"),  # And the next trick is led
        (["9S", "QS"], False, "waits"),  # A hand is at it
        (["9S", "QS", "2S"], True, "dropped"),  # One was taken back
        ([*TRICK, "8D"], True, "dropped"),
    ],
)
def test_a_trick_that_is_swept_away_at_once_stands_and_one_taken_back_does_not(
    scripts: Page, lying: list[str], is_settled: bool, fate: str
) -> None:
    told = {
        "draft": {"codes": TRICK, "isAgreed": True},
        "lying": lying,
        "seen": {"isSettled": is_settled, "isElsewhere": False},
    }
    assert scripts.evaluate(FATE, told) == fate
    once = {**told, "draft": {"codes": TRICK, "isAgreed": False}}
    assert scripts.evaluate(FATE, once) == "dropped"


ONCE = """async ({ size, pictures }) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable(), box = { x: 0, y: 0, width: 999, height: 999 }, seen = [];
  for (const [code, sure, down = 1] of pictures) {
    const middle = { x: 128, y: 133 }, [x, y] = [middle.x - 28 * down, middle.y - 33 * down];
    const pair = { rx: x, ry: y - 5 * down, sx: x, sy: y + 5 * down };
    const reading = { code, x, y, size, sure, isDoubtful: sure < 0.7, pair, middle };
    table.replaceIn(box, [reading], seen);
    seen.push(reading);
  }
  return table.cards.map(({ isKnown, isAgreed }) => [isKnown, isAgreed]);
}"""


@pytest.mark.parametrize(
    ("size", "pictures", "known"),
    [
        (15, [("9S", 0.98)], [True, False]),
        (15, [("9S", 0.98), ("9S", 0.98)], [True, True]),
        (15, [("9H", 0.8), ("9S", 0.98)], [False, False]),  # They say two cards
        (10, [("9S", 0.99)], [False, False]),  # Of a card 70 pixels wide
        (10, [("9S", 0.5), ("9S", 0.99)], [False, False]),
        (10, [("9S", 0.8), ("9S", 0.99)], [True, True]),
        (10, [("9S", 0.99), ("9S", 0.99, -1)], [True, True]),  # By its other corner
        (10, [("9H", 0.99), ("9S", 0.99, -1)], [False, False]),
        (10, [("TD", 0.9), ("JD", 0.8), ("TD", 0.9)], [False, False]),
        (10, [("TD", 0.9), ("JD", 0.8), ("TD", 0.9), ("TD", 0.9)], [True, True]),
    ],
)
def test_a_small_card_counts_once_two_pictures_agree(
    scripts: Page, size: int, pictures: list[Any], known: list[bool]
) -> None:
    told = {"size": size, "pictures": pictures}
    assert scripts.evaluate(ONCE, told) == [known]


TWICE = """async (pictures) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable(), box = { x: 0, y: 0, width: 999, height: 999 };
  for (const readings of pictures) {
    table.replaceIn(box, readings.map(([x, sure]) => {
      const pair = { rx: x, ry: 95, sx: x, sy: 105 }, middle = { x: x + 28, y: 133 };
      return { code: "KH", x, y: 100, size: 15, sure, isDoubtful: sure < 0.7, pair, middle };
    }));
  }
  return table.cards.map(({ isDoubtful }) => isDoubtful);
}"""


@pytest.mark.parametrize(
    ("second", "in_doubt"), [(0.35, [False, True]), (0.99, [True, True])]
)
def test_a_card_that_is_known_is_not_put_in_doubt_by_what_looks_a_little_like_it(
    scripts: Page, second: float, in_doubt: list[bool]
) -> None:
    pictures = [[[100, 0.99]], [[100, 0.99], [500, second]]]
    assert scripts.evaluate(TWICE, pictures) == in_doubt


BUMPED = """async ({ expected, surely }) => {
  const { Eye } = await import("/camera/watch/eye.js");
  const [width, cell] = [128, 10];
  let height = 72;
  const camera = {
    width: width * cell, height: height * cell,
    small: () => ({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(90) }),
    part: ({ x, y, width, height }, scale) => Object.assign(new ImageData(width, height), { from: { x, y, scale } }),
  };
  const lying = [["9S", 300, 0.99, 0.99], ["8D", 600, ...surely]];
  const eye = new Eye(async ({ from }) => height === 72 ? [] : lying.map(([code, at, once, larger]) => {
    const [x, y] = [(at - from.x) * from.scale, (300 - from.y) * from.scale], size = 15 * from.scale;
    const sure = from.scale === 1 ? once : larger;
    return { code, sure, isDoubtful: sure < 0.7, x, y, size, pair: { rx: x, ry: y - size / 2, sx: x, sy: y + size / 2 } };
  }));
  const look = () => eye.look(camera, new Set(expected));
  for (let i = 0; i < 4; i++) await look();
  height = 80;
  for (let i = 0; i < 12; i++) await look();
  return eye.cards.filter(({ isKnown }) => isKnown).map(({ code }) => code).sort();
}"""


@pytest.mark.parametrize(
    ("expected", "surely", "cards"),
    [
        (["9S", "8D"], (0.5, 0.99), ["8D", "9S"]),
        (["9S"], (0.5, 0.99), ["9S"]),  # No card that may lie there now
        (["9S", "8D"], (0.5, 0.5), ["9S"]),
        (["9S", "8D"], (0.8, 0.8), ["9S"]),  # It may be a pattern on the cloth
    ],
)
def test_after_a_bump_cards_that_lie_there_are_read_though_the_first_picture_was_poor(
    scripts: Page, expected: list[str], surely: tuple[float, float], cards: list[str]
) -> None:
    told = {"expected": expected, "surely": surely}
    assert scripts.evaluate(BUMPED, told) == cards


HELD = """async ({ suits, votes, isNumber }) => {
  const { heldAgainst } = await import("/camera/photo/pips.js");
  const held = heldAgainst(suits, votes, isNumber);
  return [["C", "D", "H", "S"][held.indexOf(Math.max(...held))], Math.max(...held)];
}"""
CLUB, SPADE, HEART = [0.98, 0, 0, 0.02], [0.01, 0, 0, 0.99], [0.01, 0.01, 0.97, 0.01]
LIKE_SPADE, LIKE_CLUB = [0.08, 0, 0, 0.92], [0.75, 0, 0, 0.25]


@pytest.mark.parametrize(
    ("suits", "votes", "is_number", "held"),
    [
        (LIKE_CLUB, [CLUB], True, ["C", 0.98]),
        (LIKE_SPADE, [CLUB, CLUB], True, ["C", 0.98]),
        (LIKE_SPADE, [CLUB], True, ["C", 0.5]),  # One pip against an index
        (LIKE_SPADE, [CLUB, CLUB], False, ["C", 0.5]),  # It may be a court's picture
        (LIKE_SPADE, [CLUB, SPADE], True, ["S", 0.92]),  # Those of two cards
        (LIKE_SPADE, [HEART], True, ["S", 0.92]),  # Of a card beside it
        (LIKE_SPADE, [], True, ["S", 0.92]),
    ],
)
def test_an_open_suit_is_held_against_the_cards_own_pips(
    scripts: Page, suits: Any, votes: Any, is_number: bool, held: Any
) -> None:
    told = {"suits": suits, "votes": votes, "isNumber": is_number}
    assert scripts.evaluate(HELD, told) == held


OWN_PIPS = """async (turned) => {
  const { Pips } = await import("/camera/photo/pips.js");
  const pen = new OffscreenCanvas(600, 400).getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, 600, 400);
  pen.fillStyle = "#000";
  for (const [x, y] of [[90, 60], [90, 150], [250, 60]]) {
    pen.beginPath();
    pen.arc(x, y, 8, 0, 7);
    pen.fill();
  }
  const at = (code, x, y, way, sure) => ({ code, sure, x, y, size: 20, pair: { rx: x, ry: y - 10 * way, sx: x, sy: y + 10 * way } });
  const corners = [at("2C", 50, 50, 1, 0.9), at(turned.code, 160, 180, -1, 0.95)];
  const others = turned.other ? [at("9S", 80, 135, 1, 0.9)] : [];
  const pips = new Pips([pen.getImageData(0, 0, 600, 400)], [...corners, ...others]);
  const corner = pips.cornerOf(corners[0]);
  return [corner?.code ?? null, pips.suitsOf(corners[0], () => [1, 0, 0, 0]).length];
}"""


@pytest.mark.parametrize(
    ("turned", "told"),
    [
        ({"code": "2C"}, ["2C", 2]),  # Not the pip of another card far away
        ({"code": "2S"}, ["2S", 2]),  # One corner was mistaken
        ({"code": "2H"}, [None, 0]),  # Another card, which may lie on all of it
        ({"code": "2C", "other": True}, ["2C", 1]),  # One pip lies on another card
    ],
)
def test_a_cards_own_pips_are_those_on_no_other_card(
    scripts: Page, turned: dict[str, Any], told: list[Any]
) -> None:
    assert scripts.evaluate(OWN_PIPS, turned) == told


STAR = """async (opposite) => {
  const { CardsOnTable } = await import("/camera/watch/cards_on_table.js");
  const table = new CardsOnTable(), box = { x: 0, y: 0, width: 999, height: 999 };
  const [pair, middle] = [{ rx: 100, ry: 95, sx: 100, sy: 105 }, { x: 100, y: 100 }];
  for (let i = 0; i < 3; i++) {
    table.replaceIn(box, [{ code: "XR", isJoker: true, isStar: true, x: 100, y: 100, size: 30, sure: 0.99, isDoubtful: false, opposite, pair, middle }]);
  }
  table.doubtIn(box);
  return table.cards.map(({ isDoubtful }) => isDoubtful);
}"""


def test_a_camera_asks_whether_a_star_by_itself_is_a_joker(scripts: Page) -> None:
    """It may be the eye of a toy, which looks alike in every picture."""
    assert scripts.evaluate(STAR, None) == [True]
    assert scripts.evaluate(STAR, {"x": 300, "y": 400}) == [False]


SIZED = """async (most) => {
  const { Camera } = await import("/camera/watch/camera.js");
  const asked = [];
  const video = Object.assign(document.createElement("div"), { play() {}, videoWidth: 0, videoHeight: 0 });
  const give = ({ width: { ideal } }) => {
    asked.push(ideal);
    video.videoWidth = Math.min(most, ideal);
    video.videoHeight = (video.videoWidth * 9) / 16;
  };
  const track = { addEventListener() {}, applyConstraints: async (wanted) => give(wanted) };
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: {
    getUserMedia: async ({ video: wanted }) => (give(wanted), { getVideoTracks: () => [track] }),
  } });
  const camera = await Camera.open(video, () => {});
  const widths = [camera.width];
  while (await camera.shrink()) widths.push(camera.width);
  return [widths, asked];
}"""


@pytest.mark.parametrize(
    ("most", "widths"),
    [(3840, [2560, 1920, 1280]), (1920, [1920, 1280]), (640, [640])],
)
def test_a_camera_gives_its_most_and_less_where_the_machine_does_not_keep_up(
    scripts: Page, most: int, widths: list[int]
) -> None:
    got, asked = scripts.evaluate(SIZED, most)
    assert got == widths
    assert asked == [2560, 1920, 1280]


TAKEN = """async () => {
  const { Camera } = await import("/camera/watch/camera.js");
  const video = Object.assign(new OffscreenCanvas(1920, 1080), { videoWidth: 1920, videoHeight: 1080 });
  const pen = video.getContext("2d");
  const whole = [];
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (from, ...where) {
    if (from === video && this.canvas.width === 1920) whole.push(1);
    return drawImage.call(this, from, ...where);
  };
  const camera = new Camera(video, null);
  for (let i = 0; i < 5; i++) await camera.small();
  const idle = whole.length;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, 1920, 1080);
  await camera.small();
  const places = [camera.part({ x: 0, y: 0, width: 10, height: 10 }), camera.part({ x: 90, y: 0, width: 5, height: 5 }, 2)];
  CanvasRenderingContext2D.prototype.drawImage = drawImage;
  return [idle, whole.length, places.map(({ width, data }) => [width, data[0]])];
}"""


def test_an_idle_table_is_not_taken_whole(scripts: Page) -> None:
    assert scripts.evaluate(TAKEN) == [0, 1, [[10, 255], [10, 255]]]


FAULT = """async ({ paper, ink, blur }) => {
  const { faultIn } = await import("/camera/watch/advice.js");
  const pen = new OffscreenCanvas(120, 160).getContext("2d");
  pen.fillStyle = `rgb(${paper} ${paper} ${paper})`;
  pen.fillRect(0, 0, 120, 160);
  pen.filter = `blur(${blur}px)`;
  pen.fillStyle = `rgb(${ink} ${ink} ${ink})`;
  for (const y of [50, 90]) for (const x of [40, 70]) pen.fillRect(x, y, 14, 16);
  return faultIn(pen.getImageData(0, 0, 120, 160));
}"""


@pytest.mark.parametrize(
    ("paper", "ink", "blur", "fault"),
    [
        (235, 20, 0, ""),
        (50, 10, 0, "dark"),
        (235, 20, 6, "soft"),
        (25, 200, 0, "deck"),
    ],
)
def test_it_is_seen_why_a_card_cannot_be_read(
    scripts: Page, paper: int, ink: int, blur: int, fault: str
) -> None:
    told = {"paper": paper, "ink": ink, "blur": blur}
    assert scripts.evaluate(FAULT, told) == fault


ADVICE = """async (widths) => {
  const { Advice } = await import("/camera/watch/advice.js");
  const advice = new Advice();
  return widths.map((all) => advice.of(all.map((width) => ({ width })), []));
}"""


def test_cards_that_are_too_small_are_told_once_with_their_width(scripts: Page) -> None:
    said = scripts.evaluate(ADVICE, [[90, 95], [56, 57, 55], [56, 57, 55]])
    assert said[0] == said[2] == ""
    assert said[1].startswith("Cards are 56 pixels wide here")


LARGEST = """async (width) => {
  const { Eye } = await import("/camera/watch/eye.js");
  const [across, down] = [128, 72];
  const pixels = [];
  const camera = {
    width, height: (width * 9) / 16,
    small: () => ({ width: across, height: down, data: new Uint8ClampedArray(across * down * 4).fill(90) }),
    part: ({ width, height }, scale) => (pixels.push(width * height * scale ** 2), new ImageData(8, 8)),
  };
  const eye = new Eye(async () => [["9S", 3], ["8D", 6]].map(([code, x]) => (
    { code, sure: 0.8, isDoubtful: false, x, y: 4, size: 1, pair: { rx: x, ry: 3, sx: x, sy: 5 } })));
  for (let i = 0; i < 12; i++) await eye.look(camera, new Set(["9S", "8D"]));
  return Math.max(...pixels);
}"""


@pytest.mark.parametrize("width", [1280, 1920, 2560])
def test_however_large_the_picture_so_much_of_it_is_read_at_once(
    scripts: Page, width: int
) -> None:
    assert 800_000 < scripts.evaluate(LARGEST, width) < 1_300_001

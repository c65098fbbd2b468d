"""What cards on the table answer of that which the games ask for: their own prompts,
and no camera.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from referee.testing.random_player import Filled, RandomPlayer
from tests.told_prompts import told_prompts

from .filmed import HIGH, WIDE, before
from .tour import NAMES, House

Asked = Callable[..., Any]
Prompt = Mapping[str, Any]

ANSWER = """async ({ prompts, cards, unread, at, places }) => {
  const { answered, enteredElsewhere } = await import("/camera/watch/asked.js");
  const { Seating } = await import("/camera/watch/seating.js");
  const found = answered(prompts, cards, unread, new Seating(new Map(at), places));
  return { ...found, isSeen: found !== null, elsewhere: enteredElsewhere(prompts).map(({ kind }) => kind) };
}"""
SELDOM = (
    "misdeal",
    "claim",
    "concede",
    "passed",
    "depth",
    "dead",
    "points",
    "penalty",
    "recount",
)
MIDDLE = {"x": WIDE / 2, "y": HIGH / 2}


class Player(RandomPlayer):
    """Enters what a deal needs, and nothing that ends it early."""

    def choose(self, prompts: Any, to_act: Any) -> tuple[str, str, Filled]:
        return super().choose(
            [each for each in prompts if each.kind not in SELDOM], to_act
        )


class Moment:
    """What a game asks for at one moment of a match, and a table on which cards can be
    laid.
    """

    def __init__(self, script: Page, prompts: list[Prompt], seats: list[str]) -> None:
        self.script, self.prompts, self.seats = script, prompts, seats

    def asked(self, kind: str) -> Prompt:
        return next(prompt for prompt in self.prompts if prompt["kind"] == kind)

    def choices(self, kind: str, field: str) -> list[str]:
        return next(
            list(one["choices"])
            for one in self.asked(kind)["fields"]
            if one["name"] == field
        )

    def lay(
        self,
        *laid: tuple[str | None, str],
        unread: tuple[str, ...] = (),
        places: tuple[Mapping[str, float], ...] = (),
        **marks: Any,
    ) -> Any:
        """What these cards come to: each before a seat, or in the middle (None);
        `marks` are set on the last one.

        Before the `unread` seats lies something that cannot be read.
        """
        cards = [self._card(laid[:number], *each) for number, each in enumerate(laid)]
        if cards:
            cards[-1] |= marks
        away = [(seat, self._before(seat, 1.5)) for seat in self.seats]
        backs = [self._card((), seat, "") for seat in unread]
        told = {
            "prompts": self.prompts,
            "cards": cards,
            "unread": backs,
            "at": away,
            "places": list(places),
        }
        return self.script.evaluate(ANSWER, told)

    def _card(self, laid: Any, seat: str | None, code: str) -> dict[str, Any]:
        at = MIDDLE if seat is None else self._before(seat, 1)
        middle = {**at, "x": at["x"] + 30 * [one for one, _ in laid].count(seat)}
        return {
            "code": code,
            **middle,
            "middle": middle,
            "sure": 0.99,
            "isKnown": True,
            "isDoubtful": False,
        }

    def _before(self, seat: str, out: float) -> dict[str, float]:
        _, x, y, _ = before(self.seats.index(seat), len(self.seats), "")
        return {
            "x": WIDE / 2 + out * (x - WIDE / 2),
            "y": HIGH / 2 + out * (y - HIGH / 2),
        }


def data(found: Any) -> Any:
    """What would be entered: each entry's data, by its seat where it has one; None
    where nothing would.
    """
    if found["entries"] is None:
        return None
    return [
        (entry["seat"], entry["data"]) if entry["seat"] else entry["data"]
        for entry in found["entries"]
    ]


@pytest.fixture
def asking(house: House, scripts: Page) -> Iterator[Asked]:
    """A match in which this is asked for: `asking(game, seats, kind)`, played at random
    up to there.
    """

    def play(
        game: str,
        seats: int,
        kind: str,
        fits: Any = bool,
        seed: int = 1,
        **options: Any,
    ) -> Moment:
        names = list(NAMES[:seats])
        table = house.started(game, seats, options=options)
        player = Player(Random(seed), names)
        for _ in range(400):
            view = table.host.look(table.code)
            if any(
                each["kind"] == kind and not each["optional"] and fits(each)
                for each in view["prompts"]
            ):
                return Moment(scripts, view["prompts"], names)
            acted, seat, filled = player.choose(
                told_prompts(view["prompts"]), view["to_act"]
            )
            answer = table.host.enter(table.code, acted, seat, **filled)
            if answer.status == 201:
                player.note(acted, seat, filled, answer.json["rulings"])
        raise AssertionError(f"{game} never asks for {kind}")

    yield play


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("bridge", 4, {"depth": "tricks"}),
        # Its first two cards are equal.
        ("doppelkopf", 4, {"depth": "tricks"}),
        ("euchre", 4, {"depth": "tricks"}),
        ("hearts", 4, {"depth": "tricks"}),
        ("oh-hell", 3, {"depth": "tricks"}),
        ("skat", 3, {"depth": "tricks"}),
        ("spades", 4, {"depth": "tricks"}),
    ],
)
def test_a_trick_is_entered_once_everybody_has_played(
    asking: Asked, game: str, seats: int, options: Any
) -> None:
    moment = asking(game, seats, "trick", **options)
    players = moment.asked("trick")["fields"][0]["seats"]
    laid = list(zip(players, moment.choices("trick", "plays"), strict=False))
    assert data(moment.lay(*laid)) == [{"plays": dict(laid)}]
    assert moment.lay(*laid[1:])["waitsFor"] == players[:1]
    assert moment.lay(*laid[1:])["entries"] is None


def test_a_dummy_in_the_picture_is_more_than_is_asked_for(asking: Asked) -> None:
    moment = asking("bridge", 4, "trick", depth="tricks")
    trick = list(zip(NAMES[:4], moment.choices("trick", "plays"), strict=False))
    dummy = [("Cy", code) for code in moment.choices("trick", "plays")[20:25]]
    found = moment.lay(*trick, *dummy)
    assert (found["entries"], found["tooMany"]) == (None, ["Cy"])


@pytest.mark.parametrize(
    ("game", "seats", "kind", "options"),
    [
        ("bridge", 4, "contract", {"depth": "tricks"}),
        ("euchre", 4, "contract", {"depth": "tricks"}),
        ("four-aces", 3, "round", {}),  # Nobody sees which cards were hidden
        ("gin-rummy", 2, "turn", {"depth": "plays"}),
        ("holdem", 3, "call", {"depth": "bets"}),
        ("holdem", 3, "deal", {}),
        ("oh-hell", 3, "bids", {"depth": "tricks"}),
        ("skat", 3, "contract", {"depth": "tricks"}),
        # Which trumps the declarer still has, only people know.
        ("skat", 3, "skat", {"depth": "tricks"}),
        ("spades", 4, "bids", {"depth": "tricks"}),
    ],
)
def test_what_no_camera_can_see_is_entered_on_a_phone(
    asking: Asked, game: str, seats: int, kind: str, options: Any
) -> None:
    moment = asking(game, seats, kind, **options)
    found = moment.lay(("Ana", "9H"), ("Ben", "TC"))
    assert not found["isSeen"]
    assert kind in found["elsewhere"]


def test_beside_a_card_that_may_be_laid_stands_what_else_may_be_entered(
    asking: Asked,
) -> None:
    moment = asking("crazy-eights", 3, "play", depth="cards")
    assert moment.lay()["elsewhere"] == ["draw"]
    assert asking("cribbage", 2, "go", depth="cards").lay()["elsewhere"] == ["go"]


@pytest.mark.parametrize(
    ("game", "seats", "kind", "field", "options"),
    [
        ("crazy-eights", 3, "starter", "card", {"depth": "cards"}),
        ("cribbage", 2, "starter", "starter", {"depth": "cards"}),
        ("gin-rummy", 2, "upcard", "upcard", {"depth": "plays"}),
        ("jizara", 2, "turn", "card", {}),
    ],
)
def test_a_card_turned_up_is_entered(
    asking: Asked, game: str, seats: int, kind: str, field: str, options: Any
) -> None:
    moment = asking(game, seats, kind, **options)
    assert data(moment.lay((None, "9H"))) == [{field: "9H"}]
    assert data(moment.lay((None, "9H"), isDoubtful=True)) is None
    assert moment.lay((None, "9H"), isDoubtful=True)["wrong"][0]["why"] == "doubtful"


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("crazy-eights", 3, {"depth": "cards"}),
        ("cribbage", 2, {"depth": "cards"}),
        ("slapjack", 2, {}),
    ],
)
def test_a_card_played_is_its_players(
    asking: Asked, game: str, seats: int, options: Any
) -> None:
    moment = asking(game, seats, "play", **options)
    [seat] = moment.asked("play")["seats"]
    card = (moment.choices("play", "card") or ["9H"])[0]
    assert data(moment.lay((seat, card))) == [(seat, {"card": card})]
    assert data(moment.lay((None, card))) == [(seat, {"card": card})]


def test_the_crib_is_full_or_nothing(asking: Asked) -> None:
    moment = asking("cribbage", 2, "crib", depth="cards")
    count = next(
        one["max"] for one in moment.asked("crib")["fields"] if one["name"] == "cards"
    )
    cards = moment.choices("crib", "cards")[:count]
    laid = [(None, code) for code in cards]
    [(_, entered)] = data(moment.lay(*laid))
    assert entered == {"cards": cards}
    assert data(moment.lay(*laid[1:])) is None


def test_the_board_and_the_hands_of_those_who_have_not_folded(asking: Asked) -> None:
    board = asking("holdem", 3, "board", depth="bets")
    flop = board.choices("board", "cards")[:3]
    assert data(board.lay(*[(None, code) for code in flop])) == [{"cards": flop}]
    assert data(board.lay(*[(None, code) for code in flop[:2]])) is None
    moment = asking(
        "holdem",
        3,
        "showdown",
        lambda prompt: len(prompt["fields"][0]["seats"]) == 2,
        depth="bets",
    )
    [first, second] = moment.asked("showdown")["fields"][0]["seats"]
    [folded] = {*moment.seats} - {first, second}
    a, b, c, d, e, f = moment.choices("showdown", "hands")[:6]
    hands = [(first, a), (first, b), (second, c), (second, d)]
    shown = {
        seat: {code for one, code in hands if one == seat} for seat in (first, second)
    }
    [found] = data(moment.lay(*hands, (folded, e), (folded, f)))
    assert {seat: {*cards} for seat, cards in found["hands"].items()} == shown
    part = moment.lay(*hands[:2])
    assert part["decides"], "only people know whether the other one shows a hand"
    assert part["isPart"]
    assert {*part["entries"][0]["data"]["hands"]} == {first}
    assert data(moment.lay(*hands[:3])) is None


def test_of_cards_left_in_hand_somebody_says_that_they_are_all(asking: Asked) -> None:
    moment = asking("crazy-eights", 3, "deal")
    found = moment.lay(("Ana", "9H"), ("Ana", "TC"), ("Cy", "KD"))
    assert (found["decides"], found["waitsFor"]) == (True, ["Ben"])
    assert {seat: {*cards} for seat, cards in data(found)[0]["cards"].items()} == {
        "Ana": {"9H", "TC"},
        "Cy": {"KD"},
    }


def test_each_lays_their_own_cards_and_one_is_turned_over_beside(asking: Asked) -> None:
    moment = asking("tripp-jokes", 2, "lay")
    laid = [
        ("Ana", "9H"),
        ("Ana", "TC"),
        ("Ana", "4D"),
        ("Ben", "KD"),
        ("Ben", "2S"),
        ("Ben", "3S"),
    ]
    entered = dict(data(moment.lay(*laid)))
    assert {seat: {*each["cards"]} for seat, each in entered.items()} == {
        "Ana": {"9H", "TC", "4D"},
        "Ben": {"KD", "2S", "3S"},
    }
    assert moment.lay(*laid[:4])["waitsFor"] == ["Ben"]
    assert data(moment.lay(*laid[:4], (None, "5H"), places=(MIDDLE,))) == [
        {"card": "5H"}
    ]
    assert data(moment.lay(*laid[:4], (None, "5H"))) is None


def test_cards_go_to_the_field_that_takes_them(asking: Asked) -> None:
    rows = asking(
        "tripp-jokes",
        2,
        "play",
        lambda prompt: prompt["fields"][0]["max"] == 0,
        seed=12,
    )
    [seat] = rows.asked("play")["seats"]
    [card, *_] = rows.choices("play", "penultimate")
    assert data(rows.lay((None, card))) == [(seat, {"penultimate": [card]})]
    both = asking(
        "tripp-jokes",
        2,
        "play",
        lambda prompt: all(one["max"] for one in prompt["fields"][:2]),
        seed=12,
    )
    [seat] = both.asked("play")["seats"]
    row = both.choices("play", "penultimate")[0]
    held = next(
        code
        for code in both.choices("play", "hand")
        if code not in both.choices("play", "penultimate")
    )
    found = both.lay((None, held), (None, row))
    assert data(found) == [(seat, {"hand": [held], "penultimate": [row]})]
    assert not found["isSure"], "another card may follow"


class TestSecrets:
    def test_nothing_is_told_of_cards_before_all_are_up(self, asking: Asked) -> None:
        moment = asking("faj", 3, "play")
        a, b, c = moment.choices("play", "plays")[:3]
        found = moment.lay(("Ana", a), ("Ben", b), isDoubtful=True)
        assert (found["isSecret"], found["entries"], found["wrong"]) == (True, None, [])
        assert data(moment.lay(("Ana", a), ("Ben", b), ("Cy", c))) == [
            {"plays": {"Ana": a, "Ben": b, "Cy": c}}
        ]
        assert (
            moment.lay(("Ana", a), ("Ben", b), ("Cy", c), isDoubtful=True)["wrong"][0][
                "why"
            ]
            == "doubtful"
        )

    def test_cards_face_down_are_not_turned_up(self, asking: Asked) -> None:
        moment = asking("faj", 3, "play")
        a, b = moment.choices("play", "plays")[:2]
        down = moment.lay(unread=("Ana", "Ben", "Cy"))
        assert (down["isSecret"], down["wrong"]) == (True, [])
        part = moment.lay(("Ana", a), ("Ben", b), unread=("Cy",), isDoubtful=True)
        assert part["isSecret"], "no card is marked"
        assert [each["why"] for each in part["wrong"]] == ["unread"]

    def test_nor_of_hands_before_every_hand_is_up(self, asking: Asked) -> None:
        moment = asking("jizara", 2, "hand", lambda prompt: prompt["secret"])
        of = {
            prompt["seats"][0]: prompt["fields"][0]["choices"]
            for prompt in moment.prompts
        }
        hands = [
            *(("Ana", code) for code in of["Ana"][:5]),
            *(("Ben", code) for code in of["Ben"][-5:]),
        ]
        one = moment.lay(*hands[:5], isDoubtful=True)
        assert (one["isSecret"], one["entries"], one["wrong"]) == (True, None, [])
        entered = dict(data(moment.lay(*hands)))
        assert {seat: {*each["cards"]} for seat, each in entered.items()} == {
            seat: {code for owner, code in hands if owner == seat} for seat in NAMES[:2]
        }

    def test_each_may_bid_a_card_that_only_they_are_known_to_hold(
        self, asking: Asked
    ) -> None:
        moment = asking(
            "jizara",
            2,
            "bid",
            lambda prompt: prompt["secret"] and prompt["seats"] == ["Ben"],
            seed=2,
        )
        of = {
            prompt["seats"][0]: prompt["fields"][0]["choices"]
            for prompt in moment.prompts
        }
        shared = next(code for code in of["Ana"] if code in of["Ben"])
        held = next(code for code in of["Ben"] if code not in of["Ana"])
        found = moment.lay(("Ana", shared), ("Ben", held))
        assert (found["wrong"], data(found)) == (
            [],
            [("Ana", {"cards": [shared]}), ("Ben", {"cards": [held]})],
        )

    def test_bids_are_what_lies_revealed_once_all_have_decided(
        self, asking: Asked
    ) -> None:
        moment = asking("jizara", 2, "decide", lambda prompt: len(prompt["seats"]) == 2)
        found = moment.lay(("Ben", "9H"))
        assert (found["decides"], found["isSecret"]) == (True, True)
        assert data(found) == [("Ana", {"bid": False}), ("Ben", {"bid": True})]


def test_two_equal_cards_are_bid_where_two_decks_are_played(asking: Asked) -> None:
    moment = asking("tripp-jokes", 4, "lay")
    assert moment.choices("lay", "cards").count("9H") == 2
    laid = [(seat, code) for seat in NAMES[:4] for code in ("9H", "9H", "4D")][:3]
    rest = [
        (seat, code)
        for seat, codes in zip(NAMES[1:4], ("5C", "6C", "7C"), strict=True)
        for code in (codes,) * 2
    ]
    found = moment.lay(*laid, *rest, ("Ben", "8S"), ("Cy", "8S"), ("Di", "TS"))
    assert sorted(dict(data(found))["Ana"]["cards"]) == ["4D", "9H", "9H"]

"""What contracts score, by the sections of the rules and by the tables of the laws."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from referee import Ruling, WrongFieldsError
from referee.testing import ask

DOUBLED = {"": "no", "x": "doubled", "xx": "redoubled"}


def ruled(
    contract: str, tricks: int, vulnerable: bool = False, **others: Any
) -> Ruling:
    """The ruling on a contract as people write it: `4Hx`."""
    level = contract[0]
    strain = contract[1:].rstrip("x")
    doubled = DOUBLED[contract[1 + len(strain) :]]
    fields = {
        "level": level,
        "strain": strain,
        "doubled": doubled,
        "tricks": tricks,
        "vulnerable": vulnerable,
    }
    return ask("bridge", "deal", **fields, **others)


def score(*contract: Any, **others: Any) -> int:
    said = ruled(*contract, **others).decided
    return said.number("declaring") - said.number("defending")


@pytest.mark.parametrize(
    ("contract", "tricks", "safe", "vulnerable"),
    [
        ("1C", 7, 70, 70),
        ("1NT", 7, 90, 90),
        ("2H", 8, 110, 110),
        ("2S", 10, 170, 170),
        ("3NT", 9, 400, 600),
        ("3NT", 11, 460, 660),
        ("4H", 10, 420, 620),
        ("5D", 11, 400, 600),
        ("4NT", 10, 430, 630),
        ("6D", 12, 920, 1370),
        ("6S", 12, 980, 1430),
        ("6NT", 13, 1020, 1470),
        ("7C", 13, 1440, 2140),
        ("7S", 13, 1510, 2210),
        ("7NT", 13, 1520, 2220),
        ("1Cx", 7, 140, 140),
        ("1Cx", 8, 240, 340),
        ("1NTx", 7, 180, 180),
        ("2Hx", 8, 470, 670),
        ("2Dx", 9, 280, 380),
        ("4Sx", 10, 590, 790),
        ("1Cxx", 7, 230, 230),
        ("1NTxx", 7, 560, 760),
        ("1NTxx", 8, 760, 1160),
        ("7NTxx", 13, 2280, 2980),
    ],
)
def test_contracts_that_are_made(
    contract: str, tricks: int, safe: int, vulnerable: int
) -> None:
    assert (score(contract, tricks), score(contract, tricks, True)) == (
        safe,
        vulnerable,
    )


@pytest.mark.parametrize(
    ("under", "single", "doubled", "redoubled"),
    [
        (1, (50, 100), (100, 200), (200, 400)),
        (2, (100, 200), (300, 500), (600, 1000)),
        (3, (150, 300), (500, 800), (1000, 1600)),
        (4, (200, 400), (800, 1100), (1600, 2200)),
        (5, (250, 500), (1100, 1400), (2200, 2800)),
        (13, (650, 1300), (3500, 3800), (7000, 7600)),
    ],
)
def test_undertricks_score_for_the_others(
    under: int,
    single: tuple[int, int],
    doubled: tuple[int, int],
    redoubled: tuple[int, int],
) -> None:
    for contract, wanted in (("7D", single), ("7Dx", doubled), ("7Dxx", redoubled)):
        assert (
            -score(contract, 13 - under),
            -score(contract, 13 - under, True),
        ) == wanted


def test_the_score_is_written_line_by_line() -> None:
    ruling = ruled("6Hx", 13, vulnerable=True)
    assert ruling.reckoning is not None
    assert [(str(row.name), *row.cells) for row in ruling.reckoning.rows] == [
        ("6♥ doubled", 360),
        ("1 overtrick", 200),
        ("For the insult", 50),
        ("Small slam", 750),
        ("Game", 500),
        ("In all", 1860),
    ]
    rules = [reason.rule.removeprefix("bridge#") for reason in ruling.because]
    assert rules == ["tricks", "overtricks", "insult", "slams", "game"]
    assert str(ruling.summary) == "6♥ doubled made with 1 overtrick: 1860"
    assert str(ruled("1NT", 6).summary) == "1NT down 1: 50 for the defenders"


@pytest.mark.parametrize(
    ("contract", "tricks", "given", "wanted"),
    [
        ("2H", 9, {}, 90),
        ("2H", 8, {"part_score": 40}, 360),
        ("2H", 8, {"part_score": 40, "vulnerable": True}, 560),
        ("2H", 8, {"last": True}, 160),
        ("2H", 8, {"last": True, "vulnerable": True, "part_score": 40}, 560),
        ("2H", 7, {"last": True, "part_score": 40}, -50),
        ("3NT", 9, {"last": True, "vulnerable": True}, 600),
    ],
)
def test_chicago_scores_each_deal(
    contract: str, tricks: int, given: dict[str, Any], wanted: int
) -> None:
    assert score(contract, tricks, scoring="chicago", **given) == wanted


def test_a_rubber_scores_above_and_below_the_line() -> None:
    game = ruled("3NT", 9, scoring="rubber")
    assert game.verdict == {
        "declaring": 100,
        "defending": 0,
        "below": 100,
        "game": True,
        "rubber": False,
    }
    assert score("3NT", 9, True, scoring="rubber") == 800
    assert score("3NT", 9, True, scoring="rubber", others_vulnerable=True) == 600
    assert score("2H", 8, True, scoring="rubber", part_score=40) == 760
    assert score("2H", 8, True, scoring="rubber", part_score=30) == 60
    assert score("2H", 7, True, scoring="rubber", part_score=90) == -100


@settings(max_examples=40)
@given(
    level=st.integers(1, 7),
    strain=st.sampled_from(("C", "D", "H", "S", "NT")),
    doubled=st.sampled_from(("", "x", "xx")),
    tricks=st.integers(0, 12),
    vulnerable=st.booleans(),
)
def test_another_trick_never_costs_anything(
    level: int, strain: str, doubled: str, tricks: int, vulnerable: bool
) -> None:
    contract = f"{level}{strain}{doubled}"
    assert score(contract, tricks, vulnerable) < score(contract, tricks + 1, vulnerable)
    ruling = ruled(contract, tricks, vulnerable)
    assert ruling.reckoning is not None
    points = [row.cells[0] for row in ruling.reckoning.rows]
    assert points[-1] == ruling.verdict["declaring"] or ruling.verdict["defending"]


@pytest.mark.parametrize(
    ("ours", "theirs", "imps"),
    [
        (620, -170, 10),
        (0, 10, 0),
        (20, 0, 1),
        (-50, -50, -3),
        (430, -420, 0),
        (1430, 100, 17),
        (4000, 0, 24),
        (90, 0, 3),
    ],
)
def test_differences_become_imps(ours: int, theirs: int, imps: int) -> None:
    assert ask("bridge", "imps", ours=ours, theirs=theirs).verdict == {"imps": imps}


@pytest.mark.parametrize(
    ("ours", "others", "summary"),
    [
        (420, "420 450 -50", "3 of 6 matchpoints"),
        (620, "620, 620, 170, −100", "6 of 8 matchpoints"),
        (-50, "100", "0 of 2 matchpoints"),
    ],
)
def test_scores_become_matchpoints(ours: int, others: str, summary: str) -> None:
    ruling = ask("bridge", "matchpoints", ours=ours, others=others)
    assert str(ruling.summary) == summary
    assert ruling.verdict == {"matchpoints": int(summary[0])}
    assert ruling.because[0].rule == "bridge#matchpoints"


def test_scores_that_are_no_numbers_are_no_matchpoints() -> None:
    with pytest.raises(WrongFieldsError, match="Write the scores as numbers"):
        ask("bridge", "matchpoints", ours=420, others="420 down two")


@pytest.mark.parametrize(
    ("imps", "boards", "ours"),
    [
        (0, 16, 10),
        (1, 16, 10.31),
        (-1, 8, 9.56),
        (60, 16, 20),
        (-200, 20, 0),
    ],
)
def test_imps_become_victory_points(imps: int, boards: int, ours: float) -> None:
    ruling = ask("bridge", "victory-points", imps=imps, boards=boards)
    assert ruling.verdict == {"victory_points": ours}
    assert ruling.because[0].basis == "reading"


def test_fifty_for_a_part_score() -> None:
    rule = {"house_rules": ["fifty-for-part-scores"], "scoring": "chicago"}
    part = ruled("2H", 8, part_score=60, **rule)
    assert (part.verdict["declaring"], part.verdict["below"]) == (110, 0)
    assert part.because[0].basis == "house-rule"
    assert score("3NT", 9, **rule) == 400
    assert score("2H", 7, **rule) == -50
    assert score("2H", 8, scoring="rubber", house_rules=["fifty-for-part-scores"]) == 60

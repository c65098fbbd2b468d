"""The house rules of Hearts: the jack of diamonds, and what the moon brings."""

from typing import Any

import pytest

from referee.testing import PlayedMatch, ask

SEATS = ("Ana", "Ben", "Cy", "Dee")
MOON: dict[str, Any] = {"hearts": dict.fromkeys(SEATS, 0) | {"Ana": 13}, "queen": "Ana"}


def table(*rules: str, depth: str = "deals") -> PlayedMatch:
    return PlayedMatch.begun(
        "hearts", SEATS, dealer="Dee", house_rules=rules, depth=depth, target=500
    )


def test_the_jack_takes_ten_points_off() -> None:
    match = table("jack-of-diamonds")
    match.enter(
        "deal", hearts={"Ana": 1, "Ben": 12, "Cy": 0, "Dee": 0}, queen="Ben", jack="Ana"
    )
    assert match.scores == {"Ana": -9, "Ben": 25, "Cy": 0, "Dee": 0}
    assert match.rulings[0].because[0].basis == "house-rule"
    reckoning = match.rulings[0].reckoning
    assert reckoning is not None
    assert reckoning.rows[0].cells == (1, 0, -10, -9)


def test_the_jack_is_asked_for_by_numbers_and_found_among_cards() -> None:
    taken = {"Ana": "JD 2H", "Ben": "QS", "Cy": "3H"}
    points = ask("hearts", "deal", house_rules=["jack-of-diamonds"], taken=taken)
    assert points.verdict["points"] == {"Ana": -9, "Ben": 13, "Cy": 1}
    without_it = ask("hearts", "deal", taken=taken)
    assert without_it.verdict["points"] == {"Ana": 1, "Ben": 13, "Cy": 1}


def test_the_jack_counts_beside_a_moon_and_not_beside_an_offence() -> None:
    rules = ["jack-of-diamonds"]
    assert ask("hearts", "deal", house_rules=rules, jack="Ben", **MOON).verdict[
        "points"
    ] == {
        "Ana": 0,
        "Ben": 16,
        "Cy": 26,
        "Dee": 26,
    }
    offence = ask(
        "hearts", "deal", house_rules=rules, jack="Ben", offenders=["Cy"], **MOON
    )
    assert offence.verdict["points"] == {"Ana": 0, "Ben": 0, "Cy": 26, "Dee": 0}


def test_the_moon_is_taken_off() -> None:
    match = table("moon-taken-off")
    match.enter("deal", **MOON)
    assert match.scores == {"Ana": -26, "Ben": 0, "Cy": 0, "Dee": 0}
    assert [reason.rule for reason in match.rulings[0].because] == [
        "hearts#moon-taken-off"
    ]


@pytest.mark.parametrize(
    ("said", "scores"), [("added", (0, 26, 26, 26)), ("off", (-26, 0, 0, 0))]
)
@pytest.mark.parametrize("depth", ["deals", "tricks"])
@pytest.mark.parametrize("besides", [(), ("jack-of-diamonds",)])
def test_whoever_shot_the_moon_says_what_it_brings(
    said: str, scores: tuple[int, ...], depth: str, besides: tuple[str, ...]
) -> None:
    match = table(*besides, "moon-chosen", depth=depth)
    if depth == "tricks":
        match.enter("claim", seat="Ana")
    else:
        match.enter(
            "deal", **MOON, **{"jack": "Ana"} if "jack-of-diamonds" in besides else {}
        )
    assert match.kinds == ["moon"]
    assert match.prompts[0].seats == ("Ana",)
    assert match.scene.to_act == ("Ana",)
    assert match.next == "Ana shot the moon, and decides who pays."
    assert not any(match.scores.values())
    match.enter("moon", "Ana", moon=said)
    less = 10 if "jack-of-diamonds" in besides else 0
    expected = dict(zip(SEATS, scores, strict=True))
    assert match.scores == expected | {"Ana": expected["Ana"] - less}
    assert match.scene.round == 2
    assert match.scene.phase == "pass"


def test_without_a_moon_nobody_is_asked() -> None:
    match = table("moon-chosen")
    match.enter("deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}, queen="Ben")
    assert match.kinds[0] == "deal"
    assert match.scores["Ana"] == 13

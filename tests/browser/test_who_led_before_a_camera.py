"""Who led, as a camera over the table saw it."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.test_watch_scripts import IN_TURN, WHO_LED


def who_led(
    scripts: Page,
    since: dict[str, float | None],
    due: str | None = "Ben",
    fields: int = 2,
) -> Any:
    return scripts.evaluate(WHO_LED, {"since": since, "due": due, "fields": fields})[
        "whoLed"
    ]


@pytest.mark.parametrize(
    "since",
    [
        IN_TURN,
        {**IN_TURN, "Ben": 3400},  # Nearly at once with Cy's: nobody can say
        {**IN_TURN, "Di": 2000},  # Out of turn, but Ben led
        {**IN_TURN, "Ben": None},  # It lay there when the camera began to look
        dict.fromkeys(IN_TURN),
    ],
)
def test_whoever_has_to_lead_has_led_where_no_card_came_down_before(
    scripts: Page, since: dict[str, float | None]
) -> None:
    assert who_led(scripts, since) is None


@pytest.mark.parametrize(
    ("since", "first"),
    [
        ({**IN_TURN, "Ben": 3600}, "Cy"),
        ({**IN_TURN, "Ana": 100}, "Ana"),
        ({**IN_TURN, "Ben": 9999}, "Cy"),
    ],
)
def test_who_led_is_asked_where_another_card_came_down_before(
    scripts: Page, since: dict[str, float | None], first: str
) -> None:
    seats = ["Ana", "Ben", "Cy", "Di"]
    assert who_led(scripts, since) == {
        "field": "leader",
        "due": "Ben",
        "first": first,
        "seats": seats,
    }


def test_who_led_is_not_asked_where_nobody_is_known_to_have_to_or_cards_are_missing(
    scripts: Page,
) -> None:
    since = {**IN_TURN, "Ben": 9999}
    assert who_led(scripts, since, due=None) is None
    assert who_led(scripts, since, fields=1) is None
    assert who_led(scripts, {"Cy": 1, "Ben": 9999}) is None

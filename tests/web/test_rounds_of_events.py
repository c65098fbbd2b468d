"""At an event's tables a round is the event's: a table's own are deals, or on a pad
games.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask

from tests.club_night import ClubNight
from tests.every_playthrough import FOLDER

ROUND = {
    "en": re.compile(r"\b(?<!betting )rounds?\b", re.IGNORECASE),
    "de": re.compile(r"(?<!Bock)(?<!Setz)runden?\b", re.IGNORECASE),
    "es": re.compile(r"\brondas?\b(?! de apuestas)", re.IGNORECASE),
}
"""The word for a round, but not for poker's rounds of bets and Skat's Bock rounds."""
ABOUT = re.compile(r"\b(way|cards|phones) round\b")
"""The word in another sense."""

MOVEMENTS = {2: "swiss", 3: "series", 4: "individual"}
PLAYED = (
    "belote/a_match_by_deals",
    "faj/a_whole_game",
    "four-aces/a_playoff",
    "holdem/bets_in_turn",
    "oh-hell/a_whole_match_by_deals",
    "score-pad/a_dice_sheet",
    "score-pad/a_playoff",
    "slapjack/sit_out_and_deal_again",
    "tripp-jokes/proofs",
    "wizard/hidden_bids",
)
PAGES = (
    "",
    "/board",
    "/scores",
    "/scores.svg",
    "/log",
    "/evening",
    "/evening.svg",
    "/rematch",
)
CALLS = ("", "/log", "/sheet")
READ_ALOUD = ("alt", "aria-label", "placeholder", "title")


class Said(HTMLParser):
    """Everything that a page or picture tells people."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if value and name in READ_ALOUD]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def sentences(answer: object) -> Iterator[str]:
    """Yield the texts of an answer in JSON that are no single words, as kinds are."""
    if isinstance(answer, str) and " " in answer:
        yield answer
    if isinstance(answer, dict):
        answer = [*answer.values()]
    if isinstance(answer, list):
        for part in answer:
            yield from sentences(part)


class Table:
    """The table of an event's first round, where a playthrough is played."""

    def __init__(self, app: Flask, played: str) -> None:
        game = played.partition("/")[0]
        written = tomllib.loads((FOLDER / f"{played}.toml").read_text("utf-8"))
        seats = written["seats"]
        self.club = ClubNight(
            app,
            *seats,
            game=game,
            movement=MOVEMENTS[len(seats)],
            options=written.get("options", {}),
            house_rules=written.get("house_rules", []),
        )
        self.club.begin()
        [table] = self.club.tables
        self.code = table["code"]
        view = self.club.director.get(f"/tables/{self.code}").said(200)
        # The dealer sits elsewhere, and everybody else as far from them as written.
        dealer = view["seats"].index(view["dealer"])
        wanted = seats.index(written.get("dealer", seats[0]))
        self.sits = {}
        for place, seat in enumerate(seats):
            index = (place - wanted + dealer) % len(seats)
            self.sits[seat] = view["seats"][index]
        self.entries = written["entries"]
        self.page = app.test_client()
        self.page.get(f"{self.club.path}/as/{self.club.director.token}")
        self.page.get(f"{self.club.path}/tables/{self.code}")

    def enter(self, entry: dict[str, Any]) -> Any:
        names = re.compile(rf"\b({'|'.join(self.sits)})\b")
        here = names.sub(lambda found: self.sits[found[0]], json.dumps(entry))
        sent = json.loads(here)
        return self.club.director.enter(
            self.code, sent["kind"], sent.get("seat"), **sent.get("data", {})
        )

    def told(self, language: str, pages: tuple[str, ...]) -> Iterator[str]:
        headers = {"Accept-Language": language}
        for page in pages:
            shown = self.page.get(f"/t/{self.code}{page}", headers=headers)
            yield from Said(shown.get_data(as_text=True)).texts
        for call in CALLS:
            path = f"/tables/{self.code}{call}"
            answer = self.club.director.get(path, headers=headers)
            yield from sentences(answer.json)

    def rounds_told(self, pages: tuple[str, ...]) -> list[str]:
        """Return what is said of rounds at the table, in any language."""
        found = []
        for language, word in ROUND.items():
            for text in self.told(language, pages):
                if word.search(ABOUT.sub("", text)):
                    found.append(text)
        return found


@pytest.mark.parametrize("played", PLAYED)
def test_nothing_at_a_table_of_an_event_calls_its_deals_rounds(
    app: Flask, played: str
) -> None:
    table = Table(app, played)
    assert table.rounds_told(PAGES) == []
    for entry in table.entries:
        answer = table.enter(entry)
        refused = [*sentences(answer.json)] if answer.status == 422 else []
        assert not any(map(ROUND["en"].search, refused))
        assert table.rounds_told(("", "/board")) == []
    assert table.rounds_told(PAGES) == []


@pytest.mark.parametrize(
    ("played", "language", "ended"),
    [
        ("belote/a_match_by_deals", "en", "ended early after deal 1"),
        ("belote/a_match_by_deals", "de", "nach Spiel 1 vorzeitig beendet"),
        ("belote/a_match_by_deals", "es", "antes de tiempo tras la mano 1"),
        ("score-pad/a_playoff", "en", "ended early after game 1"),
        ("score-pad/a_playoff", "es", "antes de tiempo tras la partida 1"),
    ],
)
def test_a_match_that_ends_early_at_an_event_ends_after_a_deal(
    app: Flask, played: str, language: str, ended: str
) -> None:
    table = Table(app, played)
    table.enter(table.entries[0]).said(201)
    table.enter({"kind": "stop"}).said(201)
    told = " ".join(table.told(language, PAGES))
    assert ended in " ".join(told.split())
    assert table.rounds_told(PAGES) == []

"""A stranger's movement that breaks harms nobody else, and is named where one looks."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from referee.commandline import main
from referee.plugin.discovery import installed
from referee.plugin.movements import BrokenMovementError, find_movement
from tests.toy_movements import neighbours as toys
from tests.toy_movements.neighbours import neighbours
from tests.web.pages.clubs import Club
from tests.web.plain_pages import page


@pytest.fixture
def strangers() -> Iterator[None]:
    with toys.strangers():
        yield


def test_a_movement_with_a_syntax_error_harms_no_other(
    app: Flask, tmp_path: Path
) -> None:
    with neighbours("return 1", "return 1 +"):
        phone = app.test_client()
        listed = phone.get("/api/v1/movements").json
        assert {each["id"] for each in listed} >= {"swiss", "progressive"}
        assert phone.get("/events/new").status_code == 200
        club = Club(app)
        for name in ("Ana", "Ben"):
            club.enter(name)
        assert club.begin().status_code == 303
        assert "Swiss" in club.see(club.director).text
        told = CliRunner().invoke(main, ["games"]).stderr
        assert "neighbours" in told
        assert ".py:9" in told
        assert "neighbours" in installed().broken
        doctor = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
        assert "neighbours" in doctor.output
        with pytest.raises(BrokenMovementError, match="referee doctor"):
            find_movement("neighbours")


def test_the_directors_page_names_the_fault_and_the_log_its_line(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with neighbours("line = meeting.ranked", "line = meeting.rankd"):
        club = Club(app, movement="neighbours")
        for name in ("Ana", "Ben"):
            club.enter(name)
        with caplog.at_level(logging.ERROR):
            seen = club.see(club.director).text
        assert "Neighbours has a fault, and nothing was changed." in seen
        [record] = [each for each in caplog.records if hasattr(each, "movement")]
        assert ".py:13" in record.where
        refused = club.begin()
        assert refused.status_code == 500
        assert "Neighbours has a fault" in page(refused).text
        club.see(club.phones["Ana"])


def test_an_event_whose_movement_breaks_shows_its_results_all_the_same(
    app: Flask,
) -> None:
    with neighbours("return 1", "return 99"):
        club = Club(app, movement="neighbours")
        for name in ("Ana", "Ben"):
            club.enter(name)
        club.begin()
    seen = club.see(club.director).text
    assert "No way to meet called “neighbours” is installed." in seen
    club.see(club.phones["Ana"], "/standings")


@pytest.mark.usefixtures("strangers")
def test_whoever_is_out_reads_so_and_is_not_seated_again(app: Flask) -> None:
    club = Club(app, movement="double-knockout", rounds="9", counts="wins")
    for name in ("Ana", "Ben", "Cy"):
        club.enter(name)
    told = ""
    for _ in range(12):
        if "event is over" in told or club.begin().status_code != 303:
            break
        for code in club.tables:
            club.play(code)
        for phone in club.phones.values():
            answer = phone.get(club.path)
            if answer.status_code == 200:
                told += page(answer).text
    assert "You’re out. The standings show how far you came." in told
    assert "All rounds are played." in told

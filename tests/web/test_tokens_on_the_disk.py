"""Whoever reads the file of a store finds no token in it that opens anything."""

from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from tests.club_night import ClubNight
from tests.web.conftest import Opened
from tests.web.phone import Phone


def test_no_token_of_a_table_or_an_event_is_in_the_file(
    app: Flask, started: Opened, place: Path
) -> None:
    club = ClubNight(app, "Ana", "Ben")
    club.begin()
    claim = Phone(app).post(started.path("join"), {"name": "Ana"}).said(202)["claim"]
    link = started.host.post(started.path("seats/Ben/link")).said(201)["url"]
    camera = started.host.post(started.path("watch")).said(201)["watch_token"]
    phones = [club.director, club.board, *club.phones.values()]
    phones += [started.host, *started.phones.values()]
    tokens = [phone.token or "" for phone in phones]
    tokens += [claim.rpartition(".")[2], urlsplit(link).path.rpartition("/")[2], camera]
    assert len({*filter(None, tokens)}) == 10
    files = place.parent.glob(f"{place.name}*")
    kept = b"".join(path.read_bytes() for path in files)
    assert club.opened["code"].encode() in kept
    for token in tokens:
        assert token.encode() not in kept

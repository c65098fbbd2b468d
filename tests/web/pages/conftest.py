"""A referee in a home network, phones with browsers of their own, and a table in play."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.public_url import PublicUrl

from referee.hosting.network.addresses import Address
from referee.hosting.room import CardRoom
from tests.web.pages.clubs import Club, full_club
from tests.web.plain_pages import open_table, sit
from tests.web.served import served

PHONES = (
    Address("192.168.7.20", "wlan0", "wi-fi"),
    Address("10.8.0.2", "tun0", "vpn", ("A VPN.",)),
)


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return served(room, PublicUrl(8000, None, lambda: list(PHONES)))


@pytest.fixture
def phone(app: Flask) -> Callable[[], FlaskClient]:
    """A phone of its own, with its own cookies."""
    return app.test_client


@pytest.fixture
def playing(
    phone: Callable[[], FlaskClient],
) -> tuple[str, FlaskClient, FlaskClient, FlaskClient]:
    """A table at which Ana and Ben play and a host without a seat looks after them; Ana
    deals.
    """
    host = phone()
    ana = phone()
    ben = phone()
    code = open_table(host)
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    assert host.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    return code, host, ana, ben


@pytest.fixture
def club(app: Flask) -> Club:
    return full_club(app)

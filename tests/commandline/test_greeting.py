"""What a started daemon says to whoever started it."""

from pathlib import Path

import pytest
from referee_web.commands import greeting
from referee_web.commands.greeting import Doorway, greet

from referee.commandline.data_dir import DataDir
from referee.hosting.network.addresses import Address

INSIDE = Address("172.17.0.2", "eth0", "wired")


def greeted(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    named: str | None,
    metrics_at: tuple[str, int] | None = None,
) -> list[str]:
    """The lines of a daemon in a container."""
    monkeypatch.setattr(greeting, "enclosure", lambda: "container")
    monkeypatch.setattr(greeting, "find_addresses", lambda _: [INSIDE])
    doorway = Doorway("0.0.0.0", 8642, named, "http")
    data_dir = DataDir("/kept/tables.sqlite", Path("/kept"))
    greet(doorway, data_dir, 8642, draws=False, metrics_at=metrics_at)
    return capsys.readouterr().out.splitlines()


def test_in_a_container_the_address_that_can_be_reached_stands_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = greeted(monkeypatch, capsys, named=None)
    assert (
        lines[0] == "The computer round this container opens:  http://127.0.0.1:8642/"
    )
    assert "  http://172.17.0.2:8642/  (eth0, wired)" in lines
    [warning] = [line for line in lines if "Publish the port" in line]
    assert "--advertise" in warning


def test_in_a_container_a_named_address_stands_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = greeted(monkeypatch, capsys, named="http://192.168.1.5:8642")
    assert lines[0] == "Phones in the same network open:  http://192.168.1.5:8642/"


def test_it_says_where_its_figures_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = greeted(monkeypatch, capsys, None, metrics_at=("127.0.0.1", 9642))
    assert lines[-2] == "Figures for Prometheus: http://127.0.0.1:9642/metrics"

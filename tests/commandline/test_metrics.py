"""`referee serve --metrics`: figures at a port of their own, which tell nothing of what
is played.
"""

import re
import socket
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.commandline.running import Running, free_port, running


def figures(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        return str(answer.read(), "utf-8")


def figure(told: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", told, re.MULTILINE)
    assert found is not None, told
    return float(found[1])


def enter(daemon: Running, code: str, token: str) -> str:
    status, entry = daemon.enter(code, token, 0)
    assert status == 201
    return entry


@pytest.mark.slow
def test_they_say_what_was_answered_and_what_is_open_and_hold_no_code_token_name_or_card(
    tmp_path: Path,
) -> None:
    port = free_port()
    with running(
        "--data", tmp_path, "--port", str(free_port()), "--metrics", str(port)
    ) as daemon:
        code, token = daemon.open_table()
        with daemon.listen(code):
            entry = enter(daemon, code, token)
            with pytest.raises(HTTPError) as refused:
                daemon.get(f"/t/{code}/no-such-page?token={token}")
            refused.value.close()
            assert daemon.post(f"/tables/{code}/start", {})[0] == 401
            told = figures(port)
    entries = 'route="/api/v1/tables/<code>/entries"'
    assert figure(told, f'referee_answers_total{{{entries},status="201"}}') == 1
    assert figure(told, f"referee_answer_seconds_count{{{entries}}}") == 1
    assert (
        figure(
            told,
            'referee_answers_total{route="/api/v1/tables/<code>/start",status="401"}',
        )
        == 1
    )
    assert (figure(told, "referee_streams"), figure(told, "referee_tables")) == (1, 1)
    assert figure(told, "referee_connections") >= 1
    assert figure(told, "process_resident_memory_bytes") > 0
    assert not [
        word for word in (code, token, entry, "Ana", "four-aces") if word in told
    ]


@pytest.mark.slow
def test_there_are_none_unless_asked_for_and_then_on_this_computer_only(
    tmp_path: Path,
) -> None:
    port = free_port()
    with (
        running("--data", tmp_path, "--port", str(free_port())) as daemon,
        pytest.raises(HTTPError) as refused,
    ):
        daemon.get("/metrics")
    refused.value.close()
    with running(
        "--data", tmp_path, "--port", str(free_port()), "--metrics", str(port)
    ):
        with (
            pytest.raises(OSError),
            socket.create_connection(("127.0.0.2", port), timeout=60),
        ):
            pass
        assert figures(port)

"""The names of uvicorn that are not public and that the daemon's connections use: each
is there, and does what is relied on.
"""

import asyncio
import inspect
import re
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from referee_web.server import daemon, protocols
from uvicorn import Config, Server
from uvicorn.protocols.http import flow_control, h11_impl
from uvicorn.server import ServerState

READERS = {"h11": "H11Protocol", "httptools": "HttpToolsProtocol"}


@pytest.fixture(params=READERS)
def implementation(request: pytest.FixtureRequest) -> ModuleType:
    pytest.importorskip(request.param)
    return import_module(f"uvicorn.protocols.http.{request.param}_impl")


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    """An app that is never asked."""


def made(implementation: ModuleType) -> Any:
    """A protocol as uvicorn makes it."""
    [name] = [each for each in READERS.values() if hasattr(implementation, each)]
    loop = asyncio.new_event_loop()
    config = Config(_answer, log_config=None, access_log=False)
    protocol = getattr(implementation, name)(config, ServerState(), {}, _loop=loop)
    loop.close()
    return protocol


@pytest.mark.parametrize(
    "name",
    ["app_state", "client", "cycle", "flow", "scheme", "scope", "server_state"],
)
def test_a_protocol_has_what_connections_set_and_read(
    name: str, implementation: ModuleType
) -> None:
    assert hasattr(made(implementation), name)


@pytest.mark.parametrize(
    "name",
    [
        "connection_lost",
        "connection_made",
        "data_received",
        "on_response_complete",
        "pause_writing",
        "resume_writing",
        "send_400_response",
    ],
)
def test_a_protocol_has_what_connections_extend(
    name: str, implementation: ModuleType
) -> None:
    assert callable(getattr(made(implementation), name))


@pytest.mark.parametrize(
    "name",
    [
        "disconnected",
        "keep_alive",
        "message_event",
        "more_body",
        "on_response",
        "response_complete",
        "response_started",
        "scope",
    ],
)
def test_a_cycle_has_what_an_answer_sets_and_reads(
    name: str, implementation: ModuleType
) -> None:
    source = inspect.getsource(implementation.RequestResponseCycle.__init__)
    assert re.search(rf"self\.{name}\b", source)


@pytest.mark.parametrize("name", ["conn", "handle_events"])
def test_what_is_read_by_h11_has_its_reader(name: str) -> None:
    assert hasattr(made(h11_impl), name)


@pytest.mark.parametrize(
    "name",
    [
        "_start_asgi_task",
        "_unsupported_upgrade_warning",
        "headers",
        "on_header",
        "on_headers_complete",
        "on_message_begin",
        "on_message_complete",
        "parser",
        "pipeline",
    ],
)
def test_what_is_read_by_httptools_has_its_parser_and_its_queue(name: str) -> None:
    pytest.importorskip("httptools")
    implementation = import_module("uvicorn.protocols.http.httptools_impl")
    assert hasattr(made(implementation), name)


def test_what_comes_behind_a_request_is_queued_first_in_last_out() -> None:
    pytest.importorskip("httptools")
    implementation = import_module("uvicorn.protocols.http.httptools_impl")
    source = inspect.getsource(implementation.HttpToolsProtocol)
    assert "self.pipeline.appendleft((self.cycle, app))" in source
    assert "self.url += url" in source


@pytest.mark.parametrize("name", ["resume_reading", "write_paused", "drain"])
def test_the_flow_is_what_patience_extends(name: str) -> None:
    source = inspect.getsource(flow_control.FlowControl)
    assert re.search(rf"\b{name}\b", source)
    assert flow_control.CLOSE_HEADER == (b"connection", b"close")
    assert issubclass(protocols.Patience, flow_control.FlowControl)


@pytest.mark.parametrize("name", ["startup", "shutdown", "server_state", "should_exit"])
def test_a_server_has_what_the_daemon_extends(name: str) -> None:
    server = Server(Config(_answer, log_config=None))
    assert hasattr(server, name)
    assert issubclass(daemon.Server, Server)


def test_the_server_gives_each_answer_its_default_headers() -> None:
    assert ServerState().default_headers == []

"""What holds for all tests."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from referee.hosting.store import reserve
from tests.properties import QUICK, THOROUGH
from tests.unclosed import warn_of_unclosed

warn_of_unclosed()

# A shell has what it runs in the background ignore Ctrl-C, and so would each daemon.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A machine that also does other things is no reason for a property to fail.
settings.register_profile("unhurried", deadline=None, max_examples=QUICK)
settings.register_profile(
    "thorough", settings.get_profile("unhurried"), max_examples=THOROUGH
)
settings.load_profile("unhurried")

# What tests keep need not outlive a power cut: in memory a store is made in a tenth of
# the time.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Random bytes for a whole reserve take longer than most tests of a store. Daemons of
# tests, in processes of their own, take it all.
reserve.RESERVE = 2**12

# Many tests make an app of their own: none compiles a template that another has.
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache()}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deals",
        type=int,
        default=100,
        help="how many deals of each game are held against its peer",
    )
    parser.addoption(
        "--tricks",
        type=int,
        default=25,
        help="how many tricks of Hearts four phones enter at random moments",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect tests without looking for garbage among them, now or later: that takes a
    third of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: a test in a browser waits now and
    then.
    """
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def imported_for_this_test_only() -> Iterator[None]:
    """What a test imports, and where it looks for modules, is forgotten after it."""
    modules = dict(sys.modules)
    path = [*sys.path]
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path

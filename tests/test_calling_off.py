"""What does not come to its end is called off, once and for all, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from threading import Event, Thread, get_ident

import pytest

from referee import calling_off
from referee.calling_off import CalledOffError, FalseInterruptError, LeftError, apart, in_time

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(calling_off, "PATIENCE", 0.1)
    yield
    assert get_ident() not in calling_off._LOOKS_LEFT


def endless() -> None:
    while True:
        pass


def test_what_comes_to_its_end_answers_what_it_answers() -> None:
    assert in_time(lambda: in_time(lambda: "Ana")) == "Ana"


def test_until_then_nothing_is_imported_for_it() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from referee.commandline import main;"
        "CliRunner().invoke(main, ['ask', 'faj', 'trick', '--plays', 'Ana=JS Ben=XB']); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"referee.calling_off", "referee_faj.trick"} <= {*loaded}
    assert not {"ctypes", "referee.testing"} & {*loaded}


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="Ana"):
        in_time(lambda: int("Ana"))


@pytest.mark.parametrize("again", range(3))
def test_what_does_not_is_called_off(again: int) -> None:
    with pytest.raises(CalledOffError):
        in_time(endless)


def test_what_passes_over_being_called_off_is_called_off_again() -> None:
    passed_over = list[BaseException]()

    def stubborn() -> None:
        while len(passed_over) < 3:
            try:
                endless()
            except BaseException as error:
                passed_over.append(error)
        endless()

    with pytest.raises(CalledOffError):
        in_time(stubborn)
    assert [type(one) for one in passed_over] == [CalledOffError] * 3


def test_what_waits_on_though_it_is_called_off_is_left_where_it_stands() -> None:
    never = Event()
    with pytest.raises(LeftError) as left:
        apart(lambda: in_time(never.wait))
    assert left.traceback[-1].name == "wait"
    trace_a_call()
    never.set()


def trace_a_call() -> None:
    """As `check` does to count lines: nobody would get on with it while something is still to be raised."""
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        in_time(lambda: None)
    finally:
        sys.settrace(before)


def test_what_passes_over_being_called_off_for_ever_is_left() -> None:
    ends = Event()

    def stubborn() -> None:
        while not ends.is_set():
            try:
                ends.wait(0.001)
            except CalledOffError:
                continue

    with pytest.raises(LeftError):
        apart(lambda: in_time(stubborn))
    ends.set()


def test_what_is_done_apart_answers_and_raises_what_it_would_here() -> None:
    assert apart(lambda: apart(lambda: "Ana")) == "Ana"
    with pytest.raises(ValueError, match="Ana"):
        apart(lambda: int("Ana"))
    with pytest.raises(SystemExit):
        apart(sys.exit)


def test_what_raises_as_a_key_would_says_so() -> None:
    def pretends() -> None:
        raise KeyboardInterrupt

    with pytest.raises(FalseInterruptError) as raised:
        apart(pretends)
    assert raised.traceback[-1].name == "pretends"


def test_in_each_thread_it_is_called_off_by_itself() -> None:
    called_off = list[CalledOffError]()

    def one_of_them() -> None:
        try:
            in_time(endless)
        except CalledOffError as error:
            called_off.append(error)

    threads = [Thread(target=one_of_them) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(called_off) == 3

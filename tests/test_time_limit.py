"""Processes in which plugins' code runs apart."""

import os
from multiprocessing.connection import Connection

from referee.time_limit import in_own_process, prepare_processes

IMPORTED_IN = os.getpid()


def tell_where(sending: Connection) -> None:
    """Send the process that imported this module, and the one that runs this."""
    sending.send((IMPORTED_IN, os.getpid()))


def test_a_prepared_process_has_its_modules_imported_already() -> None:
    prepare_processes(__name__)
    seen = []
    for _ in range(2):
        with in_own_process(tell_where, prepared=True) as receiving:
            seen.append(receiving.recv())
    (imported_in, first), (imported_in_again, second) = seen
    assert len({first, second, os.getpid(), imported_in}) == 4
    assert imported_in == imported_in_again


def test_another_process_imports_them_itself() -> None:
    with in_own_process(tell_where) as receiving:
        imported_in, ran_in = receiving.recv()
    assert imported_in == ran_in != os.getpid()

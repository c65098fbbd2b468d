"""What was acknowledged outlives a program that is killed."""

import subprocess
import sys

from referee.hosting.store import Store

PLAY = """
import sys, threading
from referee.hosting.store import SeatRow, Store, TableRow
from referee.match.log_entry import Record

store = Store.open(sys.argv[1])
tongue = threading.Lock()


def play(code):
    store.create_table(TableRow(code, "whist", "1", 1.0))
    seq = 0
    while True:
        seq += 1
        store.append(code, [Record(seq, "entry", f"{code}-{seq}", None, 1.0, {"n": seq})])
        with tongue:
            print(code, seq, flush=True)


for code in ("ash", "elm", "oak", "fir"):
    threading.Thread(target=play, args=(code,)).start()
"""


def test_every_line_that_was_acknowledged_survives_a_kill(place: str) -> None:
    command = [sys.executable, "-c", PLAY, place]
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for _ in range(300):
            code, seq = program.stdout.readline().split()
            acknowledged[code] = int(seq)
        program.kill()
        # What was said before the kill counts, though nobody had listened yet; a word
        # cut off does not.
        for said in program.stdout.read().splitlines(keepends=True):
            if said.endswith("\n"):
                code, seq = said.split()
                acknowledged[code] = int(seq)
    assert program.returncode == -9
    assert sum(acknowledged.values()) >= 300
    with Store.open(place) as store:
        for code, last in acknowledged.items():
            found = store.log(code)
            assert [line.seq for line in found] == list(range(1, len(found) + 1))
            assert all(line.body == {"n": line.seq} for line in found)
            assert len(found) >= last

"""When Python looks for garbage: after an answer, and not while one is made."""

import gc
from time import sleep

NEW_OBJECTS = 10_000
"""The new objects after which the next answer is followed by a pass. Low, since a page
with its data (up to 256 KiB) is a cycle.
"""

COLLECT_AFTER = (2 * NEW_OBJECTS, 30_000, 1)
"""The thresholds of Python's collector. The first is for an answer that makes very many
objects; the second high, since a pass over 6,000 entries blocks everybody for 0.2 s.
"""

LET_LOOP_SEND_SECONDS = 0.00005
"""How long a thread lets the loop have the interpreter before it looks for garbage."""


def spare_collecting() -> None:
    """Make Python collect cycles less often.

    A match keeps thousands of objects for good, and a pass over recent ones takes as
    long as a hundred entries. An entry creates few cycles, which a pass over new
    objects finds. Existing objects are frozen uncollected: looking for garbage takes
    longer than the 0.2 MB are worth.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def collect_if_due() -> None:
    """Look through new objects if there are many, once the loop has sent an answer.

    One entry in seventy would wait for this: it takes as long as four of them.
    """
    if gc.get_count()[0] > NEW_OBJECTS:
        sleep(LET_LOOP_SEND_SECONDS)
        gc.collect(0)

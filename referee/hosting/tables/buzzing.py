"""Phones as buzzers: whose phone is measured, and which race a slap is for.

No table is held for them: a slap must not wait until somebody's entry is on the disk.
"""

from referee.hosting.races.races import Buzzed, Measured, Races, nothing_to_slap
from referee.hosting.tables.permissions import buzzing_seat, match_of, must_not_pause
from referee.hosting.tables.table import TableFacts
from referee.match.log_entry import Viewer


def measure(
    races: Races,
    table: TableFacts,
    viewer: Viewer,
    arrival: float,
    nonce: str | None = None,
    told: float | None = None,
) -> Measured:
    """Return the next probe of a seat's phone: the first, or after the answer to the one before.

    `told` is the phone's own time in milliseconds when it received the probe `nonce`, and `arrival` when the
    answer came, by the clock of `races`. ConflictError for a probe that is not under way.
    """
    return races.measure(table.code, buzzing_seat(table.current_viewer(viewer)), arrival, nonce, told)


def buzz(
    races: Races,
    table: TableFacts,
    viewer: Viewer,
    race: str,
    told: float,
    arrival: float,
    nonce: str | None = None,
    lateness: float = 0.0,
) -> Buzzed:
    """Take a seat's slap in a race, at its phone's own time `told`.

    ConflictError where it is a false start.

    `nonce` is the last one given to the page that was slapped on; None means the page of this seat that answered
    last. It may have arrived `lateness` milliseconds before `arrival`. While a ruling is questioned nothing is slapped:
    PausedError, also for a host.
    """
    seat, match = buzzing_seat(table.current_viewer(viewer)), match_of(table)
    must_not_pause(match)
    for prompt in match.history.prompts:
        if prompt.race == race and seat in prompt.seats:
            return races.buzz(table.code, seat, prompt, told, arrival, match.seq, len(match.entries), nonce, lateness)
    races.count_press(table.code, seat, arrival)
    raise nothing_to_slap()

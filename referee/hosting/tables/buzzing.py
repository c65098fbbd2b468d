"""Use phones as buzzers, holding no table: a slap never waits for a disk write."""

from referee.hosting.races.buzzers import Measured, Press
from referee.hosting.races.races import Buzzed, Races, nothing_to_slap
from referee.hosting.tables.permissions import require_buzzer, require_no_dispute
from referee.hosting.tables.table import TableFacts
from referee.match.viewer import Viewer


def measure(
    races: Races,
    table: TableFacts,
    viewer: Viewer,
    arrival: float,
    nonce: str | None = None,
    phone_time: float | None = None,
) -> Measured:
    """Return the next probe for a seat's phone, after its last answer, if any.

    `phone_time` is the phone's time in milliseconds at its receipt of the probe
    `nonce`; `arrival` when the answer came, by the clock of `races`. Raise
    ConflictError for a probe that is not pending.
    """
    seat = require_buzzer(table.current_viewer(viewer))
    return races.measure(table.code, seat, arrival, nonce, phone_time)


def buzz(
    races: Races, table: TableFacts, viewer: Viewer, race: str, press: Press
) -> Buzzed:
    """Record a seat's slap in a race. Raise ConflictError for a false start.

    Raise PausedError while a ruling is disputed, even for a host.
    """
    seat = require_buzzer(table.current_viewer(viewer))
    match = table.begun_match
    require_no_dispute(match)
    for prompt in match.history.prompts:
        if prompt.race == race and seat in prompt.seats:
            count = len(match.entries)
            return races.buzz(table.code, seat, prompt, press, match.seq, count)
    races.count_press(table.code, seat, press.arrival)
    raise nothing_to_slap()

"""Access to the bench of a referee with `--dev`."""

from typing import TYPE_CHECKING

from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import Failure, failure_of
from referee.vocabulary.text import Text, say
from referee_web.guards.proxies import is_from_this_machine
from referee_web.guards.services import services

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench

ALL_IS_SEEN = say("A game is in development here: the host can see sealed entries.")
"""The notice to everybody at a referee with a bench."""


def failures_here(fault: BaseException | None) -> list[Failure]:
    """Return failures, even of unshowable pages, for a host with a bench here."""
    here = bench_here()
    if here is None:
        return []
    failures = [*here.failures]
    if isinstance(fault, GameFaultError):
        failures.append(failure_of(fault))
    return failures


def bench_here() -> "GameBench | None":
    """Return the bench for requests from this machine; else None."""
    return services().bench if is_from_this_machine() else None


def notice() -> Text | None:
    """Return the app's notice to everybody, or None."""
    return ALL_IS_SEEN if services().bench is not None else None

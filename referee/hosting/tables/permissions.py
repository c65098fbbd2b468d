"""Permissions at a table: whoever lacks one gets a RefereeError."""

from collections.abc import Sequence

from referee.hosting.tables.table import TableFacts
from referee.match.disputes import Dispute
from referee.match.match import MOST_ENTRIES, Match
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    PausedError,
    UnauthorizedError,
    wrong_field,
)
from referee.vocabulary.text import Text, say, say_count


def require_seated(viewer: Viewer) -> None:
    """Raise UnauthorizedError for spectators."""
    if viewer == SPECTATOR:
        raise UnauthorizedError(
            say(
                "Only those with a seat can do this. Join first, and show the seat’s "
                "token."
            )
        )


def require_host(viewer: Viewer) -> None:
    """Raise UnauthorizedError for spectators, ForbiddenError for non-hosts."""
    if viewer == SPECTATOR:
        raise UnauthorizedError(
            say("Only the host can do this. Show the host’s token.")
        )
    if not viewer.host:
        raise ForbiddenError(
            say(
                "Only the host can do this. "
                "Ask them, or have them hand the role over to you."
            )
        )


def require_right_to_rename(table: TableFacts, viewer: Viewer, seat: str) -> None:
    """Raise UnauthorizedError or ForbiddenError unless the viewer may rename this seat.

    Its owner and the host may, but nobody may rename a player whose seat the others
    lent them. Raise ConflictError at an event.
    """
    require_seated(viewer)
    if table.event is not None:
        raise ConflictError(
            say("At an event only the director changes names, on the event’s page.")
        )
    if viewer.opener:
        return
    if viewer.seat != seat:
        if not viewer.host:
            raise ForbiddenError(say("Only {seat} or the host can do this.", seat=seat))
    elif table.is_lent(seat):
        raise ForbiddenError(lent_seat())


def require_seats_for(rulebook: Rulebook, names: Sequence[str], field: str) -> None:
    """Raise WrongFieldsError for this field if the game has no room for so many."""
    game = rulebook.game
    most = max(game.players)
    if len(names) > most:
        raise wrong_field(
            field, say("{title} has room for {n} at most.", title=game.title, n=most)
        )


def lent_seat() -> Text:
    """Return the message to a seat's borrower about the real player's rights."""
    return say(
        "The others lent you this seat. Ask the host for a link to it: once you’ve "
        "opened that, it’s yours."
    )


def require_buzzer(viewer: Viewer) -> str:
    """Return the viewer's seat.

    Raise UnauthorizedError or ForbiddenError if there is none.
    """
    require_seated(viewer)
    if viewer.seat is None:
        raise ForbiddenError(
            say("Only a seat has a buzzer. Sit down first, or enter the order.")
        )
    return viewer.seat


def require_no_dispute(match: Match, viewer: Viewer | None = None) -> None:
    """Raise PausedError while the viewer, or None: anybody, waits for a dispute."""
    waits_for = find_pausing(match, viewer)
    if waits_for is not None:
        raise PausedError(waits_for.id)


def find_pausing(match: Match, viewer: Viewer | None) -> Dispute | None:
    """Return the dispute for which a viewer has to wait, or None.

    A host may go on, unless others judge in the host's place.
    """
    dispute = match.current_dispute
    is_host = viewer is not None and viewer.host
    if dispute is None or (is_host and not dispute.judges):
        return None
    return dispute


def full_match() -> Text:
    """Return the message that a match has no room for another entry."""
    return say(
        "This match is at its limit of {most} entries. End it here and go on with a "
        "rematch.",
        most=MOST_ENTRIES,
    )


def require_space(match: Match, viewer: Viewer, more: int) -> None:
    """Raise ConflictError if the match is full, or half of it is this viewer's."""
    if not more:
        return
    if match.is_full:
        raise ConflictError(full_match())
    entries = match.entries
    left = MOST_ENTRIES - len(entries)
    if more > left:
        one = (
            "This match takes {n} more entry ({most} in all). "
            "Then end it and go on with a rematch."
        )
        many = (
            "This match takes {n} more entries ({most} in all). "
            "Then end it and go on with a rematch."
        )
        raise ConflictError(say_count(one, many, left, most=MOST_ENTRIES))

    half = MOST_ENTRIES // 2
    if viewer.host or len(entries) + more <= half:
        return
    own = sum(entry.by == viewer.seat for entry in entries)
    if own + more > half:
        raise ConflictError(
            say(
                "One seat can make at most {most} entries in a match. Have the host "
                "enter for you from now on.",
                most=half,
            )
        )


def open_races(match: Match) -> tuple[str, ...]:
    """Return the races open in this match now."""
    prompts = match.history.position.open_prompts
    return tuple([prompt.race for prompt in prompts if prompt.race is not None])

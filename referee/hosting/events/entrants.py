"""An event's entrants: adding people and pairs, one by one or from a list."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.events.event import MOST_RETURNS, Entrant, Event
from referee.events.lists import LONGEST_ROW, ListRow
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.player_names import comparable, read_name, same_name
from referee.hosting.tables.tokens import hashed
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.text import Text, say

MOST_ENTRANTS = 400
LOTS = 2**31

MOST_MEANT = 5
"""The most listed names that somebody at the door is asked about."""

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """Somebody who entered."""

    entrant: str
    """The id."""
    token: str | None
    """Their phone's token, shown only once; None if the director entered them."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line of a list that entered nobody, and why; or all lines from one on."""

    line: int
    why: Text
    rows: tuple[ListRow, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """The entrants from a list, by their ids, and the lines that entered nobody."""

    entered: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def add_listed(
    event: Event, rows: Sequence[ListRow]
) -> tuple[list[Entrant], list[LeftOut]]:
    """Return the entrants of a list, and the lines that enter nobody."""
    entrants = []
    left_out = []
    for row in rows[:MOST_ENTRANTS]:
        try:
            entrant = ensure_entrant(event, _check_length(row), None)
        except (WrongFieldsError, ConflictError) as error:
            left_out.append(LeftOut(row.line, error.message, (row,)))
            continue
        event = event.with_entrant(entrant)
        entrants.append(entrant)
    if rest := tuple(rows[MOST_ENTRANTS:]):
        left_out.append(LeftOut(rest[0].line, _say_full(), rest))
    return entrants, left_out


def _check_length(row: ListRow) -> tuple[str, ...]:
    if sum(map(len, row.names)) > LONGEST_ROW:
        message = say("A line has at most {n} letters.", n=LONGEST_ROW)
        raise wrong_field("csv", message)
    return row.names


def ensure_entrant(event: Event, names: Sequence[object], token: str | None) -> Entrant:
    """Return the entrant with these names, listed or new, with this phone's token.

    Raise WrongFieldsError for impossible names, ConflictError for those of another
    phone and where the event is full, ForbiddenError for somebody whom the director
    removed.
    """
    return admit_listed(event, names, token) or add_entrant(event, names, token)


def admit_listed(
    event: Event, names: Sequence[object], token: str | None
) -> Entrant | None:
    """Return the first listed entrant with one of these names, with this phone.

    None if nobody is listed under them. Raise as `ensure_entrant`.
    """
    wanted = same_name(read_name(names[0] if names else ""), event.names)
    for entrant in event.entrants.values():
        if wanted is None or wanted not in entrant.names:
            continue
        index = entrant.names.index(wanted)
        if token is None:
            message = say(
                "{name} is already here. If this is somebody else, add a surname or a "
                "letter.",
                name=wanted,
            )
            raise ConflictError(message)
        if entrant.hashes[index] is not None:
            message = say(
                "{name} is already here. If that’s you, ask the director to give you "
                "your name again; else choose another.",
                name=wanted,
            )
            raise ConflictError(message)
        require_welcome(entrant)
        hashes = list(entrant.hashes)
        hashes[index] = hashed(token)
        return replace(entrant, hashes=tuple(hashes), is_present=True)
    return None


def list_perhaps_meant(event: Event, name: str) -> tuple[str, ...]:
    """Return the names without a phone that may be meant by part of one.

    Each word of the shorter name begins one of the other's: by “Ada” and by “Ada M.”
    perhaps Ada Moore is meant. Empty if the event knows the name as it stands.
    """
    if len(comparable(name)) < 2 or same_name(name, event.names) is not None:
        return ()
    meant = []
    for listed in list_without_phone(event):
        if _begins_words(name, listed) or _begins_words(listed, name):
            meant.append(listed)
    return tuple(meant[:MOST_MEANT])


def list_without_phone(event: Event) -> list[str]:
    """Return the names for which no phone came yet, but of those sent away."""
    free = []
    for entrant in event.entrants.values():
        if entrant.is_sent_away:
            continue
        for listed, phone in zip(entrant.names, entrant.hashes, strict=True):
            if phone is None:
                free.append(listed)
    return free


def _begins_words(short: str, long: str) -> bool:
    """Return whether each word of one name begins another word of the other."""
    others = _WORDS.findall(comparable(long))
    for word in _WORDS.findall(comparable(short)):
        begun = [other for other in others if other.startswith(word)]
        if not begun:
            return False
        others.remove(begun[0])
    return True


def _say_full() -> Text:
    return say("This event is full ({n}).", n=MOST_ENTRANTS)


def add_entrant(event: Event, names: Sequence[object], token: str | None) -> Entrant:
    """Return a new entrant with these names and this phone's token.

    Raise as `ensure_entrant`.
    """
    people = 2 if event.plan.pairs else 1
    # Who was sent away takes no room from whoever comes.
    here = [each for each in event.entrants.values() if not each.is_sent_away]
    if len(here) >= MOST_ENTRANTS:
        raise ConflictError(_say_full())
    clean = read_names(names, people, event.names)
    hashes = [hashed(token) if token else None, None][:people]
    lot = secrets.randbelow(LOTS)
    return Entrant(str(len(event.entrants) + 1), clean, lot, tuple(hashes))


def read_names(
    names: Sequence[object], people: int, taken: Sequence[str]
) -> tuple[str, ...]:
    """Return an entrant's names, cleaned.

    Raise WrongFieldsError if any is impossible.
    """
    if len(names) != people:
        pair = say("Name both partners.")
        alone = say("Name one person: nobody enters as a pair here.")
        raise wrong_field("names", pair if people == 2 else alone)
    clean: list[str] = []
    for name in names:
        clean.append(read_name(name, [*taken, *clean]))
    return tuple(clean)


def neutral_names(event: Event, entrant: Entrant) -> tuple[str, ...]:
    """Return names that reveal nothing, and that nobody else has."""
    taken = [name for name in event.names if name not in entrant.names]
    names: list[str] = []
    for letter in "AB"[: len(entrant.names)]:
        name = f"Player {entrant.id}{letter}"
        while same_name(name, [*taken, *names]) is not None:
            name += letter
        names.append(name)
    return tuple(names)


def find_entrant(event: Event, id: str) -> Entrant:
    """Return the entrant with this id. Raise NotFoundError if there is none."""
    if id not in event.entrants:
        raise NotFoundError(say("Nobody with this number has entered."))
    return event.entrants[id]


def require_new(now: EventNow) -> None:
    """Raise ConflictError for a phone that entered already."""
    if now.entrant is None or now.is_director:
        return
    name = now.event.entrants[now.entrant].names[now.person]
    raise ConflictError(say("This phone has entered already, as {name}.", name=name))


def require_welcome(entrant: Entrant) -> None:
    """Raise ForbiddenError for somebody whom the director removed."""
    if entrant.is_sent_away:
        raise ForbiddenError(
            say(
                "The director removed {name} from the event. Ask the director to bring "
                "you back.",
                name=entrant.name,
            )
        )


def count_return(entrant: Entrant) -> Entrant:
    """Return somebody who comes back by themselves.

    Raise ConflictError if they did too often.
    """
    if entrant.returns >= MOST_RETURNS:
        message = say(
            "You’ve come back {n} times. Now ask the director.", n=MOST_RETURNS
        )
        raise ConflictError(message)
    return replace(entrant, returns=entrant.returns + 1)

"""Announcements: for which side, at which level, and until which moment."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Prompt,
    Reason,
    Refused,
    Ruling,
    Text,
    choice_field,
    number_field,
    rule_illegal,
    say,
    uphold,
    wrong_field,
)

from .game import (
    ANNOUNCED,
    KONTRA,
    LEVELS,
    OTHER,
    RE,
    SIDES,
    WEDDING,
    cite,
    rank_of,
)
from .state import Announcement, State

_NAMES = tuple(LEVELS.values())


def ask_for_announcement(state: State) -> Prompt:
    """Return the prompt for an announcement, made now or some cards ago."""
    levels = dict([*LEVELS.items()][1:])
    level = choice_field("level", say("What"), levels, optional=True, default=ANNOUNCED)
    label = say("Side, if nobody knows it yet")
    side = choice_field("side", label, SIDES, optional=True)
    label = say("Cards in hand then, if not as now")
    most = state.deal.hand_size
    in_hand = number_field("in_hand", label, 1, most, optional=True)
    title = say("An announcement")
    fields = side, level, in_hand
    return state.deals.ask_seat("announce", title, say("Who"), *fields)


def announce(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once somebody has announced this, or why it is refused."""
    announced = _read_announcement(state, entry)
    seat = announced.seat
    side = announced.side
    known = state.side_of(seat)
    # Somebody else's wrong announcement keeps nobody from theirs.
    is_open = (
        side == RE and not state.is_proven and seat not in state.announcers(KONTRA)
    )
    if known not in (None, side) and not is_open:
        why = cite("sides", "{seat} is {side}.", seat=seat, side=SIDES[known])
        return Refused(_refuse(announced, why))
    if announced.level <= state.announced_by(side):
        why = cite("announcing", "That side has announced it.")
        return Refused(_refuse(announced, why))
    refusal = uphold(_refuse_moment(state, announced), ask)
    if refusal:
        return Refused(refusal)

    summary = say("{seat} announces {what}", seat=seat, what=name_level(announced))
    why = cite("announcing", "{seat} is {side}.", seat=seat, side=SIDES[side])
    level = [*LEVELS][announced.level]
    ruling = Ruling({"seat": seat, "side": side, "level": level}, summary, (why,))
    state = replace(state, announcements=(*state.announcements, announced))
    return Accepted(state, (ruling,))


def _read_announcement(state: State, entry: Entry) -> Announcement:
    """Return an entry's announcement; raise WrongFieldsError if its side is missing."""
    given = entry.given
    seat = given.seat("seat")
    side = given.choice("side", None) or state.side_of(seat)
    if side is None:
        message = say("Say for which side {seat} announced.", seat=seat)
        raise wrong_field("side", message)
    left = state.deal.tricks_left - (seat in state.deal.lying)
    in_hand = given.number("in_hand", left)
    if in_hand < left:
        message = say("{seat} has {n} cards now.", seat=seat, n=left)
        raise wrong_field("in_hand", message)
    level = rank_of(given.choice("level", ANNOUNCED))
    return Announcement(seat, side, level, in_hand)


def _refuse_moment(state: State, announced: Announcement) -> Ruling | None:
    """Return why the announcement came too early or too late; None if it did not."""
    in_hand = announced.in_hand
    since = state.deal.hand_size - state.clarified_in
    is_early = not state.is_settled or in_hand > since
    if state.game == WEDDING and is_early:
        template = "Nobody announces before the wedding has found its partner."
        return _refuse(announced, cite("wedding-announcing", template))

    for level, least in _find_moments(state, announced).items():
        if in_hand >= least:
            continue
        template = "{what} needs {n} cards in hand; {seat} had {left}."
        what = _NAMES[level]
        seat = announced.seat
        why = cite("moments", template, what=what, n=least, seat=seat, left=in_hand)
        return _refuse(announced, why)
    return None


def _find_moments(state: State, announced: Announcement) -> dict[int, int]:
    """Return the fewest cards in hand for each new level.

    Whoever skips a level announces it too. To answer the other side's announcement, Re
    or Kontra needs a card less.
    """
    most = state.deal.hand_size - max(state.clarified_in - 1, 0)
    first = state.announced_by(announced.side) + 1
    moments = {level: most - level for level in range(first, announced.level + 1)}
    others = state.announced_by(OTHER[announced.side])
    if 1 in moments and others:
        moments[1] = most - others - 1
    return moments


def _refuse(announced: Announcement, why: Reason) -> Ruling:
    seat = announced.seat
    summary = say("{seat} can’t announce {what}", seat=seat, what=name_level(announced))
    return rule_illegal(summary, why, seat=seat, side=announced.side)


def name_level(announced: Announcement) -> Text:
    """Return the name of an announcement: Re, or no 90."""
    if announced.level == 1:
        return SIDES[announced.side]
    return _NAMES[announced.level]

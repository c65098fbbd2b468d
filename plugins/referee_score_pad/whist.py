"""Whist drives: partners count the tricks that their side took."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Side,
    Step,
    Steps,
    Values,
    rule_illegal,
    say,
)

from .game import cite
from .state import Sheet, State, ask_round, rule_points

TRICKS_IN_ALL = 13

_TRICKS = Field("tricks", "numbers_by_seat", say("Tricks"), min=0, max=TRICKS_IN_ALL)


def pair_off(players: Seats) -> tuple[Side, ...]:
    """Return the sides: of four, those opposite each other; else each seat alone.

    >>> pair_off(("Ana", "Ben", "Cem", "Di"))
    (('Ana', 'Cem'), ('Ben', 'Di'))
    """
    if len(players) == 4:
        return players[::2], players[1::2]
    return tuple((player,) for player in players)


def _pair_table(seats: Seats) -> tuple[Side, ...]:
    """Return the sides of a whole match; none if some sit out deals."""
    return pair_off(seats) if len(seats) == 4 else ()


def _ask(state: State) -> Prompt:
    choices = []
    labels = {}
    for first, *partners in pair_off(state.rounds.playing):
        choices.append(first)
        for partner in partners:
            labels[first] = say("with {partner}", partner=partner)
    tricks = replace(
        _TRICKS, choices=tuple(choices), labels=labels, total=TRICKS_IN_ALL
    )
    help = say("How many of the 13 tricks each side took.")
    return ask_round(state, help, tricks)


def _rule(given: Values) -> Ruling:
    """Return the ruling: the tricks of a side count for each of its players."""
    players = given.seats("players")
    tricks = given.numbers_by_seat("tricks")
    strangers = tuple(seat for seat in tricks if seat not in players)
    if strangers:
        why = cite("whist", "{seats} didn’t play.", seats=strangers)
        return rule_illegal(say("They can’t have taken tricks"), why)
    total = sum(tricks.values())
    if total != TRICKS_IN_ALL:
        template = "{taken} entered, but {n} were played."
        why = cite("whist", template, taken=total, n=TRICKS_IN_ALL)
        return rule_illegal(say("The tricks don’t add up"), why)

    points = {}
    reasons = []
    for side in pair_off(players):
        taken = sum(tricks.get(seat, 0) for seat in side)
        points.update(dict.fromkeys(side, taken))
        template = "{side}: {n} of 13 tricks, and as many points each."
        reasons.append(cite("whist", template, side=side, n=taken))
    return rule_points(points, *reasons)


def _add_players(state: State) -> Mapping[str, object]:
    return {"players": state.rounds.playing}


def _list_steps(_state: State) -> Steps:
    play = Step((), say("Play the deal."))
    return play, Step((), say("Then enter the tricks each side took."))


_PLAYERS = Field("players", "seats", say("Who played"), min=1)
_QUESTION = say("What does a deal at a whist drive score?")

_ASKED = Question("whist", _QUESTION, (_PLAYERS, _TRICKS))
SHEET = Sheet(
    ask=_ask,
    question=_ASKED,
    rule=_rule,
    also=_add_players,
    steps=_list_steps,
    usual_last=1,
    sides=_pair_table,
)

"""Doppelkopf: the winners gain what the losers lose; a lone player threefold."""

from collections.abc import Mapping

from referee import (
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Values,
    number_field,
    rule_illegal,
    say,
    split_seats,
    written_score,
)

from .game import cite
from .state import Sheet, State, ask_round, rule_points


def at_cards(state: State) -> Seats:
    """Return the seats that play this round: at a table of five all but the dealer."""
    rounds = state.rounds
    if len(rounds.playing) != 5:
        return rounds.playing
    return tuple(seat for seat in rounds.playing if seat != rounds.dealer)


_WINNERS = say("Who won")
_POINTS = number_field("points", say("The game’s points"))


def _ask(state: State) -> Prompt:
    players = at_cards(state)
    most = max(len(players) - 1, 1)
    winners = Field("winners", "seats", _WINNERS, min=1, max=most, choices=players)
    help = say(
        "Who won, alone or with partners, and what the game was worth to each of the "
        "others."
    )
    return ask_round(state, help, winners, _POINTS)


def _rule(given: Values) -> Ruling:
    """Return the ruling on a round; a game's points add up to zero."""
    section = "doppelkopf"
    players = given.seats("players")
    winners = given.seats("winners")
    n = given.number("points")
    strangers = tuple(seat for seat in winners if seat not in players)
    if strangers:
        why = cite(section, "{seats} didn’t play.", seats=strangers)
        return rule_illegal(say("They can’t have won"), why)

    _, losers = split_seats(players, winners)
    if len(winners) == len(losers):
        template = "{winners} {n} each, {losers} {minus} each."
        gain = written_score(n)
        loss = written_score(-n)
        why = cite(
            section, template, winners=winners, losers=losers, n=gain, minus=loss
        )
        points = dict.fromkeys(winners, n)
        points.update(dict.fromkeys(losers, -n))
        return rule_points(points, why)

    if len(winners) == 1:
        alone = winners[0]
        others = losers
        stake = n
    elif len(losers) == 1:
        alone = losers[0]
        others = winners
        stake = -n
    else:
        template = (
            "Two win and two lose, or one plays alone. Say first who of the {n} plays."
        )
        why = cite(section, template, n=len(players))
        return rule_illegal(say("Those sides can’t be"), why)
    template = "{alone} played alone, for {n} against each of the others."
    why = cite("doppelkopf-solo", template, alone=alone, n=written_score(abs(n)))
    points = {alone: stake * len(others)}
    points.update(dict.fromkeys(others, -stake))
    return rule_points(points, why)


def _add_players(state: State) -> Mapping[str, object]:
    return {"players": at_cards(state)}


_PLAYERS = Field("players", "seats", say("Who played"), min=1)
_ANY_WINNERS = Field("winners", "seats", _WINNERS, min=1)
_QUESTION = say("What does a game of Doppelkopf score?")

SHEET = Sheet(
    ask=_ask,
    question=Question("doppelkopf", _QUESTION, (_PLAYERS, _ANY_WINNERS, _POINTS)),
    rule=_rule,
    also=_add_players,
)

"""Doppelkopf: what the winners gain the losers lose; alone against three it is threefold."""

from referee import Field, Question, Ruling, Values, say, written_score

from .rules import cite
from .sheet import Sheet, ask_round, refuse, rule_points
from .state import State

_HELP = say("Who has won, one of them alone or three against one, and what the game was worth to each of the others.")


def at_cards(state: State) -> tuple[str, ...]:
    """Who plays this round: at a table of five the dealer does not."""
    playing = state.rounds.playing
    return tuple(seat for seat in playing if len(playing) != 5 or seat != state.rounds.dealer)


def _fields(players: tuple[str, ...] = ()) -> tuple[Field, ...]:
    most = max(len(players) - 1, 1) if players else None
    return (
        Field("winners", "seats", say("Who has won"), min=1, max=most, choices=players),
        Field("points", "number", say("Points of the game")),
    )


def _rule(given: Values) -> Ruling:
    """The ruling on a game: its points, that come to nothing in all."""
    players, winners, n = given.seats("players"), given.seats("winners"), given.number("points")
    if strangers := tuple(seat for seat in winners if seat not in players):
        return refuse(say("Those cannot have won"), cite("doppelkopf", "{seats} did not play.", seats=strangers))
    losers = tuple(seat for seat in players if seat not in winners)
    if len(winners) != len(losers) and 1 not in (len(winners), len(losers)):
        template = "Two win and two lose, or one plays alone. Say first who of the {n} plays."
        because = cite("doppelkopf", template, n=len(players))
        return refuse(say("Those sides cannot be"), because)
    if len(winners) == len(losers):
        because = cite("doppelkopf", "{winners} {n} each, {losers} {minus} each.", **_told(winners, losers, n))
        return rule_points({**dict.fromkeys(winners, n), **dict.fromkeys(losers, -n)}, because)
    (alone,), others, stake = (winners, losers, n) if len(winners) == 1 else (losers, winners, -n)
    template = "{alone} played alone, for {n} against each of the others."
    because = cite("doppelkopf-solo", template, alone=alone, n=written_score(abs(n)))
    return rule_points({alone: stake * len(others), **dict.fromkeys(others, -stake)}, because)


def _told(winners: tuple[str, ...], losers: tuple[str, ...], n: int) -> dict[str, object]:
    return {"winners": winners, "losers": losers, "n": written_score(n), "minus": written_score(-n)}


SHEET = Sheet(
    ask=lambda state: ask_round(state, _HELP, *_fields(at_cards(state))),
    question=Question(
        "doppelkopf",
        say("What does a game of Doppelkopf bring?"),
        (Field("players", "seats", say("Who played"), min=1), *_fields()),
    ),
    rule=_rule,
    also=lambda state: {"players": at_cards(state)},
    wins="most",
)

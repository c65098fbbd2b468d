"""What each entry does to a match: a round, a note, the end."""

from dataclasses import replace

from referee import Accepted, Ask, Entry, Reckoning, Refused, Ruling, Values, count, hookimpl, rule_round, say

from .round import rule_entered
from .rules import cite
from .state import State
from .validation import refuse_end


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    if entry.kind == "note":
        return Accepted(state, (_noted(entry),))
    if entry.kind == "end":
        return _end(state)
    if entry.kind == "players":
        return _players(state, entry.given.seats("playing"))
    return _round(state, entry.given, ask)


def _round(state: State, given: Values, ask: Ask) -> Accepted:
    rounds = state.rounds
    ruled = ask("round", totals=rounds.totals, points=given.scores("points"))
    totals = ruled.decided.scores("totals")
    after = rounds.with_scores({seat: totals[seat] - had for seat, had in rounds.totals.items()})
    return Accepted(State(after), (rule_entered(rounds, after, ruled),))


def _noted(entry: Entry) -> Ruling:
    note = entry.given.text("note")
    return Ruling({"note": note}, say("Note: {note}", note=note), (cite("notes", "Noted for all to read."),))


def _players(state: State, playing: tuple[str, ...]) -> Accepted:
    after = state.rounds.played_by(playing)
    verdict = {"playing": after.playing, "sitting_out": after.sitting_out}
    summary = count(
        "{seats} plays from round {round} on.",
        "{seats} play from round {round} on.",
        len(after.playing),
        seats=after.playing,
        round=after.number,
    )
    because = cite("sitting-out", "Everybody at the table plays.")
    if after.sitting_out:
        because = cite("sitting-out", "Sitting out, with the points they have: {seats}.", seats=after.sitting_out)
    return Accepted(State(after), (Ruling(verdict, summary, (because,)),))


def _end(state: State) -> Accepted | Refused:
    if (wrong := refuse_end(state)) is not None:
        return Refused(wrong)
    after = state.rounds.ended()
    told = rule_round(state.rounds, after, cite, "end")
    verdict = {"winners": after.winners, "totals": dict(after.totals)}
    because = (cite("end", "The table has ended the match here."),)
    reckoning = _totals_of(told.reckoning) if told.reckoning else None
    return Accepted(State(after), (Ruling(verdict, told.summary, because, reckoning=reckoning),))


def _totals_of(reckoning: Reckoning) -> Reckoning:
    """Its last column alone: no round was played."""
    rows = tuple(replace(row, cells=row.cells[-1:]) for row in reckoning.rows)
    return Reckoning(reckoning.columns[-1:], rows)

"""What each entry does to a match: bids, a round or a turn, a note, the end."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Reckoning,
    Refused,
    Ruling,
    Score,
    Values,
    count,
    hookimpl,
    leaders,
    rule_round,
    say,
)

from .dice import refuse_again
from .round import rule_entered
from .rules import cite
from .sheet import Sheet
from .sheets import sheet_of
from .state import State
from .validation import refuse_end
from .wizard import take_bids


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    if entry.kind == "note":
        return Accepted(state, (_noted(entry),))
    if entry.kind == "end":
        return _end(state)
    if entry.kind == "players":
        return _players(state, entry.given.seats("playing"))
    if entry.kind == "bids":
        return take_bids(state, entry.given.numbers_by_seat("bids"))
    if entry.given.has("category") and (wrong := refuse_again(state, entry.given)) is not None:
        return Refused(wrong)
    return _round(state, entry.given, ask)


def _round(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """What a round or a turn brings by the rules of its game, added up."""
    sheet, scored = sheet_of(state), None
    if sheet.question is None:
        points = given.scores("points")
    else:
        scored = ask(sheet.question.name, **given.values, **sheet.also(state))
        if scored.verdict.get("legal") is False:
            return Refused(scored)
        points = scored.decided.scores("points")
    before = state.rounds.totals
    ruled = ask("round", totals=before, points=points)
    totals = {**before, **ruled.decided.scores("totals")}
    after = _with_totals(sheet.remember(state, given, scored) if scored else state, totals, sheet)
    return Accepted(after, (rule_entered(state, after, ruled, scored, sheet),))


def _with_totals(state: State, totals: Mapping[str, Score], sheet: Sheet) -> State:
    """The match once these are the totals: the round is over, unless others still have their turns."""
    rounds = state.rounds
    there = replace(state, rounds=replace(rounds, totals=totals))
    winners, had_turn = sheet.winners(there), (*state.had_turn, state.in_turn) if sheet.in_turns else ()
    if sheet.in_turns and not winners and len(had_turn) < len(rounds.setting.seats):
        return replace(there, had_turn=had_turn)
    gained = {seat: totals[seat] - had for seat, had in rounds.totals.items()}
    return _won_by_rank(replace(state, rounds=rounds.with_scores(gained, winners), had_turn=()))


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
    return Accepted(replace(state, rounds=after), (Ruling(verdict, summary, (because,)),))


def _end(state: State) -> Accepted | Refused:
    if (wrong := refuse_end(state)) is not None:
        return Refused(wrong)
    after = _ended(state)
    told = rule_round(state.rounds, after.rounds, cite, "end")
    verdict = {"winners": after.rounds.winners, "totals": dict(after.rounds.totals)}
    because = (cite("end", "The table has ended the match here."),)
    reckoning = _totals_of(told.reckoning) if told.reckoning else None
    return Accepted(after, (Ruling(verdict, told.summary, because, reckoning=reckoning),))


def _ended(state: State) -> State:
    return _won_by_rank(replace(state, rounds=state.rounds.ended()))


def _won_by_rank(state: State) -> State:
    """The match, if it is over, won by those who rank first where more than the total ranks."""
    rounds, ranks = state.rounds, sheet_of(state).ranks
    if ranks is None or not rounds.winners:
        return state
    winners = leaders(ranks(state), among=rounds.played or rounds.playing)
    return replace(state, rounds=replace(rounds, winners=winners))


def _totals_of(reckoning: Reckoning) -> Reckoning:
    """Its last column alone: no round was played."""
    rows = tuple(replace(row, cells=row.cells[-1:]) for row in reckoning.rows)
    return Reckoning(reckoning.columns[-1:], rows)

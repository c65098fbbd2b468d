"""The presets by their names, the questions on them, and the rulings on rounds."""

from dataclasses import replace

from referee import (
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Text,
    Values,
    as_score,
    hookimpl,
    leaders,
    rule_round,
    say,
    say_count,
    written_score,
)

from . import doppelkopf, in_turns, rummy, whist
from .game import cite
from .in_turns import LABELS
from .state import Sheet, State, ask_round, say_by_seat


def _ask_points(state: State) -> Prompt:
    help = say("What everyone just scored; it may be below zero.")
    points = Field(
        "points",
        "numbers_by_seat",
        say("Points"),
        choices=state.rounds.playing,
        halves=state.chosen.flag("halves"),
        adds=1,
        own=True,
    )
    return ask_round(state, help, points)


SHEETS = {
    "plain": Sheet(ask=_ask_points),
    "rummy": rummy.POINTS_AGAINST,
    "rummy-500": rummy.RUMMY_500,
    "canasta": rummy.CANASTA,
    "doppelkopf": doppelkopf.SHEET,
    "whist": whist.SHEET,
    "phases": rummy.PHASES,
    "dice": in_turns.DICE,
    "countdown": in_turns.COUNTDOWN,
}


def find_sheet(state: State) -> Sheet:
    """Return the way to write down the rounds of this match."""
    return SHEETS[state.chosen.choice("preset")]


_HAD = say("Everyone’s total before")
_BRINGS = say("Points scored")
_TOTALS = Field("totals", "numbers_by_seat", _HAD, halves=True, some=True)
_POINTS = Field("points", "numbers_by_seat", _BRINGS, halves=True, some=True)
_ROUND = say("What does a round come to?")

QUESTIONS = [Question("round", _ROUND, (_TOTALS, _POINTS), hook="score_round")]

_RULES = {}

for _sheet in SHEETS.values():
    if _sheet.question and _sheet.rule:
        QUESTIONS.append(_sheet.question)
        _RULES[_sheet.question.name] = _sheet.rule


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return a question on each kind of round, by the rules of each preset."""
    return tuple(QUESTIONS)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on a round or a turn by the rules of a preset."""
    return _RULES[question](given)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a round's points; `totals` are the sums after it.

    Seats without `points` get none.
    """
    points = given.scores("points")
    totals = {}
    for seat, had in given.scores("totals").items():
        totals[seat] = as_score(had + points.get(seat, 0))
    reasons = []
    for seat, score in points.items():
        total = totals.setdefault(seat, score)
        template = "{seat}: {points}, which makes {total}."
        written = written_score(score)
        makes = written_score(total)
        why = cite("adding-up", template, seat=seat, points=written, total=makes)
        reasons.append(why)
    summary = say("Now: {totals}.", totals=say_by_seat(totals))
    return Ruling({"totals": totals}, summary, tuple(reasons))


def rule_entered(
    before: State, after: State, ruling: Ruling, scored: Ruling | None, sheet: Sheet
) -> Ruling:
    """Rule on an entry: its points, the new totals, and the leader or winner.

    `ruling` says what the entry adds up to, `scored` what it brings by the preset.
    """
    rounds = after.rounds
    section = "ties" if rounds.in_playoff else "end"
    standing = rule_round(before.rounds, rounds, cite, section)
    ends = standing.because
    if sheet.winners(after):
        # A match that ends by a preset's own rules needs no last round.
        ends = ()
    because = ends + ruling.because
    if scored is not None:
        by_house_rules = []
        for reason in ruling.because:
            if reason.basis == "house-rule":
                by_house_rules.append(reason)
        because = (*by_house_rules, *scored.because, *ends)

    ahead = rounds.winners
    if sheet.ranks is not None:
        ahead = ahead or leaders(sheet.ranks(after), among=rounds.playing)
    reckoning = rule_round(before.rounds, rounds, cite, section, scored).reckoning
    if reckoning is not None:
        rows = []
        for row in reckoning.rows:
            if sheet.ranks is not None:
                row = replace(row, ahead=row.seat in ahead)
            # In turns only the seat in turn gains, until the end.
            if rounds.winners or not sheet.in_turns or row.seat == before.in_turn:
                rows.append(row)
        reckoning = replace(reckoning, rows=tuple(rows))
    return replace(
        ruling,
        verdict={**standing.verdict, **ruling.verdict},
        summary=_sum_up(before, after, sheet, ahead) or standing.summary,
        because=because,
        about=standing.about,
        reckoning=reckoning,
    )


def _sum_up(before: State, after: State, sheet: Sheet, ahead: Seats) -> Text | None:
    """Return a turn's points, or the leader; None if the total is enough."""
    if after.rounds.winners:
        return None
    if sheet.in_turns:
        seat = before.in_turn
        total = after.rounds.totals[seat]
        gain = as_score(total - before.rounds.totals[seat])
        written = written_score(gain)
        if gain > 0:
            written = f"+{written}"
        makes = written_score(total)
        column = list(after.filled.get(seat, {}))
        if not column:
            return say(
                "{seat}: {gain}, now {total}", seat=seat, gain=written, total=makes
            )
        label = LABELS[column[-1]]
        template = "{seat}: {category} {gain}, now {total}"
        return say(template, category=label, seat=seat, gain=written, total=makes)
    if sheet.ranks is None:
        return None
    return say_count(
        "{seats} leads with phase {phase}",
        "{seats} lead with phase {phase}",
        len(ahead),
        seats=ahead,
        phase=after.phases[ahead[0]],
    )

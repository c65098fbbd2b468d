"""Ten phases: who has laid out theirs goes on, what is left in hand counts against."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Text,
    Values,
    forbid,
    leaders,
    say,
)

from .game import cite
from .state import Sheet, State, ask_round, never_last, rule_points

LAST = 10

_DONE = Field("done", "seats", say("Who has laid out their phase"))
_LEFT = Field("left", "numbers_by_seat", say("Left in hand"), min=0, adds=1)


def _phases(state: State) -> dict[str, int]:
    return {seat: state.phases.get(seat, 1) for seat in state.rounds.setting.seats}


def _ask(state: State) -> Prompt:
    playing = state.rounds.playing
    done = replace(_DONE, choices=playing)
    left = replace(_LEFT, choices=playing, labels=say_phases(state))
    help = say(
        "Who has laid out their phase, and what each has left in hand; "
        "0 for whoever went out."
    )
    return ask_round(state, help, done, left)


def _rule(given: Values) -> Ruling:
    phases = given.numbers_by_seat("phases")
    done = given.seats("done")
    left = given.numbers_by_seat("left")
    early = []
    reasons = []
    for seat, n in left.items():
        if not n and seat not in done:
            early.append(seat)
        template = "{seat} stays at phase {n}; {left} count against."
        if seat in done:
            template = "{seat} has laid out phase {n}; {left} count against."
        reasons.append(cite("phases", template, seat=seat, n=phases[seat], left=n))
    if early:
        template = (
            "Nobody goes out before their phase lies on the table: "
            "look again at {seats}."
        )
        why = cite("phases", template, seats=tuple(early))
        return forbid(say("That cannot be"), why)
    after = {seat: phase + (seat in done) for seat, phase in phases.items()}
    return rule_points(left, *reasons, phases=after)


def _also(state: State) -> Mapping[str, object]:
    return {"phases": _phases(state)}


def _remember(state: State, _given: Values, ruling: Ruling) -> State:
    return replace(state, phases=ruling.decided.numbers_by_seat("phases"))


def _rank(state: State) -> dict[str, tuple[int, float]]:
    """The phase first, then the fewest points."""
    ranks = {}
    for seat, phase in _phases(state).items():
        ranks[seat] = phase, -state.rounds.totals[seat]
    return ranks


def _find_winners(state: State) -> Seats:
    phases = _phases(state)
    through = [seat for seat in state.rounds.playing if phases[seat] > LAST]
    if not through:
        return ()
    return leaders(_rank(state), among=through)


def say_phases(state: State) -> dict[str, Text]:
    """Say the phase that each is at."""
    texts = {}
    for seat, phase in _phases(state).items():
        texts[seat] = say("phase {n}", n=min(phase, LAST))
    return texts


_AT = say("The phase that each was at")
_PHASES = Field("phases", "numbers_by_seat", _AT, min=1, max=LAST)
_QUESTION = say("What does a round of phases bring?")

SHEET = Sheet(
    ask=_ask,
    question=Question("phases", _QUESTION, (_PHASES, _DONE, _LEFT)),
    rule=_rule,
    also=_also,
    remember=_remember,
    winners=_find_winners,
    ranks=_rank,
    ranked_by=say_phases,
    wins="fewest",
    last=never_last,
)

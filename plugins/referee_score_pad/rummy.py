"""Rummy: points against for cards left, melds less cards left, or ten phases."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from referee import (
    Fact,
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Text,
    Values,
    leaders,
    rule_illegal,
    say,
    written_score,
)

from .game import cite
from .state import Sheet, State, ask_round, rule_points, say_by_seat

_MELDS = Field("melds", "numbers_by_seat", say("Melds and bonuses"), adds=1, step=5)
# Going out with all cards takes points off, as 10 in Chinchón.
_LEFT = Field("left", "numbers_by_seat", say("Left in hand"), min=-100)
_LEFT_IN_FIVES = replace(_LEFT, min=0, step=5)

# Points against


def _ask_against(state: State) -> Prompt:
    help = say("What’s left in each hand; 0 for whoever went out.")
    left = replace(_LEFT, choices=state.rounds.playing, adds=1, own=True)
    return ask_round(state, help, left)


def _rule_against(given: Values) -> Ruling:
    section = "rummy"
    left = given.numbers_by_seat("left")
    out = []
    reasons = []
    for seat, n in left.items():
        if n <= 0:
            template = "{seat} went out: {n}." if n else "{seat} went out."
            out.append(seat)
            reasons.append(cite(section, template, seat=seat, n=written_score(n)))
            continue
        template = "{seat} had {n} left, which count against."
        reasons.append(cite(section, template, seat=seat, n=n))
    if len(out) > 1:
        why = cite(section, "{seats} have nothing left.", seats=tuple(out))
        return rule_illegal(say("Only one can go out"), why)
    return rule_points(left, *reasons)


_QUESTION = say("What does a round of rummy score?")

POINTS_AGAINST = Sheet(
    ask=_ask_against,
    question=Question("rummy", _QUESTION, (_LEFT,)),
    rule=_rule_against,
)

# Melds less cards left


def _ask_melds(state: State) -> Prompt:
    help = say("What each laid out, and what is left in hand.")
    playing = state.rounds.playing
    melds = replace(_MELDS, choices=playing, own=True)
    left = replace(_LEFT_IN_FIVES, choices=playing, adds=-1, own=True)
    return ask_round(state, help, melds, left)


def _rule_melds(section: str, given: Values) -> Ruling:
    melds = given.numbers_by_seat("melds")
    left = given.numbers_by_seat("left")
    points = {}
    reasons = []
    for seat, laid in melds.items():
        held = left[seat]
        points[seat] = laid - held
        melded = written_score(laid)
        total = written_score(points[seat])
        template = "{seat}: {melds} minus {left} makes {n}."
        why = cite(section, template, seat=seat, melds=melded, left=held, n=total)
        reasons.append(why)
    return rule_points(points, *reasons)


def _show_first_melds(state: State) -> tuple[Fact, ...]:
    least = {}
    for seat in state.rounds.playing:
        least[seat] = first_meld(state.rounds.totals[seat])
    return (Fact(say("First meld"), say_by_seat(least)),)


def first_meld(total: float) -> int:
    """Return the least worth of a side's first meld at this total.

    >>> [first_meld(total) for total in (-5, 0, 1495, 1500, 2995, 3000)]
    [15, 50, 50, 90, 90, 120]
    """
    for below, least in (0, 15), (1500, 50), (3000, 90):
        if total < below:
            return least
    return 120


def _both(section: str, question: Text, target: int) -> Sheet:
    asked = Question(section, question, (_MELDS, _LEFT_IN_FIVES))
    rule = partial(_rule_melds, section)
    return Sheet(ask=_ask_melds, question=asked, rule=rule, target=target)


RUMMY_500 = _both("rummy-500", say("What does a round of Rummy 500 score?"), 500)

CANASTA = _both("canasta", say("What does a round of Canasta score?"), 5000)
CANASTA = replace(CANASTA, facts=_show_first_melds)


# Ten phases: who has laid out theirs goes on, what is left in hand counts against


LAST = 10

_DONE = Field("done", "seats", say("Who laid out their phase"))
_LEFT_IN_PHASE = Field("left", "numbers_by_seat", say("Left in hand"), min=0, adds=1)


def _phases_of(state: State) -> dict[str, int]:
    return {seat: state.phases.get(seat, 1) for seat in state.rounds.setting.seats}


def _ask_phases(state: State) -> Prompt:
    playing = state.rounds.playing
    phases = say_phases(state)
    done = replace(_DONE, choices=playing, own=True)
    left = replace(_LEFT_IN_PHASE, choices=playing, labels=phases, own=True)
    help = say(
        "Who laid out their phase, and what is left in each hand; 0 for whoever went "
        "out."
    )
    return ask_round(state, help, done, left)


def _rule_phases(given: Values) -> Ruling:
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
            template = "{seat} laid out phase {n}; {left} count against."
        reasons.append(cite("phases", template, seat=seat, n=phases[seat], left=n))
    if early:
        template = "Nobody goes out before laying out their phase: check {seats} again."
        why = cite("phases", template, seats=tuple(early))
        return rule_illegal(say("That can’t be right"), why)
    after = {seat: phase + (seat in done) for seat, phase in phases.items()}
    return rule_points(left, *reasons, phases=after)


def _also(state: State) -> Mapping[str, object]:
    return {"phases": _phases_of(state)}


def _remember(state: State, _given: Values, ruling: Ruling) -> State:
    return replace(state, phases=ruling.decided.numbers_by_seat("phases"))


def _rank(state: State) -> dict[str, tuple[int, float]]:
    """Return each seat's rank: the phase, then the fewest points."""
    ranks = {}
    for seat, phase in _phases_of(state).items():
        ranks[seat] = phase, -state.rounds.totals[seat]
    return ranks


def _find_winners(state: State) -> Seats:
    phases = _phases_of(state)
    through = [seat for seat in state.rounds.playing if phases[seat] > LAST]
    if not through:
        return ()
    return leaders(_rank(state), among=through)


def say_phases(state: State) -> dict[str, Text]:
    """Return the sentence on each seat's phase."""
    texts = {}
    for seat, phase in _phases_of(state).items():
        texts[seat] = say("phase {n}", n=min(phase, LAST))
    return texts


_AT = say("Everyone’s phase")
_PHASES = Field("phases", "numbers_by_seat", _AT, min=1, max=LAST)
_PHASES_BRING = say("What does a round of phases score?")

_ASKED = Question("phases", _PHASES_BRING, (_PHASES, _DONE, _LEFT_IN_PHASE))
PHASES = Sheet(
    ask=_ask_phases,
    question=_ASKED,
    rule=_rule_phases,
    also=_also,
    remember=_remember,
    winners=_find_winners,
    ranks=_rank,
    ranked_by=say_phases,
    ends_itself=True,
)

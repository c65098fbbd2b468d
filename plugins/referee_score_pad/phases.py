"""Games of ten phases: whoever has laid out theirs goes on to the next, and what is left in hand counts against."""

from dataclasses import replace

from referee import Field, Prompt, Question, Reason, Ruling, Text, Values, leaders, say

from .rules import cite
from .sheet import Sheet, ask_round, refuse, rule_points
from .state import State

LAST = 10

_HELP = say("Who has laid out their phase, and what each has left in hand; 0 for whoever went out.")


def _fields(players: tuple[str, ...] = ()) -> tuple[Field, ...]:
    return (
        Field("done", "seats", say("Who has laid out their phase"), choices=players),
        Field("left", "numbers_by_seat", say("Left in hand"), min=0, choices=players, adds=1),
    )


def _phases(state: State) -> dict[str, int]:
    return {seat: state.phases.get(seat, 1) for seat in state.rounds.setting.seats}


def _ask(state: State) -> Prompt:
    done, left = _fields(state.rounds.playing)
    return ask_round(state, _HELP, done, replace(left, labels=stands_at(state)))


def _rule(given: Values) -> Ruling:
    phases, done, left = given.numbers_by_seat("phases"), given.seats("done"), given.numbers_by_seat("left")
    if out := tuple(seat for seat, n in left.items() if not n and seat not in done):
        template = "Nobody goes out before their phase lies on the table: look again at {seats}."
        return refuse(say("That cannot be"), cite("phases", template, seats=out))
    after = {seat: n + (seat in done) for seat, n in phases.items()}
    return rule_points(left, *(_reason(seat, seat in done, phases[seat], n) for seat, n in left.items()), phases=after)


def _reason(seat: str, done: bool, phase: int, left: int) -> Reason:
    template = "{seat} stays at phase {n}; {left} count against."
    if done:
        template = "{seat} has laid out phase {n}; {left} count against."
    return cite("phases", template, seat=seat, n=phase, left=left)


def _remember(state: State, _given: Values, ruled: Ruling) -> State:
    return replace(state, phases=ruled.decided.numbers_by_seat("phases"))


def _ranks(state: State) -> dict[str, tuple[int, float]]:
    """What each seat is ranked by: the phase first, then the fewest points."""
    return {seat: (phase, -state.rounds.totals[seat]) for seat, phase in _phases(state).items()}


def _winners(state: State) -> tuple[str, ...]:
    phases = _phases(state)
    through = [seat for seat in state.rounds.playing if phases[seat] > LAST]
    return leaders(_ranks(state), among=through) if through else ()


def stands_at(state: State) -> dict[str, Text]:
    """The phase that each is at, in words."""
    return {seat: say("phase {n}", n=min(n, LAST)) for seat, n in _phases(state).items()}


SHEET = Sheet(
    ask=_ask,
    question=Question(
        "phases",
        say("What does a round of phases bring?"),
        (Field("phases", "numbers_by_seat", say("The phase that each was at"), min=1, max=LAST), *_fields()),
    ),
    rule=_rule,
    also=lambda state: {"phases": _phases(state)},
    remember=_remember,
    winners=_winners,
    ranks=_ranks,
    ranked_by=stands_at,
    wins="fewest",
    last=lambda _players: None,
)

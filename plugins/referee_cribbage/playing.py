"""The play, card by card: what each card and each go brings, and who should not have said go."""

from dataclasses import replace

from referee import Ask, Card, Refused, Ruling, Values, count_pips, say

from .muggins import share
from .pegging import MOST
from .rules import cite
from .state import State, Step


def play_card(state: State, given: Values, ask: Ask) -> Step | Refused:
    """A card played by the seat in turn; where it brings nothing, the point for the last card is told first."""
    seat, card = state.turn, given.card("card")
    wrong = state.seen.refuse((card,), lambda one: say("The {card} cannot be played now", card=one))
    ruling = wrong or ask("play", cards=state.lying, card=card)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    # A card that the table let pass scores nothing by itself.
    n = ruling.decided.number_if_any("points") or 0
    told = {"seat": seat, "card": card, "count": ruling.verdict["count"]}
    template = "{seat} plays the {card}: {count} for {n}" if n else "{seat} plays the {card}: {count}"
    summary = say(template, n=n, **told)
    shared = share(seat, replace(ruling, summary=summary), given)
    if isinstance(shared, Refused):
        return shared
    points, rulings = shared
    after, proven = _prove_renege(state.with_card(seat, card).with_points("pegged", points), card, ask)
    after, ended = _end_count(after, ask)
    return after, (*rulings, *proven, *ended) if any(points.values()) or proven else (*ended, *rulings)


def say_go(state: State, given: Values, ask: Ask) -> Step | Refused:
    """A go of the seat in turn; the point that it brings is told first."""
    seat, n = state.turn, count_pips(state.lying)
    why = cite("go", "Nothing in the hand of {seat} fits: the count is {n}.", seat=seat, n=n)
    ruling = Ruling({"seat": seat, "count": n}, say("{seat} says go at {n}", seat=seat, n=n), (why,))
    after, ended = _end_count(replace(state, gone=(*state.gone, seat), goes=(*state.goes, (seat, n))), ask)
    return after, (*ended, ruling)


def _end_count(state: State, ask: Ask) -> Step:
    """Whose turn it is next; and once nobody can play, a point for the last card, and a new count."""
    n, last = count_pips(state.lying), state.last
    following = state.next_with_cards(state.turn, but=state.gone)
    if state.rounds.winners or (n < MOST and following is not None):
        return replace(state, turn=following or last), ()
    leader, after, rulings = state.next_with_cards(last), state, tuple[Ruling, ...]()
    if n < MOST:
        template = "{seat} pegs 1 for the last card" if leader is None else "{seat} pegs 1 for go"
        why = cite("last", "Nobody can play on {n}, and {seat} has played the last card.", n=n, seat=last)
        ruling = ask(Ruling({"seat": last, "points": 1}, say(template, seat=last), (why,)))
        after, rulings = state.with_points("pegged", {last: ruling.decided.number("points")}), (ruling,)
    return replace(after, lying=(), gone=(), turn=leader or last, pegged=leader is None), rulings


def _prove_renege(state: State, card: Card, ask: Ask) -> Step:
    """That the card just played would have fitted when its seat said go, and what the others peg for it."""
    seat, n = state.last, count_pips((card,))
    at = next((at for one, at in state.goes if one == seat and at + n <= MOST), None)
    if at is None or state.rounds.winners:
        return state, ()
    told = {"seat": seat, "card": card, "n": at, "count": at + n}
    template = "{seat} said go at {n}, and had the {card}, which makes {count}: 2 points for every other player."
    because = cite("renege", template, **told), cite("renege-stands", "What was played since then stays as it is.")
    verdict = {"legal": False, "seat": seat, "card": card, "points": 2}
    ruling = ask(Ruling(verdict, say("{seat} said go with the {card} in hand", seat=seat, card=card), because))
    for other in () if ruling.decided.flag("legal") else state.setting.clockwise_from(seat)[1:]:
        state = state.with_points("pegged", {other: ruling.decided.number("points")})
    return state, (ruling,)

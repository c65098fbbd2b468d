"""The play, card by card: what each card and each go brings, and who should not have said go."""

from dataclasses import replace

from referee import Ask, Card, Refused, Ruling, Values, say

from .muggins import share
from .pegging import MOST, count_of
from .rules import cite
from .state import Go, State, Step

LAST = 1
"""What the last card of a count pegs."""
RENEGE = 2
"""What the others peg for each card that was held back."""


def play_card(state: State, given: Values, ask: Ask) -> Step | Refused:
    """A card played by the seat in turn."""
    seat, card = state.turn, given.card("card")
    wrong = state.seen.refuse((card,), lambda one: say("The {card} cannot be played now", card=one))
    if wrong is not None:
        return Refused(wrong)
    ruling = ask("play", cards=state.lying, card=card)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    shared = share(seat, ruling, given)
    if isinstance(shared, Refused):
        return shared
    points, rulings = shared
    after = replace(state, plays=(*state.plays, (seat, card))).with_points("pegged", points)
    for find in (_prove_renege, _end_count):
        after, found = find(after, ask)
        rulings = (*rulings, *found)
    return after, (_of(seat, card, rulings[0]), *rulings[1:])


def _of(seat: str, card: Card, ruling: Ruling) -> Ruling:
    """The ruling on a card, in words that say who has played it."""
    n, told = ruling.decided.number("points"), {"seat": seat, "card": card, "count": ruling.verdict["count"]}
    summary = say("{seat} plays the {card}: {count} for {n}", n=n, **told)
    return replace(ruling, summary=summary if n else say("{seat} plays the {card}: {count}", **told))


def say_go(state: State, ask: Ask) -> Step:
    """A go of the seat in turn."""
    seat, count = state.turn, state.count
    why = cite("go", "Nothing in the hand of {seat} fits: the count is {n}.", seat=seat, n=count)
    ruling = Ruling({"seat": seat, "count": count}, say("{seat} says go at {n}", seat=seat, n=count), (why,))
    said = replace(state, gone=(*state.gone, seat), goes=(*state.goes, Go(seat, count)))
    after, rulings = _end_count(said, ask)
    return after, (ruling, *rulings)


def _end_count(state: State, ask: Ask) -> Step:
    """Whose turn it is next; and once nobody can play, a point for the last card, and a new count."""
    last = state.plays[-1][0]
    following = state.next_with_cards(state.turn, but=state.gone)
    if state.rounds.winners or (state.count < MOST and following is not None):
        return replace(state, turn=following or last), ()
    after, rulings = _peg_last(state, last, ask) if state.count < MOST else (state, ())
    leader = after.next_with_cards(last)
    return replace(after, counted=len(after.plays), gone=(), turn=leader or last, pegged=leader is None), rulings


def _peg_last(state: State, last: str, ask: Ask) -> Step:
    ruling = ask(_rule_last(state, last))
    return state.with_points("pegged", {last: ruling.decided.number("points")}), (ruling,)


def _rule_last(state: State, last: str) -> Ruling:
    """The ruling on the last card of a count that did not come to 31."""
    why = cite("last", "Nobody can play on {n}, and {seat} has played the last card.", n=state.count, seat=last)
    summary = say("{seat} pegs {n} for the go", seat=last, n=LAST)
    if state.next_with_cards(last) is None:
        why = cite("last", "All cards are played, and {seat} has played the last one.", seat=last)
        summary = say("{seat} pegs {n} for the last card", seat=last, n=LAST)
    return Ruling({"seat": last, "points": LAST}, summary, (why,))


def _prove_renege(state: State, ask: Ask) -> Step:
    """That the last card would have fitted when its seat said go, and what the others peg for it."""
    seat, card = state.plays[-1]
    go = next((one for one in state.goes if one.seat == seat and one.count + count_of((card,)) <= MOST), None)
    if go is None or state.rounds.winners:
        return state, ()
    ruling = ask(_rule_renege(go, card))
    if ruling.decided.flag("legal"):
        return state, (ruling,)
    after, n = state, ruling.decided.number("points")
    for other in state.setting.clockwise_from(seat)[1:]:
        after = after.with_points("pegged", {other: n})
    return after, (ruling,)


def _rule_renege(go: Go, card: Card) -> Ruling:
    told = {"seat": go.seat, "card": card, "n": go.count, "count": go.count + count_of((card,)), "points": RENEGE}
    template = "{seat} said go at {n}, and had the {card}, which makes {count}: {points} points for every other player."
    why = cite("renege", template, **told)
    stands = cite("renege-stands", "What was played since then stays as it is.")
    verdict = {"legal": False, "seat": go.seat, "card": card, "points": RENEGE}
    return Ruling(verdict, say("{seat} said go with the {card} in hand", **told), (why, stands))

"""What the cards left in hand count, and who scores how much of it."""

from collections.abc import Mapping

from referee import Reason, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, ShownCards, Values, hookimpl, say

from .play import check_cards, name_variant
from .rules import SCORING, VARIANTS, cite


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what is left in hands: `left` is what it counts by seat, `points` what each scores, `out` who.

    Nobody is `out` where all still have cards: then nobody could play. Not `legal` is that several have none.
    """
    variant, own = VARIANTS[name_variant(given)], (given.values.get("scoring") or SCORING.default) == "own"
    for held in given.cards_by_seat("cards").values():
        check_cards(variant, given, "cards", held)
    cards, left = given.cards_by_seat("cards"), dict(given.numbers_by_seat("left"))
    left |= {seat: sum(variant.points[one.rank] for one in held) for seat, held in cards.items()}
    seats = tuple(seat for seat, n in left.items() if not n)
    out = seats[0] if seats else None
    if len(seats) > 1:
        why = cite("out", "Only one can be out: enter what the others have left.")
        return Ruling({"legal": False, "seats": seats}, say("{seats} have nothing left", seats=seats), (why,))
    points = left if own else _collected(left)
    best = (min if own else max)(points.values(), default=0)
    summary = say("{seat} is out and scores {n}", seat=out, n=points.get(str(out), 0))
    if own or out is None:
        summary = say("{seat} is out", seat=out) if out else say("Nobody is out: what is left in hand is counted")
    counted = (cite("points", _EIGHTS) if variant.wild == "8" else cite("mau-mau-points", _JACKS),) if cards else ()
    rows = tuple(ReckonedSeat(seat, (left[seat], points[seat]), points[seat] == best) for seat in left)
    shown = tuple(ShownCards(seat, held) for seat, held in cards.items() if held)
    verdict = {"out": out, "left": left, "points": points}
    because = (*counted, _why(own, out))
    return Ruling(verdict, summary, because, shown, reckoning=Reckoning(_COLUMNS, rows))


_COLUMNS = (ReckoningColumn(say("Left in hand"), aside=True), ReckoningColumn(say("Scores")))


def _collected(left: Mapping[str, int]) -> dict[str, int]:
    """Whoever has least scores what the others have more: where they are out, all of it."""
    least = min(left.values(), default=0)
    more = sum(n - least for n in left.values())
    return {seat: more if n == least else 0 for seat, n in left.items()}


def _why(own: bool, out: str | None) -> Reason:
    if own:
        return cite("score", "Each notes what they have left.")
    if out is None:
        return cite("blocked", "Nobody is out: whoever has least scores what the others have more.")
    return cite("score", "{seat} is out and scores what all others have left.", seat=out)


_EIGHTS = "An eight counts 50, a king, queen, jack or ten 10, an ace 1, other cards their number."
_JACKS = "A jack counts 20, an ace 11, a ten 10, nine, eight and seven their number, a king 4, a queen 3."

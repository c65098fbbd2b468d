"""What a deal scores: how both hands lie, whether the knock counts, gin, undercuts and their bonuses."""

from referee import Contest, Reason, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, Values, count_pips, hookimpl, say

from .hands import Laid, lay_hands
from .melds import say_points
from .rules import MOST_LEFT, cite, refuse_field


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on a deal in which somebody knocked: whether it counts, who scores, and how much."""
    hands = given.cards_by_seat("hands")
    seats = tuple(hands or given.numbers_by_seat("deadwood"))
    knocker = given.seat_if_any("knocker") or seats[0]
    if knocker not in seats or len(seats) != 2:
        refuse_field("knocker", say("Two play, and one of them knocks."))
    other = next(seat for seat in seats if seat != knocker)
    laid = lay_hands(knocker, other, hands) if hands else Laid(given.numbers_by_seat("deadwood"))
    wrong = _refuse_knock(laid.left[knocker], given)
    if wrong is None or given.values.get("let_pass"):
        return _score(knocker, other, laid, given)
    verdict = {"legal": False, "seat": knocker, "deadwood": dict(laid.left)}
    summary = say("{seat} cannot knock with {points}", seat=knocker, points=say_points(laid.left[knocker]))
    because = (wrong, cite("false-knock", "The knock does not count, and play goes on."), *laid.because)
    return Ruling(verdict, summary, because, laid.shown)


def _refuse_knock(left: int, given: Values) -> Reason | None:
    """Return why a knock with so many points left does not count; None if it does."""
    if not given.has("knock") or given.choice("knock") == "ten":
        return cite("knock", "A knock leaves {n} points at most.", n=MOST_LEFT) if left > MOST_LEFT else None
    if not given.has("upcard"):
        refuse_field("upcard", say("Name the card turned up, which says who may knock."))
    card = given.card("upcard")
    most = 0 if card.rank == "A" and given.choice("knock") == "oklahoma-gin" else count_pips((card,))
    return cite("oklahoma", "After the {card} a knock leaves {n} at most.", card=card, n=most) if left > most else None


def _score(knocker: str, other: str, laid: Laid, given: Values) -> Ruling:
    """The ruling on a knock that counts."""
    left = laid.left
    how = "gin" if not left[knocker] else "undercut" if left[other] <= left[knocker] else "knock"
    winner, loser = (other, knocker) if how == "undercut" else (knocker, other)
    bonus = given.number(f"{how}_bonus") if given.has(f"{how}_bonus") else _BONUSES.get(how, 0)
    difference = left[loser] - left[winner]
    score = {seat: difference + bonus if seat == winner else 0 for seat in left}
    verdict = {"legal": True, "winner": winner, "points": score, "how": how, "deadwood": dict(left)}
    told = {"winner": winner, "loser": loser, "fewer": left[winner], "more": say_points(left[loser])}
    because = (cite(how, _WHY[how], **told, difference=difference, bonus=bonus), *laid.because)
    cells = {winner: (left[winner], difference, bonus, score[winner]), loser: (left[loser], 0, 0, 0)}
    rows = Reckoning(_COLUMNS, tuple(ReckonedSeat(seat, cells[seat], seat == winner) for seat in left))
    close = Contest(winner, loser, difference, say("{winner} against {loser}, {fewer} left to {more}", **told))
    summary = say(_SUMMARIES[how], **told, points=score[winner])
    return Ruling(verdict, summary, because, laid.shown, reckoning=rows, contest=close)


_BONUSES = {"gin": 25, "undercut": 25}
_SUMMARIES = {
    "knock": "{winner} knocks and scores {points}",
    "gin": "{winner} has gin and scores {points}",
    "undercut": "{winner} undercuts {loser} and scores {points}",
}
_WHY = {
    "knock": "{loser} has {more} left, {winner} {fewer}: the difference is {difference}.",
    "gin": "{winner} has no card left: {difference} for what {loser} has left, and {bonus} for gin.",
    "undercut": "{loser} knocked with {more}, {winner} has {fewer} left: {difference}, and {bonus} for that.",
}
_COLUMNS = (
    ReckoningColumn(say("Left"), aside=True),
    *map(ReckoningColumn, (say("Difference"), say("Bonus"), say("Score"))),
)

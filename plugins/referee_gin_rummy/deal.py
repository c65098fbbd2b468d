"""What a deal scores: whether the knock counts, the difference, and bonuses for gin and the undercut."""

from collections.abc import Mapping
from typing import Literal

from referee import (
    Contest,
    FieldError,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
)

from .hands import Laid, lay_hands
from .melds import is_run, is_set, points
from .rules import HAND, MOST_LEFT, cite

How = Literal["knock", "gin", "big gin", "undercut"]


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on a deal in which somebody knocked: whether it counts, who scores, and how much."""
    knocker, other = _who_knocked(given)
    hands = given.cards_by_seat("hands")
    melds = given.card_groups("melds")
    laid = lay_hands(knocker, other, hands, melds) if hands else Laid(given.numbers_by_seat("deadwood"))
    is_big = given.flag("big_gin") or len(hands.get(knocker, ())) > HAND
    ruling = _score(knocker, other, laid, is_big, given)
    if (wrong := _refuse_knock(laid.deadwood[knocker], is_big, given)) is None:
        return ruling
    summary = say("{seat} cannot knock with {n} points", seat=knocker, n=laid.deadwood[knocker])
    because = (wrong, *laid.because)
    return Ruling({**ruling.verdict, "legal": False}, summary, because, laid.shown)


def _who_knocked(given: Values) -> tuple[str, str]:
    """Return who knocked and who did not; WrongFieldsError where two do not play, or hands and melds cannot be."""
    knocker, hands = given.seat("knocker"), given.cards_by_seat("hands")
    seats = tuple(hands or given.numbers_by_seat("deadwood"))
    if knocker not in seats or len(seats) != 2:
        raise WrongFieldsError(FieldError("knocker", say("Two play, and one of them knocks.")))
    other = next(seat for seat in seats if seat != knocker)
    if len(hands.get(other, ())) > HAND:
        raise WrongFieldsError(FieldError("hands", say("{seat} has not knocked and holds ten cards.", seat=other)))
    melds = given.card_groups("melds")
    laid = [card for meld in melds for card in meld]
    if len({*laid}) < len(laid) or not {*laid} <= {*hands.get(knocker, ())}:
        raise WrongFieldsError(FieldError("melds", say("Name cards of {seat}’s hand, each once.", seat=knocker)))
    if wrong := [meld for meld in melds if not is_set(meld) and not is_run(meld)]:
        raise WrongFieldsError(FieldError("melds", say("{cards:short} are no meld.", cards=wrong[0])))
    return knocker, other


def _refuse_knock(left: int, is_big: bool, given: Values) -> Reason | None:
    """Return why a knock with so many points left does not count; None if it does."""
    if is_big and left:
        return cite("big-gin", "Big gin is all eleven cards in melds.")
    most = MOST_LEFT
    if given.has("knock") and given.choice("knock") != "ten":
        if not given.has("upcard"):
            raise WrongFieldsError(FieldError("upcard", say("Name the card turned up, which says who may knock.")))
        upcard = given.card("upcard")
        most = points((upcard,))
        if most == 1 and given.choice("knock") == "oklahoma-gin":
            most = 0
        if left > most:
            return cite("oklahoma", "The {card} was turned up: a knock leaves {most} at most.", card=upcard, most=most)
    return cite("knock", "A knock leaves {most} points at most.", most=most) if left > most else None


def _score(knocker: str, other: str, laid: Laid, is_big: bool, given: Values) -> Ruling:
    """The ruling on a knock that counts."""
    left = laid.deadwood
    how = _how(left[knocker], left[other], is_big)
    winner, loser = (other, knocker) if how == "undercut" else (knocker, other)
    difference, bonus = left[loser] - left[winner], _bonus(how, given)
    score = {seat: difference + bonus if seat == winner else 0 for seat in left}
    verdict = {"legal": True, "winner": winner, "points": score, "how": how, "deadwood": dict(left)}
    told = {"winner": winner, "loser": loser, "fewer": left[winner], "more": left[loser]}
    section, template = _WHY[how]
    why = cite(section, template, **told, difference=difference, bonus=bonus)
    cells = {winner: (left[winner], difference, bonus, score[winner]), loser: (left[loser], 0, 0, 0)}
    rows = tuple(ReckonedSeat(seat, cells[seat], seat == winner) for seat in left)
    contest = say("{winner} against {loser}, {fewer} points left to {more}", **told)
    return Ruling(
        verdict,
        say(_SUMMARIES[how], **told, points=score[winner]),
        (why, *laid.because),
        laid.shown,
        reckoning=Reckoning(_COLUMNS, rows),
        contest=Contest(winner, loser, difference, contest),
    )


def _how(knocked: int, other: int, is_big: bool) -> How:
    if is_big:
        return "big gin"
    if not knocked:
        return "gin"
    return "undercut" if other <= knocked else "knock"


def _bonus(how: How, given: Values) -> int:
    """Return the bonus for ending a deal so, as the table has agreed, or as the game has it."""
    name = _BONUS_OF.get(how)
    agreed = None if name is None else given.number_if_any(name)
    return 0 if name is None else _DEFAULTS[name] if agreed is None else agreed


_BONUS_OF: Mapping[How, str] = {"gin": "gin_bonus", "big gin": "big_gin_bonus", "undercut": "undercut_bonus"}
_DEFAULTS = {"gin_bonus": 25, "undercut_bonus": 25, "big_gin_bonus": 31}
_SUMMARIES: Mapping[How, str] = {
    "knock": "{winner} knocks and scores {points}",
    "gin": "{winner} has gin and scores {points}",
    "big gin": "{winner} has big gin and scores {points}",
    "undercut": "{winner} undercuts {loser} and scores {points}",
}
_WHY: Mapping[How, tuple[str, str]] = {
    "knock": ("score", "{loser} has {more} points left, {winner} {fewer}: the difference is {difference}."),
    "gin": ("gin", "{winner} has no card left: {difference} for what {loser} has left, and {bonus} for gin."),
    "big gin": ("big-gin", "All eleven are melded: {difference} for what {loser} has left, and {bonus} for big gin."),
    "undercut": (
        "undercut",
        "{loser} knocked with {more} points, {winner} has {fewer} left: {difference}, and {bonus} for the undercut.",
    ),
}
_COLUMNS = (
    ReckoningColumn(say("Left"), aside=True),
    ReckoningColumn(say("Difference")),
    ReckoningColumn(say("Bonus")),
    ReckoningColumn(say("Score")),
)

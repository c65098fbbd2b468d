"""A game that ends early: a side's loss, and the level granted to the declarer.

The rules are paragraphs 4.1.3 to 4.1.5 and 4.4.1 to 4.4.6 of the International Skat
Order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import Reason, Reasons, Ruling, rule_illegal, say

from .game import (
    ALL,
    ALL_POINTS,
    ANNOUNCED,
    AS_SCHNEIDER,
    AS_SCHWARZ,
    BREAKS_RULE,
    CLAIMS,
    DECLARER,
    GIVES_UP,
    LEVELS,
    NO_LEVEL,
    NULL,
    OPPONENTS,
    SOME,
    THROWS_IN,
    WRONG_COUNT,
    cite,
)
from .value import AT_MOST, ENOUGH, SCHNEIDER, Sheet

SPITZE_EARLY = cite(
    "spitze-early", "The last trick was not played: Spitze counts for nothing."
)
_NEEDS = {
    "schneider": AS_SCHNEIDER,
    "schwarz": AS_SCHWARZ,
    "ouvert": AS_SCHWARZ,
    "ouvert-hand": AS_SCHWARZ,
}
"""The levels that announcements need; other announcements need none."""

_WHY_ENDED = {
    (THROWS_IN, OPPONENTS): cite(
        "thrown-in",
        "The opponents threw their cards in: the rest is the declarer’s.",
    ),
    (THROWS_IN, DECLARER): cite(
        "thrown-in",
        "The declarer threw the cards in: the rest is the opponents’.",
    ),
    (WRONG_COUNT, OPPONENTS): cite(
        "wrong-count", "The opponents’ number of cards is wrong: they have lost."
    ),
    (WRONG_COUNT, DECLARER): cite(
        "wrong-count", "The declarer’s number of cards is wrong: the game is lost."
    ),
}
_WHY_LOST = {
    OPPONENTS: cite(
        "early",
        "The opponents gave up or broke a rule, and have lost what wasn’t decided "
        "already.",
    ),
    DECLARER: cite(
        "early",
        "The declarer gave up or broke a rule, and has lost what wasn’t decided "
        "already.",
    ),
}


def settle(sheet: Sheet) -> tuple[Sheet, Reasons]:
    """Return the sheet with the levels granted or lost at its end, and the reasons."""
    if sheet.ended_by is None:
        return sheet, (sheet.why_made(),)
    because = tuple(_explain(sheet))
    if sheet.spitze:
        because = (*because, SPITZE_EARLY)
    return _settle_early(replace(sheet, spitze=False)), because


def _settle_early(sheet: Sheet) -> Sheet:
    is_lost = sheet.ended_by == DECLARER and sheet.how != CLAIMS
    if sheet.game == NULL:
        return replace(sheet, tricks=SOME) if is_lost else sheet
    if sheet.how == THROWS_IN:
        return _throw_in(sheet)
    if sheet.how == CLAIMS:
        return _claim(sheet)
    if not is_lost:
        if sheet.against >= ENOUGH - 1:
            return _lose(sheet)
        levels = _reachable_levels(sheet)
        for result in levels.values():
            if result.is_won:
                return result
        return levels[NO_LEVEL]
    so_far = replace(sheet, tricks=SOME)
    if so_far.is_won:
        return so_far
    return _lose(sheet)


def _lose(sheet: Sheet) -> Sheet:
    """Return the declarer's loss; it makes nobody schneider who was not before."""
    points = sheet.points
    if sheet.against >= SCHNEIDER:
        points = min(points, AT_MOST)
    else:
        points = min(max(points, AT_MOST + 1), ENOUGH - 1)
    return replace(sheet, points=points, tricks=SOME)


def _claim(sheet: Sheet) -> Sheet:
    """Return the result if the side that lays down takes the rest.

    The declarer counts a level only if it was announced, or is demanded.
    """
    if sheet.ended_by == OPPONENTS:
        return sheet
    if sheet.against >= ENOUGH - 1:
        return replace(sheet, points=ALL_POINTS - sheet.against, tricks=SOME)
    needed = _NEEDS.get(sheet.announced, NO_LEVEL)
    level = max(needed, sheet.level, key=LEVELS.index)
    levels = _reachable_levels(sheet)
    return levels.get(level, levels[NO_LEVEL])


def _reachable_levels(sheet: Sheet) -> Mapping[str, Sheet]:
    """Return the levels that the opponents have not prevented, from the least."""
    points = sheet.points
    at = replace(sheet, points=max(points, ENOUGH), tricks=SOME)
    levels = {NO_LEVEL: at}
    if sheet.against <= AT_MOST:
        levels[AS_SCHNEIDER] = replace(at, points=max(points, SCHNEIDER))
    if not sheet.opponents_tricks:
        levels[AS_SCHWARZ] = replace(at, points=ALL_POINTS, tricks=ALL)
    return levels


def _throw_in(sheet: Sheet) -> Sheet:
    """Return the result when a side throws in: it keeps only its own tricks.

    The side is schwarz without a trick, unless its trumps were sure of one.
    """
    points = sheet.points
    tricks = sheet.tricks
    if sheet.ended_by == OPPONENTS:
        points = ALL_POINTS - sheet.against
        tricks = SOME if sheet.opponents_tricks else ALL
    elif tricks == ALL:
        tricks = SOME
    if sheet.has_sure_trick:
        tricks = SOME
    return replace(sheet, points=points, tricks=tricks)


def _explain(sheet: Sheet) -> Iterator[Reason]:
    """Yield why the game ended early, and which level was granted or ruled out."""
    yield _explain_end(sheet)
    if sheet.ended_by == OPPONENTS and sheet.game != NULL:
        yield from _explain_grant(sheet)
    if sheet.has_sure_trick:
        yield cite(
            "ruled-out",
            "Schwarz is ruled out: the trumps thrown in were sure of a trick.",
        )


def _explain_end(sheet: Sheet) -> Reason:
    by = sheet.ended_by or ""
    if sheet.how != CLAIMS:
        return _WHY_ENDED.get((sheet.how or "", by), _WHY_LOST[by])
    if sheet.game == NULL:
        template = "The cards lie open: the declarer takes no more tricks."
        return cite("claim", template)
    if by == OPPONENTS:
        return cite("claim", "The opponents lay down: the rest is theirs.")
    if sheet.level == NO_LEVEL:
        return cite("claim", "The declarer lays down, and demands no level.")
    template = "The declarer lays down, and demands {level}."
    return cite("claim", template, level=ANNOUNCED[sheet.level])


def _explain_grant(sheet: Sheet) -> Iterator[Reason]:
    """Yield the reason for a level that was granted without being played for."""
    if sheet.how not in (GIVES_UP, BREAKS_RULE, WRONG_COUNT):
        return
    result = _settle_early(sheet)
    if not result.is_won:
        return
    if result.tricks == ALL:
        yield cite(
            "early",
            "Schwarz was announced or bid for, and the opponents had no trick: it "
            "is granted.",
        )
    elif result.points >= SCHNEIDER > sheet.points:
        template = (
            "Schneider was announced or bid for, and the opponents had {n} card "
            "points: it is granted."
        )
        yield cite("early", template, n=sheet.against)


def refuse_level(sheet: Sheet) -> Ruling | None:
    """Return why a seat cannot demand this level by laying down; None if it can.

    The opponents may have prevented it, or the seat is one of the opponents.
    """
    if sheet.how != CLAIMS or sheet.level == NO_LEVEL:
        return None
    against = sheet.against
    if sheet.ended_by == OPPONENTS:
        why = cite("claim", "Opponents who lay down just take the rest.")
    elif sheet.level == AS_SCHNEIDER and against > AT_MOST:
        why = cite("schneider", "The opponents have {n} card points.", n=against)
    elif sheet.level == AS_SCHWARZ and sheet.opponents_tricks:
        why = cite("schwarz", "The opponents took a trick.")
    else:
        return None
    return rule_illegal(say("This level can’t be demanded"), why)

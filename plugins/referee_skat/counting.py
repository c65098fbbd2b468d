"""The sum of a deal's tricks, and the end of a deal entered as a whole."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from referee import (
    EARLY_END_FIELDS,
    Card,
    Cards,
    Field,
    Reasons,
    Side,
    Values,
    count_points,
    deal_end_fields,
    read_deal_end,
    say,
    split_seats,
    wrong_field,
)

from .game import (
    ALL,
    ALL_POINTS,
    BREAKS_RULE,
    CARD_POINTS,
    CLAIMS,
    DECLARER,
    GIVES_UP,
    HAND,
    IN_SKAT,
    NO_LEVEL,
    NONE,
    NULL,
    OPPONENTS,
    SOME,
    THROWS_IN,
    cite,
    trumps_of,
)
from .scoring import BY_THEN, SPITZE_MADE, fields_of_result
from .state import State
from .value import Sheet, count_matadors


def count_tricks(state: State) -> tuple[Counter[str], Counter[str]]:
    """Return each side's card points and number of tricks, of those that count."""
    counting = state.deal.tricks
    if state.broken_in is not None:
        counting = counting[: state.broken_in - 1]
    points: Counter[str] = Counter()
    tricks: Counter[str] = Counter()
    for trick in counting:
        side = state.side_of(trick.winner)
        points[side] += count_points(trick.plays.values(), CARD_POINTS)
        tricks[side] += 1
    return points, tricks


def count_up(state: State, skat: Cards, held: Cards = ()) -> Sheet:
    """Return the sheet of a deal by its tricks and these cards.

    `held` are the trumps that the declarer still has.
    """
    points, tricks = count_tricks(state)
    points[DECLARER] += count_points(skat, CARD_POINTS)
    for seat, n in state.deal.claimed.items():
        if n:
            side = state.side_of(seat)
            points[side] += ALL_POINTS - points.total()
            tricks[side] += n

    taken = SOME if tricks[OPPONENTS] else ALL
    if not tricks[DECLARER]:
        taken = NONE
    # A skat that is not two cards counts for no matador.
    deal = state.deal
    cards = [*held]
    if len(skat) == IN_SKAT:
        cards.extend(skat)
    cards.extend(card for seat, card in deal.laid if seat == state.declarer)
    matadors, without = count_matadors(state.game, cards)
    sheet = replace(
        state.sheet,
        matadors=matadors,
        without=without,
        points=points[DECLARER],
        tricks=taken,
    )
    ended_by = state.ended_by
    if ended_by is None:
        # A seat that lays down leaves the last trick unplayed, as without Spitze.
        if deal.claimed or not sheet.spitze:
            return replace(sheet, spitze=False)
        last = deal.tricks[-1]
        card = last.plays[state.declarer]
        is_made = last.winner == state.declarer and card == trumps_of(state.game)[0]
        return replace(sheet, spitze_made=is_made)
    throws_in = state.how == THROWS_IN and not tricks[ended_by]
    return replace(
        sheet,
        ended_by=ended_by,
        how=state.how,
        level=state.level,
        against=points[OPPONENTS],
        opponents_tricks=tricks[OPPONENTS],
        has_sure_trick=throws_in and _has_sure_trick(state, skat, held),
    )


def _has_sure_trick(state: State, skat: Cards, held: Cards) -> bool:
    """Return whether a side that threw the cards in had trumps sure of a trick."""
    lying = state.deal.lying
    mine = {*held}
    if state.declarer in lying:
        mine.add(lying[state.declarer])
    theirs = {*state.deal.left, *lying.values()}.difference(mine, skat)
    trumps = trumps_of(state.game)
    if state.ended_by == DECLARER:
        return is_sure_of_trick(trumps, mine, theirs, hands=1)
    return is_sure_of_trick(trumps, theirs, mine, hands=2)


def is_sure_of_trick(
    trumps: Sequence[Card], mine: Collection[Card], others: Collection[Card], hands: int
) -> bool:
    """Return whether a side with these trumps takes a trick in any play.

    Each higher trump of the other side can catch one trump of the side, or one from
    each of its hands. `trumps` are all trumps of the game, from the lowest to the
    highest.

    >>> from referee import card
    >>> jacks = [card(code) for code in ("JD", "JH", "JS", "JC")]
    >>> is_sure_of_trick(jacks, jacks[:3], jacks[3:], hands=2)
    True
    >>> is_sure_of_trick(jacks, jacks[1:3], jacks[3:], hands=2)
    False
    """
    had = higher = 0
    for trump in reversed(trumps):
        had += trump in mine
        higher += trump in others
        if had > hands * higher:
            return True
    return False


# A deal that is entered as a whole


WholeDeal = tuple[Sheet, Reasons]
"""The sheet of a deal, and everything else that decides it."""

_ENDS = ("offenders", *EARLY_END_FIELDS)
"""The fields beside which card points and tricks are those of the part played."""


def deal_fields(state: State) -> tuple[Field, ...]:
    """Return the fields for a deal's end and its other events."""
    fields = []
    for field in fields_of_result(state.game):
        if field.name in ("points", "tricks"):
            field = replace(field, unless=_ENDS)
        fields.append(field)

    if state.contract.get("spitze"):
        made = replace(SPITZE_MADE, optional=False, default=None, unless=_ENDS)
        fields.append(made)
    ends = deal_end_fields(state.deal.seats, _sides_of(state))
    fields.extend(ends)
    if state.game != NULL:
        for field in BY_THEN:
            fields.append(replace(field, folded=ends[0].folded))
    return tuple(fields)


def _sides_of(state: State) -> tuple[Side, Side]:
    return split_seats(state.deal.seats, (state.declarer,))


def read_whole_deal(state: State, given: Values) -> WholeDeal:
    """Return the sheet of a deal entered as a whole, and whatever else decides it.

    Raise WrongFieldsError if fields contradict each other, or something is missing.
    """
    by, how = _find_end(state, given)
    told = {**state.contract, **given.values}
    sheet = Sheet.read({**told, "ended_by": by, "how": how})
    if (by, how) != (DECLARER, CLAIMS) and sheet.level != NO_LEVEL:
        message = say("Only a declarer who lays down demands a level.")
        raise wrong_field("level", message)

    if how is None:
        _require_played_out(given)
        return sheet, ()
    if how == CLAIMS and state.game == NULL:
        return _claim_null(sheet)
    if how == CLAIMS and by == OPPONENTS:
        # The opponents have the rest, as if it had been played.
        _add_points(given)
        tricks = SOME if sheet.tricks == ALL else sheet.tricks
        why = cite("claim", "The opponents lay down: the rest is theirs.")
        return replace(sheet, ended_by=None, tricks=tricks, spitze=False), (why,)

    is_lost = by == DECLARER and how != CLAIMS
    matters = not is_lost and state.game != NULL and sheet.tricks == SOME
    if matters and not given.has("against"):
        message = say("Say how many card points the opponents had by then.")
        raise wrong_field("against", message)
    return sheet, ()


def _find_end(state: State, given: Values) -> tuple[str | None, str | None]:
    """Return which side ended the deal, and how; None if it was played out."""
    sides = _sides_of(state)
    end = read_deal_end(given, sides)
    offending = {state.side_of(seat) for seat in end.offenders}
    if len(offending) > 1:
        message = say("The first to break a rule ended the deal: name only them.")
        raise wrong_field("offenders", message)
    if offending:
        return offending.pop(), BREAKS_RULE
    if not end.is_early:
        return None, None

    taker, *_ = end.find_taker(sides)
    if end.given_up:
        return state.side_of(end.given_up[0]), GIVES_UP
    return state.side_of(taker), CLAIMS


def _require_played_out(given: Values) -> None:
    """Raise WrongFieldsError unless the opponents have what the declarer lacks."""
    both = _add_points(given)
    if given.has("against") and both < ALL_POINTS:
        template = "Both sides have {both} together: say who ended the deal early too."
        raise wrong_field("against", say(template, both=both))

    n = given.number("opponents_tricks", None)
    if n is None:
        return
    if given.choice("tricks") != {0: ALL, HAND: NONE}.get(n, SOME):
        message = say("That doesn’t fit the declarer’s tricks.")
        raise wrong_field("opponents_tricks", message)


def _add_points(given: Values) -> int:
    """Return the sides' points together.

    Raise WrongFieldsError for more points than the cards have.
    """
    points = given.number("points", 0)
    both = points + given.number("against", 0)
    if both > ALL_POINTS:
        message = say("That makes {both} for both sides together.", both=both)
        raise wrong_field("against", message)
    return both


def _claim_null(sheet: Sheet) -> WholeDeal:
    if sheet.ended_by == DECLARER:
        # A seat that lays a null hand down claims no trick, and means the opponents.
        message = say("In a null the declarer claims no tricks: name the opponents.")
        raise wrong_field("rest", message)
    why = cite("claim", "The declarer takes no more tricks.")
    return replace(sheet, ended_by=None), (why,)

"""The sum of a deal's tricks, and the end of a deal entered as a whole."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from referee import (
    ENDS_EARLY,
    Card,
    Cards,
    Field,
    Reasons,
    Side,
    Values,
    count_points,
    deal_end_fields,
    part_sides,
    read_deal_end,
    say,
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
from .scoring import BY_THEN, SPITZE, SPITZE_MADE, fields_of_result
from .state import State
from .value import count_matadors

NO_SPITZE = {SPITZE.name: False}
"""As if it had not been announced: whoever lays down leaves the last trick unplayed.
"""


def count_tricks(state: State) -> tuple[Counter[str], Counter[str]]:
    """Return each side's card points, and how many tricks, of those that count."""
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


def count_up(state: State, skat: Cards, held: Cards = ()) -> dict[str, object]:
    """Return the fields that say how a deal ended, by its tricks and these cards.

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
    matadors, without = _count_matadors(state, skat, held)
    counted: dict[str, object] = {
        "matadors": matadors,
        "without": without,
        "points": points[DECLARER],
        "tricks": taken,
    }
    ended_by = state.ended_by
    if ended_by is None:
        return {**counted, **_count_spitze(state)}

    counted["ended_by"] = ended_by
    counted["against"] = points[OPPONENTS]
    counted["how"] = state.how
    counted["level"] = state.level
    counted["opponents_tricks"] = tricks[OPPONENTS]
    if state.how == THROWS_IN and not tricks[ended_by]:
        counted["has_sure_trick"] = _has_sure_trick(state, skat, held)
    return counted


def _count_spitze(state: State) -> dict[str, bool]:
    """Return whether the declarer took the last trick with the lowest trump."""
    if state.deal.claimed:
        return NO_SPITZE
    if not state.contract.get("spitze"):
        return {}
    last = state.deal.tricks[-1]
    card = last.plays[state.declarer]
    is_made = last.winner == state.declarer and card == trumps_of(state.game)[0]
    return {"spitze_made": is_made}


def _count_matadors(state: State, skat: Cards, held: Cards) -> tuple[int, bool]:
    """Count the matadors; a skat that is not two cards counts for none."""
    deal = state.deal
    cards = [*held]
    if len(skat) == IN_SKAT:
        cards.extend(skat)
    cards.extend(card for seat, card in deal.laid if seat == state.declarer)
    return count_matadors(state.game, cards)


def _has_sure_trick(state: State, skat: Cards, held: Cards) -> bool:
    """Return whether whoever threw the cards in had trumps sure of a trick."""
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

    Each higher trump of the other side can catch one of them, or one of each hand that
    the side has. `trumps` are all of the game, from the lowest to the highest.

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


WholeDeal = tuple[dict[str, object], Reasons]
"""What to ask about a deal, as the question about a game has it, and why."""

_ENDS = ("offenders", *ENDS_EARLY)
"""Where one of these is filled in, card points and tricks are those of what was played.
"""


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
    return part_sides(state.deal.seats, (state.declarer,))


def read_whole_deal(state: State, given: Values) -> WholeDeal:
    """Return the answers to ask about a deal with, and whatever else decides it.

    Raise WrongFieldsError if fields contradict each other, or something is missing.
    """
    by, how = _find_end(state, given)
    values = {name: n for name, n in given.values.items() if name not in _ENDS}
    if (by, how) != (DECLARER, CLAIMS) and values.get("level", NO_LEVEL) != NO_LEVEL:
        message = say("Only a declarer who lays down demands a level.")
        raise wrong_field("level", message)

    if how is None:
        _require_played_out(given)
        return values, ()
    if how == CLAIMS and state.game == NULL:
        return _claim_null(by, values)
    if how == CLAIMS and by == OPPONENTS:
        return _give_rest(given, values)

    is_lost = by == DECLARER and how != CLAIMS
    matters = not is_lost and state.game != NULL and values.get("tricks") == SOME
    if matters and "against" not in values:
        message = say("Say how many card points the opponents had by then.")
        raise wrong_field("against", message)
    return {**values, "ended_by": by, "how": how}, ()


def _find_end(state: State, given: Values) -> tuple[str, str | None]:
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
        return "", None

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

    Raise WrongFieldsError for more than there are.
    """
    points = given.number("points", 0)
    both = points + given.number("against", 0)
    if both > ALL_POINTS:
        message = say("That makes {both} for both sides together.", both=both)
        raise wrong_field("against", message)
    return both


def _claim_null(taker: str, values: dict[str, object]) -> WholeDeal:
    if taker == DECLARER:
        # Who lays a null hand down claims no trick, and means the opponents here.
        message = say("In a null the declarer claims no tricks: name the opponents.")
        raise wrong_field("rest", message)
    why = cite("claim", "The declarer takes no more tricks.")
    return {"tricks": NONE, **values}, (why,)


def _give_rest(given: Values, values: dict[str, object]) -> WholeDeal:
    """Give opponents who lay down the rest, as if it had been played."""
    _add_points(given)
    tricks = values.get("tricks", NONE)
    if tricks == ALL:
        tricks = SOME
    why = cite("claim", "The opponents lay down: the rest is theirs.")
    return {"points": 0, **values, "tricks": tricks, **NO_SPITZE}, (why,)

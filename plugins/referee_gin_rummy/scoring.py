"""The scores of deals and games, and the questions on them."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    FIFTY_TWO,
    Cards,
    Contest,
    Field,
    Question,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Values,
    as_optional,
    count_pips,
    flag_field,
    hookimpl,
    leaders,
    say,
    wrong_field,
)

from .game import (
    BIG_GIN,
    BONUSES,
    GAME_BONUSES,
    HAND,
    KNOCK,
    MOST_LEFT,
    SHUTOUT,
    TARGET,
    cite,
)
from .melds import Laid, lay_hands, rule_melds, say_points

KNOCKER = Field("knocker", "seat", say("Who knocked"))
HANDS = Field(
    "hands", "cards_by_seat", say("Hands"), min=HAND, max=HAND, choices=FIFTY_TWO
)
_LEFT = say("Points left in each hand")
LEFT = Field("deadwood", "numbers_by_seat", _LEFT, min=0, max=98)
UPCARD = Field("upcard", "card", say("The card turned up"))
BIG = flag_field("big", say("Big gin"), optional=True)

_HANDS = replace(HANDS, max=HAND + 1, unless=("deadwood",))
_LEFT_BY_SEAT = replace(LEFT, unless=("hands",))
_KNOCK = replace(KNOCK, optional=True, default=None)
_UPCARD = replace(UPCARD, optional=True)
_NOT_THE_FIRST = say("Who knocked, if not the first")
_KNOCKER = replace(KNOCKER, label=_NOT_THE_FIRST, optional=True)
_BIG_GIN = replace(BIG_GIN, optional=True)
_DEAL = (_HANDS, _LEFT_BY_SEAT, _KNOCK, _UPCARD, _KNOCKER, BIG, _BIG_GIN)
_POINTS = Field("points", "numbers_by_seat", say("Points"), min=0)
_BOXES = Field("boxes", "numbers_by_seat", say("Deals won"), min=0)
_GAME = (_POINTS, _BOXES)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions for the best melds, the score of a deal, and the game's."""
    hand = Field("hand", "cards", say("Ten cards, or eleven"), min=1, max=HAND + 1)
    discards = say("With eleven cards, one is discarded.")
    melds = Question("melds", say("What are the best melds?"), (hand,), discards)

    title = say("What does this deal score?")
    help = say("The hands, or the points left in them; whoever knocked comes first.")
    fields = (*_DEAL, *as_optional(BONUSES))
    deal = Question("deal", title, fields, help, copies=2, hook="score_round")

    title = say("What is the game worth?")
    agreed = as_optional((TARGET, *GAME_BONUSES, SHUTOUT))
    game = Question("game", title, (*_GAME, *agreed))
    return melds, deal, game


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on the best melds of a hand, or on a finished game."""
    if question == "game":
        return _rule_game(given)
    return rule_melds(given.cards("hand"))


# A deal


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a knock: whether it counts, who scores, and how much."""
    hands = given.cards_by_seat("hands")
    deadwood = given.numbers_by_seat("deadwood")
    seats = tuple(hands or deadwood)
    knocker = given.seat("knocker", None) or seats[0]
    if knocker not in seats or len(seats) != 2:
        raise wrong_field("knocker", say("Two play, and one of them knocks."))

    other = seats[1 - seats.index(knocker)]
    laid = lay_hands(knocker, other, hands) if hands else Laid(deadwood)
    left = laid.left[knocker]
    is_big = _has_big_gin(knocker, hands, given)
    if is_big and given.choice("big_gin", "none") == "none":
        template = "Big gin counts only where the table plays it: choose its bonus."
        raise wrong_field("big_gin", say(template))

    wrong = _refuse_knock(left, given)
    summary = "{seat} can’t knock with {points}"
    goes_on = cite("false-knock", "The knock doesn’t count, and play goes on.")
    if is_big and left:
        wrong = cite("big-gin", "Big gin is eleven cards, all of them in melds.")
        summary = "{seat} doesn’t have big gin, with {points} left"
        goes_on = cite("knock", "With a discard it may be a knock, or gin.")
    if wrong is None or given.values.get("let_pass"):
        return _score_knock(knocker, other, laid, given, is_big)

    verdict = {"legal": False, "seat": knocker, "deadwood": dict(laid.left)}
    said = say(summary, seat=knocker, points=say_points(left))
    return Ruling(verdict, said, (wrong, goes_on, *laid.because), laid.shown)


def _has_big_gin(knocker: str, hands: Mapping[str, Cards], given: Values) -> bool:
    """Return whether the knocker claims big gin; nobody else holds eleven cards."""
    for seat, hand in hands.items():
        if seat != knocker and len(hand) > HAND:
            raise wrong_field("hands", say("Only big gin is eleven cards."))
    if hands:
        return len(hands[knocker]) > HAND
    return given.flag("big")


def _refuse_knock(left: int, given: Values) -> Reason | None:
    """Return why a knock with so many points left does not count; None if it counts."""
    rule = given.choice("knock", "ten")
    if rule == "ten":
        if left <= MOST_LEFT:
            return None
        return cite("knock", "Knock with {n} points or less.", n=MOST_LEFT)
    if rule == "gin":
        if not left:
            return None
        return cite("straight-gin", "This table knocks only with gin.")

    if not given.has("upcard"):
        raise wrong_field(
            "upcard", say("Enter the card turned up: it says who may knock.")
        )
    card = given.card("upcard")
    most = count_pips((card,))
    if card.rank == "A" and rule == "oklahoma-gin":
        most = 0
    if left <= most:
        return None
    template = "With the {card} turned up, knock with {n} or less."
    return cite("oklahoma", template, card=card, n=most)


def _score_knock(
    knocker: str, other: str, laid: Laid, given: Values, is_big: bool
) -> Ruling:
    """Return the ruling on a knock that counts."""
    left = laid.left
    how = "knock"
    if not left[knocker]:
        how = "big-gin" if is_big else "gin"
    elif left[other] <= left[knocker]:
        how = "undercut"
    winner, loser = (other, knocker) if how == "undercut" else (knocker, other)
    bonus = _find_bonus(how, given)
    difference = left[loser] - left[winner]
    points = difference + bonus
    values = {
        "winner": winner,
        "loser": loser,
        "fewer": left[winner],
        "more": say_points(left[loser]),
        "difference": difference,
        "bonus": bonus,
        "points": points,
    }
    verdict = {
        "legal": True,
        "winner": winner,
        "points": {**dict.fromkeys(left, 0), winner: points},
        "how": how,
        "deadwood": dict(left),
    }
    contested = say("{winner} against {loser}, {fewer} left to {more}", **values)
    scored = (difference, bonus, points)
    rows = []
    for seat, n in left.items():
        cells = scored if seat == winner else (0, 0, 0)
        rows.append(ReckonedSeat(seat, (n, *cells), seat == winner))
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    why = cite(how, _WHY[how], **values)
    summary = say(_SUMMARIES[how], **values)
    contest = Contest(winner, loser, difference, contested)
    return Ruling(
        verdict,
        summary,
        (why, *laid.because),
        laid.shown,
        reckoning=reckoning,
        contest=contest,
    )


def _find_bonus(how: str, given: Values) -> int:
    """Return the bonus, beside the difference, for a deal with such an end."""
    if how == "big-gin":
        return int(given.choice("big_gin"))
    if given.has(f"{how}_bonus"):
        return given.number(f"{how}_bonus")
    return _BONUSES[how]


_BONUSES = {"knock": 0, "gin": 25, "undercut": 25}
_SUMMARIES = {
    "knock": "{winner} knocks and scores {points}",
    "gin": "{winner} has gin and scores {points}",
    "big-gin": "{winner} has big gin and scores {points}",
    "undercut": "{winner} undercuts {loser} and scores {points}",
}
_WHY = {
    "knock": "{loser} has {more} left, {winner} {fewer}: "
    "the difference is {difference}.",
    "gin": "{winner} has no cards left: {difference} for what {loser} has left, and "
    "{bonus} for gin.",
    "big-gin": "{winner} has melded eleven cards: "
    "{difference} for what {loser} has left, and {bonus} for big gin.",
    "undercut": "{loser} knocked with {more}, {winner} has {fewer} left: {difference}, "
    "and {bonus} for the undercut.",
}
_COLUMNS = (
    ReckoningColumn(say("Left"), aside=True),
    ReckoningColumn(say("Difference")),
    ReckoningColumn(say("Bonus")),
    ReckoningColumn(say("Score")),
)


# The game


def _rule_game(given: Values) -> Ruling:
    """Return the ruling on a finished game: its points with all bonuses."""
    points = given.numbers_by_seat("points")
    boxes = given.numbers_by_seat("boxes")
    first = _find_first(points, boxes, given)
    box, bonus = [
        given.number(option.name, int(str(option.default))) for option in GAME_BONUSES
    ]
    template = "{seat} has more points, and gets {n} for the game."
    shutout = given.choice("shutout", "game")
    times = 1
    if not min(points.values()) and shutout != "none":
        template = "The other scored nothing, so {seat} gets {n} for the game."
        if shutout == "game":
            bonus *= 2
        else:
            times = 2
    because: Reasons = (
        cite("game", template, seat=first, n=bonus),
        cite("game", "Each deal won scores {n}.", n=box),
        cite("winner", "The higher total wins."),
    )

    game = dict.fromkeys(points, 0)
    game[first] = bonus
    if times > 1:
        template = "The other has scored nothing, so everything counts twice."
        because = (*because, cite("shutout", template))
        points = {seat: n * times for seat, n in points.items()}
        game[first] *= times
        box *= times
    totals = {seat: n + box * boxes[seat] + game[seat] for seat, n in points.items()}
    winners = leaders(totals)
    rows = []
    for seat, n in points.items():
        cells = (n, box * boxes[seat], game[seat], totals[seat])
        rows.append(ReckonedSeat(seat, cells, seat in winners))

    template = "{winners} wins the game with {total}"
    if len(winners) > 1:
        template = "{winners} share the game with {total} each"
    summary = say(template, winners=winners, total=totals[winners[0]])
    verdict = {"winners": winners, "totals": totals, "game": game}
    reckoning = Reckoning(_GAME_COLUMNS, tuple(rows))
    return Ruling(verdict, summary, because, reckoning=reckoning)


def _find_first(
    points: Mapping[str, int], boxes: Mapping[str, int], given: Values
) -> str:
    """Return the seat with more points.

    Raise WrongFieldsError if neither has more, or neither has reached the target.
    """
    first, *level = leaders(points)
    if len(points) != 2 or level or set(boxes) != set(points):
        raise wrong_field("points", say("Two play, and one of them has more points."))
    target = given.number("target", None)
    if target is not None and points[first] < target:
        template = "Nobody has {n} points yet, so the game goes on."
        message = say(template, n=target)
        raise wrong_field("points", message)
    return first


_GAME_COLUMNS = (
    ReckoningColumn(say("Points")),
    ReckoningColumn(say("Boxes")),
    ReckoningColumn(say("Game")),
    ReckoningColumn(say("Total")),
)

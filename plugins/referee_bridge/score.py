"""What a contract scores: at duplicate, in Chicago and in a rubber; international match
points.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from referee import (
    ENDS_EARLY,
    Card,
    Field,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    count,
    hookimpl,
    say,
    tricks_in_the_end,
)

from .contract import TIMES, Contract, contract_in
from .rules import TRICKS, cite

DECLARING, DEFENDING = "declarer", "defenders"

SIDES = {DECLARING: say("The declarer's side"), DEFENDING: say("The defenders")}
"""What the sides are called where nobody has a seat."""

TRICKS_TAKEN = Field(
    "tricks",
    "number",
    say("Tricks taken by the declarer"),
    min=0,
    max=13,
    unless=ENDS_EARLY,
)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Rule on a contract, line by line: points of both sides, those below the line, and
    whether it is game.
    """
    contract = contract_in(given)
    over = tricks_in_the_end(given, TRICKS, DECLARING) - contract.level - 6
    scoring = given.seat_if_any("scoring") or "duplicate"
    lines = [*_lines(contract, over, given.flag("vulnerable"))]
    below = lines[0][2] if over >= 0 else 0
    game = (
        over >= 0
        and below
        + (0 if scoring == "duplicate" else given.number_if_any("part_score") or 0)
        >= 100
    )
    lines += _ending(scoring, game, given) if over >= 0 else ()
    points = sum(n for *_, n in lines)
    template = "{contract} down {under}: {n} for the defenders"
    if over >= 0:
        template = (
            "{contract} made with {over}: {n}" if over else "{contract} made: {n}"
        )
    rows = [ReckonedSeat(None, (n,), name=what) for _, what, n in lines]
    rows += (
        [ReckonedSeat(None, (points,), ahead=True, name=say("In all"))]
        if len(rows) > 1
        else []
    )
    verdict = {
        "declaring": points if over >= 0 else 0,
        "defending": points if over < 0 else 0,
        "below": below,
    }
    verdict |= {
        "game": game,
        "rubber": game and scoring == "rubber" and given.flag("vulnerable"),
    }
    because = tuple(
        cite(section, "{what}: {n}.", what=what, n=n) for section, what, n in lines
    )
    reckoning = Reckoning((ReckoningColumn(say("Points")),), tuple(rows))
    summary = say(
        template, contract=contract.name, over=_say_over(over), under=-over, n=points
    )
    return Ruling(verdict, summary, because, reckoning=reckoning)


Line = tuple[str, Text, int]
"""The section that a line of the score rests on, what it is for, and its points."""


def _lines(contract: Contract, over: int, vulnerable: bool) -> Iterator[Line]:
    """Yield what a contract brings in any way of scoring."""
    times, level = TIMES[contract.doubled], contract.level
    if over < 0:
        steps = [200, *[300] * 12] if vulnerable else [100, 200, 200, *[300] * 10]
        n = (
            sum(steps[:-over]) * times // 2
            if times > 1
            else -over * (100 if vulnerable else 50)
        )
        yield "undertricks", count("{n} undertrick", "{n} undertricks", -over), n
        return
    trick = 20 if contract.strain in "CD" else 30
    yield (
        "tricks",
        contract.name,
        (level * trick + 10 * (contract.strain == "NT")) * times,
    )
    if over:
        each = trick if times == 1 else 50 * times * (1 + vulnerable)
        yield "overtricks", _say_over(over), over * each
    if times > 1:
        yield "insult", say("For the insult"), 25 * times
    if level > 5:
        slam = say("Small slam") if level == 6 else say("Grand slam")
        yield "slams", slam, (level - 5) * (750 if vulnerable else 500)


def _say_over(over: int) -> Text:
    return count("{n} overtrick", "{n} overtricks", over)


def _ending(scoring: str, game: bool, given: Values) -> Iterator[Line]:
    """Yield what a game, a part-score or the rubber brings, once a contract is made."""
    if scoring == "rubber":
        if game and given.flag("vulnerable"):
            yield (
                "rubber",
                say("Rubber"),
                500 if given.flag("others_vulnerable") else 700,
            )
    elif game:
        yield "game", say("Game"), 500 if given.flag("vulnerable") else 300
    elif scoring == "duplicate":
        yield "duplicate", say("Part-score"), 50
    elif given.flag("last"):
        yield "part-scores", say("Part-score"), 100


def honours_in(hand: Sequence[Card], strain: str) -> int:
    """Return what one hand scores for honours."""
    if strain == "NT":
        aces = sum(card.rank == "A" for card in hand)
        return 150 if aces == 4 else 0
    honours = sum(card.suit == strain and card.rank in "TJQKA" for card in hand)
    return {4: 100, 5: 150}.get(honours, 0)


_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""From this difference on it is an IMP more."""


def rule_imps(ours: int, theirs: int) -> Ruling:
    """Rule on the IMPs that two scores of a team come to: below zero where the team
    loses them.
    """
    n = bisect_right(_STEPS, abs(ours + theirs)) * (1 if ours + theirs > 0 else -1)
    because = cite(
        "imps",
        "{ours} and {theirs} come to {n}.",
        ours=ours,
        theirs=theirs,
        n=ours + theirs,
    )
    return Ruling({"imps": n}, count("{n} IMP", "{n} IMPs", n), (because,))

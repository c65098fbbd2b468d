"""What a contract scores: at duplicate, in Chicago and in a rubber; honours; international match points."""

from bisect import bisect_right
from collections.abc import Iterator

from referee import (
    Card,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    count,
    hookimpl,
    say,
)

from .contract import TIMES, contract_fields, name_of_contract
from .rules import SCORINGS, cite

Line = tuple[Text, int, Reason]
"""A line of the score: what for, how many points, and why."""

_SCORINGS = {"duplicate": say("Duplicate"), **SCORINGS}

QUESTION = Question(
    "score",
    say("What does this contract score?"),
    (
        *contract_fields(),
        Field("tricks", "number", say("Tricks taken by the declarer"), min=0, max=13),
        Field("vulnerable", "flag", say("The declarer's side is vulnerable"), default=False, optional=True),
        Field(
            "scoring",
            "choice",
            say("Score"),
            choices=tuple(_SCORINGS),
            labels=_SCORINGS,
            default="duplicate",
            optional=True,
        ),
        Field("part_score", "number", say("Below the line before (Chicago, rubber)"), min=0, max=90, optional=True),
        Field("last", "flag", say("It is the last deal (Chicago)"), default=False, optional=True),
        Field("others_vulnerable", "flag", say("The others are vulnerable (rubber)"), default=False, optional=True),
    ),
    hook="score_round",
)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Rule on what a contract scores: points of both sides, those below the line, and whether they make a game."""
    return rule_score(given)


def rule_score(given: Values) -> Ruling:
    """Rule on what a contract scores, line by line as people write it."""
    level, strain = int(given.choice("level")), given.choice("strain")
    doubled = given.choice("doubled") if given.has("doubled") else "no"
    over = given.number("tricks") - level - 6
    name = name_of_contract(level, strain, doubled)
    if over < 0:
        return _rule_defeat(-over, name, doubled, given.flag("vulnerable"))
    below = trick_points(level, strain) * TIMES[doubled]
    had = given.number_if_any("part_score") or 0
    scoring = given.choice("scoring") if given.has("scoring") else "duplicate"
    game = below + (0 if scoring == "duplicate" else had) >= 100
    rubber = scoring == "rubber" and game and given.flag("vulnerable")
    lines = [
        (say("{contract}", contract=name), below, cite("tricks", "{contract} counts {n}.", contract=name, n=below)),
        *_bonuses(level, strain, doubled, over, given.flag("vulnerable")),
        *_ending(scoring, game, had, given),
    ]
    points = sum(n for _, n, _ in lines)
    verdict = {"made": True, "declaring": points, "defending": 0, "below": below, "game": game, "rubber": rubber}
    summary = say("{contract} is made: {n} points", contract=name, n=points)
    return Ruling(verdict, summary, tuple(why for *_, why in lines), reckoning=_reckoned(lines))


def trick_points(level: int, strain: str) -> int:
    """Return what the tricks of a contract count, not doubled."""
    return level * (20 if strain in "CD" else 30) + (10 if strain == "NT" else 0)


def _bonuses(level: int, strain: str, doubled: str, over: int, vulnerable: bool) -> Iterator[Line]:
    """Yield what a contract that is made brings in any way of scoring, beside its tricks."""
    if over:
        each = (20 if strain in "CD" else 30) if doubled == "no" else 50 * TIMES[doubled] * (1 + vulnerable)
        why = cite("overtricks", "{n} beyond the contract, at {each}.", n=over, each=each)
        yield count("{n} overtrick", "{n} overtricks", over), over * each, why
    if doubled != "no":
        n = 25 * TIMES[doubled]
        yield say("For the insult"), n, cite("insult", "A contract made though doubled brings {n} more.", n=n)
    if level >= 6:
        grand = level == 7
        n = (1000 if grand else 500) * (3 if vulnerable else 2) // 2
        what = say("Grand slam") if grand else say("Small slam")
        yield what, n, cite("slams", "A slam that was bid and made brings {n}.", n=n)


def _ending(scoring: str, game: bool, had: int, given: Values) -> Iterator[Line]:
    """Yield what a game, a part-score or the rubber brings."""
    vulnerable = given.flag("vulnerable")
    if scoring == "rubber":
        if game and vulnerable:
            n = 500 if given.flag("others_vulnerable") else 700
            won = cite("rubber", "It is the second game of this side; the rubber brings {n}.", n=n)
            yield say("Rubber"), n, won
        elif game:
            yield say("Game"), 0, cite("game", "A game is won, and its side is vulnerable from now on.")
    elif game:
        n = 500 if vulnerable else 300
        why = cite("game", "100 or more for tricks make a game, which brings {n}.", n=n)
        if had:
            why = cite("part-scores", "With the {had} from before they make a game, which brings {n}.", had=had, n=n)
        yield say("Game"), n, why
    elif scoring == "duplicate":
        yield say("Part-score"), 50, cite("duplicate", "A part-score brings 50.")
    elif given.flag("last"):
        yield say("Part-score"), 100, cite("part-scores", "A part-score in the last deal brings 100.")


def _rule_defeat(under: int, name: Text, doubled: str, vulnerable: bool) -> Ruling:
    """Rule on a contract that is not made."""
    if doubled == "no":
        n = under * (100 if vulnerable else 50)
        why = cite("undertricks", "{n} points for each trick that is missing.", n=100 if vulnerable else 50)
    else:
        steps = (200, 300, 300) if vulnerable else (100, 200, 200)
        single = sum((*steps, *[300] * 10)[:under])
        n = single * TIMES[doubled] // 2
        template = "Doubled, the first missing trick counts {first}, the next two {next} each, each further one 300."
        why = cite("undertricks", template, first=steps[0], next=steps[1])
        if doubled == "redoubled":
            why = cite("undertricks", "Redoubled, they count twice what they do doubled: 2 × {n}.", n=single)
    verdict = {"made": False, "declaring": 0, "defending": n, "below": 0, "game": False, "rubber": False}
    summary = count(
        "{contract} is one trick short: {points} points for the defenders",
        "{contract} is {n} tricks short: {points} points for the defenders",
        under,
        contract=name,
        points=n,
    )
    line = count("{n} undertrick", "{n} undertricks", under), n, why
    return Ruling(verdict, summary, (why,), reckoning=_reckoned([line]))


def _reckoned(lines: list[Line]) -> Reckoning:
    rows = [ReckonedSeat(None, (n,), name=what) for what, n, _ in lines if n]
    if len(rows) > 1:
        rows.append(ReckonedSeat(None, (sum(n for _, n, _ in lines),), name=say("In all"), ahead=True))
    return Reckoning((ReckoningColumn(say("Points")),), tuple(rows))


HONOURS = Question(
    "honours",
    say("Which honours does this hand score?"),
    (contract_fields()[1], Field("cards", "cards", say("The hand"), min=1, max=13)),
)


def honours_of(cards: tuple[Card, ...], strain: str) -> int:
    """Return what one hand scores for honours: 100, 150 or nothing."""
    if strain == "NT":
        return 150 if sum(card.rank == "A" for card in cards) == 4 else 0
    held = sum(card.suit == strain and card.rank in "TJQKA" for card in cards)
    return {4: 100, 5: 150}.get(held, 0)


def rule_honours(strain: str, cards: tuple[Card, ...]) -> Ruling:
    """Rule on the honours in one hand."""
    n = honours_of(cards, strain)
    template = "Four of the five highest trumps in one hand count 100, all five 150, four aces in no trump 150."
    return Ruling({"points": n}, say("{n} points for honours", n=n), (cite("honours", template),))


IMPS = Question(
    "imps",
    say("How many international match points (IMPs) is the difference?"),
    (Field("ours", "number", say("Our score at one table")), Field("theirs", "number", say("Our score at the other"))),
    help=say("Both as seen by the same team: what it lost is below zero."),
)

_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""From this difference on it is an IMP more."""


def rule_imps(ours: int, theirs: int) -> Ruling:
    """Rule on the IMPs that two scores of a team come to: below zero where the team loses them."""
    total = ours + theirs
    n = bisect_right(_STEPS, abs(total))
    because = cite("imps", "{ours} and {theirs} come to {n}.", ours=ours, theirs=theirs, n=total)
    return Ruling({"imps": n if total > 0 else -n}, count("{n} IMP", "{n} IMPs", n if total > 0 else -n), (because,))

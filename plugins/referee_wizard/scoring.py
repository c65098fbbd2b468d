"""The questions on a trick, on bids and on a deal, and the rulings on them."""

from dataclasses import replace

from referee import (
    BidResult,
    ExactBids,
    Question,
    Reason,
    Ruling,
    Values,
    choice_field,
    hookimpl,
    rule_trick,
    say,
    written_score,
)

from .game import COLOURS, GAME, JESTER, SIXTY, UNEVEN, WIZARD, cite

EXACT = ExactBids(SIXTY, 20, cite, bidding=(UNEVEN,))


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on bids, and on their score."""
    trump = choice_field("trump", say("Trump"), COLOURS, optional=True)
    return EXACT.questions(trump)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who takes a trick: the first wizard, else trump, else suit.

    `suit_led` is null after the lead of a wizard, since nobody has to follow then.
    """
    plays = given.card_by_seat("plays")
    cards = [*plays.values()]
    most = max(GAME.players)
    if WIZARD in cards:
        ruling = rule_trick(plays, cite, "wizard", trump=(WIZARD,), most=most)
        verdict = {**ruling.verdict}
        if verdict["suit_led"] == "trumps":
            verdict["suit_led"] = None
        why = cite("wizard", "The first wizard wins.")
        return replace(ruling, verdict=verdict, because=(why,))
    trump = given.choice("trump", None)
    ruling = rule_trick(plays, cite, "trick", trump=trump, most=most)
    if {*cards} == {JESTER}:
        why = cite("jester", "Only jesters were played: the first one wins.")
        return replace(ruling, because=(why,))
    return ruling


# Bids


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on whether these bids can stand together."""
    why = cite("bids", "Nobody bid more than there are tricks.")
    uneven = "uneven" if given.flag("uneven") else ""
    return EXACT.rule_bids(given, why, uneven)


# A deal


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal, with the score of each bid."""
    return EXACT.rule_deal(given, _score)


def _score(result: BidResult) -> tuple[int, Reason]:
    """Return 20 plus 10 a trick if right, else minus 10 for each trick amiss."""
    seat = result.seat
    bid = result.bid
    taken = result.taken
    section = "points"
    if result.is_right:
        n = 20 + 10 * bid
        template = "{seat} bid {bid} and took {taken}: 20 plus 10 a trick, {points}."
    else:
        n = -10 * abs(bid - taken)
        template = (
            "{seat} bid {bid} and took {taken}: 10 off for each trick over or under, "
            "{points}."
        )
    if result.broke_rule:
        section = "offence"
        template = "{seat} bid {bid}, took {taken} and broke a rule: {points}."
    points = written_score(n)
    return n, cite(section, template, seat=seat, bid=bid, taken=taken, points=points)

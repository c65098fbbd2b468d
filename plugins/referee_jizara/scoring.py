"""The questions what is a bid, who takes a card, and who a key, with their rulings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee import (
    Contest,
    Field,
    Question,
    Reason,
    Ruling,
    Text,
    Values,
    hookimpl,
    say,
    say_count,
    two_of,
    wrong_field,
)

from .game import HAND, ORDINARY, cite, total
from .sides import (
    CardsBySide,
    cards_of_partners,
    contest_between,
    count_people,
    require_sides,
    show_sides,
)
from .validation import add_up, explain_large, rule_bid, unchained

_COPIES = 2
_TWO_OF_EACH = two_of(ORDINARY)
"""The cards of two decks, as for teams; rulings check the copies of one deck."""


def _cards(name: str, type: str, cards: Text, least: int) -> Field:
    label = say("{label} (no ace and no four of clubs: these are keys)", label=cards)
    by_side = type == "cards_by_seat"
    return Field(
        name, type, label, min=least, max=HAND, choices=_TWO_OF_EACH, partners=by_side
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions what is a bid, who takes the card turned, and who a key."""
    cards = _cards("cards", "cards", say("Cards bid by one player"), 1)
    title = say("Is this a bid, and what is it worth?")
    help = say("A bid has at most one card that isn’t a 2, 3 or 4.")
    bid = Question("bid", title, (cards,), help, _COPIES)

    bids = _cards("bids", "cards_by_seat", say("The bid of each side that bids"), 1)
    title = say("Who takes the turned card?")
    help = say(
        "Each side’s bid; for a team both partners’ cards, one list each. Leave out "
        "those who pass."
    )
    contest = Question("contest", title, (bids,), help, _COPIES, "resolve_trick")

    hands = _cards("hands", "cards_by_seat", say("The hand of each side"), HAND)
    label = say("Who last won a card in the bidding")
    last_winner = Field("last_winner", "seat", label, optional=True)
    title = say("Who takes the key?")
    help = say("Each side’s hand; for a team both partners’ hands, one list each.")
    fields = (hands, last_winner)
    return bid, contest, Question("key", title, fields, help, _COPIES, "score_round")


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on a bid."""
    return rule_bid(given.cards("cards"))


# Who takes the card that was turned


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return which side takes the card that was turned, if any.

    A side that is not named passes. Raise WrongFieldsError if a bid is not legal, or
    names impossible cards. In a match (`ruled`) the bids were ruled on when they were
    laid, perhaps by a house rule or the table, and are not checked again.
    """
    bids = given.cards_by_side("bids")
    if not given.has("ruled"):
        _require_legal(bids)
    bidding = {}
    for side, bid in bids.items():
        if bid is not None:
            bidding[side] = total(cards_of_partners(bid))
    taken = _compare_bids(bidding, bids)
    winner = taken.winner
    values = {side: bidding.get(side) for side in bids}
    verdict = {"winner": winner, "values": values, "reason": taken.reason}
    sums = _explain_sums(bids, "team-bid", "{side} bids {sum}: {value}.")
    shown = show_sides(bids, winner)
    because = (taken.why, *sums)
    return Ruling(verdict, taken.summary, because, shown, contest=taken.contest)


def _require_legal(bids: CardsBySide) -> None:
    """Raise WrongFieldsError if a bid is not legal, or names cards that cannot be."""
    require_sides("bids", bids)
    for side, bid in bids.items():
        for cards in bid or ():
            large = unchained(cards)
            if len(large) > 1:
                fault = explain_large(large).text
                message = say("{side}: {fault}", side=side, fault=fault)
                raise wrong_field("bids", message)


@dataclass(frozen=True, slots=True)
class _Taken:
    """The side that takes the card, if any, and the reasons."""

    reason: str
    summary: Text
    why: Reason
    winner: str | None = None
    contest: Contest | None = None


def _rule_unopposed(bidding: Mapping[str, int]) -> _Taken:
    """Return who takes the card if one side bids, or none."""
    if not bidding:
        why = cite("nobody", "Nobody bids, so the card is burned.")
        return _Taken("none", say("Nobody takes the card"), why)

    [(winner, value)] = bidding.items()
    why = cite("solo", "No other side bids, so any bid takes the card.")
    summary = say_count(
        "{winner} takes the card unopposed, with {value}",
        "{winner} take the card unopposed, with {value}",
        count_people(winner),
        winner=winner,
        value=value,
    )
    return _Taken("solo", summary, why, winner)


def _compare_bids(bidding: Mapping[str, int], bids: CardsBySide) -> _Taken:
    """Return who takes the card: the higher bid, or nobody."""
    if len(bidding) < 2:
        return _rule_unopposed(bidding)
    highest = max(bidding.values())
    lowest = min(bidding.values())
    if highest == lowest:
        template = (
            "Both bids are worth {value}: neither side takes the card, and it is "
            "burned."
        )
        why = cite("tie", template, value=highest)
        summary = say("Both sides bid {value}: nobody takes the card", value=highest)
        return _Taken("tie", summary, why)

    winner = max(bidding, key=bidding.__getitem__)
    template = "The higher bid takes the card: {value} against {lower}."
    why = cite("both-bid", template, value=highest, lower=lowest)
    summary = say_count(
        "{winner} takes the card with {value} against {lower}",
        "{winner} take the card with {value} against {lower}",
        count_people(winner),
        winner=winner,
        value=highest,
        lower=lowest,
    )
    contest = contest_between(winner, bids, highest, lowest)
    return _Taken("higher", summary, why, winner, contest)


def _explain_sums(
    sides: CardsBySide, team_section: str, template: str
) -> Iterator[Reason]:
    """Yield the sum of the cards of each side that does not pass."""
    for side, partners in sides.items():
        if partners is None:
            continue
        cards = cards_of_partners(partners)
        sum = add_up(cards)
        value = total(cards)
        if len(partners) == 1:
            yield cite("values", template, side=side, sum=sum, value=value)
        else:
            between = "{side}: {sum} between them, worth {value}."
            yield cite(team_section, between, side=side, sum=sum, value=value)


# Who takes a key


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return which side takes a key by its hand; None if chance has to choose.

    `last_winner` is the side that last won a card by bidding, left out before any has.
    Raise WrongFieldsError for another number of sides than two, or an impossible hand.
    """
    hands = given.cards_by_side("hands")
    last_winner = given.seat("last_winner", None)
    require_sides("hands", hands)
    if len(hands) < 2 or None in hands.values():
        message = say("At a key both sides show their hands: enter both.")
        raise wrong_field("hands", message)
    if last_winner is not None and last_winner not in hands:
        template = "{named} isn’t a side. Name one of {sides}, or nobody."
        message = say(template, named=last_winner, sides=tuple(hands))
        raise wrong_field("last_winner", message)
    totals = {side: total(cards_of_partners(hand)) for side, hand in hands.items()}
    highest = max(totals.values())
    lowest = min(totals.values())
    if highest == lowest:
        return _rule_level_hands(hands, totals, last_winner)

    winner = max(totals, key=totals.__getitem__)
    template = "The stronger hand takes the key: {value} against {lower}."
    why = cite("key", template, value=highest, lower=lowest)
    summary = say_count(
        "{winner} takes the key with {value} against {lower} in hand",
        "{winner} take the key with {value} against {lower} in hand",
        count_people(winner),
        winner=winner,
        value=highest,
        lower=lowest,
    )
    verdict = {"winner": winner, "totals": totals, "reason": "higher"}
    because = (why, *_explain_hands(hands))
    shown = show_sides(hands, winner)
    contest = contest_between(winner, hands, highest, lowest)
    return Ruling(verdict, summary, because, shown, contest=contest)


def _explain_hands(hands: CardsBySide) -> Iterator[Reason]:
    return _explain_sums(hands, "team-key", "{side} has {sum}: {value}.")


def _rule_level_hands(
    hands: CardsBySide, totals: Mapping[str, int], last_winner: str | None
) -> Ruling:
    level, *_ = totals.values()
    shown = show_sides(hands, None)
    if last_winner is None:
        verdict = {"winner": None, "totals": totals, "reason": "random"}
        template = "The hands are level at {level}: chance decides who takes the key"
        summary = say(template, level=level)
        template = (
            "The hands are level at {level}, and nobody has won a card in the bidding "
            "yet."
        )
        why = cite("chance", template, level=level)
        reading = cite(
            "chance-until-a-bid",
            "The rules say so only of the very first card. Here it holds for every "
            "key until somebody has.",
        )
        return Ruling(verdict, summary, (why, reading, *_explain_hands(hands)), shown)

    verdict = {"winner": last_winner, "totals": totals, "reason": "last-winner"}
    summary = say_count(
        "{winner} takes the key: the hands are level at {level}, "
        "and the last card bid for went to {winner}",
        "{winner} take the key: the hands are level at {level}, "
        "and the last card bid for went to {winner}",
        count_people(last_winner),
        winner=last_winner,
        level=level,
    )
    template = (
        "The hands are level at {level}, and {winner} won the last card in the bidding."
    )
    why = cite("level-hands", template, level=level, winner=last_winner)
    template = "The rules don’t say what counts. A lone bid does, a key doesn’t."
    because = (why, cite("last-bid", template), *_explain_hands(hands))
    contest = contest_between(last_winner, hands, level, level)
    return Ruling(verdict, summary, because, shown, contest=contest)

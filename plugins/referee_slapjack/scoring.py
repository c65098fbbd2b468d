"""The questions that the game answers without any table, and its rulings on them."""

from collections.abc import Sequence
from itertools import groupby

from referee import (
    FIFTY_FOUR,
    RANK_NAMES,
    Card,
    Cards,
    Field,
    Question,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Seats,
    ShownCards,
    Text,
    Values,
    hookimpl,
    say,
    say_card_count,
    say_count,
)

from .game import FACE_CARDS, PLURAL, STAGES, WORTH, cite

QUESTIONS = (
    Question(
        "slap",
        say("Is this slap good?"),
        (
            Field(
                "stage",
                "choice",
                say("What is being slapped"),
                choices=STAGES,
                labels=PLURAL,
            ),
            Field(
                "pile",
                "cards",
                say("The pile, bottom card first"),
                min=0,
                max=54,
                choices=FIFTY_FOUR,
            ),
        ),
        say("The pile in the order played, top card last."),
        hook="resolve_trick",
    ),
    Question(
        "score",
        say("Who wins?"),
        (
            Field(
                "faces",
                "cards_by_seat",
                say("Face cards won"),
                min=0,
                choices=FACE_CARDS,
            ),
            Field(
                "stacks",
                "numbers_by_seat",
                say("Cards left in the stack"),
                min=0,
                max=54,
            ),
        ),
        say(
            "Each player’s face cards set aside, even if none, and how many cards are "
            "left."
        ),
        hook="score_round",
    ),
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions whether a pile can be slapped, and who has won."""
    return QUESTIONS


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a slap: if it is good, and the pile's cards it takes."""
    stage = given.choice("stage")
    pile = given.cards("pile")
    if not pile:
        why = cite(
            "empty-pile",
            "There is no card there, so nobody played the one slapped. No harm done.",
        )
        return Ruling(_BAD, say("No pile to slap"), (why,))

    takes = tuple(card for card in pile if card.rank == stage)
    top = pile[-1]
    if not takes:
        template = "The {top} is no {rank}, and there’s no {rank} under it."
        why = cite("false-slap", template, top=top, rank=RANK_NAMES[stage])
        return Ruling(_BAD, _say_false(stage), (why,), _show_top(pile, (top,)))

    template = (
        "Unclaimed under the {top}: {takes}. The first to slap wins the whole pile."
    )
    why = cite("covered", template, top=top, takes=takes)
    if top.rank == stage:
        template = "The {top} can be slapped: the first to do it wins the whole pile."
        why = cite("slap", template, top=top)
    template = "Set aside as score: {takes}. The rest goes under the winner’s stack."
    aside = cite("taking", template, takes=takes)
    summary = say("A good slap: it wins the pile and scores {takes}", takes=takes)
    verdict = {"good": True, "takes": takes}
    return Ruling(verdict, summary, (why, aside), _show_top(pile, takes))


_BAD = {"good": False, "takes": ()}


def rule_unseen_slap(stage: str) -> Ruling:
    """Return the ruling on a slap of a pile not entered in full, without a face."""
    template = "Those who looked say there was no {rank} in the pile."
    why = cite("false-slap", template, rank=RANK_NAMES[stage])
    return Ruling(_BAD, _say_false(stage), (why,))


def _say_false(stage: str) -> Text:
    return say("A false slap: no {rank} to win", rank=RANK_NAMES[stage])


FEWEST_SHOWN = 5


def _show_top(pile: Sequence[Card], deciding: Cards) -> tuple[ShownCards]:
    """Return the pile's cards from the lowest deciding one up."""
    lowest = min(map(pile.index, deciding))
    if len(pile) - lowest < FEWEST_SHOWN:
        lowest = max(len(pile) - FEWEST_SHOWN, 0)
    return (ShownCards(None, tuple(pile[lowest:]), deciding, say("top of the pile")),)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on face cards won and cards left, by seat.

    The verdict has `points`, `ranking` (best first) and `winners`, and the numbers that
    decided: `faces` and `stacks`.
    """
    won = given.cards_by_seat("faces")
    stacks = given.numbers_by_seat("stacks")
    faces = {}
    points = {}
    for seat, cards in won.items():
        faces[seat] = len(cards)
        points[seat] = WORTH * len(cards)

    def rank(seat: str) -> tuple[int, int]:
        return -faces[seat], -stacks[seat]

    order = sorted(faces, key=rank)
    ranking = tuple(tuple(group) for _, group in groupby(order, rank))
    winners = ranking[0]
    most = faces[order[0]]
    level = tuple(seat for seat in faces if faces[seat] == most)
    rows = []
    for seat in order:
        ranks = [card.rank for card in won[seat]]
        counts = map(ranks.count, STAGES)
        cells = (*counts, stacks[seat], points[seat])
        rows.append(ReckonedSeat(seat, cells, seat in winners))
    return Ruling(
        {
            "points": points,
            "ranking": ranking,
            "winners": winners,
            "faces": faces,
            "stacks": stacks,
        },
        _say_who_wins(winners, level, most),
        _why_they_win(winners, level, most, stacks[order[0]]),
        reckoning=Reckoning(COLUMNS, tuple(rows)),
    )


COLUMNS = (
    ReckoningColumn(say("Jacks")),
    ReckoningColumn(say("Queens")),
    ReckoningColumn(say("Kings")),
    ReckoningColumn(say("Stack"), aside=True),
    ReckoningColumn(say("Score")),
)


def _say_who_wins(winners: Seats, level: Seats, most: int) -> Text:
    """Return who wins with which cards, since others may have as many points."""
    if len(winners) > 1:
        return say_count(
            "{winners} share the win, with {n} face card each and equal stacks",
            "{winners} share the win, with {n} face cards each and equal stacks",
            most,
            winners=winners,
        )
    if len(level) > 1:
        return say_count(
            "{winners} wins the game with {n} face card and the larger stack",
            "{winners} wins the game with {n} face cards and the larger stack",
            most,
            winners=winners,
        )
    return say_count(
        "{winners} wins the game with {n} face card",
        "{winners} wins the game with {n} face cards",
        most,
        winners=winners,
    )


def _why_they_win(winners: Seats, level: Seats, most: int, stack: int) -> Reasons:
    section = "winning"
    if len(level) == 1:
        template = "{winner} won the most face cards: {n}."
        return (cite(section, template, winner=level[0], n=most),)
    each = say_count(
        "{level} won {n} face card each",
        "{level} won {n} face cards each",
        most,
        level=level,
    )
    template = "{each}, and the most cards in a stack decide: {cards}."
    reason = cite(section, template, each=each, cards=say_card_count(stack))
    if len(winners) == 1:
        return (reason,)
    template = "{winners} are level in that too, and share the win."
    return reason, cite("equal-winners", template, winners=winners)

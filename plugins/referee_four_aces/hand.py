"""The ruling on one hand: what it scores, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from referee import NOTHING, RANKS, Card, Reason, Ruling, ShownCards, Text, say
from referee_four_aces import wording
from referee_four_aces.hand_points import HandPoints, Kind, Pattern, best_patterns, score_hand
from referee_four_aces.sections import SECTIONS

_SECTION_OF: Mapping[Kind, str] = {
    "pairs": "pairs",
    "flush": "flush-or-straight",
    "straight": "flush-or-straight",
    "straight flush": "straight-flush",
    "non-hand": "non-hand",
}
_LADDER = "A" + RANKS
_MOST_THAT_SCORE = 5


def rule_hand(cards: tuple[Card, ...]) -> Ruling:
    """What these cards score as one hand, locked cards among them; ValueError for a card that stands twice."""
    scored = score_hand(cards)
    said, because = _said(scored, best_patterns(cards)), hand_reasons(cards)
    return Ruling(hand_verdict(scored), said, because, partial(laid_as_hand, cards))


def laid_as_hand(cards: tuple[Card, ...], seat: str | None = None, name: Text = NOTHING) -> tuple[ShownCards, ...]:
    """The cards of a hand; those of its type and its aces decided what it scores."""
    scoring = best_patterns(cards)[0].cards
    return (ShownCards(seat, cards, tuple(card for card in cards if card in scoring or card.rank == "A"), name),)


def hand_verdict(scored: HandPoints) -> dict[str, object]:
    """What a hand scores, as a verdict."""
    return {
        "points": scored.points,
        "types": scored.types,
        "aces": scored.aces,
        "total": scored.total,
        "four_aces": scored.four_aces,
    }


def hand_reasons(cards: tuple[Card, ...]) -> tuple[Reason, ...]:
    """Which cards make which type and which points, and what else counts or does not."""
    scored = score_hand(cards)
    patterns = best_patterns(cards)
    reasons = [_reached(pattern) for pattern in patterns]
    if scored.aces:
        template = "{aces}: {n} more"
        reasons.append(SECTIONS.cite("ace-bonus", template, aces=wording.aces(scored.aces), n=scored.aces))
    if scored.four_aces:
        reasons.insert(0, SECTIONS.cite("four-aces", "all four aces are in it: called, they win the game"))
    for pattern in patterns:
        reasons.extend(_remarks(pattern, cards))
    if not cards:
        reasons.append(SECTIONS.cite("empty-hand", "a hand without cards is read as a non-hand"))
    if jokers := tuple(card for card in cards if card.is_joker):
        reasons.append(SECTIONS.cite("unplayed-jokers", "{jokers} not played: worth nothing", jokers=jokers))
    return tuple(reasons)


def _said(scored: HandPoints, patterns: tuple[Pattern, ...]) -> Text:
    total, types = wording.points(scored.total), wording.any_of(patterns)
    if not scored.aces:
        return say("The hand scores {total}: {types}.", total=total, types=types)
    template = "The hand scores {total}: {types}, and {aces}."
    return say(template, total=total, types=types, aces=wording.aces(scored.aces))


def _reached(pattern: Pattern) -> Reason:
    section = _SECTION_OF[pattern.kind]
    name, points = wording.pattern(pattern), wording.points(pattern.points)
    if not pattern.cards:
        return SECTIONS.cite(section, "{name}: {points}", name=name, points=points)
    template = "{name}, {cards:short}: {points}"
    return SECTIONS.cite(section, template, name=name, cards=pattern.cards, points=points)


def _remarks(pattern: Pattern, cards: tuple[Card, ...]) -> Iterator[Reason]:
    """How an ace stands in a run, and that no more than five cards score."""
    if pattern.kind in ("straight", "straight flush"):
        if pattern.cards[0].rank == "A":
            yield SECTIONS.cite("ace-in-a-run", "the {ace} is low here", ace=pattern.cards[0])
        elif pattern.cards[-1].rank == "A":
            yield SECTIONS.cite("ace-in-a-run", "the {ace} is high here", ace=pattern.cards[-1])
    if _goes_on(pattern, cards):
        yield SECTIONS.cite("long-runs", "there are more than five such cards: they are read as five")


def _goes_on(pattern: Pattern, cards: tuple[Card, ...]) -> bool:
    """Whether a suit or a run of five has a sixth card in this hand."""
    if pattern.kind == "pairs" or len(pattern.cards) < _MOST_THAT_SCORE:
        return False
    first = pattern.cards[0]
    if pattern.kind == "flush":
        return sum(card.suit == first.suit for card in cards) > _MOST_THAT_SCORE
    if first.rank == "A":
        return False
    below = _LADDER[RANKS.index(first.rank)]
    suits = {card.suit for card in cards if card.rank == below}
    return first.suit in suits if pattern.kind == "straight flush" else bool(suits)

"""The ruling on one hand: what it scores, and with which cards."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import NOTHING, RANKS, Card, Reason, Ruling, ShownCards, Text, say

from .hand_points import LADDER, MOST_THAT_SCORE, HandPoints, HandType, Pattern, best_patterns, scored_hand
from .rules import cite

_SECTION_OF: Mapping[HandType, str] = {
    "pairs": "pairs",
    "flush": "flush-or-straight",
    "straight": "flush-or-straight",
    "straight flush": "straight-flush",
    "non-hand": "non-hand",
}
_ACES: Mapping[int, Text] = {
    1: say("one ace"),
    2: say("two aces"),
    3: say("three aces"),
    4: say("four aces"),
}

_PATTERNS: Mapping[str, Text] = {
    "pair": say("one pair"),
    "two pair": say("two pair"),
    "three of a kind": say("three of a kind"),
    "full house": say("a full house"),
    "four of a kind": say("four of a kind"),
    "2-card flush": say("a two-card flush"),
    "3-card flush": say("a three-card flush"),
    "4-card flush": say("a four-card flush"),
    "5-card flush": say("a five-card flush"),
    "2-card straight": say("a two-card straight"),
    "3-card straight": say("a three-card straight"),
    "4-card straight": say("a four-card straight"),
    "5-card straight": say("a five-card straight"),
    "2-card straight flush": say("a two-card straight flush"),
    "3-card straight flush": say("a three-card straight flush"),
    "4-card straight flush": say("a four-card straight flush"),
    "5-card straight flush": say("a five-card straight flush"),
    "non-hand": say("a non-hand"),
}


def points_said(points: float) -> Text:
    """A number of points, as people say it: `1 point`, `minus 3 points`."""
    n = int(points)
    if n == -1:
        return say("minus 1 point")
    if n < 0:
        return say("minus {n} points", n=-n)
    if n == 1:
        return say("1 point")
    return say("{n} points", n=n)


def rule_hand(cards: tuple[Card, ...]) -> Ruling:
    """What these cards score as one hand, locked cards among them; ValueError for a card that stands twice."""
    scored = scored_hand(cards)
    said = _said(scored, best_patterns(cards))
    because = tuple(replace(one, text=say("This hand: {said}.", said=one.text)) for one in hand_reasons(cards))
    return Ruling(hand_verdict(scored), said, because, shown_as_hand(cards))


def shown_as_hand(cards: tuple[Card, ...], seat: str | None = None, name: Text = NOTHING) -> tuple[ShownCards, ...]:
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
    """Which cards make which type and which points, and what else counts or does not: each a part of a sentence."""
    scored = scored_hand(cards)
    patterns = best_patterns(cards)
    reasons = [_reached(pattern) for pattern in patterns]
    if scored.aces:
        template = "{aces}: {n} more"
        reasons.append(cite("ace-bonus", template, aces=_ACES[scored.aces], n=scored.aces))
    if scored.four_aces:
        reasons.insert(0, cite("four-aces", "all four aces are in it, and win the game when called"))
    for pattern in patterns:
        reasons.extend(_remarks(pattern, cards))
    if not cards:
        reasons.append(cite("empty-hand", "a hand without cards is read as a non-hand"))
    if jokers := tuple(card for card in cards if card.is_joker):
        reasons.append(cite("unplayed-jokers", "{jokers} not played: worth nothing", jokers=jokers))
    return tuple(reasons)


def _said(scored: HandPoints, patterns: tuple[Pattern, ...]) -> Text:
    total, types = points_said(scored.total), _any_of(patterns)
    if not scored.aces:
        return say("The hand scores {total}: {types}.", total=total, types=types)
    template = "The hand scores {total}: {types}, and {aces}."
    if scored.four_aces:
        template = "All four aces: called, this hand wins the game. It scores {total}: {types}, and {aces}."
    return say(template, total=total, types=types, aces=_ACES[scored.aces])


def _any_of(patterns: tuple[Pattern, ...]) -> Text:
    """One or more patterns that are worth the same: `one pair or a two-card straight flush`."""
    said = _PATTERNS[patterns[0].name]
    for another in patterns[1:]:
        said = say("{these} or {another}", these=said, another=_PATTERNS[another.name])
    return said


def _reached(pattern: Pattern) -> Reason:
    section = _SECTION_OF[pattern.kind]
    name, points = _PATTERNS[pattern.name], points_said(pattern.points)
    if not pattern.cards:
        return cite(section, "{name}: {points}", name=name, points=points)
    template = "{name}, {cards:short}: {points}"
    return cite(section, template, name=name, cards=pattern.cards, points=points)


def _remarks(pattern: Pattern, cards: tuple[Card, ...]) -> Iterator[Reason]:
    """How an ace stands in a run, and that no more than five cards score."""
    if pattern.kind in ("straight", "straight flush"):
        if pattern.cards[0].rank == "A":
            yield cite("ace-in-a-run", "the {ace} is low here", ace=pattern.cards[0])
        elif pattern.cards[-1].rank == "A":
            yield cite("ace-in-a-run", "the {ace} is high here", ace=pattern.cards[-1])
    if _goes_on(pattern, cards):
        yield cite("long-runs", "there are more than five such cards: they are read as five")


def _goes_on(pattern: Pattern, cards: tuple[Card, ...]) -> bool:
    """Whether a suit or a run of five has a sixth card in this hand."""
    if pattern.kind == "pairs" or len(pattern.cards) < MOST_THAT_SCORE:
        return False
    first = pattern.cards[0]
    if pattern.kind == "flush":
        return sum(card.suit == first.suit for card in cards) > MOST_THAT_SCORE
    if first.rank == "A":
        return False
    below = LADDER[RANKS.index(first.rank)]
    suits = {card.suit for card in cards if card.rank == below}
    return first.suit in suits if pattern.kind == "straight flush" else bool(suits)

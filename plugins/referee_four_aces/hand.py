"""The hands of a player: what one scores, with which cards, and why."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee import (
    JOKERS,
    NOTHING,
    RANKS,
    Cards,
    Reason,
    Reasons,
    Ruling,
    ShownCards,
    Text,
    Values,
    say,
)

from .game import cite
from .hand_points import (
    LADDER,
    MOST_THAT_SCORE,
    HandPoints,
    Pattern,
    best_patterns,
    points_of,
)

HIDDEN = say("the hidden hand")
EXPOSED = say("the exposed hand")
NAMES = {"hidden": HIDDEN, "exposed": EXPOSED}
"""What a hand is called in a sentence."""

TITLES = {"hidden": say("The hidden hand"), "exposed": say("The exposed hand")}
"""What it is called by itself, and where a sentence begins."""

_SECTION_OF = {
    "pairs": "pairs",
    "flush": "flush-or-straight",
    "straight": "flush-or-straight",
    "straight flush": "straight-flush",
    "non-hand": "non-hand",
}
_ACES = {
    1: say("one ace"),
    2: say("two aces"),
    3: say("three aces"),
    4: say("four aces"),
}

_PATTERNS = {
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


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of one seat; the locked ones count in both hands, and stand apart."""

    hidden: Cards
    exposed: Cards
    locked: Cards

    @property
    def cards(self) -> Cards:
        """Every card that was named, in the order of the fields."""
        return self.hidden + self.exposed + self.locked

    @property
    def whole_hidden(self) -> Cards:
        """The hidden hand with the locked cards."""
        return self.hidden + self.locked

    @property
    def whole_exposed(self) -> Cards:
        """The exposed hand with the locked cards."""
        return self.exposed + self.locked

    @property
    def jokers(self) -> int:
        """Return how many jokers there are: each named, and one on each locked card."""
        return sum(map(JOKERS.__contains__, self.cards)) + len(self.locked)

    def show(self, seat: str | None = None) -> tuple[ShownCards, ShownCards]:
        """Return both hands as they are shown, the locked cards in each."""
        return (
            _show(self.whole_hidden, seat, HIDDEN),
            _show(self.whole_exposed, seat, EXPOSED),
        )


def hands_of(given: Values) -> Hands:
    """Return the hands that a question or an entry gives."""
    hidden = given.cards("hidden")
    exposed = given.cards("exposed")
    return Hands(hidden, exposed, given.cards("locked"))


def say_points(points: float) -> Text:
    """Return points as people say them: `1 point`, `minus 3 points`."""
    n = int(points)
    if n == -1:
        return say("minus 1 point")
    if n < 0:
        return say("minus {n} points", n=-n)
    if n == 1:
        return say("1 point")
    return say("{n} points", n=n)


def rule_hand(cards: Cards) -> Ruling:
    """Return what these cards score as one hand; ValueError if a card stands twice."""
    scored = points_of(cards)
    summary = _summarise(scored, best_patterns(cards))
    because = []
    for reason in hand_reasons(cards):
        text = say("This hand: {said}.", said=reason.text)
        because.append(replace(reason, text=text))
    return Ruling(scored._asdict(), summary, tuple(because), (_show(cards),))


def _show(cards: Cards, seat: str | None = None, name: Text = NOTHING) -> ShownCards:
    """Return a hand; the cards of its type and its aces decided what it scores."""
    scoring = best_patterns(cards)[0].cards
    lit = [card for card in cards if card in scoring or card.rank == "A"]
    return ShownCards(seat, cards, tuple(lit), name)


def hand_reasons(cards: Cards) -> Reasons:
    """Return what counts in a hand and what does not, each a piece of a sentence."""
    return tuple(_reasons(cards))


def _reasons(cards: Cards) -> Iterator[Reason]:
    scored = points_of(cards)
    patterns = best_patterns(cards)
    if scored.four_aces:
        yield cite("four-aces", "it has all four aces, which win the game when called")
    for pattern in patterns:
        yield _explain(pattern)
    if scored.aces:
        aces = _ACES[scored.aces]
        yield cite("ace-bonus", "{aces}: {n} more", aces=aces, n=scored.aces)
    for pattern in patterns:
        yield from _remarks(pattern, cards)

    if not cards:
        yield cite("empty-hand", "a hand without cards counts as a non-hand")
    jokers = tuple(card for card in cards if card.is_joker)
    if jokers:
        template = "{jokers} not played: worth nothing"
        yield cite("unplayed-jokers", template, jokers=jokers)


def _summarise(scored: HandPoints, patterns: tuple[Pattern, ...]) -> Text:
    first, *others = patterns
    types = _PATTERNS[first.name]
    for other in others:
        another = _PATTERNS[other.name]
        types = say("{these} or {another}", these=types, another=another)

    total = say_points(scored.total)
    if not scored.aces:
        return say("The hand scores {total}: {types}.", total=total, types=types)
    template = "The hand scores {total}: {types}, and {aces}."
    if scored.four_aces:
        template = (
            "All four aces: called, this hand wins the game. "
            "It scores {total}: {types}, and {aces}."
        )
    return say(template, total=total, types=types, aces=_ACES[scored.aces])


def _explain(pattern: Pattern) -> Reason:
    section = _SECTION_OF[pattern.kind]
    name = _PATTERNS[pattern.name]
    points = say_points(pattern.points)
    if not pattern.cards:
        return cite(section, "{name}: {points}", name=name, points=points)
    template = "{name}, {cards:short}: {points}"
    return cite(section, template, name=name, cards=pattern.cards, points=points)


def _remarks(pattern: Pattern, cards: Cards) -> Iterator[Reason]:
    """Yield how an ace stands in a run, and that no more than five cards score."""
    if pattern.kind in ("straight", "straight flush"):
        lowest = pattern.cards[0]
        highest = pattern.cards[-1]
        if lowest.rank == "A":
            yield cite("ace-in-a-run", "the {ace} is low here", ace=lowest)
        elif highest.rank == "A":
            yield cite("ace-in-a-run", "the {ace} is high here", ace=highest)
    if _goes_on(pattern, cards):
        template = "more than five such cards count as five"
        yield cite("long-runs", template)


def _goes_on(pattern: Pattern, cards: Cards) -> bool:
    """Return whether a suit or a run of five has a sixth card in this hand."""
    if pattern.kind == "pairs" or len(pattern.cards) < MOST_THAT_SCORE:
        return False
    first = pattern.cards[0]
    if pattern.kind == "flush":
        of_suit = [card for card in cards if card.suit == first.suit]
        return len(of_suit) > MOST_THAT_SCORE
    if first.rank == "A":
        return False

    below = LADDER[RANKS.index(first.rank)]
    suits = {card.suit for card in cards if card.rank == below}
    if pattern.kind == "straight flush":
        return first.suit in suits
    return bool(suits)

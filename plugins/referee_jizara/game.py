"""The game, its cards and what they are worth, its sections, and its guide."""

from collections.abc import Iterable

from referee import (
    FIFTY_TWO,
    Card,
    Game,
    Preparation,
    Setting,
    Text,
    card,
    hookimpl,
    number_field,
    read_guide,
    read_sections,
    say,
    without,
)

from .sides import sides_of

KEYS_THAT_WIN = 3

HAND = 5
"""The number of cards in a hand."""

KEYS = tuple(card for card in FIFTY_TWO if card.rank == "A" or card.code == "4C")
"""The five key cards: the four of clubs and the aces."""

ORDINARY = without(FIFTY_TWO, KEYS)
"""The 47 other cards: one of each, or two in a game of teams."""

_FACES = {"T": 10, "J": 15, "Q": 20, "K": 25}

VALUES = {card: _FACES.get(card.rank) or int(card.rank) for card in ORDINARY}
"""The worth of each ordinary card, in a bid and in a hand."""

CHAIN_CARDS = frozenset(card for card in ORDINARY if card.rank in "234")
"""The cards that can be added to any bid."""

_DRAW = say("Cards in the bidding draw, the five keys among them")

GAME = Game(
    id="jizara",
    title="Ji'zara",
    players=(2, 4),
    first_from_dealer=0,
    family="showdown",
    summary="Bid cards from your hand for better ones, and hold the better hand when a "
    "key turns up; three of the five keys win. For two players or two teams of "
    "two.",
    source="“Ji'zara”, a rules text that names no author",
    options=(number_field("bidding_draw", _DRAW, 10, 40, default=20),),
    score=say("Keys won"),
    follows={"values": "winner"},
    verdicts={
        "bidding": say("Who bids"),
        "passing": say("Who passes"),
        "value": say("What the bid is worth"),
        "key": say("The key"),
        "pot": say("Cards in the pot"),
        "burn": say("Cards in the burn"),
        "refill_after": say("Cards drawn before the burn is shuffled in"),
    },
    picture=(card("QD"), card("KD"), card("AD")),
    minutes=(30, 60),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)

describe_game = GAME.hook
rule_sections = RULES.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the first card turned."""
    sides = sides_of(setting)
    first, second = sides.names
    draw = bidding_draw(setting)
    return GUIDE.steps(
        "teams" if sides.copies > 1 else "two players",
        one=first,
        other=second,
        bidders=sides.bidders,
        builders=tuple(map(sides.builder, sides.names)),
        ordinary=draw - len(KEYS),
        draw=draw,
        pot=pot_at_first(setting),
    )


def bidding_draw(setting: Setting) -> int:
    """Return the number of cards in the first bidding draw, keys included."""
    return setting.chosen.number("bidding_draw")


def pot_at_first(setting: Setting) -> int:
    """Return the number of cards in the first pot, before anybody draws."""
    cards = sides_of(setting).copies * len(ORDINARY) + len(KEYS)
    return cards - bidding_draw(setting)


def total(cards: Iterable[Card]) -> int:
    """Return the worth of these ordinary cards together; raise KeyError for a key."""
    return sum(map(VALUES.__getitem__, cards))


def say_never_in_hand(card: Card) -> Text:
    """Return why nobody ever holds this card, which has no value."""
    if card.is_joker:
        return say("The {card} never comes into a hand.", card=card)
    return say("The {card} is a key, and never comes into a hand.", card=card)

"""What Skat is played with: games, trumps, values and rules."""

from referee import (
    DEPTH,
    THIRTY_TWO,
    Card,
    Field,
    Game,
    Setup,
    SetUpStep,
    card,
    hookimpl,
    read_guide,
    read_sections,
    say,
)

RULES, GUIDE = read_sections("skat", __package__), read_guide(__package__, THIRTY_TWO)
cite, rule_sections = RULES.cite, RULES.hook

GRAND, NULL = "grand", "null"
SUITS = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, GRAND: 24}
NULL_VALUES = {"nothing": 23, "hand": 35, "ouvert": 46, "ouvert-hand": 59}
GAMES = (*BASES, NULL)
LABELS = dict(
    zip(GAMES, (say("clubs"), say("spades"), say("hearts"), say("diamonds"), say("grand"), say("null")), strict=True)
)
ANNOUNCED = {
    "nothing": say("nothing"),
    "hand": say("hand"),
    "schneider": say("schneider"),
    "schwarz": say("schwarz"),
    "ouvert": say("ouvert"),
    "ouvert-hand": say("ouvert hand"),
}
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
RANKS = "789QKTA"
JACKS = (card("JD"), card("JH"), card("JS"), card("JC"))


def trumps_of(game: str) -> tuple[Card, ...]:
    """Return the trumps of a game, from the lowest to the highest; none in a null."""
    return () if game == NULL else (*(card(rank + SUITS[game]) for rank in RANKS if game in SUITS), *JACKS)


_VALUES = {base * n for game, base in BASES.items() for n in range(2, len(trumps_of(game)) + 8)}
BIDS = (*sorted({*NULL_VALUES.values(), *_VALUES}),)
"""All values that a game can have, with one matador up to all of them and seven levels: what can be bid."""


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, for three, or for four of whom the dealer sits out."""
    return GUIDE.steps("four" if len(setting.seats) > 3 else "")


@hookimpl
def describe_game() -> Game:
    """What Skat is, and what a table chooses."""
    rounds = Field("rounds", "number", say("How often each deals"), min=1, max=24, default=12)
    summary = "Bid for the right to play alone against two, and take 61 of the 120 card points."
    source = "The International Skat Order of DSkV and ISPA; rules as on pagat.com"
    told = {"won": say("The declarer wins"), "score": say("The declarer scores"), "covered": say("The bid is covered")}
    told |= {"opponents": say("Each of the others scores"), "needs": say("What it takes to cover the bid")}
    options, deck = (DEPTH, rounds), THIRTY_TWO
    return Game("skat", "Skat", (3, 4), summary, source, options, deck=deck, verdicts=told, family="tricks")

"""A match of Skat for tests: whose cards are which, and what is entered again and
again.
"""

from referee import Ruling
from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy")
ANA = "JC JS JH JD AC TC KC QC 9C 8C"
BEN = "AH TH KH QH 9H 8H 7H AS TS KS"
CY = "QS 9S 8S 7S AD TD KD QD 9D 8D"
"""In the skat lie 7C and 7D."""


def match(*seats: str, depth: str = "tricks", **given: object) -> PlayedMatch:
    return PlayedMatch.begun(
        "skat", seats or SEATS, dealer=(seats or SEATS)[-1], depth=depth, **given
    )  # type: ignore[arg-type]


def named(
    played: PlayedMatch, game: str = "clubs", declarer: str = "Ana", **given: object
) -> PlayedMatch:
    """The match once this game is named."""
    played.enter(
        "contract",
        declarer=declarer,
        **{"game": game, "announced": "nothing", "bid": 18, **given},
    )
    return played


def trick(played: PlayedMatch, cards: str) -> tuple[Ruling, ...]:
    """A trick, its cards in the order in which they are played."""
    deal = played.state.deals.deal
    played.enter("trick", plays=dict(zip(deal.to_play, cards.split(), strict=True)))
    return played.rulings


def all_tricks(played: PlayedMatch, n: int = 10) -> PlayedMatch:
    """So many tricks, which Ana all leads and wins."""
    for cards in list(zip(ANA.split(), BEN.split(), CY.split(), strict=True))[:n]:
        trick(played, " ".join(cards))
    return played


def scores(played: PlayedMatch) -> dict[str, float]:
    return dict(played.scores)


def only(seat: str, score: float) -> dict[str, float]:
    return {**dict.fromkeys(SEATS, 0), seat: score}


def counted(played: PlayedMatch) -> Ruling:
    return next(ruling for ruling in played.rulings if "value" in ruling.verdict)

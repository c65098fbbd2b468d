"""Legal cards on the pile, their effects, and the points of cards left."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from referee import (
    FIFTY_TWO,
    SUIT_NAMES,
    SUITS,
    Card,
    Cards,
    Field,
    HouseRule,
    Question,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    number_field,
    rule_illegal,
    say,
    say_card_count,
    two_of,
    with_house_rule,
    wrong_field,
)

from .game import EIGHTS, SCORING, VARIANT, VARIANTS, Variant, cite

WISHED = Field(
    "suit", "choice", say("The suit named"), choices=tuple(SUITS), labels=SUIT_NAMES
)
LEFT = Field(
    "cards",
    "cards_by_seat",
    say("Cards left in hand"),
    min=1,
    choices=two_of(FIFTY_TWO),
    some=True,
)

_TOP = say("The top card (empty: this one is turned up first)")
_TO_DRAW = say("Cards due to be drawn")
_VARIANT = replace(VARIANT, optional=True)
_PLAY = (
    Field("card", "card", say("The card to play"), choices=FIFTY_TWO),
    Field("top", "card", _TOP, optional=True, choices=FIFTY_TWO),
    replace(WISHED, optional=True),
    number_field("draws", _TO_DRAW, 0, 40, optional=True),
    _VARIANT,
    replace(EIGHTS, optional=True, needs={}),
    Field("misses", "flag", say("A turn is to be missed"), optional=True),
)

DOUBLED = Field("doubled", "flag", say("Out with a jack"), optional=True)
_COUNTED = say("Or their points")
_POINTS = (
    replace(LEFT, min=0, unless=("left",)),
    Field("left", "numbers_by_seat", _COUNTED, optional=True, min=0, some=True),
    replace(SCORING, optional=True),
    DOUBLED,
    _VARIANT,
)

_COLUMNS = (
    ReckoningColumn(say("Left in hand"), aside=True),
    ReckoningColumn(say("Scores")),
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a card to lay, and on the cards left."""
    may_lie = say("Can this card be played?")
    counts = say("What do the cards left score?")
    return (
        Question("play", may_lie, _PLAY, hook="resolve_trick", copies=2),
        Question("deal", counts, _POINTS, hook="score_round", copies=2),
    )


def name_variant(given: Values) -> str:
    """Return the variant that a question is about: Crazy Eights by default."""
    return str(given.values.get("variant") or VARIANT.default)


def _require_cards(given: Values, field: str, cards: Iterable[Card]) -> None:
    """Raise WrongFieldsError for cards that this variant is not played with.

    A table refuses such cards itself, with a ruling.
    """
    if given.values.get("at_table"):
        return
    variant = VARIANTS[name_variant(given)]
    template = "The {card} isn’t in this deck: the lowest card is a seven."
    for card in cards:
        if card not in variant.cards:
            message = say(template, card=card)
            raise wrong_field(field, message)


# A card on the pile


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a card laid on the pile, or turned up to begin it.

    - `legal`: whether the card may lie there.
    - `draws`: how many cards the next player then has to draw.
    - `skips`: how many players miss a turn.
    - `reverses`: whether play goes on the other way round.
    - `misses`: whether the next player misses a turn unless they lay another eight.
    - `again`: whether the same player plays again, by a house rule.
    """
    variant = VARIANTS[name_variant(given)]
    card = given.card("card")
    _require_cards(given, "card", (card,))
    top = None
    cards: Cards = (card,)
    if given.has("top"):
        top = given.card("top")
        _require_cards(given, "top", (top,))
        cards = (top, card)
    draws = given.number("draws", 0)
    wished = str(given.values.get("suit") or "")

    legal, *because = _may_lie(variant, top, wished, draws, card)
    if given.flag("misses") and card.rank != variant.skips:
        legal = False
        because = [cite("eight-on-eight", "Only an eight passes the turn on.")]
    verdict = {"legal": legal, "draws": 0, "skips": 0, "reverses": False}
    summary = say("The {card} can’t be played", card=card)
    if legal:
        summary = say("The {card} can be played", card=card)
        if card.rank == variant.draws_two:
            verdict["draws"] = draws + 2
            template = "The next player draws {n}, or lays another seven."
            because.append(cite("seven", template, n=say_card_count(draws + 2)))
        elif card.rank == variant.skips and given.flag("eight_on_eight"):
            verdict["misses"] = True
            template = "The next player misses a turn, or lays another eight."
            because.append(cite("eight-on-eight", template))
        elif card.rank == variant.skips:
            verdict["skips"] = 1
            because.append(cite("eight", "The next player misses a turn."))
    shown = ShownCards(None, cards, (card,))
    return Ruling(verdict, summary, tuple(because), (shown,))


def _may_lie(
    variant: Variant, top: Card | None, wished: str, draws: int, card: Card
) -> tuple[bool, Reason]:
    """Return whether a card may lie there, with the reason."""
    is_wild = card.rank == variant.wild
    if top is None:
        if not is_wild:
            return True, cite("starter", "It acts as if the dealer had played it.")
        section = "starter" if variant.wild == "8" else "starter-jack"
        template = "It goes back into the stock, and another card is turned up."
        return False, cite(section, template)

    suit = wished or str(top.suit)
    suit_name = SUIT_NAMES[suit]
    if not fits(variant, top, suit, draws, card):
        if draws:
            template = "{n} to draw. Only a card of the same rank passes that on."
            return False, cite("play", template, n=draws)
        if wished:
            template = "The named suit is {suit}."
            return False, cite("wish", template, suit=suit_name)
        template = "It matches neither the suit nor the rank of the {top}."
        return False, cite("play", template, top=top)

    if is_wild:
        return True, cite(
            "wish",
            "It goes on anything, and its player names the next suit.",
        )
    if card.rank == top.rank:
        return True, cite("play", "Same rank as the {top}.", top=top)
    section = "wish" if wished else "play"
    return True, cite(section, "It follows suit: {suit}.", suit=suit_name)


def fits(variant: Variant, top: Card, suit: str, draws: int, card: Card) -> bool:
    """Return whether a card may be laid on `top` if `suit` is to be followed.

    If `draws` cards are to be drawn, only another card of that effect may be laid.
    """
    if draws:
        return card.rank == top.rank
    return card.rank in (variant.wild, top.rank) or card.suit == suit


# What is left in hands


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on the cards left in hands.

    Its verdict says by seat what the cards `left` count and which `points` each scores,
    and who is `out`. Nobody is out if all still have cards, since then nobody could
    play. The verdict is not `legal` if several seats have none.
    """
    variant = VARIANTS[name_variant(given)]
    is_own = (given.values.get("scoring") or SCORING.default) == "own"
    cards = given.cards_by_seat("cards")
    left = dict(given.numbers_by_seat("left"))
    for seat, held in cards.items():
        _require_cards(given, "cards", held)
        left[seat] = sum(variant.points[card.rank] for card in held)

    seats = tuple(seat for seat in left if not left[seat])
    if len(seats) > 1:
        why = cite(
            "out", "Only one player can go out: enter what the others have left."
        )
        text = say("{seats} have no cards left", seats=seats)
        return rule_illegal(text, why, seats=seats)

    out = seats[0] if seats else None
    points = left if is_own else _collect(left)
    doubled: Reasons = ()
    if given.flag("doubled"):
        if out is None:
            raise wrong_field("doubled", say("Nobody is out."))
        points = {seat: 2 * n for seat, n in points.items()}
        doubled = (cite("jack-doubles", "{seat} went out with a jack.", seat=out),)
    summary, why = _explain_score(is_own, out, points)
    because: Reasons = (why, *doubled)
    if cards:
        because = (_explain_values(variant), *because)

    pick = min if is_own else max
    best = pick(points.values(), default=0)
    rows = []
    for seat, n in left.items():
        score = points[seat]
        rows.append(ReckonedSeat(seat, (n, score), score == best))
    shown = [ShownCards(seat, held) for seat, held in cards.items() if held]
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(
        {"out": out, "left": left, "points": points},
        summary,
        because,
        tuple(shown),
        reckoning=reckoning,
    )


def _collect(left: Mapping[str, int]) -> dict[str, int]:
    """Return the points if the seat with the least scores the others' excess."""
    least = min(left.values(), default=0)
    points = dict.fromkeys(left, 0)
    more = sum(left.values()) - least * len(left)
    for seat, n in left.items():
        if n == least:
            points[seat] = more
    return points


def _explain_score(
    is_own: bool, out: str | None, points: Mapping[str, int]
) -> tuple[Text, Reason]:
    """Return who is out, with the reasons for each score."""
    summary = say("Nobody went out: count the cards left in hand")
    if is_own:
        if out is not None:
            summary = say("{seat} goes out", seat=out)
        return summary, cite("score", "Each writes down what they have left.")
    if out is None:
        template = (
            "Nobody went out: the lowest hand scores the difference to each other hand."
        )
        return summary, cite("blocked", template)
    summary = say("{seat} goes out and scores {n}", seat=out, n=points[out])
    template = "{seat} goes out and scores what everyone else has left."
    return summary, cite("score", template, seat=out)


def _explain_values(variant: Variant) -> Reason:
    if variant.wild == "8":
        return cite(
            "points",
            "An eight counts 50, a king, queen, jack or ten 10, an ace 1, "
            "other cards their number.",
        )
    return cite(
        "mau-mau-points",
        "A jack counts 20, an ace 11, a ten 10, nine, eight and seven their number, "
        "a king 4, a queen 3.",
    )


# House rules


Hook = Callable[[Values], Wrapper[Ruling]]
"""How a house rule rules on a card that is laid."""


def give_effect(
    rule: HouseRule, ranks: Mapping[str, str], why: str, **effect: int
) -> Hook:
    """Return the hook that gives this effect to cards of a rank, `ranks` by variant.

    Cards to draw for this effect are added to the cards that are to be drawn already.
    """
    reason = by_house_rule(rule, why)

    @hookimpl(wrapper=True)
    def resolve_trick(given: Values) -> Wrapper[Ruling]:
        """Return the ruling on a card of this rank; any other stands unchanged."""
        ruling = yield
        rank = ranks.get(name_variant(given))
        if rank != given.card("card").rank or not ruling.verdict["legal"]:
            return ruling
        verdict = {**ruling.verdict, **effect}
        if "draws" in effect:
            verdict["draws"] = effect["draws"] + given.number("draws", 0)
        return with_house_rule(replace(ruling, verdict=verdict), reason)

    return resolve_trick

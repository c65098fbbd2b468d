"""The rulings on a play, and on what a pile allows."""

from dataclasses import replace
from functools import cache

from referee import Card, Reason, Ruling, ShownCards, Text, Values, count_cards, hookimpl, say

from .pile import ROW, after_rows, card_to_beat, in_a_row, playable_ranks, seen_in_a_row, seen_through, top_of_one_rank
from .ranks import ALL_RANKS, SPECIALS, ranks_said
from .rules import cite


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on cards played on a pile: `legal`, `pile`, `picked_up`, `again`, `cover`."""
    pile = given.cards("pile")
    lying = after_rows(pile)
    return with_discarded(rule_play(lying, given.cards("cards")), pile, lying)


def with_discarded(ruling: Ruling, pile: tuple[Card, ...], lying: tuple[Card, ...]) -> Ruling:
    """The ruling on what lies above a row in this pile (bottom first), with the reason why the rest does not count."""
    gone = pile[: len(pile) - len(lying)]
    if not gone:
        return ruling
    template = "{row:short} lie in a row: the pile up to them is taken as discarded already."
    if not lying:
        template = "{row:short} lie in a row: the pile is taken as discarded already, and anything may be played."
    others = tuple(reason for reason in ruling.because if lying or reason is not _ON_NOTHING)
    return replace(ruling, because=(cite("three-in-a-row", template, row=top_of_one_rank(gone)), *others))


def rule_play(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> Ruling:
    """Whether these cards (one at least) may be played together on this pile (bottom first), and what they do."""
    shown = cards_of(pile, cards)
    if (wrong := _why_not(pile, cards)) is not None:
        verdict = {"legal": False, "pile": pile, "picked_up": (), "again": False, "cover": False}
        summary = say("{cards:short} may not be played. {wrong}", cards=cards, wrong=wrong.text)
        return Ruling(verdict, summary, (wrong, *_on_a_flipped_ten(pile)), shown)
    verdict = verdict_of(pile, cards)
    by_row = verdict["again"] and cards[0].rank != "T"
    summary, why = _cleared_by_row(pile, cards) if by_row else _by_rank(pile, cards)
    readings = (*_several_jokers(pile, cards), *_joker_under(pile, cards), *_row_broken(pile, cards))
    return Ruling(verdict, summary, (*why, *readings, _why_legal(pile, cards[0])), shown)


def verdict_of(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> dict[str, object]:
    """The verdict on a legal play of these cards of one rank on this pile.

    `pile` is the pile after it (bottom first), `picked_up` what its player takes into hand. `again`: the pile was
    cleared, and the same player plays again. `cover`: the same player may cover a 2.
    """
    rank = cards[0].rank
    after, picked_up = (cards, pile) if rank == "X" else ((*pile, *cards), ())
    again = rank == "T" or in_a_row(after, ROW)
    return {
        "legal": True,
        "pile": () if again else after,
        "picked_up": picked_up,
        "again": again,
        "cover": rank == "2" and not again,
    }


def with_effect(ruling: Ruling, pile: tuple[Card, ...], cards: tuple[Card, ...]) -> Ruling:
    """The ruling on a legal play with what the play does, which is missing where the table alone calls it legal.

    A legal play always changes the pile (bottom first), takes it up or clears it.
    """
    verdict = ruling.verdict
    if verdict["pile"] != pile or verdict["picked_up"] or verdict["again"]:
        return ruling
    return replace(ruling, verdict=verdict_of(pile, cards))


def cards_of(pile: tuple[Card, ...], cards: tuple[Card, ...], seat: str | None = None) -> tuple[ShownCards, ...]:
    """The top of the pile and what was played on it; the rest of a row decided too, or the card to beat."""
    beaten, rank = card_to_beat(pile), cards[0].rank
    deciding: tuple[Card, ...] = () if beaten is None or rank in SPECIALS else (beaten,)
    if in_a_row((*pile, *cards), ROW) and len(cards) < ROW:
        deciding = pile[len(cards) - ROW :]
    return *top_of(pile, deciding), ShownCards(seat, cards, cards, say("played"))


def top_of(pile: tuple[Card, ...], deciding: tuple[Card, ...] = ()) -> tuple[ShownCards, ...]:
    """The top of the pile, down to at least the card that counts; nothing where there is no pile."""
    if not pile:
        return ()
    threes = next((n for n, card in enumerate(reversed(pile)) if card.rank != "3"), 0)
    return (ShownCards(None, pile[-max(_FEW, threes + 1) :], deciding, say("top of the pile")),)


_FEW = 4
"""The least number of cards of a pile that is shown."""


def _cleared_by_row(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Text, tuple[Reason, ...]]:
    """The sentence on a play that made a row, and why the pile is cleared."""
    row = top_of_one_rank((*pile, *cards))
    why = cite("three-in-a-row", "{row:short} lie in a row on top: the pile goes to the discards.", row=row)
    return cleared_by_row(cards), (why,)


def cleared_by_row(cards: tuple[Card, ...]) -> Text:
    """The sentence on a play that made a row."""
    template = "{cards:short} may be played. With three of a rank in a row the pile is cleared: the same player again."
    return say(template, cards=cards)


def _by_rank(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Text, tuple[Reason, ...]]:
    """The sentence on a play that made no row, and why a special card does what it does."""
    match cards[0].rank:
        case "2":
            why = cite("cover", "The same player may cover the 2 at once, or leave it.")
            template = "{cards:short} may be played, and may be covered at once."
        case "3":
            why, template = _over_a_three(pile), "{cards:short} may be played, for the next player to see through."
        case "T":
            why = cite("ten", "A 10 sends the whole pile to the discards.")
            template = "{cards:short} may be played. The pile is cleared: the same player again."
        case "X":
            return _joker_played(pile, cards)
        case _:
            return say("{cards:short} may be played.", cards=cards), ()
    return say(template, cards=cards), (why,)


def _over_a_three(pile: tuple[Card, ...]) -> Reason:
    under = seen_through(pile)
    if under is None:
        return cite("three", "Whoever is next sees through the 3, and there is no other card under it.")
    return cite("three", "Whoever is next sees through the 3 to the {under}.", under=under)


def _joker_played(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Text, tuple[Reason, ...]]:
    if not pile:
        why = cite("joker", "Nothing lay under it that could be taken; the turn ends.")
        return say("{cards:short} may be played: no pile lies under it.", cards=cards), (why,)
    taken = count_cards(len(pile))
    summary = say("{cards:short} may be played: its player takes {taken} from under it.", cards=cards, taken=taken)
    return summary, (
        cite("joker", "What lay under it goes into its player's hand ({taken}); the turn ends.", taken=taken),
    )


def _several_jokers(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Reason, ...]:
    if cards[0].rank != "X" or len(cards) == 1:
        return ()
    template = "The jokers all stay; what lay under them is taken first ({taken})."
    return (cite("several-jokers", template, n=len(cards), taken=count_cards(len(pile))),)


def _joker_under(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Reason, ...]:
    jokers = tuple(card for card in pile if card.is_joker)
    if not jokers or not cards[0].is_joker:
        return ()
    return (cite("joker-under-joker", "The rules name no exception: {jokers:short} is taken too.", jokers=jokers),)


def _row_broken(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Reason, ...]:
    """Why no row is made by cards that lie in a row but for the 3s between them."""
    row = seen_in_a_row((*pile, *cards))
    if not row or cards[0].rank in "3TX" or in_a_row((*pile, *cards), ROW):
        return ()
    template = "{row:short} are no row: the rules do not say so, but this referee reads it that a 3 between breaks it."
    return (cite("threes-and-rows", template, row=row),)


def _why_not(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> Reason | None:
    """Why these cards may not be played on this pile; None when they may."""
    rank = cards[0].rank
    if len(cards) > 1 and any(card.rank != rank for card in cards):
        if any(card.rank == "2" for card in cards):
            return cite(
                "turn", "Enter the 2 alone first, and what covers it after that: cards of two ranks are two plays."
            )
        return cite("turn", "Cards that are played together are of one rank, and these are not.")
    if rank in SPECIALS or rank in playable_ranks(pile):
        return None
    template = "{cards:short} neither equals nor beats {beaten:short}."
    if len(cards) > 1:
        template = "{cards:short} neither equal nor beat {beaten:short}."
    return cite("rank-order", template, cards=cards, beaten=card_to_beat(pile))


def _on_a_flipped_ten(pile: tuple[Card, ...]) -> tuple[Reason, ...]:
    beaten = card_to_beat(pile)
    if beaten is None or beaten.rank != "T":
        return ()
    return (cite("flipped-special", "A 10 that lies in the pile is beaten by jacks, queens, kings and aces."),)


def _why_legal(pile: tuple[Card, ...], card: Card) -> Reason:
    """Why a card that may be played on this pile may be."""
    if card.rank in SPECIALS:
        return _SPECIAL
    beaten = card_to_beat(pile)
    if beaten is None:
        return _why_anything(pile)
    return _equalled(beaten) if beaten.rank == card.rank else _beaten(beaten)


@cache
def _equalled(beaten: Card) -> Reason:
    return cite("rank-order", "The {beaten} is equalled.", beaten=beaten)


@cache
def _beaten(beaten: Card) -> Reason:
    return cite("rank-order", "The {beaten} is beaten.", beaten=beaten)


def _why_anything(pile: tuple[Card, ...]) -> Reason:
    top = seen_through(pile)
    if top is None:
        return _ON_THREES if pile else _ON_NOTHING
    return _ON_A_TWO if top.rank == "2" else _ON_A_JOKER


_SPECIAL = cite("specials", "A 2, a 3, a 10 and a joker may be played on anything.")
_ON_NOTHING = cite("anything-goes", "No pile lies there: anything may be played.")
_ON_THREES = cite("anything-goes", "The pile holds nothing but 3s: anything may be played.")
_ON_A_JOKER = cite("anything-goes", "A joker is to be played on: anything may be.")
_ON_A_TWO = cite("two", "A 2 is to be played on: anything may be.")


def rule_legal(pile: tuple[Card, ...]) -> Ruling:
    """Which ranks may be played on this pile (bottom first)."""
    beaten = card_to_beat(pile)
    if beaten is None:
        return Ruling({"ranks": ALL_RANKS}, _ANYTHING, (_why_anything(pile),), top_of(pile))
    to_beat = _rule_to_beat(beaten, pile[-1].rank == "3")
    return replace(to_beat, shown=top_of(pile, (beaten,)))


_ANYTHING = say("Anything may be played.")


@cache
def _rule_to_beat(beaten: Card, under_a_three: bool) -> Ruling:
    """The ruling where this card has to be beaten: the same for every pile, so it is made once."""
    template = "The {beaten} has to be equalled or beaten."
    on = cite("rank-order", template, beaten=beaten)
    if under_a_three:
        on = cite("three", "The 3 on top is seen through: the {beaten} counts.", beaten=beaten)
    ranks = playable_ranks((beaten,))
    summary = say("May be played: {ranks}.", ranks=ranks_said(ranks))
    return Ruling({"ranks": ranks}, summary, (on, _SPECIAL, *_on_a_flipped_ten((beaten,))))

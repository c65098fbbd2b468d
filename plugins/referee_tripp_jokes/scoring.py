"""The questions that the game answers without any table, and the end of a match."""

from dataclasses import replace

from referee import (
    FIFTY_FOUR,
    Card,
    Cards,
    Field,
    Question,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Standing,
    Text,
    Values,
    hookimpl,
    rank_seats,
    say,
    say_card_count,
    two_of,
)

from .game import ALL_RANKS, SPECIALS, cite, name_ranks
from .state import (
    ROW,
    State,
    after_rows,
    card_to_beat,
    in_a_row,
    playable_ranks,
    seen_in_a_row,
    seen_through,
    top_of_one_rank,
)

TWO_PACKS = two_of(FIFTY_FOUR)
MOST = len(TWO_PACKS)

_PILE = Field(
    "pile",
    "cards",
    say("The pile, bottom card first"),
    min=0,
    max=MOST,
    choices=TWO_PACKS,
)
_CARDS = Field(
    "cards", "cards", say("Cards played together"), min=1, max=MOST, choices=TWO_PACKS
)
QUESTIONS = (
    Question(
        "play",
        say("Can these cards be played?"),
        (_PILE, _CARDS),
        say(
            "One or more cards, played on a pile. With two packs, you can enter a "
            "card twice."
        ),
        copies=2,
        hook="resolve_trick",
    ),
    Question(
        "legal",
        say("What can go on this pile?"),
        (_PILE,),
        say(
            "Just the pile: no cards if there is none. With two packs, you can enter "
            "a card twice."
        ),
        copies=2,
    ),
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a play, and on what a pile allows."""
    return QUESTIONS


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on the ranks that a pile allows."""
    pile = given.cards("pile")
    lying = after_rows(pile)
    return _explain_discarded(rule_legal(lying), pile, lying)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a play: `legal`, `pile`, `picked_up`, `again`, `cover`."""
    pile = given.cards("pile")
    lying = after_rows(pile)
    return _explain_discarded(rule_play(lying, given.cards("cards")), pile, lying)


def _explain_discarded(ruling: Ruling, pile: Cards, lying: Cards) -> Ruling:
    """Add the reason that cards up to a row do not count."""
    discarded = pile[: len(pile) - len(lying)]
    if not discarded:
        return ruling
    because = list(ruling.because)
    template = "{row:short} in a row: the pile up to them counts as already discarded."
    if not lying:
        template = (
            "{row:short} in a row: the pile counts as already discarded, and anything "
            "goes."
        )
        because = [reason for reason in because if reason is not _ON_NOTHING]
    row = top_of_one_rank(discarded)
    why = cite("three-in-a-row", template, row=row)
    return replace(ruling, because=(why, *because))


# A play


def rule_play(pile: Cards, cards: Cards) -> Ruling:
    """Rule whether these cards may be played together on a pile, and their effect."""
    shown = show_play(pile, cards)
    wrong = _why_not(pile, cards)
    if wrong:
        template = "{cards:short} may not be played. {wrong}"
        summary = say(template, cards=cards, wrong=wrong.text)
        because = (wrong, *_explain_flipped_ten(card_to_beat(pile)))
        return Ruling(_verdict(False, pile), summary, because, shown)

    verdict = decide_effect(pile, cards)
    summary, why = _explain_rank(pile, cards)
    if verdict["again"] and cards[0].rank != "T":
        row = top_of_one_rank(pile + cards)
        template = "{row:short} in a row on top: the pile goes to the discards."
        why = cite("three-in-a-row", template, row=row)
        summary = say_row_cleared(cards)
    because = (*_list_readings(pile, cards), _why_legal(pile, cards[0]))
    if why is not None:
        because = (why, *because)
    return Ruling(verdict, summary, because, shown)


def _verdict(
    legal: bool,
    pile: Cards,
    picked_up: Cards = (),
    again: bool = False,
    cover: bool = False,
) -> dict[str, object]:
    return {
        "legal": legal,
        "pile": pile,
        "picked_up": picked_up,
        "again": again,
        "cover": cover,
    }


def decide_effect(pile: Cards, cards: Cards) -> dict[str, object]:
    """Return the verdict on a legal play of these cards of one rank on this pile.

    - `pile`: the pile after the play.
    - `picked_up`: the cards that its player takes into hand.
    - `again`: the pile was cleared, and the same player plays again.
    - `cover`: the same player may cover a 2.
    """
    rank = cards[0].rank
    after = pile + cards
    picked_up: Cards = ()
    if rank == "X":
        after = cards
        picked_up = pile
    if rank == "T" or in_a_row(after):
        return _verdict(True, (), picked_up, again=True)
    return _verdict(True, after, picked_up, cover=rank == "2")


def add_effect(ruling: Ruling, pile: Cards, cards: Cards) -> Ruling:
    """Add the effect of a legal play if the table alone calls it legal.

    A legal play always changes the pile, takes it up or clears it.
    """
    verdict = ruling.verdict
    if verdict["pile"] != pile or verdict["picked_up"] or verdict["again"]:
        return ruling
    return replace(ruling, verdict=decide_effect(pile, cards))


def show_play(
    pile: Cards, cards: Cards, seat: str | None = None
) -> tuple[ShownCards, ...]:
    """Return the top of the pile and the cards played on it.

    The rest of a row is marked, or the card to beat.
    """
    beaten = card_to_beat(pile)
    deciding: Cards = ()
    if beaten is not None and cards[0].rank not in SPECIALS:
        deciding = (beaten,)
    if in_a_row(pile + cards) and len(cards) < ROW:
        deciding = pile[len(cards) - ROW :]
    return *show_top(pile, deciding), ShownCards(seat, cards, cards, say("played"))


FEWEST_SHOWN = 4


def show_top(pile: Cards, deciding: Cards = ()) -> tuple[ShownCards, ...]:
    """Return the top of the pile, down to at least the card that counts."""
    if not pile:
        return ()
    threes = 0
    if seen_through(pile) is not None:
        while pile[-1 - threes].rank == "3":
            threes += 1
    top = pile[-max(FEWEST_SHOWN, threes + 1) :]
    return (ShownCards(None, top, deciding, say("top of the pile")),)


def say_row_cleared(cards: Cards) -> Text:
    """Return the sentence that a play made a row."""
    return say(
        "{cards:short} may be played. With three of a rank in a row the pile is "
        "cleared: the same player again.",
        cards=cards,
    )


def _explain_rank(pile: Cards, cards: Cards) -> tuple[Text, Reason | None]:
    """Return the sentence on a play without a row, and a special card's effect."""
    why = None
    template = "{cards:short} may be played."
    match cards[0].rank:
        case "2":
            why = cite("cover", "The same player may cover the 2 at once, or leave it.")
            template = "{cards:short} may be played, and may be covered at once."
        case "3":
            why = _explain_three(pile)
            template = (
                "{cards:short} may be played, for the next player to see through."
            )
        case "T":
            why = cite("ten", "A 10 sends the whole pile to the discards.")
            template = (
                "{cards:short} may be played. The pile is cleared: the same player "
                "again."
            )
        case "X":
            return _explain_joker(pile, cards)
    return say(template, cards=cards), why


def _explain_three(pile: Cards) -> Reason:
    under = seen_through(pile)
    template = "The next player sees through the 3, and there’s no other card under it."
    if under is not None:
        template = "The next player sees through the 3 to the {under}."
    return cite("three", template, under=under)


def _explain_joker(pile: Cards, cards: Cards) -> tuple[Text, Reason]:
    if not pile:
        why = cite("joker", "There was nothing under it to take; the turn ends.")
        template = "{cards:short} may be played: there’s no pile under it."
        return say(template, cards=cards), why
    taken = say_card_count(len(pile))
    template = "What was under it goes into its player’s hand ({taken}); the turn ends."
    why = cite("joker", template, taken=taken)
    template = "{cards:short} may be played: its player takes {taken} from under it."
    return say(template, cards=cards, taken=taken), why


def _list_readings(pile: Cards, cards: Cards) -> Reasons:
    reasons = []
    is_joker = cards[0].is_joker
    if is_joker and len(cards) > 1:
        template = "The jokers all stay; what was under them is taken first ({taken})."
        taken = say_card_count(len(pile))
        reasons.append(cite("several-jokers", template, n=len(cards), taken=taken))

    jokers = tuple(card for card in pile if card.is_joker)
    if is_joker and jokers:
        template = "The rules name no exception: {jokers:short} is taken too."
        reasons.append(cite("joker-under-joker", template, jokers=jokers))

    row = seen_in_a_row(pile + cards)
    if row and cards[0].rank not in "3TX" and not in_a_row(pile + cards):
        template = (
            "{row:short} are no row: the rules don’t say so, but a 3 between breaks it."
        )
        reasons.append(cite("threes-and-rows", template, row=row))
    return tuple(reasons)


def _why_not(pile: Cards, cards: Cards) -> Reason | None:
    rank = cards[0].rank
    ranks = {card.rank for card in cards}
    if len(ranks) > 1:
        template = "Cards played together have to be of one rank, and these aren’t."
        if "2" in ranks:
            template = (
                "Enter the 2 alone first, and what covers it after that: "
                "cards of two ranks are two plays."
            )
        return cite("turn", template)
    if rank in SPECIALS or rank in playable_ranks(pile):
        return None
    template = "{cards:short} neither equals nor beats {beaten:short}."
    if len(cards) > 1:
        template = "{cards:short} neither equal nor beat {beaten:short}."
    return cite("rank-order", template, cards=cards, beaten=card_to_beat(pile))


def _explain_flipped_ten(beaten: Card | None) -> Reasons:
    if beaten is None or beaten.rank != "T":
        return ()
    template = "A 10 in the pile is beaten by jacks, queens, kings and aces."
    return (cite("flipped-special", template),)


def _why_legal(pile: Cards, card: Card) -> Reason:
    if card.rank in SPECIALS:
        return _SPECIAL
    beaten = card_to_beat(pile)
    if beaten is None:
        return _why_anything(pile)
    if beaten.rank == card.rank:
        return cite("rank-order", "The {beaten} is equalled.", beaten=beaten)
    return cite("rank-order", "The {beaten} is beaten.", beaten=beaten)


def _why_anything(pile: Cards) -> Reason:
    if not pile:
        return _ON_NOTHING
    top = seen_through(pile)
    if top is None:
        return _ON_THREES
    if top.rank == "2":
        return _ON_A_TWO
    return _ON_A_JOKER


_SPECIAL = cite("specials", "A 2, a 3, a 10 and a joker may be played on anything.")
_ON_NOTHING = cite("anything-goes", "No pile there: anything goes.")
_ON_THREES = cite("anything-goes", "The pile is all 3s: anything goes.")
_ON_A_JOKER = cite("anything-goes", "There’s a joker on top: anything goes.")
_ON_A_TWO = cite("two", "There’s a 2 on top: anything goes.")


# What a pile allows


def rule_legal(pile: Cards) -> Ruling:
    """Rule which ranks may be played on this pile."""
    beaten = card_to_beat(pile)
    if beaten is None:
        why = _why_anything(pile)
        return Ruling({"ranks": ALL_RANKS}, _ANYTHING, (why,), show_top(pile))
    under_a_three = pile[-1].rank == "3"
    on = cite("rank-order", "The {beaten} has to be equalled or beaten.", beaten=beaten)
    if under_a_three:
        template = "The 3 on top is seen through: the {beaten} counts."
        on = cite("three", template, beaten=beaten)
    ranks = playable_ranks((beaten,))
    summary = say("You can play: {ranks}.", ranks=name_ranks(ranks))
    ruling = Ruling(
        {"ranks": ranks}, summary, (on, _SPECIAL, *_explain_flipped_ten(beaten))
    )
    return replace(ruling, shown=show_top(pile, (beaten,)))


_ANYTHING = say("Anything goes.")


# How the seats stand, by the cards still to be got rid of


def rank_standings(state: State) -> tuple[Standing, ...]:
    """Rank the seats by their cards left; equal ones share a place."""
    left = {}
    ranks = {}
    for seat, holding in state.holdings.items():
        left[seat] = holding.left
        ranks[seat] = len(state.out), holding.left
    order = {}
    for place, seat in enumerate(state.out):
        ranks[seat] = place, left[seat]
        order[seat] = say("out as number {n}", n=place + 1)
    if len(order) < 2:
        order.clear()
    return rank_seats(left, ranks, wins="fewest", ranked_by=order)


def rule_end(state: State) -> Ruling:
    """Rule who has won, and the places of the others."""
    places = {}
    left = {}
    for standing in rank_standings(state):
        places[standing.seat] = standing.place
        left[standing.seat] = standing.score
    by_place = sorted(places, key=lambda seat: places[seat])
    winner = by_place[0]
    because = [
        cite("winning", "{winner} is the first to run out of cards.", winner=winner)
    ]
    rows = []
    for seat in by_place:
        place = places[seat]
        if place > 1:
            n = say_card_count(int(left[seat]))
            template = "{seat} has {n} left: place {place}."
            because.append(cite("places", template, seat=seat, n=n, place=place))
        holding = state.holdings[seat]
        cells = (holding.hand, len(holding.penultimate), holding.final, left[seat])
        rows.append(ReckonedSeat(seat, cells, place == 1))
    verdict = {"winner": winner, "places": places, "left": left}
    summary = say("{winner} has no cards left and wins the game.", winner=winner)
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


_COLUMNS = (
    ReckoningColumn(say("In hand")),
    ReckoningColumn(say("Face up")),
    ReckoningColumn(say("Face down")),
    ReckoningColumn(say("Cards left")),
)

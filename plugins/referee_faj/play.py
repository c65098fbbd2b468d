"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from referee import (
    EVERYBODY,
    POKER_CATEGORIES,
    SUIT_NAMES,
    Accepted,
    Ask,
    Card,
    Cards,
    CardsSeen,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Seats,
    Setting,
    Standing,
    Step,
    Steps,
    Text,
    Zone,
    hookimpl,
    name_poker_hand,
    rank_seats,
    rule_alone,
    rule_clashes,
    rule_illegal,
    say,
    say_round,
    without,
)

from .game import DRAFT_CARDS, TRICK_CARDS, cite
from .showdown import best_hand
from .state import TRICKS, PlayedTrick, State
from .trick import trump_of


@hookimpl
def begin(setting: Setting) -> State:
    """Return the match before the first board: all share the first place."""
    return State(setting, (setting.seats,))


# What may be entered


_PLACE_HELP = say(
    "Your card face down by the board. Nobody sees it until everybody has placed one."
)


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the prompt for the board, or once it lies for a card from each seat."""
    if state.finished:
        return ()
    seats = state.setting.seats
    if not state.board:
        return (_ask_board(state, seats),)

    played: list[Card] = []
    for trick in state.tricks_of_round:
        played.extend(trick.plays.values())
    plays = Field(
        "plays",
        "card_by_seat",
        say("Card placed"),
        choices=without(DRAFT_CARDS, played),
        some=True,
        own=True,
        suggests=True,
    )
    title = say("Place a card")
    return (Prompt("play", seats, title, _PLACE_HELP, (plays,), secret=True),)


def _ask_board(state: State, seats: Seats) -> Prompt:
    lain: list[Card] = []
    for trick in state.tricks:
        lain.extend(trick.board)
    n = state.trick
    cards = Field(
        "cards",
        "cards",
        say("Trick cards"),
        min=n,
        max=n,
        choices=without(TRICK_CARDS, lain),
        suggests=True,
    )
    title = say("Turn {n} trick cards", n=n)
    help = say("The dealer turns {n} trick cards face up, side by side.", n=n)
    if n == 1:
        title = say("Turn one trick card")
        help = say("The dealer turns one trick card face up.")
    return Prompt("board", seats, title, help, (cards,))


# The board


@hookimpl
def accept(state: State, entry: Entry) -> Accepted | Refused:
    """Return the match after the board was laid, or the refusal."""
    cards = entry.given.cards("cards")
    refused = _refuse_board(state, cards)
    if refused:
        return Refused(refused)
    return Accepted(replace(state, board=cards))


def _refuse_board(state: State, cards: Cards) -> Ruling | None:
    seen = CardsSeen()
    for before, trick in enumerate(state.tricks):
        template = (
            "It was on the board in trick {trick} of {round}, and is in {winner}’s "
            "pile."
        )
        where = cite(
            "tricks",
            template,
            trick=before % TRICKS + 1,
            round=say_round(before // TRICKS + 1),
            winner=trick.winner,
        )
        seen = seen.with_cards(trick.board, where)
    for index, card in enumerate(cards):
        if card not in TRICK_CARDS:
            template = "The {card} is a draft card; the board takes cards from 2 to 10."
            return _refuse_card(card, cite("cards", template, card=card))
        if card in cards[:index]:
            template = "The {card} is entered twice, and there is only one."
            return _refuse_card(card, cite("cards", template, card=card))
        refused = seen.refuse((card,), _cannot_lie)
        if refused:
            why = cite(
                "trick-cards-stay",
                "The rules don’t say that trick cards ever go back. Here none comes "
                "up twice in a game.",
            )
            return replace(refused, because=(*refused.because, why))

    named = len(cards)
    wanted = state.trick
    if named == wanted:
        return None
    template = "Trick {wanted} has {wanted} trick cards on the board, not {named}."
    if wanted == 1:
        template = "The first trick has one trick card on the board, not {named}."
    why = cite("tricks", template, wanted=wanted, named=named)
    summary = say("That’s not the right number of cards")
    return rule_illegal(summary, why, wanted=wanted, named=named)


def _refuse_card(card: Card, why: Reason) -> Ruling:
    return rule_illegal(_cannot_lie(card), why, card=card)


def _cannot_lie(card: Card) -> Text:
    return say("The {card} can’t be on this board", card=card)


# The cards placed beside it


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...]) -> Rulings:
    """Return why these cards cannot all have been placed; empty if they can."""
    refuse = partial(_refuse_play, state)
    alone: list[Ruling] = []
    for entry in entries:
        alone.extend(rule_alone(entry.given.card_by_seat("plays"), refuse))
    placed = {seat: (card,) for seat, card in _read_placed(state, entries).items()}
    return (*alone, *rule_clashes(placed, _explain_clash))


def _read_placed(state: State, entries: Iterable[Entry]) -> dict[str, Card]:
    """Return the card placed by each seat, clockwise."""
    placed: dict[str, Card] = {}
    for entry in entries:
        placed.update(entry.given.card_by_seat("plays"))
    return {seat: placed[seat] for seat in state.setting.seats if seat in placed}


def _refuse_play(state: State, seat: str, card: Card) -> Ruling | None:
    because = []
    if card not in DRAFT_CARDS:
        template = (
            "The {card} is a trick card; "
            "hands hold only aces, kings, queens, jacks and jokers."
        )
        because.append(cite("cards", template, card=card))
    template = "{seat} already played it in trick {trick} of {round}."
    round = say_round(state.round)
    for n, trick in enumerate(state.tricks_of_round, 1):
        for player, played in trick.plays.items():
            if played is card:
                why = cite("tricks", template, seat=player, trick=n, round=round)
                because.append(why)
    if not because:
        return None
    summary = say("{seat} can’t play the {card}", seat=seat, card=card)
    return rule_illegal(summary, *because, seat=seat, card=card)


def _explain_clash(card: Card, seats: Seats) -> tuple[Text, Reason]:
    template = (
        "There is only one {card}, and either entry may be wrong: check your cards, "
        "and enter again."
    )
    why = cite("cards", template, card=card)
    template = "{seats} each entered the {card}"
    return say(template, seats=seats, card=card), why


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """Decide the trick once all have placed their cards; after the last the game."""
    plays = _read_placed(state, entries)
    round = say("Round {n}", n=state.round)
    about = say("{round}, trick {trick}", round=round, trick=state.trick)
    trick = replace(ask("trick", board=state.board, plays=plays), about=about)
    played = PlayedTrick(state.board, plays, trick.decided.seat("winner"))
    after = replace(state, tricks=(*state.tricks, played), board=())

    showdown = ask("showdown", piles=after.piles)
    decided = showdown.decided
    after = replace(after, ranking=decided.order("ranking"))
    if not after.finished:
        return Accepted(after, (trick,))
    after = replace(after, winners=decided.seats("winners"))
    return Accepted(after, (trick, showdown))


# What lies on the table, how each seat stands, and what to do next


@hookimpl
def scene(state: State) -> Scene:
    """Return the standings, and the next steps with the real cards."""
    seats = state.setting.seats
    dealer = state.setting.dealer
    piles = state.piles
    zones = [Zone("board", None, len(state.board), state.board, EVERYBODY)]
    for seat, pile in piles.items():
        zones.append(Zone("won", seat, len(pile), pile, EVERYBODY))
    scene = Scene(
        phase="draft" if state.trick == 1 else "board",
        round=state.round,
        to_act=(dealer,),
        standings=_rank(state, piles),
        zones=tuple(zones),
        steps=_list_steps(state),
        dealer=dealer,
    )
    if state.finished:
        winners = state.winners
        scene = replace(scene, finished=True, winners=winners, dealer=None)
        return replace(scene, phase="finished", to_act=())
    if not state.board:
        return scene

    trump = trump_of(state.board)
    suit = SUIT_NAMES[trump] if trump else say("none")
    facts = (Fact(say("Trump"), suit),)
    return replace(scene, phase="play", to_act=seats, facts=facts)


def _rank(state: State, piles: Mapping[str, Cards]) -> tuple[Standing, ...]:
    scores = {seat: len(pile) for seat, pile in piles.items()}
    ranks = {}
    for index, seats in enumerate(state.ranking):
        for seat in seats:
            ranks[seat] = -index
    return rank_seats(scores, ranks, ranked_by=_name_hands(piles))


def _name_hands(piles: Mapping[str, Cards]) -> dict[str, Text]:
    """Return each seat's best hand by its ranks; by its cards if two read the same."""
    hands = {}
    names = {}
    for seat, pile in piles.items():
        if pile:
            best = best_hand(pile)
            hands[seat] = best
            names[seat] = name_poker_hand(best.hand)

    times = Counter(map(str, names.values()))
    for seat, best in hands.items():
        if times[str(names[seat])] > 1:
            hand = POKER_CATEGORIES[best.category]
            names[seat] = say("{hand}: {cards:short}", hand=hand, cards=best.cards)
    return names


_PLACING = say(
    "Everybody places one card from hand face down by the board and enters it."
)


def _list_steps(state: State) -> Steps:
    if state.board:
        return (Step((), _PLACING),)
    # Short: the dealer's phone shows it before "Turn one trick card". The guide says
    # how to draft.
    dealer = state.setting.dealer
    draft = say("{dealer} deals four to each; all draft.", dealer=dealer)
    template = "Then {dealer} turns one trick card face up: enter it."
    if state.trick > 1:
        template = "{dealer} turns {n} trick cards: enter them."
    drafting = Step((dealer,), draft)
    turning = Step((dealer,), say(template, dealer=dealer, n=state.trick))
    if not state.tricks:
        return drafting, turning

    winner = state.tricks[-1].winner
    won = say("{winner} takes the board, face up.", winner=winner)
    taking = Step((winner,), won)
    if state.finished:
        winners = state.winners
        over = say("Game over: {winner} wins.", winner=winners[0])
        if len(winners) > 1:
            over = say("Game over: {winners} share the win.", winners=winners)
        return taking, Step(winners, over)
    if state.trick > 1:
        return taking, turning
    round = say("Round {n}", n=state.round - 1)
    ends = Step((), say("{round} is over.", round=round))
    return taking, ends, drafting, turning

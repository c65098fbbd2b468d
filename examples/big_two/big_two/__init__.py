"""Big Two: lay singles, pairs, triples or hands of five, each higher than the last.

Whoever keeps cards pays for them.
"""

from collections import Counter
from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Cards,
    Climb,
    Entry,
    Field,
    Game,
    Prompts,
    Question,
    Refused,
    Rounds,
    Ruling,
    Scene,
    Setting,
    Values,
    begin_rounds,
    best_poker_hand,
    hookimpl,
    read_guide,
    read_sections,
    rule_illegal,
    rule_round,
    say,
)

RANKS = "3456789TJQKA2"
SUITS = "DCHS"
FIVES = ("straight", "flush", "full house", "four of a kind", "straight flush")
HAND = 13
RULES = read_sections("big-two", __package__)
cite = RULES.cite
rule_sections = RULES.hook
prepare_table = read_guide(__package__, FIFTY_TWO).hook

Strength = tuple[int, int, int]
"""The kind of five cards (0 for fewer), and the place of the highest card in it."""


def strength_of(cards: Cards) -> Strength | None:
    """Return how high these cards are; None if they are no combination."""
    times = Counter(card.rank for card in cards)
    most = max(times.values())
    tops = []
    for card in cards:
        if times[card.rank] == most:
            tops.append((RANKS.index(card.rank), SUITS.index(str(card.suit))))
    if len(cards) == 5:
        category = best_poker_hand(cards).category
        if category in FIVES:
            return (FIVES.index(category), *max(tops))
        return None
    if len(times) > 1 or len(cards) > 3:
        return None
    return (0, *max(tops))


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this one's cards."""

    rounds: Rounds
    climb: Climb


@hookimpl
def describe_game() -> Game:
    """Return the game, as people choose it."""
    last = Field("rounds", "number", say("Deals"), min=1, max=20, default=5)
    return Game(
        id="big-two",
        title="Big Two",
        players=(4,),
        summary="Lay higher combinations, and keep no card when somebody is out.",
        source="Traditional; rules as on pagat.com",
        options=(last,),
        deck=FIFTY_TWO,
        family="shedding",
        wins="fewest",
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the question whether cards beat others."""
    cards = Field("cards", "cards", say("Cards"), min=1, max=5, choices=FIFTY_TWO)
    lying = Field("lying", "cards", say("On the table"), max=5, choices=FIFTY_TWO)
    return (Question("beat", say("May these be laid?"), (cards, lying)),)


@hookimpl
def answer(given: Values) -> Ruling:
    """Return whether these cards may be laid: a higher combination of as many."""
    cards = given.cards("cards")
    lying = given.cards("lying")
    summary = say("{cards:short} can’t be laid", cards=cards)
    strength = strength_of(cards)
    if strength is None:
        return rule_illegal(summary, cite("combinations", "It is no combination."))
    if lying and len(cards) != len(lying):
        return rule_illegal(summary, cite("lay", "As many as lie: {n}.", n=len(lying)))
    to_beat = strength_of(lying) if lying else None
    if to_beat is not None and strength <= to_beat:
        return rule_illegal(summary, cite("lay", "It is not higher."))
    why = cite("lay", "It beats what lies.")
    return Ruling({"legal": True}, say("Laid: {cards:short}", cards=cards), (why,))


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal; the dealer's left neighbour leads."""
    last = setting.chosen.number("rounds")
    rounds = begin_rounds(setting, last=last, wins="fewest")
    return _deal(rounds, rounds.first)


def _deal(rounds: Rounds, leader: str) -> State:
    seats = rounds.setting.seats
    return State(rounds, Climb(seats, leader, dict.fromkeys(seats, HAND)))


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the actions of the seat in turn."""
    if state.rounds.winners:
        return ()
    return state.climb.prompts(FIFTY_TWO)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after these cards, or after a pass; the first out ends it."""
    climb = state.climb
    if entry.kind == "pass":
        return Accepted(replace(state, climb=climb.with_pass()))
    cards = entry.given.cards("cards")
    ruling = ask("beat", cards=cards, lying=climb.lying)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    climb = climb.with_laid(cards)
    if not climb.out:
        return Accepted(replace(state, climb=climb), (ruling,))
    scores = {seat: n * _times(n) for seat, n in climb.hands.items()}
    rounds = state.rounds.with_scores(scores)
    ended = rule_round(state.rounds, rounds, cite, "score")
    return Accepted(_deal(rounds, climb.out[0]), (ruling, ended))


def _times(n: int) -> int:
    """Return how often each of the cards left counts.

    >>> [_times(n) for n in (9, 10, 13)]
    [1, 2, 3]
    """
    if n == HAND:
        return 3
    return 2 if n > 9 else 1


@hookimpl
def scene(state: State) -> Scene:
    """Return the cards to beat, and each seat's number of cards."""
    climb = state.climb
    if state.rounds.winners:
        return state.rounds.scene("lay")
    step = climb.step()
    zones = climb.zones()
    return state.rounds.scene("lay", to_act=step.seats, zones=zones, steps=(step,))

"""The early ends of a deal played trick by trick.

A seat gives up, throws the cards in, breaks a rule, lays down, or has a wrong number of
cards.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee import Ask, Entry, Refused, Ruling, Rulings, Values, say

from .counting import count_tricks
from .early import refuse_level
from .game import (
    ANNOUNCED,
    BOTH,
    BREAKS_RULE,
    CLAIMS,
    DECLARER,
    GIVES_UP,
    LEVELS,
    NO_LEVEL,
    NULL,
    OPPONENTS,
    THROWS_IN,
    WRONG_COUNT,
    cite,
)
from .state import State, begin_deal

Ended = tuple[State, Rulings]
"""The match after an entry, and the rulings on it."""

MAY_GIVE_UP = 9
"""The fewest cards in hand with which the declarer may give up without asking."""


def concede(state: State, entry: Entry, ask: Ask) -> Ended:
    """End the deal for the side that gives up, throws in, or broke a rule."""
    given = entry.given
    seat = given.seat("seat")
    how = given.choice("how", GIVES_UP)
    if how == GIVES_UP:
        summary = say("{seat} gives up", seat=seat)
        why = cite("early", "{seat} gave up the deal.", seat=seat)
    elif how == THROWS_IN:
        summary = say("{seat} throws the cards in", seat=seat)
        template = "{seat} threw the cards on the table, open."
        why = cite("thrown-in", template, seat=seat)
    else:
        summary = say("{seat} broke a rule", seat=seat)
        template = "{seat} broke a rule, and that ends the deal."
        why = cite("early", template, seat=seat)
    ruling = Ruling({"seat": seat, "how": how}, summary, (why,))
    left = state.cards_left
    gives_up = state.side_of(seat) == DECLARER and how == GIVES_UP
    if gives_up and left < MAY_GIVE_UP:
        agreed = cite("early", "With {n} cards left, an opponent has to agree.", n=left)
        ruling = replace(ruling, because=(*ruling.because, agreed))
    ruling = ask(ruling)
    decided = ruling.decided
    how = _read_word(decided, "how", (GIVES_UP, THROWS_IN, BREAKS_RULE))
    side = state.side_of(decided.seat("seat"))
    return replace(state, ended_by=side, how=how), (ruling,)


def _read_word(decided: Values, part: str, words: Sequence[str]) -> str:
    """Return a word that a ruling decides on.

    Raise ValueError if the table overruled the word by an unknown one.
    """
    word = decided.choice(part)
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return word


def claim(state: State, entry: Entry, ask: Ask) -> Ended | Refused:
    """Rule on a seat that lays down: opponents take the rest.

    A declarer wins what was announced, and the level that they demand. In a null the
    declarer takes no more trick.
    """
    seat = entry.given.seat("seat")
    if state.game == NULL:
        return _end_null(state, seat, ask)
    level = entry.given.choice("level", NO_LEVEL)
    points, tricks = count_tricks(state)
    laid_down = replace(
        state.sheet,
        ended_by=state.side_of(seat),
        how=CLAIMS,
        level=level,
        against=points[OPPONENTS],
        opponents_tricks=tricks[OPPONENTS],
    )
    wrong = refuse_level(laid_down)
    if wrong:
        return Refused(wrong)

    ruling = ask(_rule_claim(state, seat, level))
    decided = ruling.decided
    winner = decided.seat("winner")
    n = decided.number("tricks")
    left = state.deal.tricks_left
    if n != left:
        raise ValueError(f"{n} of {left} tricks cannot be claimed")
    if state.side_of(winner) == OPPONENTS:
        return _give_rest(state, winner), (ruling,)
    demanded = _read_word(decided, "level", LEVELS)
    return replace(state, ended_by=DECLARER, how=CLAIMS, level=demanded), (ruling,)


def _end_null(state: State, seat: str, ask: Ask) -> Ended:
    """End a null because a seat lays down: the declarer takes no more trick."""
    declarer = state.declarer
    template = "{seat} lays down, and all agree that {declarer} takes no more tricks."
    why = cite("claim", template, seat=seat, declarer=declarer)
    summary = say("{declarer} takes no more tricks", declarer=declarer)
    ruling = ask(Ruling({"seat": declarer, "tricks": 0}, summary, (why,)))

    taker = declarer
    if not ruling.decided.number("tricks"):
        taker = state.deals.rounds.setting.left_of(declarer, state.deal.seats)
    return _give_rest(state, taker), (ruling,)


def _rule_claim(state: State, seat: str, level: str) -> Ruling:
    """Return the ruling on a claim of the rest, with the level that it demands."""
    ruling = state.deal.rule_claim(seat, cite, "claim")
    because = ruling.because
    if state.side_of(seat) == DECLARER:
        why = cite("claim", "No level is demanded with it.")
        if level != NO_LEVEL:
            template = "The level demanded with it: {level}."
            why = cite("claim", template, level=ANNOUNCED[level])
        because = (*because, why)
    verdict = {**ruling.verdict, "level": level}
    return replace(ruling, verdict=verdict, because=because)


def _give_rest(state: State, seat: str) -> State:
    """Return the match once a seat has all remaining tricks."""
    deal = state.deal
    deals = state.deals.with_deal(deal.with_claim({seat: deal.tricks_left}))
    return replace(state, deals=deals)


def end_by_wrong_count(state: State, entry: Entry, ask: Ask) -> Ended:
    """End the deal for the side whose number of cards is wrong.

    If both sides' numbers are wrong, the deal does not count.
    """
    wrong = entry.given.choice("wrong")
    if wrong == BOTH:
        summary = say("The deal doesn’t count")
        template = (
            "Both sides’ number of cards is wrong: {dealer} deals again, and nothing "
            "is scored."
        )
        why = cite("wrong-count", template, dealer=state.deals.rounds.dealer)
    elif wrong == DECLARER:
        summary = say("The declarer has a wrong number of cards")
        why = cite("wrong-count", "The opponents’ is right: the declarer has lost.")
    else:
        summary = say("The opponents have a wrong number of cards")
        why = cite("wrong-count", "The declarer’s is right: the opponents have lost.")
    ruling = ask(Ruling({"wrong": wrong}, summary, (why,)))
    wrong = _read_word(ruling.decided, "wrong", (DECLARER, OPPONENTS, BOTH))
    if wrong == BOTH:
        again = state.deals.dealt_again()
        return begin_deal(again, state.bock, state.listed), (ruling,)
    # The number was wrong from the first trick on.
    return replace(state, ended_by=wrong, how=WRONG_COUNT, broken_in=1), (ruling,)


def end_at_offence(state: State, rulings: Sequence[Ruling]) -> State:
    """Return the match once these rulings have ended the deal.

    A ruling ends it if it proves that a rule was broken, and nothing ended the deal
    before.
    """
    proofs = [ruling for ruling in rulings if ruling.verdict.get("legal") is False]
    if not proofs or state.ended_by is not None:
        return state

    decided = _first_offence(state, proofs).decided
    side = state.side_of(decided.seat("seat"))
    return replace(state, ended_by=side, broken_in=decided.number("trick"))


def _first_offence(state: State, proofs: Sequence[Ruling]) -> Ruling:
    """Return the first of these offences, which ended the deal."""
    for number, trick in enumerate(state.deal.tricks, 1):
        for seat in trick.plays:
            for proof in proofs:
                decided = proof.decided
                if (decided.seat("seat"), decided.number("trick")) == (seat, number):
                    return proof
    return proofs[0]

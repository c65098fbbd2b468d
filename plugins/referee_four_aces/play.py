"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from referee import (
    SUITS,
    Accepted,
    Ask,
    Cards,
    Entry,
    Field,
    Prompt,
    Prompts,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Rounds,
    Ruling,
    Rulings,
    Scene,
    Score,
    Setting,
    ShownCards,
    Step,
    Steps,
    Text,
    begin_rounds,
    card,
    choice_field,
    decide_round,
    entered_by,
    hookimpl,
    leaders,
    rule_alone,
    say,
)

from .game import DEALT_TO_A_HAND, cite
from .hand import NAMES, TITLES, Hands, hands_of
from .scoring import HAND_FIELDS, PlayedRound, rule_totals
from .validation import (
    explain_cautions,
    find_miscounts,
    refuse,
    refuse_alone,
    refuse_together,
)

ACES = tuple(card(f"A{suit}") for suit in SUITS)


@hookimpl
def begin(setting: Setting) -> Rounds:
    """Return the first round, before anything is entered."""
    target = setting.chosen.number("target")
    return begin_rounds(setting, target=target, playoffs=True)


# What may be entered


_ACES = say("The four aces in it")
_CALL_FIELDS = (
    choice_field("hand", say("Which hand"), TITLES),
    # The hand's other cards may be named too, but nobody has to look for them.
    Field("cards", "cards", _ACES, min=len(ACES), choices=ACES, suggests=True),
)

_HIDDEN, _EXPOSED, _LOCKED = HAND_FIELDS
# The number of cards is only suggested: the checks say why no more are possible.
_ROUND_FIELDS = (
    replace(_HIDDEN, max=DEALT_TO_A_HAND, suggests=True),
    replace(_EXPOSED, max=DEALT_TO_A_HAND, suggests=True),
    replace(_LOCKED, suggests=True),
)


@hookimpl
def prompts(state: Rounds) -> Prompts:
    """Return the hands of all who play this round, and the call; nothing at the end."""
    if state.winners:
        return ()
    seats = state.playing
    title = say("Play, then enter both hands ({n} cards each)", n=DEALT_TO_A_HAND)
    help = say(
        "Once the stock is gone and the last turn is done. Enter a card under a joker "
        "once, as locked; an unplayed joker with its hand. Nobody else sees it until "
        "all hands are in."
    )
    hands = Prompt("round", seats, title, help, _ROUND_FIELDS, secret=True, own=True)

    title = say("Call four aces")
    help = say("All four aces in one hand win the whole game at once.")
    fields = _CALL_FIELDS
    call = Prompt("four_aces", seats, title, help, fields, optional=True, own=True)
    return hands, call


# A round


@hookimpl
def clashes(state: Rounds, entries: tuple[Entry, ...]) -> Rulings:
    """Return why these hands cannot be right, by themselves or beside others."""
    entered = _read_hands(state, entries)
    alone = rule_alone(entered, refuse_alone)
    return (*alone, *refuse_together(entered))


@hookimpl
def reveal(state: Rounds, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """Score the round; after a call, say what contradicts it."""
    entered = _read_hands(state, entries)
    if state.winners:
        return Accepted(state, _question_call(state.winners[0], entered))

    played = {}
    gains = {}
    rulings = []
    with_aces = []
    # The seat on the right comes first, and may have locked some of the cards.
    seats = state.playing
    right = seats[-1]
    for seat in seats:
        result = _play(entered, seat, right, ask)
        played[seat] = result
        gains[seat] = result.gain
        rulings.append(result.rule(seat))
        if result.ruling.verdict["wins"]:
            with_aces.append(seat)
        right = seat

    def score(scores: Mapping[str, Score]) -> tuple[Rounds, Ruling]:
        after = state.with_scores(scores, winners=tuple(with_aces))
        return after, rule_totals(state, after, played, bool(with_aces))

    after, totals = decide_round(score, gains, state, ask)
    return Accepted(after, (*rulings, totals))


def _play(entered: Mapping[str, Hands], seat: str, right: str, ask: Ask) -> PlayedRound:
    hands = entered[seat]
    taken = len(entered[right].locked)
    ruling = ask(
        "round",
        hidden=hands.hidden,
        exposed=hands.exposed,
        locked=hands.locked,
        seat=seat,
    )
    miscounts = find_miscounts(hands, (taken,))
    why: Reasons = ()
    if miscounts:
        why = explain_cautions(seat, right, taken, miscounts)
    gain = cast("int", ruling.verdict["total"])
    return PlayedRound(hands, ruling, gain, miscounts, why)


def _read_hands(state: Rounds, entries: Sequence[Entry]) -> Mapping[str, Hands]:
    return entered_by(entries, state.playing, hands_of)


# Calling four aces: a hand that holds all of them wins the whole game at once


@hookimpl
def accept(state: Rounds, entry: Entry) -> Accepted | Refused:
    """Return the match after a call of four aces; `hand` is `hidden` or `exposed`."""
    seat = entry.own_seat
    hand = entry.given.choice("hand")
    cards = entry.given.cards("cards")
    missing = tuple(ace for ace in ACES if ace not in cards)
    refused = None if missing else refuse_alone(seat, Hands(cards, (), ()))
    if missing:
        template = (
            "These cards lack {missing}: "
            "a call wins only with all four aces in the one hand."
        )
        refused = refuse("four-aces", say(template, missing=missing), seat, missing)
    if refused:
        return Refused(refused)

    where = NAMES[hand]
    verdict = {
        "seat": seat,
        "hand": hand,
        "cards": cards,
        "four_aces": True,
        "winners": (seat,),
    }
    template = "{cards:short} in {where}: the call ends the game at once."
    why = cite("four-aces", template, cards=ACES, where=where)
    summary = say("{seat} calls four aces and wins the game.", seat=seat)
    shown = ShownCards(seat, cards, ACES, where)
    ruling = Ruling(verdict, summary, (why,), (shown,), rare=say("Four aces"))
    after = replace(state, winners=(seat,))
    return Accepted(after, (ruling,), reveals=True)


def _question_call(caller: str, entered: Mapping[str, Hands]) -> Rulings:
    """Name the seats whose earlier hands have one of the aces of this call.

    The call stands: the table says whether it was wrong.
    """
    found = {}
    shown = []
    texts = []
    rows = [ReckonedSeat(caller, (_short(ACES),), ahead=True)]
    for seat, hands in entered.items():
        aces = tuple(ace for ace in ACES if ace in hands.cards)
        if seat == caller or not aces:
            continue
        found[seat] = aces
        text = say("{seat} has entered {aces:short}", seat=seat, aces=aces)
        texts.append(text)
        rows.append(ReckonedSeat(seat, (_short(aces),), check=text))
        for hand in hands.show(seat):
            against = tuple(card for card in hand.cards if card in aces)
            shown.append(replace(hand, deciding=against))
    if not found:
        return ()

    template = "Check the call of {caller}: {said}."
    summary = say(template, caller=caller, said=tuple(texts))
    why = cite(
        "one-place",
        "There is only one of each ace. The call stands unless you dispute it: check "
        "the cards.",
    )
    verdict = {"check": "four-aces", "seats": tuple(found), "aces": found}
    reckoning = Reckoning((ReckoningColumn(say("Aces")),), tuple(rows))
    return (Ruling(verdict, summary, (why,), tuple(shown), reckoning=reckoning),)


def _short(cards: Cards) -> Text:
    return say("{cards:short}", cards=cards)


# How each seat stands


@hookimpl
def scene(state: Rounds) -> Scene:
    """Return how each stands, and what to do now with the real cards."""
    winners = state.winners
    if not winners:
        phase = "playoff" if state.in_playoff else "round"
        return state.scene(phase, steps=_list_steps(state))
    scene = state.scene("finished")
    if winners == leaders(state.totals, among=state.playing):
        return scene

    # A first place without the most points was won by four aces.
    standings = []
    for standing in scene.standings:
        if standing.place == 1:
            standing = replace(standing, ranked_by=say("four aces"))
        standings.append(standing)
    return replace(scene, standings=tuple(standings))


def _list_steps(state: Rounds) -> Steps:
    seats = state.playing
    dealer = state.dealer
    first = state.first
    template = "Then {seats} play, {first} first, and enter their hands."
    play = Step((*seats, first), say(template, seats=seats, first=first))
    if state.number == 1:
        text = say("{dealer} deals three down, three up.", dealer=dealer)
        return Step((dealer,), text), play

    deals = Step((dealer,), say("{dealer} gathers all cards and deals.", dealer=dealer))
    again = deals, play, Step((), say("Locked cards are gathered too."))
    if not state.in_playoff:
        return again
    tied = say("Only {tied} play this playoff.", tied=seats)
    return Step(seats, tied), *again

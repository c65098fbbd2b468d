"""The scene of a match: the cards on the table, and the next steps."""

from dataclasses import replace

from referee import (
    EVERYBODY,
    Scene,
    Step,
    Steps,
    Text,
    Zone,
    hookimpl,
    say,
)

from .game import ALL_RANKS, name_ranks
from .pick_up import can_surely_play, may_be_able
from .scoring import rank_standings
from .state import State


@hookimpl
def scene(state: State) -> Scene:
    """Return the scene of a match, from what everybody knows."""
    pile = state.pile
    discard = state.discard
    zones = [
        Zone("stock", None, state.stock),
        Zone("pile", None, len(pile), pile, EVERYBODY),
        Zone("discard", None, len(discard), discard, EVERYBODY, collapsed=True),
    ]
    for seat, holding in state.holdings.items():
        lying = holding.penultimate
        if holding.hidden:
            zone = Zone("hand", seat, holding.hand)
        else:
            zone = Zone("hand", seat, holding.hand, holding.known_cards, EVERYBODY)
        zones.append(zone)
        zones.append(Zone("penultimate", seat, len(lying), lying, EVERYBODY))
        zones.append(Zone("final", seat, holding.final))
    scene = Scene(
        phase=_PHASES.get(state.phase, state.phase),
        round=state.round,
        to_act=(state.turn,),
        standings=rank_standings(state),
        zones=tuple(zones),
        steps=_list_steps(state),
    )
    if state.phase == "finished":
        return replace(scene, to_act=(), finished=True, winners=state.out[:1])
    if state.phase == "setting-up":
        dealer = state.setting.dealer
        return replace(scene, to_act=state.laying or (dealer,), dealer=dealer)
    return scene


_PHASES = {"setting-up": "setting up", "again": "play again"}


def _list_steps(state: State) -> Steps:
    if state.phase == "finished":
        winners = state.out[:1]
        template = "Game over: {winners} wins."
        return (Step(winners, say(template, winners=winners)),)
    if state.phase == "setting-up":
        return _list_set_up(state)
    turn = Step((state.turn,), _say_turn(state))
    is_turned_up = state.phase == "play" and state.play_from == "final"
    if is_turned_up and state.ranks != ALL_RANKS and may_be_able(state):
        template = "{ranks} can be played; any other goes into hand, with the pile."
        ranks = say(template, ranks=name_ranks(state.ranks))
        return (*state.moved, turn, Step((), ranks))
    return (*state.moved, turn)


def _list_set_up(state: State) -> Steps:
    dealer = state.setting.dealer
    seats = state.setting.seats
    laying = state.laying
    if not state.pile and len(laying) == len(seats):
        deals = say("{dealer} deals nine each and turns one over.", dealer=dealer)
        lay = say(
            "Then {seats} each lay three of their nine cards face down, unseen, "
            "and three more face up on them, and enter these.",
            seats=seats,
        )
        enter = say("Anybody may enter the card turned over.")
        return Step((dealer,), deals), Step(seats, lay), Step((), enter)

    lacking = []
    if not state.pile:
        template = (
            "{dealer} turns over the top card of the stock, and anybody may enter it."
        )
        lacking.append(Step((dealer,), say(template, dealer=dealer)))
    if laying:
        template = "Still to lay PENULTIMATE cards: {laying}."
        lacking.append(Step(laying, say(template, laying=laying)))
    return tuple(lacking)


def _say_turn(state: State) -> Text:
    seat = state.turn
    play_from = state.play_from
    if state.phase == "cover":
        return say(_COVER[play_from], seat=seat)
    if state.phase == "again":
        return say(_AGAIN[play_from], seat=seat)
    if not may_be_able(state):
        template = "{seat} has nothing to play, and takes the pile."
        return say(template, seat=seat)
    if state.ranks == ALL_RANKS:
        return say(_ANYTHING[play_from], seat=seat)
    template = _MAY[play_from]
    if play_from != "final" and can_surely_play(state):
        template = _MUST[play_from]
    return say(template, seat=seat, ranks=name_ranks(state.ranks))


_COVER = {
    "hand": "{seat} may cover the 2 with hand cards of any rank, or leave it.",
    "penultimate": "{seat} may cover the 2 with PENULTIMATE cards of any rank, "
    "or leave it.",
    "final": "{seat} may cover the 2 with a FINAL card, chosen blind, or leave it.",
}

_AGAIN = {
    "hand": "{seat} plays again: hand cards of any rank.",
    "penultimate": "{seat} plays again: PENULTIMATE cards of any rank.",
    "final": "{seat} plays again: a FINAL card, chosen blind.",
}

# Short: on a small phone two lines of it are seen at once.
_ANYTHING = {
    "hand": "{seat} plays hand cards of any rank.",
    "penultimate": "{seat} plays PENULTIMATE cards of any rank.",
    "final": "{seat} shows a FINAL card, chosen blind, and plays it: anything goes.",
}

_MUST = {
    "hand": "{seat} plays {ranks}.",
    "penultimate": "{seat} plays PENULTIMATE cards: {ranks}.",
    "final": "{seat} shows a FINAL card, chosen blind, and plays it: "
    "{ranks} may be played.",
}

_MAY = {
    "hand": "{seat} plays {ranks}; without any, {seat} takes the pile.",
    "penultimate": "{seat} plays PENULTIMATE cards: {ranks}; "
    "without any, {seat} takes the pile.",
    "final": "{seat} shows a FINAL card, chosen blind.",
}

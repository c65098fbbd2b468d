"""What lies on the table in a match, how each seat stands, and what to do next."""

from collections.abc import Mapping, Sequence

from referee import EVERYBODY, Scene, Text, Zone, hookimpl, say

from .game_end import standings_of, winners_of
from .holding import Holding
from .pick_up import can_surely_play, may_be_able
from .ranks import ALL_RANKS, ranks_said
from .state import PlayFrom, State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match, from what everybody knows."""
    finished = state.phase == "finished"
    return Scene(
        phase=_PHASES.get(state.phase, state.phase),
        round=state.round,
        to_act=_to_act(state),
        standings=standings_of(state),
        zones=_zones(state),
        next=_next(state),
        finished=finished,
        winners=winners_of(state) if finished else (),
        dealer=state.setting.dealer if state.phase == "setting-up" else None,
    )


_PHASES: Mapping[str, str] = {"setting-up": "setting up", "again": "play again"}


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "finished":
        return ()
    if state.phase == "setting-up":
        return state.laying or (state.setting.dealer,)
    return (state.turn,)


def _zones(state: State) -> tuple[Zone, ...]:
    return (
        Zone("stock", None, state.stock),
        Zone("pile", None, len(state.pile), state.pile, EVERYBODY),
        Zone("discard", None, len(state.discard), state.discard, EVERYBODY, collapsed=True),
        *(zone for seat, holding in state.holdings.items() for zone in _zones_of(seat, holding)),
    )


def _zones_of(seat: str, holding: Holding) -> tuple[Zone, ...]:
    lying = holding.penultimate
    return (
        _hand(seat, holding),
        Zone("penultimate", seat, len(lying), lying, EVERYBODY),
        Zone("final", seat, holding.final),
    )


def _hand(seat: str, holding: Holding) -> Zone:
    """The hand: with its cards when everybody knows them all, else with their number alone."""
    if holding.hidden:
        return Zone("hand", seat, holding.hand)
    return Zone("hand", seat, holding.hand, holding.known_cards(), EVERYBODY)


def _next(state: State) -> Text:
    if state.phase == "finished":
        return say("The game is over, and {winners} has won it.", winners=winners_of(state))
    if state.phase == "setting-up":
        return _setting_up(state)
    return sentences((*state.moved, _turn(state)))


def _setting_up(state: State) -> Text:
    dealer, laying = state.setting.dealer, state.laying
    if not state.pile and len(laying) == len(state.setting.seats):
        return say(_DEAL, dealer=dealer, seats=state.setting.seats)
    lacking: list[Text] = []
    if not state.pile:
        lacking.append(say(_TURN_OVER, dealer=dealer))
    if laying:
        lacking.append(say("Still to lay PENULTIMATE cards: {laying}.", laying=laying))
    return sentences(lacking)


_TURN_OVER = "{dealer} turns over the top card of the stock, and anybody may enter it."
_DEAL = (
    "{dealer} deals nine each and turns one over. Then {seats} each lay three of their nine cards face"
    " down, unseen, and three more face up on them, and enter these. Anybody may enter the card turned over."
)


def sentences(said: Sequence[Text]) -> Text:
    """Sentences one after the other; at least one."""
    first, *others = said
    for sentence in others:
        first = say("{before} {sentence}", before=first, sentence=sentence)
    return first


def _turn(state: State) -> Text:
    seat, ranks = state.turn, ranks_said(state.ranks)
    if state.phase == "cover":
        return say(_COVER[state.play_from], seat=seat)
    if state.phase == "again":
        return say(_AGAIN[state.play_from], seat=seat)
    if not may_be_able(state):
        return say("{seat} has nothing that could be played, and takes the pile.", seat=seat)
    if state.ranks == ALL_RANKS:
        return say(_ANYTHING[state.play_from], seat=seat)
    sure = state.play_from != "final" and can_surely_play(state)
    return say((_MUST if sure else _MAY)[state.play_from], seat=seat, ranks=ranks)


_COVER: Mapping[PlayFrom, str] = {
    "hand": "{seat} may cover the 2 with hand cards of any rank, or leave it.",
    "penultimate": "{seat} may cover the 2 with PENULTIMATE cards of any rank, or leave it.",
    "final": "{seat} may cover the 2 with a FINAL card, chosen blind, or leave it.",
}

_AGAIN: Mapping[PlayFrom, str] = {
    "hand": "{seat} plays again: hand cards of any rank.",
    "penultimate": "{seat} plays again: PENULTIMATE cards of any rank.",
    "final": "{seat} plays again: a FINAL card, chosen blind.",
}

# Short: on a small phone two lines of it are seen at once.
_ANYTHING: Mapping[PlayFrom, str] = {
    "hand": "{seat} plays hand cards of any rank.",
    "penultimate": "{seat} plays PENULTIMATE cards of any rank.",
    "final": "{seat} shows a FINAL card, chosen blind, and plays it: anything may be played.",
}

_MUST: Mapping[PlayFrom, str] = {
    "hand": "{seat} plays {ranks}.",
    "penultimate": "{seat} plays PENULTIMATE cards: {ranks}.",
    "final": "{seat} shows a FINAL card, chosen blind, and plays it: {ranks} may be played.",
}

_MAY: Mapping[PlayFrom, str] = {
    "hand": "{seat} plays {ranks}; without any, {seat} takes the pile.",
    "penultimate": "{seat} plays PENULTIMATE cards: {ranks}; without any, {seat} takes the pile.",
    "final": "{seat} shows a FINAL card, chosen blind. Played are {ranks}; any other goes into hand, with the pile.",
}

"""How the match stands: points and boxes, the pile, and who holds what everybody has seen."""

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match: by deal the boxes alone, else the cards that are known too."""
    play, rounds = state.play, state.rounds
    boxes = [Fact(say("Boxes"), say("{n}", n=n), seat) for seat, n in state.boxes.items()]
    if rounds.winners:
        return rounds.scene("finished", facts=tuple(boxes))
    if state.by_deal:
        return rounds.scene("deal", next=_next(state), facts=tuple(boxes))
    zones = (
        Zone("stock", None, play.stock),
        Zone("pile", None, len(play.pile), play.pile, EVERYBODY),
        *[Zone("taken", seat, len(cards), cards, EVERYBODY) for seat, cards in play.known.items()],
    )
    to_act = (play.turn,) if play.upcard else (rounds.dealer,)
    return rounds.scene("play", to_act=to_act, zones=zones, next=_next(state), facts=tuple(boxes))


def _next(state: State) -> Text:
    play, rounds = state.play, state.rounds
    if state.by_deal:
        return say("{dealer} deals. Then enter who knocked, and what is left.", dealer=rounds.dealer)
    if play.upcard is None:
        return say("{dealer} deals ten cards each and turns the next one up.", dealer=rounds.dealer)
    if state.at_wall:
        return say("{seat} may take the last discard and knock, or the deal is dead.", seat=play.turn)
    if play.draws == ("pile",):
        return say("{seat} may take the {card}.", seat=play.turn, card=play.upcard)
    return say("{seat} draws and discards, or knocks.", seat=play.turn)

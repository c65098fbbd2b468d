"""What lies on the table, whose turn it is, and what to do next."""

from referee import EVERYBODY, Fact, Scene, Text, Zone, count, hookimpl, say

from .rules import SUIT_NAMES
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match: hands, stock and pile where every card is entered."""
    deal, winners = state.deal, state.rounds.winners
    if winners:
        return state.rounds.scene("finished", next=say("The game is over, won by {winners}.", winners=winners))
    if state.by_deal:
        return state.rounds.scene("deal", next=say(_WHOLE, dealer=state.rounds.dealer))
    phase = "left" if deal.to_show else "play" if deal.pile else "starter"
    to_act = deal.to_show or (deal.turn,)
    return state.rounds.scene(phase, to_act=to_act, zones=_zones(state), next=_next(state), facts=_facts(state))


_WHOLE = "{dealer} deals. Play the deal out, then enter what is left in hand."


def _zones(state: State) -> tuple[Zone, ...]:
    deal = state.deal
    hands = [
        Zone("hand", seat, n, deal.shown[seat], EVERYBODY) if seat in deal.shown else Zone("hand", seat, n)
        for seat, n in deal.hands.items()
    ]
    top = deal.pile[-1:]
    under = Zone("discard", None, len(deal.pile[:-1]), deal.pile[:-1], EVERYBODY, collapsed=True)
    return Zone("pile", None, len(top), top, EVERYBODY), under, Zone("stock", None, deal.stock), *hands


def _next(state: State) -> Text:
    deal, dealer = state.deal, state.rounds.dealer
    if deal.out is not None:
        return say("{seat} is out. All others show what they have left.", seat=deal.out)
    if deal.blocked:
        return say("Nobody can play. All show what they have left.")
    if not deal.pile:
        return say("{dealer} deals and turns up a card: enter it.", dealer=dealer)
    if deal.draws:
        one, many = "{seat} draws {n} card, or passes that on.", "{seat} draws {n} cards, or passes that on."
        return count(one, many, min(deal.draws, state.left_to_draw), seat=deal.turn)
    if state.may_pass:
        return say("{seat} plays a card, or passes.", seat=deal.turn)
    return say("{seat} plays a card, or draws.", seat=deal.turn)


def _facts(state: State) -> tuple[Fact, ...]:
    """The wished suit, and that play goes the other way round."""
    deal, facts = state.deal, []
    if deal.pile and deal.suit != deal.top.suit:
        facts.append(Fact(say("Wished"), SUIT_NAMES[deal.suit]))
    if not deal.clockwise:
        facts.append(Fact(say("Turns go"), say("to the right")))
    return tuple(facts)

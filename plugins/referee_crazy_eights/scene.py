"""What lies on the table, whose turn it is, and what to do next."""

from referee import EVERYBODY, SUIT_NAMES, Fact, Scene, Text, Zone, count, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match: hands, stock and pile where every card is entered."""
    deal, rounds = state.deal, state.rounds
    if rounds.winners:
        return rounds.scene("finished")
    if state.by_deal:
        told = "{dealer} deals. Play the deal out, then enter what is left in hand."
        return rounds.scene("deal", next=say(told, dealer=rounds.dealer))
    phase = "left" if deal.to_show else "play" if deal.pile else "starter"
    to_act = deal.to_show or (deal.wisher or deal.turn,)
    facts = [Fact(say("Wished"), SUIT_NAMES[deal.wished])] if deal.wished else []
    if not deal.clockwise:
        facts.append(Fact(say("Turns go"), say("to the right")))
    return rounds.scene(phase, to_act=to_act, zones=_zones(state), next=_next(state), facts=tuple(facts))


def _zones(state: State) -> tuple[Zone, ...]:
    deal = state.deal
    hands = [Zone("hand", seat, n, deal.shown.get(seat), EVERYBODY) for seat, n in deal.hands.items()]
    pile = Zone("pile", None, len(deal.pile[-1:]), deal.pile[-1:], EVERYBODY)
    under = Zone("discard", None, len(deal.pile[:-1]), deal.pile[:-1], EVERYBODY, collapsed=True)
    return pile, under, Zone("stock", None, deal.stock), *hands


def _next(state: State) -> Text:
    deal = state.deal
    if deal.out is not None:
        return say("{seat} is out. All others show what they have left.", seat=deal.out)
    if deal.blocked:
        return say("Nobody can play. All show what they have left.")
    if not deal.pile:
        return say("{dealer} deals and turns up a card: enter it.", dealer=state.rounds.dealer)
    if deal.wisher:
        return say("{seat} wishes a suit.", seat=deal.wisher)
    if deal.draws:
        one, many = "{seat} draws {n} card, or passes that on.", "{seat} draws {n} cards, or passes that on."
        return count(one, many, min(deal.draws, deal.left_to_draw), seat=deal.turn)
    if state.may_pass:
        return say("{seat} plays a card, or passes.", seat=deal.turn)
    return say("{seat} plays a card, or draws.", seat=deal.turn)

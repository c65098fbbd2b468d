"""What lies on the board, who has bet what, and what to do next."""

from dataclasses import replace

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, rank_seats, say

from .state import STREETS, State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match, in which what was bought does not rank."""
    scene = _scene(state)
    if not state.bought:
        return scene
    bought = {seat: say("{n} of it bought", n=n) for seat, n in state.bought.items()}
    return replace(scene, standings=rank_seats(state.stacks, state.net, ranked_by=bought))


def _scene(state: State) -> Scene:
    rounds, betting, dealer = state.rounds, state.betting, state.rounds.dealer
    if rounds.winners:
        return rounds.scene("finished")
    if state.waits_for_chips:
        told = say("Only one has chips left: buy some, or end the match.")
        return rounds.scene("deal", to_act=state.seats, next=told)
    if state.by_deal:
        return rounds.scene("deal", next=say("{dealer} deals. Play the hand, then enter how it ended.", dealer=dealer))
    phase = "bets" if betting.to_act else "board" if len(state.board) < 5 else "showdown"
    to_act = betting.to_act[:1] or (betting.inside if phase == "showdown" else (dealer,))
    board = Zone("board", None, len(state.board), state.board, EVERYBODY)
    return rounds.scene(phase, to_act=to_act, zones=(board,), next=_next(state), facts=_facts(state))


def _next(state: State) -> Text:
    betting, dealer = state.betting, state.rounds.dealer
    if not betting.to_act and len(state.board) == 5:
        return say("All who are in show their cards, or give up.")
    if not betting.to_act:
        n = STREETS[len(state.board)]
        template = "{dealer} turns up one card: enter it." if n == 1 else "{dealer} turns up three cards: enter them."
        return say(template, dealer=dealer)
    told = "{seat} calls {n}, raises or folds." if betting.to_call else "{seat} checks or bets."
    return say(told, seat=betting.seat, n=betting.to_call)


def _facts(state: State) -> tuple[Fact, ...]:
    """The pot, and what those in it have bet in this round."""
    betting = state.betting
    bets = tuple(Fact(say("Stake"), say("{n}", n=n), seat) for seat, n in betting.bets.items() if n)
    folded = tuple(Fact(say("Cards"), say("folded"), seat) for seat in betting.folded)
    return (Fact(say("Pot"), say("{n}", n=betting.pot)), *bets, *folded)

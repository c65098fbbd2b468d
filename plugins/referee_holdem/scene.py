"""What lies on the board, who has bet what, and what to do next."""

from dataclasses import replace

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, rank_seats, say

from .betting import blinds_of
from .state import STREETS, State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    scene = _scene(state)
    if not state.bought:
        return scene
    return replace(scene, standings=rank_seats(state.stacks, state.net, ranked_by=_bought(state)))


def _bought(state: State) -> dict[str, Text]:
    return {seat: say("{n} of it bought", n=n) for seat, n in state.bought.items()}


def _scene(state: State) -> Scene:
    rounds, betting = state.rounds, state.betting
    if rounds.winners:
        return rounds.scene("finished", next=say("The game is over, won by {winners}.", winners=rounds.winners))
    if state.waits_for_chips:
        told = say("Only one has chips left: buy some, or end the match.")
        return rounds.scene("deal", to_act=state.setting.seats, next=told)
    if state.by_deal:
        return rounds.scene("deal", next=say("{blinds} Play the hand, then enter it.", blinds=_blinds(state)))
    phase = "bets" if betting.to_act else "board" if len(state.board) < 5 else "showdown"
    to_act = betting.to_act[:1] or (betting.inside if phase == "showdown" else (rounds.dealer,))
    board = Zone("board", None, len(state.board), state.board, EVERYBODY)
    return rounds.scene(phase, to_act=to_act, zones=(board,), next=_next(state), facts=_facts(state))


def _blinds(state: State) -> Text:
    first, second = blinds_of(state.betting.seats)
    told = {"dealer": state.rounds.dealer, "first": first, "second": second}
    template = "{dealer} deals. {first} puts in {small}, {second} {big}."
    return say(template, small=state.blinds[0], big=state.blinds[1], **told)


def _next(state: State) -> Text:
    betting = state.betting
    if not betting.to_act and len(state.board) == 5:
        return say("All who are in show their cards, or give up.")
    if not betting.to_act:
        n = STREETS[len(state.board)]
        template = "{dealer} turns up one card: enter it." if n == 1 else "{dealer} turns up three cards: enter them."
        return say(template, dealer=state.rounds.dealer)
    acts = say("{seat} checks or bets.", seat=betting.seat)
    if betting.to_call:
        acts = say("{seat} calls {n}, raises or folds.", seat=betting.seat, n=betting.to_call)
    return acts if betting.acted else say("{blinds} {acts}", blinds=_blinds(state), acts=acts)


def _facts(state: State) -> tuple[Fact, ...]:
    """The pot, and what those in it have bet in this round."""
    betting = state.betting
    bets = tuple(Fact(say("Bet"), say("{n}", n=n), seat) for seat, n in betting.bets.items() if n)
    folded = tuple(Fact(say("Cards"), say("folded"), seat) for seat in betting.folded)
    return (Fact(say("Pot"), say("{n}", n=betting.pot)), *bets, *folded)

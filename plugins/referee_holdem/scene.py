"""What lies on the board, who has bet what, and what to do next."""

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match: where every bet is entered, the board, the pot and the stakes too."""
    rounds, betting, dealer = state.rounds, state.betting, state.rounds.dealer
    if rounds.winners:
        return rounds.scene("finished")
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
        return say("{dealer} turns up what comes next: enter it.", dealer=dealer)
    told = "{seat} calls {n}, raises or folds." if betting.to_call else "{seat} checks or bets."
    return say(told, seat=betting.seat, n=betting.to_call)


def _facts(state: State) -> tuple[Fact, ...]:
    """The pot, and what those in it have bet in this round."""
    betting = state.betting
    bets = tuple(Fact(say("Stake"), say("{n}", n=n), seat) for seat, n in betting.bets.items() if n)
    folded = tuple(Fact(say("Cards"), say("folded"), seat) for seat in betting.folded)
    return (Fact(say("Pot"), say("{n}", n=betting.pot)), *bets, *folded)

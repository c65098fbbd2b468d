"""What lies on the board, who has bet what, and what to do next."""

from referee import EVERYBODY, Fact, Scene, Step, Zone, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match: where every bet is entered, the board, the pot and the
    stakes too.
    """
    rounds, betting, dealer = state.rounds, state.betting, state.rounds.dealer
    if rounds.winners:
        return rounds.scene("finished")
    if state.by_deal:
        deals = Step((dealer,), say("{dealer} deals.", dealer=dealer))
        play = Step((), say("Play the hand, then enter how it ended."))
        facts = (*_blinds(state), *_unusual(state))
        return rounds.scene("deal", steps=(deals, play), facts=facts)
    phase = (
        "bets" if betting.to_act else "board" if len(state.board) < 5 else "showdown"
    )
    to_act = betting.to_act[:1] or (
        betting.inside if phase == "showdown" else (dealer,)
    )
    board = Zone("board", None, len(state.board), state.board, EVERYBODY)
    return rounds.scene(
        phase,
        to_act=to_act,
        zones=(board,),
        steps=(_find_step(state),),
        facts=_facts(state),
    )


def _find_step(state: State) -> Step:
    betting, dealer = state.betting, state.rounds.dealer
    if not betting.to_act and len(state.board) == 5:
        return Step((), say("All who are in show their cards, or give up."))
    if not betting.to_act:
        template = "{dealer} turns up what comes next: enter it."
        return Step((dealer,), say(template, dealer=dealer))
    template = (
        "{seat} calls {n}, raises or folds."
        if betting.to_call
        else "{seat} checks or bets."
    )
    text = say(template, seat=betting.seat, n=betting.to_call)
    return Step((betting.seat,), text)


def _facts(state: State) -> tuple[Fact, ...]:
    """The pot, what those in it have bet in this round, and what is unusual."""
    betting = state.betting
    bets = tuple(
        Fact(say("Stake"), say("{n}", n=n), seat)
        for seat, n in betting.bets.items()
        if n
    )
    folded = tuple(Fact(say("Cards"), say("folded"), seat) for seat in betting.folded)
    pot = Fact(say("Pot"), say("{n}", n=betting.pot))
    return (pot, *bets, *folded, *_unusual(state))


def _blinds(state: State) -> tuple[Fact, ...]:
    """Who posts which blind, for whom bets are not entered one by one."""
    positions, put_in = state.positions, state.betting.put_in
    big = positions.big
    blinds = [Fact(say("Big blind"), say("{n}", n=put_in[big]), big)]
    if positions.has_small_blind:
        n, seat = put_in[positions.small], positions.small
        blinds.insert(0, Fact(say("Small blind"), say("{n}", n=n), seat))
    return tuple(blinds)


def _unusual(state: State) -> tuple[Fact, ...]:
    """A dead small blind, a dead button, and who has chips but no cards yet."""
    positions = state.positions
    facts: list[Fact] = []
    if not positions.has_small_blind:
        facts.append(Fact(say("Small blind"), say("nobody")))
    if not positions.has_button:
        place = say("at {seat}'s empty place", seat=positions.button)
        facts.append(Fact(say("Button"), place))
    for seat in state.with_chips:
        if seat not in positions.dealt_in:
            facts.append(Fact(say("Cards"), say("from the next hand on"), seat))
    return tuple(facts)

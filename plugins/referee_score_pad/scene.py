"""How each seat stands, and what to do now."""

from dataclasses import replace

from referee import Fact, Scene, Step, hookimpl, rank_seats, say

from .sheets import find_sheet
from .state import State


@hookimpl
def scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    rounds = state.rounds
    sheet = find_sheet(state)
    phase = "playoff" if rounds.in_playoff else "round"
    to_act = rounds.playing
    if sheet.in_turns:
        to_act = (state.in_turn,)
    steps = _list_steps(state)
    facts = _list_facts(state)
    scene = rounds.scene(phase, steps=steps, facts=facts, to_act=to_act)
    if sheet.ranks is not None:
        ranks = {}
        for seat, rank in sheet.ranks(state).items():
            ranks[seat] = seat in rounds.winners, rank
        ranked_by = sheet.ranked_by(state)
        standings = rank_seats(rounds.totals, ranks, ranked_by=ranked_by)
        scene = replace(scene, standings=standings)
    if _is_dealt(state):
        return scene
    return replace(scene, dealer=None)


def _is_dealt(state: State) -> bool:
    return state.chosen.flag("deal") and not find_sheet(state).in_turns


def _list_facts(state: State) -> tuple[Fact, ...]:
    """What is played, and what ends it."""
    rounds = state.rounds
    facts = []
    if state.chosen.has("playing"):
        game = say("{game}", game=state.chosen.text("playing"))
        facts.append(Fact(say("Playing"), game))
    if rounds.target is not None:
        facts.append(Fact(say("Ends at"), say("{n}", n=rounds.target)))
    if rounds.sitting_out and not rounds.winners:
        seats = say("{seats}", seats=rounds.sitting_out)
        facts.append(Fact(say("Sitting out"), seats))
    if rounds.last is not None and not rounds.in_playoff:
        number = say("{n} of {all}", n=rounds.number, all=rounds.last)
        facts.append(Fact(say("Rounds"), number))
    if not rounds.winners:
        facts.extend(find_sheet(state).facts(state))
    return tuple(facts)


def _list_steps(state: State) -> tuple[Step, ...]:
    rounds = state.rounds
    winners, dealer, n = rounds.winners, rounds.dealer, rounds.number
    if winners:
        over = say("The match is over, won by {winners}.", winners=winners)
        return (Step(winners, over),)
    list_steps = find_sheet(state).steps
    if list_steps is not None:
        return list_steps(state)

    play = Step((), say("Play round {n}, then enter everybody’s points.", n=n))
    if _is_dealt(state):
        template = "{dealer} deals round {n}. Then enter everybody’s points."
        play = Step((dealer,), say(template, n=n, dealer=dealer))
    if not rounds.in_playoff:
        return (play,)
    tied = rounds.playing
    return Step(tied, say("Only {tied} play this round.", tied=tied)), play

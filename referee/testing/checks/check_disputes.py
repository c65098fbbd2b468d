"""Disputes and corrections at random: whatever the table decides, the match goes on, and its records give the same."""

from collections.abc import Iterator

from referee.match.match import Match
from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.quarrel import Quarrel

NAME = "disputes"
TURNS = 60

GOES_ON = "A table may question every ruling and correct every entry: it goes on from what it decides."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What goes wrong at tables that quarrel, one of each number of players."""
    for seed, players in enumerate(game.rulebook.game.players):
        found = list(_of_table(game, players, seed))
        if found:
            yield from found
            return


def _of_table(game: CheckedGame, players: int, seed: int) -> Iterator[Flaw]:
    try:
        quarrel = Quarrel.over(game.rulebook, players, seed)
        for _ in range(TURNS):
            quarrel.turn()
            yield from _stands(game, quarrel)
        match = quarrel.match
        again = Match.from_records(game.rulebook, match.history.setting, quarrel.records)
        same = again == match
    except GameFaultError as fault:
        yield game.flaw_of(NAME, fault)
        return
    except AssertionError:
        same = False
    if not same:
        what = "After disputes and corrections, the records folded again come to another match."
        instead = "Let states be equal where they hold the same, frozen dataclasses of tuples, and each hook go by its "
        instead += "arguments alone."
        yield Flaw(NAME, game.place_of_hook("accept"), what, "A match is loaded from its records.", instead)


def _stands(game: CheckedGame, quarrel: Quarrel) -> Iterator[Flaw]:
    history = quarrel.match.history
    scene = history.scene
    if scene.finished or any(not prompt.optional for prompt in history.prompts):
        return
    what = f"After what the table decided, in the phase {scene.phase!r} nothing has to be entered."
    instead = "Go on from what `ask` said, and work nothing out a second time."
    yield Flaw(NAME, game.place_of_hook("prompts", scene.phase), what, GOES_ON, instead)

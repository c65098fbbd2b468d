"""A referee that has no games but those of a test."""

from contextlib import AbstractContextManager
from importlib.metadata import EntryPoint
from types import ModuleType

from referee.plugin.discovery import GAMES, finding


def only_games(*games: ModuleType) -> AbstractContextManager[None]:
    """Run the block with nothing installed but these games."""
    points = [
        EntryPoint(game.describe_game().id, game.__name__, GAMES) for game in games
    ]
    return finding(lambda group: points if group == GAMES else [])

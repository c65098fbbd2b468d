"""`referee games`: what is installed."""

import json
from collections.abc import Iterator

import click

from referee.commandline import turned_aside
from referee.plugin.discovery import house_rules_of, installed, rulebook
from referee.vocabulary.game import Game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def games(as_json: bool) -> None:
    """List the games that are installed."""
    described = []
    lines = list[str]()
    with turned_aside():
        for id in installed().games:
            game = rulebook(id).game
            house_rules = [*house_rules_of(id)]
            described.append(
                {
                    "id": game.id,
                    "title": game.title,
                    "players": game.players,
                    "version": game.version,
                    "house_rules": house_rules,
                }
            )
            lines += _list_lines(game, house_rules)
    if as_json:
        click.echo(json.dumps(described, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines) or "No game is installed. Install one with pip.")
    tell_broken()


def tell_broken() -> None:
    """Report on standard error each installed plugin that cannot be used, and why."""
    for name, why in installed().broken.items():
        click.echo(
            f"Left out, because it is broken: {name} ({why}). Install it again, or "
            "tell its author.",
            err=True,
        )


def _list_lines(game: Game, house_rules: list[str]) -> Iterator[str]:
    players = ", ".join(map(str, game.players))
    title = f"{game.title}, for {players}, rulings version {game.version}"
    yield f"{game.id:<14} {title}"
    if house_rules:
        yield f"{'':<15}house rules: {', '.join(house_rules)}"

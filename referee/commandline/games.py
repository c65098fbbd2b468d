"""`referee games`: what is installed."""

import json

import click

from referee.commandline import turned_aside
from referee.plugin.discovery import house_rules_of, installed, rulebook
from referee.vocabulary.game import Game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def games(as_json: bool) -> None:
    """List the games that are installed."""
    with turned_aside():
        known = [rulebook(id).game for id in installed().games]
        described = [_described(game) for game in known]
        lines = [_line(game) for game in known]
    if as_json:
        click.echo(json.dumps(described, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines) or "No game is installed. Install one with pip.")
    tell_broken()


def tell_broken() -> None:
    """Say on standard error which of the installed plugins are left out, and why."""
    for name, why in installed().broken.items():
        click.echo(
            f"Left out, because it is broken: {name} ({why}). Install it again, or "
            "tell its author.",
            err=True,
        )


def _described(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "players": game.players,
        "version": game.version,
        "house_rules": list(house_rules_of(game.id)),
    }


def _line(game: Game) -> str:
    line = (
        f"{game.id:<14} {game.title}, for {', '.join(map(str, game.players))}, rulings "
        f"version {game.version}"
    )
    house_rules = ", ".join(house_rules_of(game.id))
    return f"{line}\n{'':<15}house rules: {house_rules}" if house_rules else line

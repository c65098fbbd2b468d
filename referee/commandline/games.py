"""`referee games`: what is installed."""

from __future__ import annotations

import json

import click

from referee.plugin.discovery import house_rules_of, installed, rulebook


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def games(as_json: bool) -> None:
    """List the games that are installed."""
    known = [_described(game) for game in installed().games]
    if as_json:
        click.echo(json.dumps(known, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(map(_line, known)) or "No game is installed. Install one with pip.")
    for name, why in installed().broken.items():
        click.echo(f"Left out, because it is broken: {name} ({why}). Install it again, or tell its author.", err=True)


def _described(game: str) -> dict[str, object]:
    described = rulebook(game).game
    return {
        "id": game,
        "title": described.title,
        "players": list(described.players),
        "version": described.version,
        "house_rules": list(house_rules_of(game)),
    }


def _line(game: dict[str, object]) -> str:
    players, house_rules = game["players"], game["house_rules"]
    assert isinstance(players, list) and isinstance(house_rules, list)
    line = f"{game['id']:<14} {game['title']}, for {', '.join(map(str, players))}, rulings version {game['version']}"
    return f"{line}\n{'':<15}house rules: {', '.join(house_rules)}" if house_rules else line

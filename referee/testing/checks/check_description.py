"""What a game says of itself: its name, players and options, its sections, its questions, and how to set it up."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.vocabulary.game import SetUpStep

NAME = "description"

PLAIN_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""An id that can stand in an address."""


def flaws_of_id(check: str, where: str, id: str, of: str = "") -> Iterator[Flaw]:
    """What is wrong with an id that people and programs use."""
    if not PLAIN_ID.fullmatch(id):
        what, why = (
            f"The id {id!r}{of} cannot stand in an address.",
            "It stands in addresses and in what programs send.",
        )
        instead = "Use small letters, digits and hyphens between them, as in `four-of-a-kind`."
        yield Flaw(check, where, what, why, instead)


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What cannot be listed, chosen, linked or read."""
    yield from _of_game(game)
    yield from _of_sections(game)
    yield from _of_setting_up(game)


def _of_game(game: CheckedGame) -> Iterator[Flaw]:
    described = game.rulebook.game
    where = game.place_of_hook("describe_game", described.id)
    yield from flaws_of_id(NAME, where, described.id)
    if game.id not in ("", described.id):
        what = f"The game calls itself {described.id!r}, its entry point {game.id!r}."
        yield Flaw(NAME, where, what, "It is found by the one and kept by the other.", "Give both the same id.")
    for part in ("title", "summary"):
        if not getattr(described, part).strip():
            why = "It is what people choose the game by."
            yield Flaw(NAME, where, f"The game has no {part}.", why, f"Write a {part}.")


def _of_sections(game: CheckedGame) -> Iterator[Flaw]:
    sections = game.game.rule_sections()  # all of them, also where two have one id
    if not sections:
        instead = "Write a `Section` for each part of the rules, or a rules.toml for `read_sections`."
        why = "Every ruling rests on one."
        yield Flaw(NAME, game.place_of_hook("rule_sections"), "The rules have no sections.", why, instead)
    for id, times in Counter(section.id for section in sections).items():
        where = game.place_of_hook("rule_sections", id)
        if times > 1:
            why = "Nobody could say on which of them a ruling rests."
            yield Flaw(NAME, where, f"{times} sections have the id {id!r}.", why, "Give each an id of its own.")
        yield from flaws_of_id(NAME, where, id, " of a section")
    for section in sections:
        if not section.title.strip() or not section.text.strip():
            where, why = game.place_of_hook("rule_sections", section.id), "People read it where a ruling rests on it."
            yield Flaw(NAME, where, f"The section {section.id!r} has no title or no text.", why, "Write both.")


def _of_setting_up(game: CheckedGame) -> Iterator[Flaw]:
    for players in game.rulebook.game.players:
        seats = [f"Player {n}" for n in range(1, players + 1)]
        try:
            first, last = (_steps(game, seats, dealer) for dealer in (seats[0], seats[-1]))
        except GameFaultError as fault:
            yield game.flaw_of(NAME, fault)
            return
        if first != last:
            why = "It is read before anybody knows who deals."
            instead = "Speak of the dealer, and do not name anybody."
            yield Flaw(NAME, game.place_of_hook("set_up"), "Setting up depends on who deals.", why, instead)
            return


def _steps(game: CheckedGame, seats: Sequence[str], dealer: str) -> tuple[SetUpStep, ...]:
    return game.rulebook.set_up(game.rulebook.setting(seats, dealer, {}))

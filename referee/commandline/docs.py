"""`referee docs`: the pages for authors that are made from the code."""

import re
from collections.abc import Callable, Mapping

import click

from referee.commandline import WrongUsage, turned_aside
from referee.testing.author_reference import (
    built_in_games,
    write_game_page,
    write_hooks_page,
    write_names_page,
)

PAGES: Mapping[str, Callable[[], str]] = {
    "hooks": write_hooks_page,
    "names": write_names_page,
}


@click.command()
@click.argument("page")
@click.argument("part", required=False)
def docs(page: str, part: str | None) -> None:
    """Print PAGE for authors: `hooks`, `names`, or a built-in game's id.

    With PART only what is said of one hook or name: `referee docs names Rounds`. A
    running referee shows the same at /docs.
    """
    with turned_aside():
        known = [*PAGES, *built_in_games()]
        if page not in known:
            raise WrongUsage(
                f"No page is called {page!r}; there are {', '.join(known)}."
            )
        text = PAGES[page]() if page in PAGES else write_game_page(page)
    if part is not None:
        # A comment in an example begins with one number sign.
        found = re.search(rf"(?ms)^##+ {re.escape(part)}$.*?(?=^##+ |\Z)", text)
        if found is None:
            raise WrongUsage(f"`referee docs {page}` says nothing of {part!r}.")
        text = found[0]
    click.echo(text.strip())

"""The command line: what `referee` does in a terminal."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from importlib import import_module
from importlib.metadata import entry_points
from threading import Thread
from time import sleep
from typing import Any, TypeVar, cast

import click

from referee.time_limit import with_time_limit
from referee.vocabulary.errors import RefereeError

T = TypeVar("T")

COMMANDS = {
    "serve": (
        "Start the daemon and show the address that phones open. The same as no "
        "command at all."
    ),
    "ask": "Have a question ruled, without any table.",
    "games": "List the games that are installed.",
    "new": (
        "Make a game of your own to begin with: a package with rules, tests and "
        "translations."
    ),
    "check": "Say all that is wrong with a game, with file and line.",
    "docs": "Print what authors look up: the hooks, the names, and whole games.",
    "words": "Write what a game says into its catalogues, for translating.",
    "event": "Open an event, an evening of many tables, from a file.",
    "tables": "List all tables with their codes, which seat and forget ask for.",
    "seat": "Take a seat to a phone by a link, when the one it was on is gone.",
    "export": "Print a whole match, as a spectator sees it.",
    "replay": "Rule an exported match again and say where a ruling differs.",
    "forget": "Take a match or a player’s name away for good.",
    "doctor": "Say what is wrong here and what to do about it.",
}
"""Every command with what it does; each is imported when it is called."""

MODULES = {"export": "tables", "seat": "tables", "forget": "tables"}
"""The modules of commands whose names differ."""

ABOVE = ("serve", "doctor")
"""The group of entry points of commands that need the web.

The core does not know the web.
"""


class Stop(click.ClickException):
    """The command cannot go on; one line says why and what to do."""

    exit_code = 1


class WrongUsage(Stop):
    """The command was called in a way that makes no sense."""

    exit_code = 2


@contextmanager
def stopped_by(*kinds: type[Exception]) -> Iterator[None]:
    """Stop the command with the message of one of these errors, if raised within."""
    try:
        yield
    except kinds as error:
        raise Stop(str(error)) from None


COLLECT_AFTER = 50_000
"""The new objects after which Python looks for garbage."""

ENDING = 5.0
"""The seconds that the program may take to end after its command, or after Ctrl-C."""


class Commands(click.Group):
    """The commands; without a command the daemon starts."""

    def __call__(self, *args: Any, **more: Any) -> Any:
        """Run as a program, and end it even if a plugin's thread goes on."""
        # Imported modules are no garbage: looking for some took a sixth of a start.
        gc.set_threshold(COLLECT_AFTER)
        try:
            return super().__call__(*args, **more)
        except SystemExit as end:
            end_soon(end.code)
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, the commonest first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, imported now; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in ABOVE:
            [point] = entry_points(group="referee.commands", name=cmd_name)
            return cast(click.Command, point.load())
        module = import_module(f"referee.commandline.{MODULES.get(cmd_name, cmd_name)}")
        return cast(click.Command, getattr(module, cmd_name))

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `serve` first if no command is named."""
        first = next(iter(args), "--")
        if first.startswith("-") and first not in ("--help", "--version"):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; tell whoever calls it wrongly so in one line."""
        try:
            with stopped_by(RefereeError):
                return super().invoke(ctx)
        except click.UsageError as error:
            path = "referee"
            if error.ctx is not None:
                path = error.ctx.command_path
            message = " ".join(error.format_message().split())
            raise WrongUsage(f"{message} `{path} --help` says what there is.") from None


def end_soon(code: str | int | None = 0) -> None:
    """Make the program end within `ENDING` seconds, even if a game hangs."""
    status = 1 if isinstance(code, str) else code or 0

    def end() -> None:
        sleep(ENDING)
        click.echo("The code of a game goes on, and is cut off.", err=True)
        os._exit(status)

    Thread(target=end, name="ends-program", daemon=True).start()


@click.group(cls=Commands)
@click.version_option(
    package_name="referee", message="referee %(version)s", help="Say the version."
)
def main() -> None:
    """A referee for people who play with real cards.

    Without a command it starts the daemon: people scan the code it shows, sit down, and
    play.
    """
    # Names and suits are written as they are; a terminal that cannot show one shows a
    # question mark.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    # By now the command has imported nearly all of it.
    from referee.plugin.discovery import loading

    # A daemon says its address while the first phones have games loaded, and nothing
    # else reads what it prints.
    context = click.get_current_context()
    within = _in_time_aside
    if context.invoked_subcommand == "serve":
        within = with_time_limit
    context.with_resource(loading(within))


def _in_time_aside(work: Callable[[], T], /) -> T:
    with turned_aside():
        return with_time_limit(work)


def turned_aside() -> AbstractContextManager[object]:
    """Print to standard error within: games may print, and programs read ours."""
    return redirect_stdout(sys.stderr)

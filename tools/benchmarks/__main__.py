"""`python -m benchmarks [TOPIC…] [--quick]`: measures, and prints a table a topic."""

import os
from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from platform import machine, python_implementation, python_version, system

TOPICS = {
    "rulings": "the wordless verdicts, beside poker libraries",
    "folding": "folding a log, and an entry's cost by match length",
    "entry": (
        "an entry beside the floor and boardgame.io: processor, phones, entries a "
        "second"
    ),
    "daemons": (
        "several daemons over one PostgreSQL: entries a second, waits, what they cost "
        "the database"
    ),
    "growing": "asking for the scores, loading with corrections, memory for tables",
    "past": "pages of past matches and players, over 100,000 matches",
    "club": "the end of a round at 50 tables, and what standings take",
    "races": "from a slap to its photo finish at each phone",
    "neighbours": "what the entries of honest tables wait while one device does its worst",
    "picking": "how far a thumb travels to pick an entry’s cards, by layout",
    "weight": "what a page weighs on the wire, and how soon it is there on a slow phone",
    "pages": "the bytes that a table’s page needs in play, game by game",
    "photos": (
        "how long a slow phone takes to read cards from a photo, and with how much "
        "memory"
    ),
    "watching": (
        "how soon a camera has a trick on all phones, and what it spends at an idle "
        "table"
    ),
    "felt": (
        "from the tap on a card to the own page painted and to the last other’s, with "
        "slow phones and a slow daemon"
    ),
    "lighthouse": "what Lighthouse says of the pages, as on a phone",
    "start": "cold start, memory, and the command line",
    "density": "how much each line of the code carries, folder by folder",
}


def main() -> None:
    """Runs the topics that were asked for, or all."""
    described = "; ".join(f"{name}: {what}" for name, what in TOPICS.items())
    parser = ArgumentParser(
        prog="python -m benchmarks", description=f"Topics: {described}."
    )
    parser.add_argument(
        "topics",
        nargs="*",
        metavar="TOPIC",
        help=f"of {', '.join(TOPICS)}; all when left out",
    )
    parser.add_argument(
        "--quick", action="store_true", help="shorter runs, rougher figures"
    )
    options = parser.parse_args()
    if unknown := [topic for topic in options.topics if topic not in TOPICS]:
        parser.error(f"there is no topic {unknown[0]!r}; there are {', '.join(TOPICS)}")
    cores = (
        f"{os.cpu_count()} cores, {python_implementation()} {python_version()}, "
        f"{system()} {machine()}"
    )
    print(f"{cores}; load before: {_load()}", flush=True)
    for topic in options.topics or TOPICS:
        measure: Callable[[bool], str] = import_module(f"benchmarks.{topic}").measure
        print(f"\n{measure(options.quick)}", flush=True)


def _load() -> str:
    """Return how busy the machine is, since a busy one measures itself."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    main()

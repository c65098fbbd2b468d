"""Makes the card reader's weights from nothing (`weights`), and says how well it reads
(`score`, `watch`).
"""

import argparse
from pathlib import Path

from training import score, sources
from training.phone import SCRIPTS


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    weights = commands.add_parser(
        "weights",
        help="fetch fonts and decks, render scenes, train, and write the weights",
    )
    on = commands.add_parser(
        "learn-on", help="let the weights that are there learn on from such scenes"
    )
    for trained, scenes, epochs in ((weights, 960, 10), (on, 600, 4)):
        trained.add_argument("--seed", type=int, default=1)
        trained.add_argument(
            "--scenes", type=int, default=scenes, help="rendered scenes to learn from"
        )
        trained.add_argument("--epochs", type=int, default=epochs)
        trained.add_argument(
            "--processes", type=int, default=1, help="that render side by side"
        )
        trained.add_argument(
            "--cuts",
            type=Path,
            default=sources.CACHE / "cuts",
            help="folder of what was rendered; empty it after a change of scenes",
        )
        trained.add_argument("--into", type=Path, default=SCRIPTS / "weights.bin")
    drawn = commands.add_parser(
        "scenes",
        help="render photos with their truth, of decks that were not trained on",
    )
    drawn.add_argument("folder", type=Path)
    drawn.add_argument("--seed", type=int, default=2)
    drawn.add_argument("--count", type=int, default=40)
    tested = commands.add_parser(
        "test-photos", help="render the photos that the project's tests read"
    )
    tested.add_argument("folder", type=Path)
    cards = commands.add_parser(
        "cards", help="draw the deck that the tests' films are made of"
    )
    cards.add_argument("into", type=Path)
    scored = commands.add_parser(
        "score", help="read a folder of photos with a truth.json"
    )
    scored.add_argument("folder", type=Path)
    scored.add_argument(
        "--each", action="store_true", help="say what was missed or wrong in each photo"
    )
    for name, told in (
        ("film", "render a film of tricks into a folder"),
        ("watch", "say how well films are entered"),
    ):
        filmed = commands.add_parser(name, help=told)
        filmed.add_argument("--seed", type=int, default=1)
        filmed.add_argument("--tricks", type=int, default=8, help="in a film")
        filmed.add_argument(
            "--seats",
            type=int,
            nargs="+",
            default=[4],
            help="how many play; of several each in turn",
        )
        filmed.add_argument(
            "--frames",
            type=Path,
            help="cut the cards from the frames (*.jpg) of this folder",
        )
        filmed.add_argument(
            "--wide", type=int, default=1280, help="pixels of a picture"
        )
        filmed.add_argument("--card", type=int, default=104, help="pixels of a card")
        filmed.add_argument(
            "--soft", action="store_true", help="by a webcam that blurs and sharpens"
        )
        filmed.add_argument("--dim", action="store_true", help="in little light")
        filmed.add_argument(
            "--hurried",
            action="store_true",
            help="sweep each trick away within a second",
        )
        if name == "film":
            filmed.add_argument("folder", type=Path)
        else:
            filmed.add_argument(
                "folders",
                type=Path,
                nargs="*",
                help="of films; rendered ones where none is given",
            )
            filmed.add_argument(
                "--films", type=int, default=10, help="that are rendered"
            )
            filmed.add_argument(
                "--each",
                action="store_true",
                help="say what was seen of each trick that was not entered",
            )
    given = parser.parse_args()
    if given.command == "score":
        print(score.table(score.score(given.folder, given.each)))
        return
    if given.command in ("film", "watch"):
        _film(given)
        return
    if given.command == "cards":
        import cv2

        from training import drawn

        sources.fetch()
        cv2.imwrite(str(given.into), drawn.sheet(), [cv2.IMWRITE_JPEG_QUALITY, 60])
        return
    from training import (
        making,
    )  # Needs the packages of the training group, which scoring does without

    if given.command == "scenes":
        making.scenes_with_truth(given.folder, given.seed, given.count)
    elif given.command == "test-photos":
        making.photos_of_tests(given.folder)
    elif given.command == "learn-on":
        making.learn_on(
            given.into,
            given.seed,
            given.scenes,
            given.epochs,
            given.processes,
            given.cuts,
        )
    else:
        making.weights(
            given.seed,
            given.scenes,
            given.epochs,
            given.processes,
            given.cuts,
            given.into,
        )


def _film(given: argparse.Namespace) -> None:
    from training import watch

    shot = {name: getattr(given, name) for name in ("wide", "card", "soft", "dim")}
    shot["rests"] = 4 if given.hurried else 18
    if given.command == "watch":
        films = watch.made(
            given.films, given.tricks, given.seats, given.seed, given.frames, shot
        )
        print(
            watch.watch(
                iter(given.folders) if given.folders else films,
                print if given.each else lambda text: None,
            ).table()
        )
        return
    from training import film

    if given.frames:
        shot = sorted(given.frames.glob("*.jpg"))
        film.framed(
            given.folder,
            shot[given.seed % len(shot)],
            given.seed,
            given.tricks,
            given.seats[0],
        )
    else:
        shown = film.Shot(**shot)
        film.rendered(given.folder, given.seed, given.tricks, given.seats[0], shown)


if __name__ == "__main__":
    main()

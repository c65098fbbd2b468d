"""Makes the card reader's weights from nothing (`weights`), and says how well it reads photos (`score`)."""

import argparse
from pathlib import Path

from training import score
from training.phone import SCRIPTS


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    weights = commands.add_parser("weights", help="fetch fonts and decks, render scenes, train, and write the weights")
    weights.add_argument("--seed", type=int, default=1)
    weights.add_argument("--scenes", type=int, default=480, help="rendered scenes to learn from")
    weights.add_argument("--epochs", type=int, default=10)
    weights.add_argument("--processes", type=int, default=1, help="that render side by side")
    weights.add_argument("--into", type=Path, default=SCRIPTS / "weights.bin")
    drawn = commands.add_parser("scenes", help="render photos with their truth, of decks that were not trained on")
    drawn.add_argument("folder", type=Path)
    drawn.add_argument("--seed", type=int, default=2)
    drawn.add_argument("--count", type=int, default=40)
    tested = commands.add_parser("test-photos", help="render the photos that the project's tests read")
    tested.add_argument("folder", type=Path)
    scored = commands.add_parser("score", help="read a folder of photos with a truth.json")
    scored.add_argument("folder", type=Path)
    scored.add_argument("--each", action="store_true", help="say what was missed or wrong in each photo")
    given = parser.parse_args()
    if given.command == "score":
        print(score.table(score.score(given.folder, given.each)))
        return
    from training import making  # Needs the packages of the training group, which scoring does without

    if given.command == "scenes":
        making.scenes_with_truth(given.folder, given.seed, given.count)
    elif given.command == "test-photos":
        making.photos_of_tests(given.folder)
    else:
        making.weights(given.seed, given.scenes, given.epochs, given.processes, given.into)


if __name__ == "__main__":
    main()

"""From nothing to weights, and to folders of rendered photos."""

import json
import multiprocessing
import random
from pathlib import Path
from typing import Any

import cv2
import torch

from training import crops, faces, fit, scenes, sources

_PART = 60  # Scenes rendered in a go, with a seed of their own
# Stricter than the level at which 3 in 1000 rendered cut-outs with an index are lost:
# half as many are judged, in less time, and as a card has several cut-outs, none of 214
# in rendered photos was lost even at 3.5.
_STRICTER = 2.0
_LENIENT = (
    3.0  # So much below that level, the judge learns from what the gate lets through
)
_Asked = tuple[str, str, tuple[str, ...]]
"""A scene to render: letters, kind, and the codes of its cards where they are given."""


def weights(
    seed: int, count: int, epochs: int, processes: int, cuts: Path, into: Path
) -> None:
    """Fetch, render, cut out, train and write: on one machine, the same seed gives the
    same weights.

    `count` scenes are rendered to learn from, and `_PART` of other decks to measure by.
    What lies in the folder `cuts` is not rendered again: stopped, it goes on.
    """
    sources.fetch()
    faces.rasterize()
    learn, held = _cuts(seed, count, processes, cuts)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    gate = fit.train_gate(*learn, held, max(2, epochs // 2))
    level = fit.score_gate(gate, *held)["level"]
    chosen = fit.hard(gate, *learn, level - _LENIENT)
    judge = fit.train_judge(learn[0][chosen], learn[1][chosen], held, epochs)
    scores = {
        "gate": fit.score_gate(gate, *held),
        "judge": fit.score_judge(judge, *held),
    }
    command = (
        f"python -m training weights --seed {seed} --scenes {count} --epochs {epochs}"
    )
    used = round(fit.level_of_ranks(fit.as_written(gate), *held) + _STRICTER, 3)
    made = {"command": command, "seed": seed, "level": used, "scores": scores}
    fit.write(into, {"gate": gate, "judge": judge}, made)
    print(f"{into}: {into.stat().st_size} bytes, {scores}")


def learn_on(
    onto: Path, seed: int, count: int, epochs: int, processes: int, cuts: Path
) -> None:
    """Let the judge of these weights learn on from scenes; the gate stays.

    What is rendered is that of `weights`.
    """
    sources.fetch()
    faces.rasterize()
    learn, held = _cuts(seed, count, processes, cuts)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    networks, before = fit.read(onto)
    chosen = fit.hard(networks["gate"], *learn, before["level"] - _LENIENT - _STRICTER)
    judge = fit.train_on(
        networks["judge"], learn[0][chosen], learn[1][chosen], held, epochs
    )
    scores = {
        "gate": before["scores"]["gate"],
        "judge": fit.score_judge(judge, *held),
    }
    command = (
        f"python -m training learn-on --seed {seed} --scenes {count} --epochs {epochs}"
    )
    made = {
        "command": command,
        "seed": seed,
        "level": before["level"],
        "scores": scores,
        "before": before,
    }
    fit.write(onto, {"gate": networks["gate"], "judge": judge}, made)
    print(f"{onto}: {onto.stat().st_size} bytes, {scores}")


def _cuts(
    seed: int, count: int, processes: int, folder: Path
) -> tuple[fit.Cuts, fit.Cuts]:
    """Cut-outs to learn from, and those to measure by, in parts of one size: how many
    processes render them changes nothing in them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    measure = (seed * 1000 + 999, _PART, folder / f"{seed}-measure.npz", True)
    learn = [
        (seed * 1000 + part, _PART, folder / f"{seed}-{part}.npz", False)
        for part in range(count // _PART)
    ]
    missing = [part for part in (measure, *learn) if not part[2].exists()]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(crops.collect, missing, chunksize=1)
    return fit.load([path for _, _, path, _ in learn]), fit.load([measure[2]])


_WITH_JOKERS = ("XB", "XR", "KC", "QH", "AS", "JD", "KD")
_ROUNDS = (
    ("english", ()),
    ("german", ()),
    ("english", _WITH_JOKERS),
    ("french", ()),
    ("english", ()),
    ("german", ()),
    ("italian", ()),
    ("spanish", ()),
)


def scenes_with_truth(folder: Path, seed: int, count: int) -> None:
    """Write `count` rendered photos of decks held out from training, and what is in
    them as `truth.json`.

    Each kind of scene comes in turn, and with each round through them other letters, or
    jokers.
    """
    scenes_to_draw = {}
    for number in range(count):
        letters, codes = _ROUNDS[number // len(scenes.KINDS) % len(_ROUNDS)]
        kind = scenes.KINDS[number % len(scenes.KINDS)]
        scenes_to_draw[f"{number:03}-{kind.replace(' ', '-')}-{letters}"] = (
            letters,
            kind,
            codes,
        )
    _write(folder, seed, scenes_to_draw, (1600, 1200), 85)


_OF_TESTS = {
    "table": ("english", "table", ()),
    "fan": ("english", "fan", ()),
    "german": ("german", "row", ("JH", "QS", "KD", "JC", "QD", "AC")),
    "hand": ("english", "hand", ()),
    "row": ("english", "row", ()),
    "empty": ("english", "empty", ()),
    "empty-2": ("english", "empty", ()),
    "empty-3": ("english", "empty", ()),
    "trick": ("english", "row", ("JS", "QD")),
    "hidden": ("english", "row", ("AS", "2S", "3S")),
    "exposed": ("english", "row", ("2C", "3H", "4D")),
    "locked": ("english", "row", ("AH",)),
    "jokers": ("english", "row", ("XR", "KS", "XB")),
    "more-jokers": ("english", "row", ("XB", "KD", "XR")),
    "joker": ("english", "row", ("XB",)),
    "french": ("french", "row", ("JS", "QH", "KC", "AD")),
    "eight": ("english", "row", ("2H", "5C", "9S", "TD", "JH", "QC", "KS", "AD")),
}
_OF_TESTS_SEED = 34


def photos_of_tests(folder: Path) -> None:
    """Write the photos that the project's own tests read, small, with their
    `truth.json`.
    """
    _write(folder, _OF_TESTS_SEED, _OF_TESTS, (1400, 1050), 50)


def _write(
    folder: Path,
    seed: int,
    scenes_to_draw: dict[str, _Asked],
    size: tuple[int, int],
    quality: int,
) -> None:
    """Render scenes of held-out decks, by their names, and write them as JPEG with
    their truth.
    """
    sources.fetch()
    faces.rasterize()
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)  # noqa: S311
    decks, clutter = crops.sources(chance, held_out=True)
    truth = {}
    for name, (letters, kind, codes) in scenes_to_draw.items():
        scene = _legible(
            chance,
            [d for d in decks if d.letters == letters],
            clutter,
            size,
            kind,
            codes,
        )
        cv2.imwrite(
            str(folder / f"{name}.jpg"),
            scene.picture,
            [cv2.IMWRITE_JPEG_QUALITY, quality],
        )
        group = (
            "with jokers"
            if codes == _WITH_JOKERS
            else kind
            if letters == "english"
            else f"{letters} letters"
        )
        told = {
            "cards": scene.cards,
            "perhaps": scene.perhaps,
            "group": group,
            "traits": scene.traits,
        }
        truth[f"{name}.jpg"] = told
    (folder / "truth.json").write_text(
        json.dumps(truth, indent=1) + "\n", encoding="utf-8"
    )


def _legible(chance: random.Random, *scenes_to_draw: Any) -> scenes.Scene:
    """Return the first of these scenes that people can read wherever a card is in
    sight.
    """
    while True:
        scene = scenes.render(chance, *scenes_to_draw)
        if scene.is_legible:
            return scene

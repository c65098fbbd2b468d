"""From nothing to weights, and to folders of rendered photos."""

from __future__ import annotations

import json
import multiprocessing
import random
from pathlib import Path

import cv2
import torch

from training import crops, faces, fit, scenes, sources

_CUTS = sources.CACHE / "cuts"
_STRICTER = 0.5  # Than the level at which 3 in 1000 rendered indices are lost: fewer cut-outs are judged, in less time
_LENIENT = 3.0  # So much below that level, the judge learns from what the gate lets through


def weights(seed: int, count: int, epochs: int, processes: int, into: Path) -> None:
    """Fetch, render, cut out, train and write: on one machine, the same seed gives the same weights.

    `count` scenes are rendered to learn from, and a tenth as many of other decks to measure by.
    """
    sources.fetch()
    faces.rasterize()
    _CUTS.mkdir(parents=True, exist_ok=True)
    jobs = [(seed * 1000 + part, count // 8, _CUTS / f"learn-{seed}-{count}-{part}.npz", False) for part in range(8)]
    jobs.append((seed * 1000 + 999, count // 10, _CUTS / f"measure-{seed}-{count}.npz", True))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(crops.collect, [job for job in jobs if not job[2].exists()], chunksize=1)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    learn, held = fit.load([job[2] for job in jobs[:-1]]), fit.load([jobs[-1][2]])
    gate = fit.train_gate(*learn, held, max(2, epochs // 2))
    level = fit.score_gate(gate, *held)["level"]
    chosen = fit.hard(gate, *learn, level - _LENIENT)
    judge = fit.train_judge(learn[0][chosen], learn[1][chosen], held, epochs)
    scores = {"gate": fit.score_gate(gate, *held), "judge": fit.score_judge(judge, *held)}
    command = f"python -m training weights --seed {seed} --scenes {count} --epochs {epochs}"
    made = {"command": command, "seed": seed, "level": level + _STRICTER, "scores": scores}
    fit.write(into, {"gate": gate, "judge": judge}, made)
    print(f"{into}: {into.stat().st_size} bytes, {scores}")


def scenes_with_truth(folder: Path, seed: int, count: int) -> None:
    """Write `count` rendered photos of decks held out from training, and what is in them as `truth.json`."""
    sources.fetch()
    faces.rasterize()
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)  # noqa: S311
    decks, clutter = crops.sources(chance, held_out=True)
    truth = {}
    for number in range(count):
        scene = scenes.render(chance, decks, clutter, (1600, 1200), scenes.KINDS[number % len(scenes.KINDS)])
        name = f"{number:03}-{scene.kind.replace(' ', '-')}.jpg"
        cv2.imwrite(str(folder / name), scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
        truth[name] = {"cards": scene.cards, "perhaps": scene.perhaps, "group": f"{scene.kind}, {scene.letters}"}
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


_OF_TESTS = {
    "table": ("english", "table", ()),
    "fan": ("english", "fan", ()),
    "german": ("german", "row", ("JH", "QS", "KD", "JC", "QD", "AC")),
    "hand": ("english", "hand", ()),
    "row": ("english", "row", ()),
    "empty": ("english", "empty", ()),
    "trick": ("english", "row", ("JS", "QD")),
    "hidden": ("english", "row", ("AS", "2S", "3S")),
    "exposed": ("english", "row", ("2C", "3H", "4D")),
    "locked": ("english", "row", ("AH",)),
}
_OF_TESTS_SEED = 31


def photos_of_tests(folder: Path) -> None:
    """Write the photos that the project's own tests read, small, with their `truth.json`."""
    sources.fetch()
    faces.rasterize()
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(_OF_TESTS_SEED)  # noqa: S311
    decks, clutter = crops.sources(chance, held_out=True)
    truth = {}
    for name, (letters, kind, codes) in _OF_TESTS.items():
        scene = scenes.render(chance, [d for d in decks if d.letters == letters], clutter, (1400, 1050), kind, codes)
        cv2.imwrite(str(folder / f"{name}.jpg"), scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 50])
        truth[f"{name}.jpg"] = {"cards": scene.cards, "perhaps": scene.perhaps, "group": f"{kind}, {letters}"}
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")

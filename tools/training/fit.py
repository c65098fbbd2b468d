"""Trains the two networks on cut-outs, and writes their weights as phones load them."""

import copy
import json
import struct
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training import jokers
from training.crops import GLYPHS, NONE, SUITS
from training.network import gate, halved, judge

Cuts = tuple[torch.Tensor, torch.Tensor]
"""Cut-outs as bytes (n, 3, 64, 40), and what they are: glyph and suit by number (n, 2).
"""

_BATCH = 96
_KEPT = 0.5  # Of the loss: what a network that learns on said rightly before


def load(paths: list[Path]) -> Cuts:
    """Return the cut-outs of these files."""
    files = [np.load(path) for path in paths]
    cuts = np.concatenate([file["X"] for file in files])
    return torch.from_numpy(cuts), torch.from_numpy(
        np.concatenate([file["Y"] for file in files])
    )


def values(cuts: torch.Tensor) -> torch.Tensor:
    """Return the bytes as the networks get them: -1 is black, 1 the card's white."""
    return (cuts.float() / 106 - 1).contiguous(memory_format=torch.channels_last)


def _varied(cuts: torch.Tensor) -> torch.Tensor:
    """Return the same cut-outs a little aside, and in another light."""
    n = len(cuts)
    shift = [int(v) for v in torch.randint(-2, 3, (2,))]
    cuts = torch.roll(cuts, shift, (2, 3))
    light = 1 + 0.08 * torch.randn(n, 3, 1, 1)
    depth = torch.rand(n, 1, 1, 1) * 0.25
    return (
        (cuts + 1) * light * (1 - depth)
        + 2 * depth
        - 1
        + torch.rand(n, 1, 1, 1) * 0.12 * torch.randn_like(cuts)
    )


def train_judge(
    cuts: torch.Tensor, labels: torch.Tensor, held: Cuts, epochs: int
) -> nn.Module:
    """Return the network that names indices, after so many rounds through the
    cut-outs.
    """
    weight = _weight_of_glyphs(labels)

    def loss(network: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return _loss(network(_varied(x)).float(), y, weight)

    return _train(
        judge(),
        loss,
        cuts,
        labels,
        epochs,
        4e-3,
        lambda network: score_judge(network, *held),
    )


def train_on(
    network: nn.Module,
    cuts: torch.Tensor,
    labels: torch.Tensor,
    held: Cuts,
    epochs: int,
) -> nn.Module:
    """Let a network that names indices learn on, and keep what it said rightly."""
    weight = _weight_of_glyphs(labels)
    before = copy.deepcopy(network).eval()

    def loss(network: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = _varied(x)
        said = network(x).float()
        with torch.no_grad():
            old = before(x).float()
        kept = _is_right(old, y)
        found = _loss(said, y, weight)
        if not kept.any():
            return found
        glyphs = slice(NONE + 1)
        return found + _KEPT * functional.kl_div(
            said[kept][:, glyphs].log_softmax(1),
            old[kept][:, glyphs].softmax(1),
            reduction="batchmean",
        )

    return _train(
        network,
        loss,
        cuts,
        labels,
        epochs,
        6e-4,
        lambda network: score_judge(network, *held),
        rise=0.1,
    )


def _is_right(said: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return which of these outputs name the glyph, and an index's suit."""
    suit = said[:, NONE + 1 :].argmax(1) == y[:, 1]
    return (said[:, : NONE + 1].argmax(1) == y[:, 0]) & (suit | (y[:, 0] == NONE))


def _weight_of_glyphs(labels: torch.Tensor) -> torch.Tensor:
    """Return how much each glyph counts: seldom ones more."""
    counts = torch.bincount(labels[:, 0], minlength=NONE + 1).float().clamp(min=20)
    return (counts.mean() / counts).sqrt().clamp(0.5, 3)


def _loss(said: torch.Tensor, y: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    index = y[:, 0] < NONE
    glyphs = functional.cross_entropy(
        said[:, : NONE + 1], y[:, 0], weight, label_smoothing=0.02
    )
    return glyphs + functional.cross_entropy(
        said[index][:, NONE + 1 :], y[index, 1], label_smoothing=0.02
    )


def train_gate(
    cuts: torch.Tensor, labels: torch.Tensor, held: Cuts, epochs: int
) -> nn.Module:
    """Return the network that lets likely indices through."""

    def loss(network: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        index = (y[:, 0] < NONE).float()
        said = network(halved(_varied(x)))[:, 0].float()
        return functional.binary_cross_entropy_with_logits(said, index, 1 + 3 * index)

    return _train(
        gate(),
        loss,
        cuts,
        labels,
        epochs,
        6e-3,
        lambda network: score_gate(network, *held),
    )


def _train(
    network: nn.Module,
    loss: Any,
    cuts: torch.Tensor,
    labels: torch.Tensor,
    epochs: int,
    rate: float,
    score: Any,
    rise: float = 0.3,
) -> nn.Module:
    """Train in so many rounds; the rate rises in this share of them, then falls."""
    network = network.to(memory_format=torch.channels_last)
    steps = epochs * (len(cuts) // _BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), rate / 2, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps + 1, pct_start=rise
    )
    began = time.monotonic()
    for epoch in range(epochs):
        network.train()
        order = torch.randperm(len(cuts))
        for start in range(0, len(cuts) - _BATCH + 1, _BATCH):
            chosen = order[start : start + _BATCH]
            optimizer.zero_grad()
            with torch.autocast("cpu", torch.bfloat16):
                wrong = loss(network, values(cuts[chosen]), labels[chosen])
            wrong.backward()
            optimizer.step()
            schedule.step()
        print(
            f"{epoch + 1} of {epochs}, {time.monotonic() - began:.0f} s, loss "
            f"{wrong.item():.3f}: {score(network)}",
            flush=True,
        )
    return network.eval()


@torch.no_grad()
def hard(
    gate: nn.Module, cuts: torch.Tensor, labels: torch.Tensor, level: float
) -> torch.Tensor:
    """Return which cut-outs the judge learns from: every index, and whatever else the
    gate lets through at this level.
    """
    return (let_through(gate, cuts) > level) | (labels[:, 0] < NONE)


@torch.no_grad()
def said(network: nn.Module, cuts: torch.Tensor, size: int = 512) -> torch.Tensor:
    """Return what the network says of all these cut-outs."""
    network.eval()
    return torch.cat(
        [network(values(cuts[i : i + size])) for i in range(0, len(cuts), size)]
    )


def score_judge(
    network: nn.Module, cuts: torch.Tensor, labels: torch.Tensor
) -> dict[str, float]:
    """Shares of indices read rightly, of indices read wrongly, and of other cut-outs
    taken for one.
    """
    out = said(network, cuts)
    index = labels[:, 0] < NONE
    glyph = out[:, : NONE + 1].argmax(1)
    suit = out[:, NONE + 1 :].argmax(1)
    right = (glyph == labels[:, 0]) & (suit == labels[:, 1])
    sure = (
        out[:, : NONE + 1].softmax(1).max(1).values
        * out[:, NONE + 1 :].softmax(1).max(1).values
        > 0.7
    )
    return {
        "right": round(right[index].float().mean().item(), 4),
        "wrong": round(
            ((glyph < NONE) & ~right & sure)[index].float().mean().item(), 4
        ),
        "false": round(((glyph < NONE) & sure)[~index].float().mean().item(), 5),
    }


def score_gate(
    network: nn.Module, cuts: torch.Tensor, labels: torch.Tensor
) -> dict[str, float]:
    """At the level that loses 3 in 1000 indices: that level, and the share of other
    cut-outs let through.
    """
    out = let_through(network, cuts)
    index = labels[:, 0] < NONE
    level = _lost(out[index], 0.003)
    return {
        "level": level,
        "through": round((out[~index] > level).float().mean().item(), 4),
    }


def level_of_ranks(
    network: nn.Module, cuts: torch.Tensor, labels: torch.Tensor
) -> float:
    """Return the level that loses 3 in 1000 indices with a rank. A joker's sign is
    found in several sizes: one is enough.
    """
    ranks = labels[:, 0] < min(GLYPHS.index(jokers.WORD), GLYPHS.index(jokers.STAR))
    return _lost(let_through(network, cuts)[ranks], 0.003)


@torch.no_grad()
def let_through(network: nn.Module, cuts: torch.Tensor) -> torch.Tensor:
    """Return what the gate says of all these cut-outs."""
    network.eval()
    return torch.cat(
        [
            network(halved(values(cuts[i : i + 512])))[:, 0]
            for i in range(0, len(cuts), 512)
        ]
    )


def _lost(out: torch.Tensor, share: float) -> float:
    return round(torch.quantile(out[:100_000], share).item(), 3)


# Weights as phones load them


def write(path: Path, networks: dict[str, nn.Module], made: dict[str, Any]) -> None:
    """A line of JSON that says what follows and how it was made, then every layer's
    scales, biases and weights.

    A weight is a byte, times its output's scale. The JSON's length stands before it in
    four bytes.
    """
    described = {}
    packed = []
    for name, network in networks.items():
        described[name] = [_layer(module, packed) for module in _folded(network)]
    header = json.dumps(
        {"made": made, "glyphs": GLYPHS, "suits": SUITS, "networks": described}
    ).encode()
    header += b" " * (-len(header) % 4)
    path.write_bytes(struct.pack("<I", len(header)) + header + b"".join(packed))


def read(path: Path) -> tuple[dict[str, nn.Sequential], dict[str, Any]]:
    """Return networks that were written, which can learn on, and how they were made."""
    packed = path.read_bytes()
    (length,) = struct.unpack_from("<I", packed)
    header = json.loads(packed[4 : 4 + length])
    at = 4 + length
    networks = {}
    for name, layers in header["networks"].items():
        modules: list[nn.Module] = []
        for layer in layers:
            if layer["kind"] == "pool":
                modules.append(nn.MaxPool2d(2))
                continue
            module = _unpacked(layer)
            at = _fill(module, packed, at)
            is_first = not any(isinstance(each, nn.Flatten) for each in modules)
            if layer["kind"] == "dense" and is_first:
                modules += [nn.Flatten(), nn.Dropout(0.25)]
            modules.append(module)
            if layer["relu"]:
                modules.append(nn.ReLU())
        networks[name] = nn.Sequential(*modules).eval()
    return networks, header["made"]


def _unpacked(layer: dict[str, Any]) -> Any:
    if layer["kind"] == "dense":
        return nn.Linear(layer["from"], layer["to"])
    return nn.Conv2d(layer["from"], layer["to"], 3, layer["stride"], 1)


def _fill(module: Any, packed: bytes, at: int) -> int:
    """Fill a layer with its weights, and return where the next one's are."""
    outputs = len(module.weight)
    size = module.weight.numel()
    floats = np.frombuffer(packed, "<f4", 2 * outputs, at).copy()
    at += floats.nbytes
    whole = np.frombuffer(packed, np.int8, size, at).reshape(outputs, -1)
    rows = whole.astype(np.float32) * floats[:outputs, None]
    module.weight.data = torch.from_numpy(rows).reshape(module.weight.shape)
    module.bias.data = torch.from_numpy(floats[outputs:])
    return at + size + -size % 4


def as_written(network: nn.Module) -> nn.Sequential:
    """Return the network as phones have it, with a byte a weight."""
    layers: list[nn.Module] = []
    for layer in _folded(network):
        if layer["kind"] == "pool":
            layers.append(nn.MaxPool2d(2))
            continue
        weight = layer["weight"]
        if layer["kind"] == "conv":
            layers.append(
                nn.Conv2d(weight.shape[1], weight.shape[0], 3, layer["stride"], 1)
            )
        else:
            layers += [nn.Flatten(), nn.Linear(weight.shape[1], weight.shape[0])]
        whole, scales = _rounded(weight)
        rounded = whole.astype(np.float32) * scales[:, None]
        layers[-1].weight.data = torch.from_numpy(rounded).float().reshape(weight.shape)
        layers[-1].bias.data = layer["bias"].detach()
        layers += [nn.ReLU()] if layer["relu"] else []
    return nn.Sequential(*layers).eval()


def _folded(network: nn.Module) -> list[Any]:
    """Layers with batch norm folded into the convolution before it: a kind and what it
    holds.
    """
    found: list[Any] = []
    for module in network:
        if isinstance(module, nn.Conv2d):
            found.append(
                {
                    "kind": "conv",
                    "stride": module.stride[0],
                    "weight": module.weight,
                    "bias": module.bias,  # None before batch norm
                    "relu": False,
                }
            )
        elif isinstance(module, nn.BatchNorm2d):
            scale = module.weight / torch.sqrt(module.running_var + module.eps)
            found[-1]["weight"] = found[-1]["weight"] * scale[:, None, None, None]
            found[-1]["bias"] = module.bias - module.running_mean * scale
        elif isinstance(module, nn.Linear):
            found.append(
                {
                    "kind": "dense",
                    "weight": module.weight,
                    "bias": module.bias,
                    "relu": False,
                }
            )
        elif isinstance(module, nn.ReLU):
            found[-1]["relu"] = True
        elif isinstance(module, nn.MaxPool2d):
            found.append({"kind": "pool"})
    return found


def _layer(layer: dict[str, Any], packed: list[bytes]) -> dict[str, Any]:
    if layer["kind"] == "pool":
        return layer
    weight = layer["weight"]
    whole, scales = _rounded(weight)
    floats = (
        np.concatenate([scales, layer["bias"].detach().numpy()]).astype("<f4").tobytes()
    )
    packed.append(floats + whole.tobytes() + b"\0" * (-whole.size % 4))
    said = {
        "kind": layer["kind"],
        "from": weight.shape[1],
        "to": weight.shape[0],
        "relu": layer["relu"],
    }
    return said | ({"stride": layer["stride"]} if layer["kind"] == "conv" else {})


def _rounded(weight: torch.Tensor) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return a byte a weight, a row an output, and each row's scale."""
    rows = weight.detach().numpy().reshape(len(weight), -1)
    scales = np.abs(rows).max(axis=1).clip(1e-8) / 127
    return np.round(rows / scales[:, None]).astype(np.int8), scales

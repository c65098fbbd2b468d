"""The two networks: a small one that lets only likely indices through, and the one that
names them.
"""

import torch
from torch import nn

from training.crops import GLYPHS, SUITS


def _convolution(inputs: int, outputs: int, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    ]


def gate() -> nn.Sequential:
    """From a cut-out of half the size (3 by 32 by 20) to one number: above zero for an
    index.
    """
    return nn.Sequential(
        *_convolution(3, 8, 2),
        *_convolution(8, 12, 2),
        nn.Flatten(),
        nn.Linear(12 * 8 * 5, 1),
    )


def judge() -> nn.Sequential:
    """From a cut-out (3 by 64 by 40) to a number for each glyph, one for none, and one
    for each suit.
    """
    return nn.Sequential(
        *_convolution(3, 10, 2),
        *_convolution(10, 16),
        nn.MaxPool2d(2),
        *_convolution(16, 32),
        nn.MaxPool2d(2),
        *_convolution(32, 64),
        nn.Flatten(),
        nn.Dropout(0.25),
        nn.Linear(64 * 8 * 5, 72),
        nn.ReLU(),
        nn.Linear(72, len(GLYPHS) + 1 + len(SUITS)),
    )


def halved(cuts: torch.Tensor) -> torch.Tensor:
    """Cut-outs of half the size, as the gate gets them."""
    return nn.functional.avg_pool2d(cuts, 2)

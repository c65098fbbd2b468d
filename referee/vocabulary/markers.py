"""What marks a function as a hook of a game or a house rule."""

from collections.abc import Generator
from typing import TypeVar

import pluggy

hookimpl = pluggy.HookimplMarker("referee")
"""Marks a function as a hook: `@hookimpl`; `specname="…"` where it has another name,
`wrapper=True` in a house rule.
"""

T = TypeVar("T")

Wrapper = Generator[None, T, T]
"""What a house rule's wrapper returns: `Wrapper[Ruling]` yields once, gets the ruling,
and returns that or another one.
"""

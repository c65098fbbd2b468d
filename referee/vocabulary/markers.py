"""The markers of hooks in games and house rules."""

from collections.abc import Generator
from typing import TypeVar

import pluggy

hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker("referee")
"""Marks a function as a hook: `@hookimpl`, with `specname="…"` for a different name, or
`wrapper=True` in a house rule.
"""

T = TypeVar("T")

Wrapper = Generator[None, T, T]
"""The return type of a house rule's wrapper.

The wrapper yields once, receives the ruling, and returns that one or another.
"""

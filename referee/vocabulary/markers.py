"""What marks a function as a hook of a game or a house rule."""

import pluggy

hookimpl = pluggy.HookimplMarker("referee")
"""Marks a function as a hook: `@hookimpl`; `specname="…"` where it has another name,
`wrapper=True` in a house rule.
"""

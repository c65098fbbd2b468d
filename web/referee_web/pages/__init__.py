"""The pages: forms that work without JavaScript, made live with it. What they do is calls of the card room."""

from __future__ import annotations

from importlib import import_module

from referee_web.pages.frame import blueprint

__all__ = ["blueprint"]

# Each puts its own addresses on the blueprint.
for _shown in ("ask", "board", "codes", "corrections", "games", "lobby", "log", "opening", "seats", "sitting", "table"):
    import_module(f"{__name__}.{_shown}")

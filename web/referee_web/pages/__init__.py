"""The pages: forms that work without JavaScript, made live with it. What they do is calls of the card room."""

from __future__ import annotations

from importlib import import_module

from referee_web.pages.template_helpers import blueprint

__all__ = ["blueprint"]

# Each puts its own addresses on the blueprint.
_PAGES = """
after ask board corrections disputes games history lobby log new_table preferences qr scores seats sitting style table
"""
for _shown in _PAGES.split():
    import_module(f"{__name__}.{_shown}")

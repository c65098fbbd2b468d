"""The pages: forms that work without JavaScript, made live with it. What they do is calls of the card room."""

from __future__ import annotations

from importlib import import_module

from referee_web.pages.blueprint import blueprint

__all__ = ["blueprint"]

# Each module adds its addresses to the blueprint.
_PAGES = """
lobby history preferences qr style forms.card_picker
games.ask games.new_table games.rules
table.board table.joining table.rematch table.seats table.table_page
entries.corrections entries.disputes entries.log
scores.score_page
"""
for _page in _PAGES.split():
    import_module(f"{__name__}.{_page}")

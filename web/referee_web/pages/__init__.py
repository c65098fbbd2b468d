"""The pages: forms that work without JavaScript, made live with it. What they do is
calls of the card room.
"""

from importlib import import_module

from referee_web.pages.blueprint import blueprint

__all__ = ["blueprint"]

# Each module adds its addresses to the blueprint, or what templates call.
_MODULES = """
docs entries games history lobby scores template_filters way_back forms.card_picker table.bench table.playing
table.playing_on table.sitting table.watch
"""
for _module in _MODULES.split():
    import_module(f"{__name__}.{_module}")

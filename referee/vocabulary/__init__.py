"""The words every floor speaks: rulings, entries, prompts, views. Frozen values, no
behaviour but rendering.
"""

"""The words of every floor: rulings, entries, prompts, views; frozen values without
behaviour.
"""

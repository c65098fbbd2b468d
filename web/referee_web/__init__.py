"""The pages, the JSON API and the live stream of the referee. It knows the card room,
and no game.
"""

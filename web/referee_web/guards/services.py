"""What the app in use serves with, and whose request it answers."""

from flask import current_app, request

from referee.hosting.room import CardRoom
from referee_web.callers import household
from referee_web.guards.service_set import KEY, Services


def services() -> Services:
    """Return the current app's services."""
    current: Services = current_app.extensions[KEY]
    return current


def room() -> CardRoom:
    """Return the current app's room."""
    card_room: CardRoom = current_app.extensions[KEY].room
    return card_room


def count_request(what: str) -> None:
    """Count this request (see `Limits.count`)."""
    services().limits.count(what)


def sender() -> str:
    """Return the address that the request comes from."""
    return household(request.remote_addr or "")

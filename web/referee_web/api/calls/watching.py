"""Calls for a camera that watches the table, and its drafts."""

from referee.hosting.tables import watching
from referee.hosting.tables.entering import EntryAnswer
from referee.hosting.tables.watching import Draft, DraftEntry
from referee_web.api.answers import TableView, WatchRight
from referee_web.api.call import changing_with_body, post
from referee_web.api.calls.tables import show_table, viewer_now
from referee_web.guards.base_url import camera_base, join_url
from referee_web.guards.services import room


@post("/tables/<code>/watch", who="the host", status=201)
def watch(code: str) -> WatchRight:
    """Let a device watch the table with its camera.

    It gets a right to that alone. Another device that watched does so no more.
    """
    base = camera_base()
    with changing_with_body(code) as (held, _):
        token = watching.begin_watching(held)
        url = join_url(room().keyed(held.code), base)
    return WatchRight(token, f"{url}/watch#{token}")


@post("/tables/<code>/watch/stop", who="whoever sits at the table, and the camera")
def stop_watching(code: str) -> TableView:
    """Have the table watched no more."""
    with changing_with_body(code) as (held, _):
        watching.stop_watching(held)
    return show_table(code, viewer_now(code))


@post(
    "/tables/<code>/watch/draft",
    who="the camera",
    takes="SeenEntries",
    status=201,
    problems=(422,),
)
def draft(code: str) -> Draft:
    """Show everybody what the camera is about to enter.

    It takes the place of what the camera was about to enter before, and is refused as
    its entries would be.
    """
    with changing_with_body(code) as (held, wanted):
        entries = []
        for entry in wanted["entries"]:
            kind = entry["kind"]
            seat = entry["seat"]
            entries.append(DraftEntry(kind, seat, entry["data"], entry["id"]))
        seconds = wanted["seconds"]
        after = wanted["after"]
        return watching.propose(held, wanted["id"], tuple(entries), seconds, after)


@post(
    "/tables/<code>/watch/drop",
    who="whoever sits at the table, and the camera",
    takes="NamingDraft",
)
def drop_draft(code: str) -> TableView:
    """Have this not entered."""
    with changing_with_body(code) as (held, wanted):
        watching.drop_draft(held, wanted["id"])
    return show_table(code, viewer_now(code))


@post(
    "/tables/<code>/watch/enter",
    name="enter_draft",
    who="whoever sits at the table, and once its time has passed the camera",
    takes="EnteringDraft",
    status=201,
)
def enter_draft(code: str) -> EntryAnswer:
    """Enter what the camera saw, as everybody could see it."""
    with changing_with_body(code) as (held, wanted):
        return watching.enter_draft(held, wanted["id"], wanted["content"])

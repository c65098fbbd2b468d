"""A table's evening: standings, story, and a picture to share."""

from flask import Response, url_for

from referee.hosting.history.evenings import Evening, evening_of
from referee.hosting.history.story import Chapter, Reign, reign_before, tell_evening
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.errors import RefereeError
from referee_web.guards.auth import codes_to_list
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.parts.evening_score import decided_evening, picture_of_evening
from referee_web.pages.parts.request_table import look
from referee_web.pages.parts.score_picture import draw_svg


@blueprint.get("/t/<code>/evening")
def evening(code: str) -> Response:
    """Show the evening's story, its standings, and a picture to share."""
    seen = look(code)
    evening_score = decided_evening(seen)
    if evening_score is None:
        return go_to("table", code=seen.code)
    chapters = story_of(seen)
    return page(
        "scores/evening.html",
        seen=seen,
        evening=evening_score,
        chapters=chapters,
        picture=picture_of_evening(seen, evening_score, chapters),
        address=url_for("pages.picture_of_the_evening", code=seen.code),
    )


@blueprint.get("/t/<code>/evening.svg")
def picture_of_the_evening(code: str) -> Response:
    """Return the evening as a picture to share."""
    seen = look(code)
    evening_score = decided_evening(seen)
    if evening_score is None:
        return go_to("table", code=seen.code)
    return draw_svg(picture_of_evening(seen, evening_score, story_of(seen)))


@blueprint.app_template_global()
def story_of(seen: Snapshot) -> tuple[Chapter, ...]:
    """Return the story of the evening of this table; empty while nobody has won a match
    of it.

    It tells what everybody may know, so whoever only watches is told all of it.
    """
    whole = evening_of(room().store, seen.code)
    played = []
    for match in whole.decided:
        evening_score = _look_back(match.code)
        if evening_score is not None and evening_score.scores is not None:
            played.append(evening_score)
    return tell_evening(whole, played, _reign_before(whole))


def _look_back(code: str | None) -> Snapshot | None:
    """Return a table as anybody sees it; None if it or its game is gone."""
    try:
        return room().snapshot(code or "", SPECTATOR, scores=True)
    except RefereeError:
        return None


def _reign_before(evening: Evening) -> Reign | None:
    if not evening.decided:
        return None
    return reign_before(room().store, evening, codes_to_list())

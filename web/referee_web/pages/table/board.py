"""The board view: for a tablet or a television that everybody looks at. It shows what all may see, and no controls."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from flask import Response, request

from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.disputed_ruling import open_disputed_ruling
from referee_web.pages.parts.finish_picture import is_to_enter
from referee_web.pages.parts.news import news
from referee_web.pages.parts.next_step import next_for_all
from referee_web.pages.parts.request_table import following, look
from referee_web.pages.parts.setup_guide import guide
from referee_web.pages.scores import end_of, shown_scores
from referee_web.public_url import join_url

EDGES = ("top", "right", "bottom", "left")


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """The table as a spectator sees it, large, whoever opens it; with `sides=2` to be read from two sides."""
    seen = look(code, watching=True)
    two_sided = request.args.get("sides") == "2"
    seated = around([seat.name for seat in seen.seat_states], two_sided)
    ended = end_of(seen, shown_scores(seen)) if seen.view.finished else {}
    return following(
        "table/board.html",
        seen=seen,
        edges=seated,
        two_sided=two_sided,
        join_url=join_url(room().keyed(seen.code)),
        dispute=open_disputed_ruling(seen),
        news=news(seen),
        steps=guide(seen),
        to_enter=is_to_enter(seen),
        next=next_for_all(seen),
        **ended,
    )


def around(seats: Sequence[str], two_sided: bool = False) -> dict[str, Sequence[str]]:
    """The seats by the edge of the screen at which they are drawn, clockwise from the top left, as people sit.

    Screens are wide: most seats stand above and below. `two_sided`: all do.

    >>> around(["Ana", "Ben", "Cy"])
    {'top': ['Ana'], 'right': ['Ben'], 'bottom': [], 'left': ['Cy']}
    """
    aside = 0 if two_sided or len(seats) < 3 else 1 if len(seats) < 9 else 2
    beyond = len(seats) - 2 * aside
    top = (beyond + 1) // 2
    ends = accumulate((top, aside, beyond - top, aside), initial=0)
    return {edge: seats[first:last] for edge, (first, last) in zip(EDGES, pairwise(ends), strict=True)}

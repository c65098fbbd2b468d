"""Pages that follow their table: each carries a digest of its content, so that an unchanged page is not sent again."""

from __future__ import annotations

import re
from hashlib import sha256

from flask import Response, make_response, request

_OWN = re.compile(rb'name="id" value="[^"]*"')
_PLACE = 'data-tag=""'


def following(html: str) -> Response:
    """The answer that shows this page, marked with a digest of it; 304 where that is what the asker has.

    The ids of its forms differ each time and do not count. A page fetched anew costs nothing but the asking when the
    table is as it was: after sleep, a lost network, or an entry of one's own, which was answered by the page already.
    """
    tag = sha256(_OWN.sub(b"", html.encode())).hexdigest()[:16]
    response = make_response(html.replace(_PLACE, f'data-tag="{tag}"', 1))
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-store"
    response.make_conditional(request)
    return response

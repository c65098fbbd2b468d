"""Answers packed with gzip, where the asker reads it and it saves something.

Only answers to GET are packed. Whoever can make somebody's browser ask for a page in
which words of theirs stand beside a secret, and sees how long the packed answer is, can
guess the secret letter by letter. Tokens are answered to POST, and to the one GET by
which a phone asks how its claim to a seat stands, which is not packed; nor is what
another site made the browser ask for.
"""

import gzip

from flask import Response, request

LEAST = 1_000
"""Answers of fewer bytes travel in one packet anyway."""

LEVEL = 6
"""Level 5 makes a page of many forms a twentieth heavier; level 9 saves another
hundredth and takes twice as long.
"""

TYPES = {
    "application/json",
    "application/problem+json",
    "image/svg+xml",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
}

WITH_TOKENS = {"api.claim"}
"""What answers a token to GET."""


def pack(response: Response) -> Response:
    """Return the answer, packed where that is worth it. Static files are packed already
    (see `assets`).
    """
    if not _worth_packing(response):
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0:
        return response
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        return response
    response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
    response.content_encoding = "gzip"
    return response


def _worth_packing(response: Response) -> bool:
    return (
        request.method == "GET"
        and response.status_code == 200
        and request.endpoint not in WITH_TOKENS
        and response.mimetype in TYPES
        and not response.direct_passthrough
        and not response.content_encoding
        and (response.content_length or 0) >= LEAST
    )

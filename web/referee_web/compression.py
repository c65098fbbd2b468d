"""Compression of answers with gzip.

Only answers to GET are compressed. Otherwise a website could make somebody's browser
request a page with its own words beside a secret, and guess the secret from the
compressed length, letter by letter. Tokens are sent in answers to POST, and to the one
GET that asks for a claim's state, which is not compressed; nor are answers to requests
from other sites.
"""

import gzip

from flask import Response, request

LEAST = 1_000
"""The fewest bytes worth compressing: smaller answers fit one packet."""

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
"""The endpoint that answers a token to GET."""


def pack(response: Response) -> Response:
    """Return the answer, compressed if worthwhile.

    Static files are compressed already (see `assets`).
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

"""Tokens and table codes: drawn here, shown once, kept as hashes."""

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256

from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say

LETTERS = "ACDEFHJKMNPQRTUWXY3479"
"""What table codes are made of: nothing that is taken for its like (0 O, 1 I L, 2 Z, 5
S, 6 G, 8 B, U V).
"""

CODE_LENGTH = 5
CODES_TRIED = 20
KEY_LENGTH = 6


def new_codes() -> Iterator[str]:
    """Yield codes for a new table, of some five million. ConflictError once many of
    them were taken.
    """
    for _ in range(CODES_TRIED):
        yield "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    raise ConflictError(say("No free table code was found. Try again."))


def read_code(typed: str) -> str:
    """Return a table code as somebody typed it: any case, with spaces, dashes or
    whatever else is no letter or digit.

    The key behind it (see `key_of`) is left out.
    """
    letters = _letters(typed)
    if len(letters) == CODE_LENGTH + KEY_LENGTH:
        return letters[:CODE_LENGTH]
    return letters


def read_key(typed: str) -> str:
    """Return the key that was typed or scanned behind a table code; empty where there
    is none.
    """
    return _letters(typed).removeprefix(read_code(typed))


def key_of(code: str, secret: str) -> str:
    """Return the key of a table code, one of some hundred million: who shows it did not
    guess the code.

    It follows from the code and a `secret`, so it is checked without looking for the
    table, and every code has one.
    """
    digest = hmac.digest(secret.encode(), read_code(code).encode(), "sha256")
    number = int.from_bytes(digest)
    key = ""
    for _ in range(KEY_LENGTH):
        # The digits of the number, written with so many letters.
        number, digit = divmod(number, len(LETTERS))
        key += LETTERS[digit]
    return key


def _letters(typed: str) -> str:
    return "".join(filter(str.isalnum, typed.upper()))[:40]


def new_token() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return what is kept of a token, or of whatever else was shown as one.

    It is random enough that a plain hash hides it.
    """
    return sha256(token.encode(errors="surrogatepass")).hexdigest()

"""Tokens and table codes: generated here, shown once, stored as hashes."""

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256

from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say

LETTERS = "ACDEFHJKMNPQRTUWXY3479"
"""The characters of table codes, without lookalikes (0O, 1IL, 2Z, 5S, 6G, 8B, UV)."""

CODE_LENGTH = 5
CODES_TRIED = 20
KEY_LENGTH = 6


def new_codes() -> Iterator[str]:
    """Yield new codes, of some five million. Raise ConflictError if many are taken."""
    for _ in range(CODES_TRIED):
        yield "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    raise ConflictError(say("Couldn’t find a free table code. Try again."))


def read_code(typed: str) -> str:
    """Return a table code from any spelling, without spaces and dashes.

    The key after it (see `key_of`) is left out.
    """
    letters = read_letters(typed)
    if len(letters) == CODE_LENGTH + KEY_LENGTH:
        return letters[:CODE_LENGTH]
    return letters


def read_key(typed: str) -> str:
    """Return the key typed or scanned after a table code; empty without one."""
    return read_letters(typed).removeprefix(read_code(typed))


def key_of(code: str, secret: str) -> str:
    """Return a code's key, one of some hundred million: proof against guessing.

    It is computed from the code and a `secret`, so checking it needs no table, and
    every code has one.
    """
    digest = hmac.digest(secret.encode(), read_code(code).encode(), "sha256")
    number = int.from_bytes(digest)
    key = ""
    for _ in range(KEY_LENGTH):
        # The digits of the number in the base of the alphabet.
        number, digit = divmod(number, len(LETTERS))
        key += LETTERS[digit]
    return key


def read_letters(typed: str) -> str:
    """Return a typed text's letters and digits, as in codes."""
    return "".join(filter(str.isalnum, typed.upper()))[:40]


def new_token() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return the stored form of a token, or of what was shown as one.

    A token is random enough for a plain hash.
    """
    return sha256(token.encode(errors="surrogatepass")).hexdigest()

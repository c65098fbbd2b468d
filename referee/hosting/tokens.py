"""Tokens and table codes: drawn here, shown once, kept as hashes."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

LETTERS = "ACDEFHJKMNPQRTUWXY3479"
"""What table codes are made of: nothing that is taken for its like (0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V)."""

CODE_LENGTH = 5


def new_code() -> str:
    """A table code, one of some five million."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """A table code as somebody typed it: any case, with spaces, dashes or whatever else is no letter or digit."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())[:40]


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token, or of whatever else was shown as one. It is random enough that a plain hash hides it."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def matches(token_hash: str, kept: str | None) -> bool:
    """Whether this is the hash that was kept, in the same time whatever it holds."""
    return kept is not None and hmac.compare_digest(token_hash, kept)

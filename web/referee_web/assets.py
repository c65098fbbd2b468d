"""The static files: styles, scripts and pictures, under addresses that change when any
of them does.

The address is `/static/<fingerprint>/<name>`, a name being a path within the folder,
and the fingerprint is that of all files together. What one script imports from another
(`import { say } from "../messages.js"`) has the same fingerprint in its address: a
browser keeps every file for good, and never mixes new files with old ones.
"""

import gzip
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup
from rjsmin import jsmin

STATIC = Path(__file__).parent / "static"
ONE_YEAR = 365 * 24 * 60 * 60

# Not left to the operating system: a browser runs no script that it declares to be
# plain text.
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp4": "video/mp4",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
}
_PACKED_ALREADY = {".mp4", ".png", ".webm"}
_IMPORT = re.compile(
    r"""^\s*(?:import|export)\b(?!\()[^"';]*["'](\.{1,2}/[\w./-]+)["']""", re.MULTILINE
)
_SHEET = re.compile(r"""^@import "([\w./-]+)"(?: (\([^)]+\)))?;$""", re.MULTILINE)
# Comments, indents and the spaces round marks are for people; without them stylesheets
# are a fifth smaller, and scripts a sixth. Before a colon a space says something: `.a
# :hover` is another selector than `.a:hover`.
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(rb"\s+")
_ROUND_MARKS = re.compile(rb" *([{};,]) *|(?<=:) ")

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as it is sent: its bytes, the same packed (None where that saves
    nothing), type and digest.
    """

    plain: bytes
    packed: bytes | None
    mimetype: str
    digest: str


def find_asset(name: str) -> Asset | None:
    """The static file of this name; None where there is none. Read once: a changed file
    is seen after a restart.
    """
    return _read(name) if name in _names() else None


@cache
def _names() -> frozenset[str]:
    return frozenset(
        path.relative_to(STATIC).as_posix() for path in _files() if path.suffix in TYPES
    )


def _files() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


@cache
def _read(name: str) -> Asset:
    path = STATIC / name
    plain = path.read_bytes()
    if path.suffix == ".css":
        joined = _COMMENT.sub(b"", join_sheets(path).encode())
        closed_up = _ROUND_MARKS.sub(rb"\1", _SPACE.sub(b" ", joined))
        plain = closed_up.strip().replace(b";}", b"}")
    elif path.suffix == ".js":
        plain = jsmin(plain)
    packed = (
        None if path.suffix in _PACKED_ALREADY else gzip.compress(plain, 9, mtime=0)
    )
    return Asset(plain, packed, TYPES[path.suffix], sha256(plain).hexdigest()[:12])


def join_sheets(path: Path) -> str:
    """Return a stylesheet with those that it imports in their places, each in its
    medium: a browser asks for one file.
    """

    def bring_in(imported: re.Match[str]) -> str:
        sheet = join_sheets(path.parent / imported[1])
        return f"@media {imported[2]} {{\n{sheet}}}" if imported[2] else sheet

    return _SHEET.sub(bring_in, path.read_text("utf-8"))


@cache
def fingerprint() -> str:
    """A digest that changes when any static file does."""
    parts = (
        f"{path.relative_to(STATIC)}".encode() + sha256(path.read_bytes()).digest()
        for path in _files()
    )
    return sha256(b"".join(parts)).hexdigest()[:12]


def address(name: str) -> str:
    """The address under which this static file is kept for good."""
    return url_for("assets.serve_for_good", fingerprint_of=fingerprint(), name=name)


@cache
def imports(names: tuple[str, ...]) -> tuple[str, ...]:
    """The scripts that these import, directly or through others, each once and without
    those named.
    """
    found = list(names)
    for name in found:
        addresses = _IMPORT.findall((STATIC / name).read_text(encoding="utf-8"))
        known = (
            posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
            for address in addresses
        )
        found += [each for each in dict.fromkeys(known) if each not in found]
    return tuple(found[len(names) :])


def scripts(*names: str) -> Markup:
    """The tags of these scripts. What they import is named first: a browser need not
    read one to fetch the next.

    A page is painted without them, so they wait for its style.
    """
    early = Markup('<link rel="modulepreload" href="{}" fetchpriority="low">')
    tag = Markup('<script type="module" src="{}" fetchpriority="low"></script>')
    return Markup("").join(
        [
            *(early.format(address(name)) for name in imports(names)),
            *(tag.format(address(name)) for name in names),
        ]
    )


@blueprint.get("/static/<string(length=12):fingerprint_of>/<path:name>")
def serve_for_good(fingerprint_of: str, name: str) -> Response:
    """A static file, cacheable for good; under an old page's address, the file as it is
    now, not to be cached.
    """
    response = _answer(name)
    if fingerprint_of == fingerprint():
        response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    return response


@blueprint.get("/static/<path:name>")
def serve_now(name: str) -> Response:
    """A static file as it is now: asked for again each time, sent only when it has
    changed.
    """
    return _answer(name)


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """The icon that programs ask for which do not read pages."""
    return _answer("icons/favicon.ico")


@blueprint.get("/apple-touch-icon.png")
@blueprint.get("/apple-touch-icon-precomposed.png")
def apple_touch_icon() -> Response:
    """The icon that Apple's phones ask for by this name."""
    return _answer("icons/apple-touch-icon.png")


def _answer(name: str) -> Response:
    asset = find_asset(name)
    if asset is None:
        abort(404)
    packs = asset.packed is not None and request.accept_encodings["gzip"] > 0
    response = Response(asset.packed if packs else asset.plain, mimetype=asset.mimetype)
    response.headers["Cache-Control"] = "no-cache"
    if asset.packed is not None:
        response.vary.add("Accept-Encoding")
    if packs:
        response.content_encoding = "gzip"
    response.set_etag(f"{asset.digest}-gz" if packs else asset.digest)
    # Some browsers play only videos that are served in parts.
    response.make_conditional(
        request, accept_ranges=not packs, complete_length=len(asset.plain)
    )
    return response

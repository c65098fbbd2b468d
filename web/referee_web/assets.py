"""Static files, under addresses that change with their content.

The address is `/static/<fingerprint>/<name>`, with one fingerprint of all files.
Imports between scripts (`import { say } from "../messages.js"`) contain it too: so a
browser caches every file for good, and never mixes versions.
"""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup
from rjsmin import jsmin

from referee_web import joined_scripts
from referee_web.joined_scripts import STATIC

ONE_YEAR = 365 * 24 * 60 * 60

# Do not rely on the system's types: browsers refuse scripts declared as plain text.
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
_SHEET = re.compile(r"""^@import "([\w./-]+)"(?: (\(.+\)))?;$""", re.MULTILINE)
# Without comments, indents and optional spaces, stylesheets are a fifth smaller,
# scripts a sixth. A space before a colon matters: `.a :hover` is not `.a:hover`.
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(rb"\s+")
_ROUND_MARKS = re.compile(rb" *([{};,>]) *|(?<=:) ")
_LEADING_ZERO = re.compile(rb"(?<![\w.])0(?=\.\d)")

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as sent: bytes, compressed bytes, type and digest.

    There are no compressed bytes if they would be more.
    """

    plain: bytes
    packed: bytes | None
    mimetype: str
    digest: str


def find_asset(name: str) -> Asset | None:
    """Return the static file with this name, or None; cached until a restart."""
    if name not in _names():
        return None
    return _read(name)


# Without it a file takes 4 ms more, with it none.
@cache
def _names() -> frozenset[str]:
    names = set()
    for path in _files():
        if path.suffix in TYPES:
            names.add(path.relative_to(STATIC).as_posix())
    return frozenset(names)


def _files() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


# Without it the stylesheet takes 34 ms, with it none.
@cache
def _read(name: str) -> Asset:
    path = STATIC / name
    suffix = path.suffix
    plain = path.read_bytes()
    if suffix == ".css":
        plain = _COMMENT.sub(b"", join_sheets(path).encode())
        plain = _SPACE.sub(b" ", plain)
        plain = _ROUND_MARKS.sub(rb"\1", plain)
        plain = _LEADING_ZERO.sub(b"", plain)
        plain = plain.strip().replace(b";}", b"}")
    elif suffix == ".js":
        plain = jsmin(joined_scripts.serve(name).encode())
    packed = None
    if suffix not in _PACKED_ALREADY:
        packed = gzip.compress(plain, 9, mtime=0)
    return Asset(plain, packed, TYPES[suffix], sha256(plain).hexdigest()[:12])


def join_sheets(path: Path) -> str:
    """Return a stylesheet with its imports inlined, each in its medium."""

    def bring_in(imported: re.Match[str]) -> str:
        _, name, medium = imported.group(0, 1, 2)
        sheet = join_sheets(path.parent / name)
        if medium is None:
            return sheet
        return f"@media {medium} {{\n{sheet}}}"

    return _SHEET.sub(bring_in, path.read_text("utf-8"))


# Without it an address takes 7 ms, of five on a page; with it 0.05 ms.
@cache
def fingerprint() -> str:
    """Return a digest that changes when any static file does."""
    digest = sha256()
    for path in _files():
        digest.update(f"{path.relative_to(STATIC)}".encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


# Without it a trick of four takes 3 ms more of the processor, of 140 with it.
@cache
def address(name: str) -> str:
    """Return the permanent address of this static file."""
    return url_for("assets.serve_for_good", fingerprint_of=fingerprint(), name=name)


# Without it a page takes 4 ms more, with it none.
@cache
def scripts(*names: str) -> Markup:
    """Return the tags of these scripts, preloading all that they import.

    They wait for the style, so that the page is painted first.
    """
    early = Markup('<link rel="modulepreload" href="{}" fetchpriority="low">')
    tag = Markup('<script type="module" src="{}" fetchpriority="low"></script>')
    tags = Markup("")
    begun = tuple(dict.fromkeys(joined_scripts.file_of(name) for name in names))
    for file in joined_scripts.files(begun)[len(begun) :]:
        tags += early.format(address(file))
    for file in begun:
        tags += tag.format(address(file))
    return tags


@blueprint.get("/static/<string(length=12):fingerprint_of>/<path:name>")
def serve_for_good(fingerprint_of: str, name: str) -> Response:
    """Serve a static file, cached for good; for an old address uncached."""
    response = _answer(name)
    if fingerprint_of == fingerprint():
        response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    return response


@blueprint.get("/static/<path:name>")
def serve_now(name: str) -> Response:
    """Serve a current static file, revalidated each time."""
    return _answer(name)


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Serve the icon for programs that do not read pages."""
    return _answer("icons/favicon.ico")


@blueprint.get("/apple-touch-icon.png")
@blueprint.get("/apple-touch-icon-precomposed.png")
def apple_touch_icon() -> Response:
    """Serve the icon that Apple's phones ask for by this name."""
    return _answer("icons/apple-touch-icon.png")


def _answer(name: str) -> Response:
    asset = find_asset(name)
    if asset is None:
        abort(404)
    plain = asset.plain
    packed = asset.packed
    packs = packed is not None and request.accept_encodings["gzip"] > 0
    response = Response(plain, mimetype=asset.mimetype)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(asset.digest)
    if packed is not None:
        response.vary.add("Accept-Encoding")
    if packs:
        response.data = packed
        response.content_encoding = "gzip"
        response.set_etag(f"{asset.digest}-gz")
    # Some browsers play videos only in parts.
    length = len(plain)
    response.make_conditional(request, accept_ranges=not packs, complete_length=length)
    return response

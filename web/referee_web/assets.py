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
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup
from rjsmin import jsmin

from referee.lazy_dataclass import frozen

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
_ROUND_MARKS = re.compile(rb" *([{};,>]) *|(?<=:) ")
_LEADING_ZERO = re.compile(rb"(?<![\w.])0(?=\.\d)")

blueprint = Blueprint("assets", __name__)


@frozen
class Asset:
    """A static file as it is sent: its bytes, the same packed (None where that saves
    nothing), type and digest.
    """

    plain: bytes
    packed: bytes | None
    mimetype: str
    digest: str


def find_asset(name: str) -> Asset | None:
    """Return the static file of this name; None where there is none. Read once: a
    changed file is seen after a restart.
    """
    if name not in _names():
        return None
    return _read(name)


@cache
def _names() -> frozenset[str]:
    names = set()
    for path in _files():
        if path.suffix in TYPES:
            names.add(path.relative_to(STATIC).as_posix())
    return frozenset(names)


def _files() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


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
        plain = jsmin(plain)
    packed = None
    if suffix not in _PACKED_ALREADY:
        packed = gzip.compress(plain, 9, mtime=0)
    return Asset(plain, packed, TYPES[suffix], sha256(plain).hexdigest()[:12])


def join_sheets(path: Path) -> str:
    """Return a stylesheet with those that it imports in their places, each in its
    medium: a browser asks for one file.
    """

    def bring_in(imported: re.Match[str]) -> str:
        _, name, medium = imported.group(0, 1, 2)
        sheet = join_sheets(path.parent / name)
        if medium is None:
            return sheet
        return f"@media {medium} {{\n{sheet}}}"

    return _SHEET.sub(bring_in, path.read_text("utf-8"))


@cache
def fingerprint() -> str:
    """Return a digest that changes when any static file does."""
    digest = sha256()
    for path in _files():
        digest.update(f"{path.relative_to(STATIC)}".encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def address(name: str) -> str:
    """Return the address under which this static file is kept for good."""
    return url_for("assets.serve_for_good", fingerprint_of=fingerprint(), name=name)


@cache
def imports(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the scripts that these import, directly or through others, each once and
    without those named.
    """
    scripts = list(names)
    for name in scripts:  # which grows meanwhile
        folder = posixpath.dirname(name)
        source = (STATIC / name).read_text(encoding="utf-8")
        for address in _IMPORT.findall(source):
            imported = posixpath.normpath(posixpath.join(folder, address))
            if imported not in scripts:
                scripts.append(imported)
    return tuple(scripts[len(names) :])


def scripts(*names: str) -> Markup:
    """Return the tags of these scripts. What they import is named first: a browser need
    not read one to fetch the next.

    A page is painted without them, so they wait for its style.
    """
    early = Markup('<link rel="modulepreload" href="{}" fetchpriority="low">')
    tag = Markup('<script type="module" src="{}" fetchpriority="low"></script>')
    tags = Markup("")
    for name in imports(names):
        tags += early.format(address(name))
    for name in names:
        tags += tag.format(address(name))
    return tags


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
    plain, packed = asset.plain, asset.packed
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
    # Some browsers play only videos that are served in parts.
    length = len(plain)
    response.make_conditional(request, accept_ranges=not packs, complete_length=length)
    return response

"""QR codes of addresses, as SVG for pages and as text for terminals.

Both are dark on light with the quiet zone of four modules of the standard (ISO/IEC
18004), since many phones read nothing else.
"""

import io
import re
import shutil
from html import escape
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from qrcode.main import QRCode

QUIET_ZONE = 4

# The error correction: L survives a loss of some 7 %, M of some 15 %.
_LOW: Literal[1] = 1
_MEDIUM: Literal[0] = 0


class _ColourTerminal(io.StringIO):
    """A text stream that reports colours, to force them in the code."""

    def isatty(self) -> bool:
        return True


def _code(text: str, correction: Literal[0, 1]) -> "QRCode[Any]":
    """Return the smallest code for the text; raise ValueError if it is too long."""
    if not text:
        raise ValueError("A QR code needs an address; none was given.")
    if not text.isprintable():
        raise ValueError(
            f"The address {text!r} holds characters that cannot be shown; take them "
            "out."
        )
    from qrcode.exceptions import DataOverflowError
    from qrcode.main import QRCode

    code = QRCode(error_correction=correction, border=QUIET_ZONE)
    code.add_data(text)
    try:
        code.make()
    except (DataOverflowError, ValueError):
        raise ValueError(
            f"An address of {len(text)} characters is too long for a QR code."
        ) from None
    return code


def _path(modules: list[list[bool | None]]) -> str:
    """Return all dark modules as one path: a bar for each horizontal run."""
    path = ""
    for y, row in enumerate(modules, QUIET_ZONE):
        # One letter a module: "1110" is a bar of three.
        letters = "".join(str(int(bool(is_dark))) for is_dark in row)
        for bar in re.finditer("1+", letters):
            x = bar.start() + QUIET_ZONE
            width = len(bar[0])
            path += f"M{x} {y}h{width}v1h-{width}z"
    return path


def svg(text: str) -> str:
    """Return the QR code of a text as an SVG document, also usable inside a page.

    One unit is one module; the size is left to CSS. The picture draws its own white
    ground. Raise ValueError for a text that is empty, too long or not printable.
    """
    code = _code(text, _MEDIUM)
    side = len(code.modules) + 2 * QUIET_ZONE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'role="img" shape-rendering="crispEdges">'
        f"<title>QR code: {escape(text)}</title>"
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{_path(code.modules)}"/></svg>'
    )


def terminal(text: str, columns: int | None = None) -> str:
    """Return the QR code of an address for a terminal, above the address as text.

    `columns` is the available width; None asks the terminal. If the code is wider, a
    sentence replaces it. The terminal must know colours and UTF-8: colours are forced,
    so that the code is readable on any background, and reset on each line. Raise
    ValueError as for `svg`.
    """
    code = _code(text, _LOW)
    width = len(code.modules) + 2 * QUIET_ZONE
    if columns is None:
        columns = shutil.get_terminal_size().columns
    if width > columns:
        return (
            f"The QR code needs {width} columns and this terminal has {columns}. The "
            f"address:\n{text}\n"
        )
    terminal = _ColourTerminal()
    code.print_ascii(out=terminal, tty=True)
    return f"{terminal.getvalue()}{text}\n"

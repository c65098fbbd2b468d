"""QR codes, read back by a decoder that is as strict as an old phone: light on dark it
reads nothing.
"""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image, ImageDraw

from referee.hosting.network import qr
from tests.properties import costly
from tests.terminal import picture_of_screen, read, screen_of

SHORT = "http://192.168.1.23:8000/t/K7QF"
BACKGROUNDS = {"black": ("#000000", "#cccccc"), "white": ("#ffffff", "#222222")}
SVG = "{http://www.w3.org/2000/svg}"

printable = st.characters(min_codepoint=0x21, max_codepoint=0x7E)
addresses = st.builds(
    lambda start, rest: (start + rest)[:120],
    st.sampled_from(
        [
            "http://192.168.0.7:8000/",
            "https://cards.example/",
            "http://[fd00::2]:80/",
            "HTTP://A/",
        ]
    ),
    st.text(printable, max_size=120),
)


def picture_of_svg(document: str, scale: int = 4, page: str = "black") -> Image.Image:
    """Draws the bars of the SVG's paths on a page, with a margin of page colour round
    it.
    """
    root = ElementTree.fromstring(document)
    side = int(root.attrib["viewBox"].split()[2])
    image = Image.new("RGB", ((side + 8) * scale,) * 2, page)
    draw = ImageDraw.Draw(image)
    for path in root.iter(f"{SVG}path"):
        for x, y, width, height in re.findall(
            r"M(\d+) (\d+)h(\d+)v(\d+)[^z]*z", path.attrib["d"]
        ):
            left = (int(x) + 4) * scale
            top = (int(y) + 4) * scale
            right = left + int(width) * scale - 1
            bottom = top + int(height) * scale - 1
            draw.rectangle((left, top, right, bottom), fill=path.attrib["fill"])
    return image


@pytest.mark.parametrize("page", ["white", "#777777"])
def test_the_picture_reads_on_any_page(page: str) -> None:
    assert read(picture_of_svg(qr.svg(SHORT), page=page)) == [SHORT]


def test_the_decoder_is_strict_enough_to_notice_a_code_without_its_colours() -> None:
    plain = re.sub(r"\x1b\[[\d;]*m", "", qr.terminal(SHORT, columns=100))
    screen = screen_of(plain, 100)
    assert read(picture_of_screen(screen, *BACKGROUNDS["black"])) == [SHORT]
    assert read(picture_of_screen(screen, *BACKGROUNDS["white"])) == []


@settings(max_examples=costly(100))
@given(addresses)
def test_any_address_reads_back_as_it_was_given(text: str) -> None:
    assert read(picture_of_svg(qr.svg(text))) == [text]
    screen = screen_of(qr.terminal(text, columns=120), columns=120)
    for colours in BACKGROUNDS.values():
        assert read(picture_of_screen(screen, *colours)) == [text]


def test_the_picture_says_its_address_to_a_screen_reader() -> None:
    text = "http://a.example/?q=<script>&b=\"'"
    document = qr.svg(text)
    assert "<script>" not in document
    assert (
        ElementTree.fromstring(document).findtext(f"{SVG}title") == f"QR code: {text}"
    )


@pytest.mark.parametrize("columns", [None, 100])
def test_colours_are_set_back_on_every_line(
    columns: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    drawn = qr.terminal(SHORT, columns)
    *code, address = drawn.splitlines()
    assert all(line.startswith("\x1b[") and line.endswith("\x1b[0m") for line in code)
    assert address == SHORT
    attributes = screen_of(drawn, 100).cursor.attrs
    assert (attributes.fg, attributes.bg) == ("default", "default")


def test_a_code_that_just_fits_is_drawn_and_reads() -> None:
    drawn = qr.terminal(SHORT, columns=33)
    assert read(picture_of_screen(screen_of(drawn, 33), *BACKGROUNDS["black"])) == [
        SHORT
    ]


def test_a_terminal_that_is_too_narrow_gets_the_address_and_the_reason() -> None:
    assert qr.terminal(SHORT, columns=32) == (
        "The QR code needs 33 columns and this terminal has 32. The "
        f"address:\n{SHORT}\n"
    )


@pytest.mark.parametrize("draw", [qr.svg, qr.terminal])
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "needs an address"),
        ("http://a.example/\x1b[2J", "cannot be shown"),
        ("http://a.example/\n", "cannot be shown"),
        ("http://a.example/" + "x" * 3000, "3017 characters is too long"),
    ],
)
def test_what_no_code_can_hold_is_refused_with_its_reason(
    draw, text: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        draw(text)

"""Cards are read from photos by the script that phones run. The photos are rendered, of decks it was not trained on."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser
from training.phone import SCRIPTS, Phone

pytestmark = pytest.mark.slow

PHOTOS = Path(__file__).parent / "photos"
TRUTH: dict[str, dict[str, list[str]]] = json.loads((PHOTOS / "truth.json").read_text("utf-8"))
MOST_ON_THE_WIRE = 300_000


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[Phone]:
    page = chromium.new_page()
    yield Phone(page)
    page.close()


def codes(reader: Phone, photo: bytes, **options: object) -> list[str]:
    return sorted(reading["code"] for reading in reader.read(photo, **options)["readings"] if not reading["isDoubtful"])


@pytest.mark.parametrize("name", TRUTH)
def test_cards_are_read_and_none_that_is_not_there(reader: Phone, name: str) -> None:
    found = set(codes(reader, (PHOTOS / name).read_bytes()))
    cards, perhaps = set(TRUTH[name]["cards"]), set(TRUTH[name]["perhaps"])
    assert found - perhaps <= cards
    assert len(cards - found) <= len(cards) / 4


def test_letters_are_those_of_the_deck_unless_it_is_said_which(reader: Phone) -> None:
    assert reader.read((PHOTOS / "french.jpg").read_bytes())["letters"] == "french"
    photo = (PHOTOS / "german.jpg").read_bytes()
    assert reader.read(photo)["letters"] == "german"
    assert reader.read(photo, letters="english")["letters"] == "english"


def test_a_photo_is_read_as_its_orientation_says(reader: Phone) -> None:
    upright = Image.open(PHOTOS / "hidden.jpg")
    lying = Image.Exif()
    lying[0x0112] = 6  # Turned a quarter clockwise when shown
    file = io.BytesIO()
    upright.transpose(Image.Transpose.ROTATE_90).save(file, "JPEG", exif=lying, quality=90)
    answer = reader.read(file.getvalue())
    assert (answer["width"], answer["height"]) == upright.size
    across = sorted((reading["x"], reading["code"]) for reading in answer["readings"])
    assert [code for _, code in across] == ["AS", "2S", "3S"]


def twice(name: str) -> bytes:
    """The same photo twice, side by side."""
    one = Image.open(PHOTOS / name)
    both = Image.new("RGB", (one.width * 2, one.height))
    both.paste(one, (0, 0))
    both.paste(one, (one.width, 0))
    file = io.BytesIO()
    both.save(file, "JPEG", quality=90)
    return file.getvalue()


def test_two_copies_of_a_card_are_kept_where_two_decks_are_played(reader: Phone) -> None:
    assert codes(reader, twice("locked.jpg")) == ["AH"]
    assert codes(reader, twice("locked.jpg"), copies=2) == ["AH", "AH"]
    # The two corners of one card are one card.
    assert codes(reader, (PHOTOS / "locked.jpg").read_bytes(), copies=2) == ["AH"]


def test_of_two_jokers_that_look_alike_it_is_in_doubt_which_is_which(reader: Phone) -> None:
    assert codes(reader, (PHOTOS / "joker.jpg").read_bytes()) == ["XB"]
    readings = reader.read(twice("joker.jpg"))["readings"]
    assert sorted(reading["code"] for reading in readings) == ["XB", "XR"]
    assert all(reading["isDoubtful"] for reading in readings)
    assert codes(reader, twice("joker.jpg"), copies=2) == ["XB", "XB"]


def test_what_is_no_photo_is_said_to_be_none(reader: Phone) -> None:
    with pytest.raises(Exception, match="could not be decoded"):
        reader.read(b"no photo")


def test_nothing_is_asked_of_anybody_while_a_photo_is_read(reader: Phone) -> None:
    reader.read((PHOTOS / "locked.jpg").read_bytes())
    reader.asked.clear()
    reader.read((PHOTOS / "locked.jpg").read_bytes())
    scripts = {path.name for path in SCRIPTS.iterdir()}
    assert set(reader.asked) - scripts == {"photo"}  # The photo's own file, which here the page asks this test for


def test_code_and_weights_are_light() -> None:
    packed = [len(gzip.compress(path.read_bytes(), 9)) for path in SCRIPTS.iterdir()]
    assert sum(packed) < MOST_ON_THE_WIRE

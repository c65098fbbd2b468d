"""Cards are photographed instead of tapped: nothing is picked unseen, and nothing
leaves the phone.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, Route, expect

from .conftest import keep_picture
from .playing import enter, open_place
from .tour import House, Seated, Visit, a_phone

PHOTOS = Path(__file__).parent / "photos"
READING_MS = 60_000


@pytest.fixture
def phone(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    page = a_phone(chromium, **getattr(request, "param", {}))
    yield page
    page.context.close()


USED = {"camera_used": "yes"}
"""What a phone has kept on which somebody has taken a photo."""


def at_four_aces(house: House, phone: Page) -> Locator:
    """The form for Ana's hands at a table of three."""
    table = house.started("four-aces", 3)
    cookies = {**table.as_seat("Ana"), **USED}
    house.show(phone, Visit("playing", "table/playing.html", table.path(), cookies))
    form = phone.locator(
        "form.prompt", has=phone.locator("[data-field='hidden']")
    ).first
    expect(form.locator("[data-photograph]").first).to_be_attached()
    return form


def at_a_trick(house: House, phone: Page, **options: str) -> Locator:
    """The form for a trick of two, on the phone of the host, who enters for both."""
    table: Seated = house.started("faj", 2, options=options, sit=False)
    table.enter("board", cards=["7H"])
    cookies = {**table.as_host, **USED}
    house.show(phone, Visit("playing", "table/playing.html", table.path(), cookies))
    form = phone.locator(
        "form.prompt", has=phone.locator("[data-type='card_by_seat']")
    ).first
    expect(form.locator("[data-photograph]").first).to_be_attached()
    return form


def photograph(form: Locator, photo: str | FilePayload) -> Locator:
    """Take this photo for the open place of a form; the dialog once it was read."""
    with form.page.expect_file_chooser() as chooser:
        form.locator("[data-photograph]").locator("visible=true").first.click()
    return read(form.page, chooser.value, photo)


def another(dialog: Locator, photo: str) -> None:
    with dialog.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Another photo").click()
    read(dialog.page, chooser.value, photo)


def read(page: Page, chooser: Any, photo: str | FilePayload) -> Locator:
    chooser.set_files(PHOTOS / photo if isinstance(photo, str) else photo)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_contain_text(
        re.compile("Found|Couldn’t"), timeout=READING_MS
    )
    return dialog


def picked(within: Locator) -> list[str]:
    return sorted(
        within.locator("input[data-card]:checked").evaluate_all(
            "all => all.map(({ value }) => value)"
        )
    )


def take(dialog: Locator) -> None:
    dialog.get_by_role("button", name=re.compile("^Pick")).click()
    expect(dialog).to_be_hidden()


@pytest.mark.slow
def test_a_hand_of_four_aces_is_played_by_photo(house: House, phone: Page) -> None:
    form = at_four_aces(house, phone)
    hand = {
        "hidden": ["2S", "3S", "AS"],
        "exposed": ["2C", "3H", "4D"],
        "locked": ["AH"],
    }
    for name, codes in hand.items():
        place = form.locator(f"[data-field='{name}']")
        if not place.locator("[data-photograph]").locator("visible=true").count():
            open_place(place)
        dialog = photograph(form, f"{name}.jpg")
        keep_picture(phone, f"photograph-{name}")
        assert picked(place) == [], "nothing is picked before somebody says so"
        take(dialog)
        assert picked(place) == codes
    enter(form)


@pytest.mark.slow
def test_the_button_shows_once_its_script_hears_taps(house: House, phone: Page) -> None:
    form = at_four_aces(house, phone)
    waiting: list[Route] = []
    phone.route("**/photo/button.js*", lambda route: waiting.append(route))
    with phone.expect_request("**/photo/button.js*"):
        phone.reload()
    button = form.locator("[data-photograph]").first
    expect(button).to_be_hidden()
    for route in waiting:
        route.continue_()
    phone.unroute("**/photo/button.js*")
    expect(button).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "lost",
    ["found.js", "candidates.js", "weights.bin"],
)
def test_a_photo_is_read_once_the_scripts_that_were_lost_with_the_connection_can_be_had(
    house: House, phone: Page, lost: str
) -> None:
    """Scripts come one after the other: a connection that is lost meanwhile takes any
    of them.
    """
    form = at_a_trick(house, phone)
    phone.route(f"**/photo/{lost}*", lambda route: route.abort())
    button = form.locator("[data-photograph]").locator("visible=true").first
    with phone.expect_event("requestfailed"), phone.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(PHOTOS / "trick.jpg")
    if lost == "found.js":
        expect(form.locator("[data-told]")).to_contain_text(
            "That didn’t work: no connection."
        )
    else:
        dialog = phone.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_contain_text(
            "Couldn’t read this photo."
        )
        dialog.get_by_role("button", name="Cancel").click()
    phone.unroute_all()
    expect(photograph(form, "trick.jpg").get_by_role("status")).to_contain_text("Found")


@pytest.mark.slow
def test_a_trick_is_played_by_one_photo_of_the_table(house: House, phone: Page) -> None:
    form = at_a_trick(house, phone)
    dialog = photograph(form, "trick.jpg")
    expect(dialog.get_by_role("button", name=re.compile("^Pick"))).to_be_disabled()
    # One by the menu, as with a keyboard; the other is dragged to its player.
    dialog.get_by_role("combobox", name="Whose is the jack of spades?").select_option(
        label="Ana"
    )
    handle = dialog.get_by_role("region", name="Whose are these?").locator(".cut-out")
    dialog.get_by_role("region", name="Ben").scroll_into_view_if_needed()
    box, to = (
        handle.bounding_box(),
        dialog.get_by_role("region", name="Ben").bounding_box(),
    )
    assert box is not None
    assert to is not None
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(to["x"] + 40, to["y"] + 40, steps=4)
    phone.mouse.up()
    keep_picture(phone, "photograph-trick")
    take(dialog)
    assert picked(form) == ["JS", "QD"]
    enter(form)
    expect(phone.locator("[data-rulings]")).to_contain_text("wins the trick")


@pytest.mark.slow
def test_cards_of_a_trick_go_to_whom_they_lie_before_and_names_can_be_dragged(
    house: House, phone: Page
) -> None:
    form = at_a_trick(house, phone)
    dialog = photograph(
        form, turned("trick.jpg")
    )  # The jack lies nearer to whoever photographs, the queen opposite
    expect(dialog.get_by_role("region", name="Ana").locator("li")).to_contain_text(
        "jack of spades"
    )
    expect(dialog.get_by_role("region", name="Ben").locator("li")).to_contain_text(
        "queen of diamonds"
    )
    keep_picture(phone, "photograph-seats")
    for name in ("Ana", "Ben"):
        drag_to_the_other_side(phone, dialog, name)
    expect(dialog.get_by_role("region", name="Ana").locator("li")).to_contain_text(
        "queen of diamonds"
    )
    # The next photo begins with the names where they were left.
    dialog.get_by_role("button", name="Cancel").click()
    dialog = photograph(form, turned("trick.jpg"))
    expect(dialog.get_by_role("region", name="Ana").locator("li")).to_contain_text(
        "queen of diamonds"
    )
    take(dialog)
    owners = {
        place: picked(form.locator(f"[data-label='{place}']"))
        for place in ("Ana", "Ben")
    }
    assert owners == {"Ana": ["QD"], "Ben": ["JS"]}


def turned(name: str) -> FilePayload:
    """The same photo turned a quarter to the left."""
    file = io.BytesIO()
    Image.open(PHOTOS / name).transpose(Image.Transpose.ROTATE_90).save(
        file, "JPEG", quality=90
    )
    return {"name": name, "mimeType": "image/jpeg", "buffer": file.getvalue()}


def drag_to_the_other_side(phone: Page, dialog: Locator, name: str) -> None:
    still = dialog.locator(".still canvas").bounding_box()
    box = dialog.locator(".places").get_by_role("button", name=name).bounding_box()
    assert still is not None
    assert box is not None
    phone.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.mouse.down()
    phone.mouse.move(
        box["x"] + box["width"] / 2,
        2 * still["y"] + still["height"] - box["y"] - box["height"] / 2,
        steps=3,
    )
    phone.mouse.up()


@pytest.mark.slow
def test_a_trick_is_given_to_its_players_by_keyboard_alone(
    house: House, phone: Page
) -> None:
    form = at_a_trick(house, phone)
    with phone.expect_file_chooser() as chooser:
        form.locator("[data-photograph]").locator("visible=true").first.press("Enter")
    dialog = read(phone, chooser.value, "trick.jpg")
    expect(dialog.get_by_role("heading", name="Cards in the photo")).to_be_focused()
    for card, downs in (("jack of spades", 1), ("queen of diamonds", 2)):
        owner = dialog.get_by_role("combobox", name=f"Whose is the {card}?")
        owner.focus()
        for _ in range(downs):
            phone.keyboard.press("ArrowDown")
            expect(owner).to_be_focused()
    corrected = dialog.get_by_role("combobox", name="Instead of the jack of spades")
    corrected.focus()
    passed = []
    for _ in range(3):
        phone.keyboard.press("ArrowDown")
        passed.append(phone.evaluate("document.activeElement.value"))
    assert len(set(passed)) == 3, "the order of what can be chosen stays"
    for _ in range(3):
        phone.keyboard.press("ArrowUp")
    dialog.get_by_role("button", name=re.compile("^Pick")).press("Enter")
    expect(dialog).to_be_hidden()
    assert picked(form) == ["JS", "QD"]
    expect(form.get_by_role("button", name=re.compile("^Enter"))).to_be_focused()


@pytest.mark.slow
def test_a_card_that_cannot_be_picked_is_crossed_out_with_the_reason(
    house: House, phone: Page
) -> None:
    form = at_four_aces(house, phone)
    take(photograph(form, "hidden.jpg"))
    open_place(form.locator("[data-field='exposed']"))
    dialog = photograph(form, "hidden.jpg")
    expect(dialog.locator("li.crossed-out")).to_have_count(3)
    expect(dialog.locator(".why").first).to_contain_text("already picked")
    expect(dialog.get_by_role("status")).to_contain_text("Left out 3, crossed out.")
    expect(dialog.get_by_role("button", name=re.compile("^Pick"))).to_be_disabled()


@pytest.mark.slow
def test_a_card_is_changed_or_left_out_and_another_photo_adds_to_it(
    house: House, phone: Page
) -> None:
    form = at_four_aces(house, phone)
    dialog = photograph(form, "hidden.jpg")
    dialog.get_by_role("button", name="Leave out the ace of spades").click()
    dialog.get_by_role("combobox", name="Instead of the two of spades").select_option(
        label="queen of hearts"
    )
    another(dialog, "locked.jpg")
    expect(dialog.locator(".stills canvas")).to_have_count(2)
    take(dialog)
    assert picked(form.locator("[data-field='hidden']")) == ["3S", "AH", "QH"]


@pytest.mark.slow
def test_what_is_missing_is_said_only_where_something_is(
    house: House, phone: Page
) -> None:
    dialog = photograph(at_a_trick(house, phone), "locked.jpg")
    expect(dialog.get_by_role("status")).to_contain_text("1 missing")
    another(dialog, "trick.jpg")
    expect(dialog.get_by_role("status")).to_contain_text("1 too many")
    dialog.get_by_role("button", name="Leave out the ace of hearts").click()
    expect(dialog.get_by_role("status")).to_have_text("Found 2 cards.")


@pytest.mark.slow
def test_where_nothing_can_be_read_it_is_said_what_helps(
    house: House, phone: Page
) -> None:
    dialog = photograph(at_four_aces(house, phone), "empty.jpg")
    expect(dialog.get_by_role("status")).to_contain_text("Go closer")
    expect(dialog.locator("li")).to_have_count(0)


def picture(width: int, height: int) -> bytes:
    """A white picture, which takes little room in its file."""
    file = io.BytesIO()
    Image.new("1", (width, height), 1).save(file, "png")
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(
    "photo",
    [
        (1, 60_000),
        (60_000, 1),
        (30_000, 30_000),
        (PHOTOS / "locked.jpg").read_bytes()[:2_000],
        b"<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>",
    ],
    ids=["high", "wide", "huge", "cut off", "drawn"],
)
def test_a_picture_that_no_camera_takes_does_no_harm(
    photo: bytes | tuple[int, int], house: House, phone: Page
) -> None:
    form = at_four_aces(house, phone)
    file = picture(*photo) if isinstance(photo, tuple) else photo
    payload = FilePayload(name="photo.jpg", mimeType="image/jpeg", buffer=file)
    dialog = photograph(form, payload)
    another(dialog, "locked.jpg")
    expect(dialog.get_by_role("status")).to_contain_text("Found")


@pytest.mark.slow
def test_nothing_is_sent_while_a_photo_is_read_and_it_is_read_without_a_network(
    house: House, phone: Page
) -> None:
    form = at_four_aces(house, phone)
    dialog = photograph(form, "hidden.jpg")
    dialog.get_by_role("button", name="Cancel").click()
    asked: list[str] = []
    phone.on(
        "request",
        lambda request: asked.append(
            f"{request.method} {request.url} {request.post_data or ''}"
        ),
    )
    phone.context.set_offline(True)
    take(photograph(form, "hidden.jpg"))
    assert picked(form) == ["2S", "3S", "AS"]
    # The page goes on asking whether the table has changed, and for nothing else.
    code = phone.url.rsplit("/", 1)[1]
    own = re.compile(
        r"GET "
        rf"{re.escape(house.base)}(/t/{code}|/api/v1/tables/{code}/live|/static/\S+) "
    )
    assert [each for each in asked if not own.fullmatch(each)] == []


@pytest.mark.slow
def test_reading_can_be_stopped(house: House, phone: Page) -> None:
    form = at_four_aces(house, phone)
    # Until then what reads has not come yet.
    phone.route("**/photo/weights.bin*", lambda route: None)
    with phone.expect_file_chooser() as chooser:
        form.locator("[data-photograph]").locator("visible=true").first.click()
    chooser.value.set_files(PHOTOS / "table.jpg")
    phone.get_by_role("dialog").get_by_role("button", name="Stop").click()
    expect(phone.get_by_role("dialog")).to_be_hidden()
    phone.unroute("**/photo/weights.bin*")
    take(photograph(form, "hidden.jpg"))
    assert picked(form) == ["2S", "3S", "AS"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "phone", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True
)
def test_the_dialog_with_names_on_the_still_is_accessible(
    house: House, phone: Page
) -> None:
    dialog = photograph(at_a_trick(house, phone), "trick.jpg")
    expect(dialog.locator(".places button")).to_have_count(2)
    found = Axe().run(phone, context=".photo")
    assert not found.response["violations"], found.generate_report()


@pytest.mark.slow
@pytest.mark.parametrize(
    "phone", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True
)
def test_the_dialog_is_accessible(house: House, phone: Page) -> None:
    dialog = photograph(at_four_aces(house, phone), "hidden.jpg")
    found = Axe().run(phone, context=".photo")
    assert not found.response["violations"], found.generate_report()
    dialog.press("Escape")
    expect(dialog).to_be_hidden()
    expect(phone.locator("[data-photograph]:focus")).to_have_count(1)


@pytest.mark.parametrize("phone", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_there_is_no_button(house: House, phone: Page) -> None:
    table = house.started("four-aces", 3)
    phone.context.add_cookies(
        [
            {"name": name, "value": value, "url": house.base}
            for name, value in table.as_seat("Ana").items()
        ]
    )
    phone.goto(house.base + table.path())
    expect(phone.locator(".pick").first).to_be_visible()
    expect(phone.get_by_role("button", name="Photograph")).to_have_count(0)


def test_photographs_stand_behind_more_until_one_was_taken_on_this_phone(
    house: House, phone: Page
) -> None:
    table = house.started("four-aces", 3)
    cookies = table.as_seat("Ana")
    house.show(phone, Visit("playing", "table/playing.html", table.path(), cookies))
    place = phone.locator("[data-field='hidden']")
    button = place.get_by_role("button", name="Photograph")
    expect(place.locator(".pick").first).to_be_visible()
    expect(button).to_be_hidden()
    place.get_by_text("More: type or photograph").tap()
    with phone.expect_file_chooser():
        button.tap()
    phone.reload()
    expect(button).to_be_visible()
    phone.goto(house.base)
    expect(phone.get_by_role("link", name="Camera")).to_be_visible()

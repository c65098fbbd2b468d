"""Pages as a browser without scripts has them, and what people do there by plain forms."""

from html.parser import HTMLParser

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.toy_games.every_deck import DECKS, TRICKS as DEALT

TRICKS = "faj"
ROUNDS = "four-aces"
Form = dict[str, str | list[str]]


class Page(HTMLParser):
    """What a test looks at in a page: its text, its forms' hidden values, its tables'
    rows, and whatever runs or styles inline.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inline: list[str] = []
        self.labels: set[str] = set()
        self.inputs: list[dict[str, str | None]] = []
        self.forms: list[dict[str, str]] = []
        self.rows: list[list[str]] = []
        self.in_cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(tag)
        self.inline += [
            name for name in found if name == "style" or name.startswith("on")
        ]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True
        if tag == "form":
            self.forms.append({"action": found.get("action") or ""})
        if tag == "input":
            self.inputs.append(found)
            if found.get("type") == "hidden" and self.forms:
                self.forms[-1][found["name"] or ""] = found.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self.in_cell:
            self.rows[-1][-1] += data.strip()

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def form(self, kind: str, seat: str | None = None) -> Form:
        """The hidden values of the form that enters this kind, for this seat where one
        is named.
        """
        for form in self.forms:
            if form.get("kind") == kind and (seat is None or form.get("seat") == seat):
                return {name: value for name, value in form.items() if name != "action"}
        raise AssertionError(f"no form for {kind} in {self.forms}")

    def checked(self, name: str) -> list[str | None]:
        return [
            one.get("value")
            for one in self.inputs
            if one.get("name") == name and "checked" in one
        ]


def page(response: TestResponse) -> Page:
    return Page(response.get_data(as_text=True))


def open_table(host: FlaskClient, game: str = TRICKS, **filled: str | list[str]) -> str:
    opened = host.post(f"/new/{game}", data=filled)
    assert opened.status_code == 303
    return opened.headers["Location"].rsplit("/", 1)[1]


def sit(guest: FlaskClient, code: str, name: str) -> None:
    assert (
        guest.post(f"/t/{code}/join", data={"name": name}).headers["Location"]
        == f"/t/{code}"
    )


def enter(
    who: FlaskClient,
    code: str,
    kind: str,
    seat: str | None = None,
    **filled: str | list[str],
) -> TestResponse:
    """Fill in the form of this kind as it stands on the table's page, and send it."""
    form = page(who.get(f"/t/{code}")).form(kind, seat)
    return who.post(
        f"/t/{code}/enter",
        data=form | {name.replace("__", "="): value for name, value in filled.items()},
    )


def play_a_trick(code: str, ana: FlaskClient, ben: FlaskClient) -> None:
    assert enter(ana, code, "board", typed__cards="3c").status_code == 303
    assert enter(ana, code, "play", pick__plays__Ana="JS").status_code == 303
    assert (
        enter(ben, code, "play", typed__plays__Ben="king of clubs").status_code == 303
    )


def finish_a_match(ana: FlaskClient, ben: FlaskClient) -> str:
    """Ana and Ben play a match to its end, each on their own phone; its table."""
    code = open_table(ana, "tarot")
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    assert ana.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    for card, who, name in zip(
        DECKS["tarot"], (ana, ben) * DEALT, ("Ana", "Ben") * DEALT, strict=False
    ):
        entered = {"kind": "lay", "seat": name, "pick=card": card.code}
        assert who.post(f"/t/{code}/enter", data=entered).status_code == 303
    return code

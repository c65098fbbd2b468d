from playwright.sync_api import expect

from tests.browser.playing import (
    entry,
    go_button,
    pick,
    together,
    wait_until_live,
)
from tests.browser.tables import Table

SEATS = ("Ana", "Ben", "Cy", "Di")


def shots(pages, name, full=True):
    for s, p in pages.items():
        p.screenshot(path=f"/tmp/look_{name}_{s}.png", full_page=full)


def test_hearts(daemon, phone):
    host = Table.started(daemon, "hearts", *SEATS, dealer="Di", depth="tricks")
    host.sit(*SEATS)
    pages = {s: host.page(phone, s) for s in SEATS}
    host.enter("trick", plays=dict(zip(SEATS, ("2C", "3C", "4C", "5C"))))
    together(pages.values())
    f = entry(pages["Ben"], "trick")
    pick(f, ["9C"])
    go_button(f).tap()
    pages["Ben"].get_by_role("button", name="Yes").tap()
    expect(pages["Ana"].locator("[data-rulings]")).to_contain_text("out of turn")
    together(pages.values())
    pages["board"] = phone(host.address + "/board", wide=True)
    wait_until_live(pages["Ana"])
    shots(pages, "hearts", False)


def test_holdem(daemon, phone):
    host = Table.started(daemon, "holdem", *SEATS[:3], depth="bets")
    host.sit(*SEATS[:3])
    pages = {s: host.page(phone, s) for s in SEATS[:3]}
    import json

    def look():
        return json.loads(host.daemon.get(f"/api/v1/tables/{host.code}", host.token))

    deck = ["AH", "KH", "7C", "7D", "2S"]
    for _ in range(60):
        v = look()
        kinds = {p["kind"]: p for p in v["prompts"]}
        if "showdown" in kinds:
            break
        if "board" in kinds:
            n = kinds["board"]["fields"][0]["max"]
            host.enter("board", cards=[deck.pop(0) for _ in range(n)])
        elif "check" in kinds:
            host.enter("check", kinds["check"]["seats"][0])
        elif "call" in kinds:
            host.enter("call", kinds["call"]["seats"][0])
        elif "depth" in kinds:
            host.enter("depth")
    f = entry(pages["Ana"], "showdown")
    shots(pages, "holdem", False)


def test_spades(daemon, phone):
    host = Table.started(daemon, "spades", *SEATS, dealer="Di")
    host.sit(*SEATS[:3])
    pages = {s: host.page(phone, s) for s in SEATS[:3]}
    pages["laptop"] = host.page(phone)
    host.enter("bids", bids={"Ben": 3})
    together(pages.values())
    shots(pages, "spades", False)


def test_pad(daemon, phone):
    host = Table.started(daemon, "score-pad", *SEATS, dealer="Di")
    host.sit(*SEATS)
    pages = {s: host.page(phone, s) for s in SEATS[:2]}
    pages["laptop"] = host.page(phone)
    host.enter("round", points={"Ben": 3})
    together(pages.values())
    shots(pages, "pad", False)

"""A phone a seat, at random moments: each enters its own cards, bids and hands, whatever
the others do meanwhile.
"""

import json
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .phones import Phones
from .playing import enter, enter_trick, entry, pick
from .proxy import Wire
from .random_moments import Moments, Part, seated
from .tables import Table

SEATS = ("Ana", "Ben", "Cy", "Di")
RANKS = "23456789TJQKA"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"

FourPhones = list[tuple[Page, Wire]]


class HeartsHands:
    """Players who are dealt hands of Hearts, and follow suit."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(f"hearts {seed}")
        self.hands: dict[str, list[str]] = {}
        self.leader = ""
        self.is_broken = False

    def deal(self) -> None:
        cards = [rank + suit for rank in RANKS for suit in "CDHS"]
        self.rng.shuffle(cards)
        self.hands = {seat: cards[at::4] for at, seat in enumerate(SEATS)}
        self.leader = next(seat for seat in SEATS if "2C" in self.hands[seat])
        self.is_broken = False

    def trick(self) -> list[Part]:
        """The cards of the next trick; whoever wins it leads to the one after it."""
        if not any(self.hands.values()):
            self.deal()
        first = SEATS.index(self.leader)
        plays: dict[str, str] = {}
        mistakes = {}
        for seat in SEATS[first:] + SEATS[:first]:
            card = self.rng.choice(self.may_play(seat, plays.get(self.leader)))
            others = [other for other in self.hands[seat] if other != card]
            mistakes[seat] = self.rng.sample(others, min(1, len(others)))
            plays[seat] = card
        for seat, card in plays.items():
            self.hands[seat].remove(card)
            self.is_broken |= card[1] == "H"
        led = plays[self.leader][1]
        following = [seat for seat, card in plays.items() if card[1] == led]
        self.leader = max(following, key=lambda seat: RANKS.index(plays[seat][0]))
        return [played(seat, card, *mistakes[seat]) for seat, card in plays.items()]

    def may_play(self, seat: str, led: str | None) -> Sequence[str]:
        hand = self.hands[seat]
        is_first = len(self.hands[self.leader]) == 13
        if led is None and is_first:
            return ["2C"]
        if led is None:
            return [c for c in hand if c[1] != "H" or self.is_broken] or hand
        following = [card for card in hand if card[1] == led[1]]
        without_points = [card for card in hand if card[1] != "H" and card != "QS"]
        return following or (without_points if is_first else hand) or hand


def played(seat: str, card: str, *mistakes: str) -> Part:
    """A card that this seat plays to a trick, and which it may have picked before."""
    field = f"pick=plays={seat}"
    wrong = [{field: [mistake]} for mistake in mistakes]
    return Part(seat, "trick", {field: [card]}, {"plays": {seat: card}}, wrong)


def moments(
    table: Table,
    phones: FourPhones,
    seed: object,
    seats: Sequence[str] = SEATS,
    with_phones: Sequence[str] = (),
) -> Moments:
    """These seats, or those of them with phones, sit at the table; the first hosts it."""
    pages = dict(zip(with_phones or seats, phones, strict=False))
    players = seated(table, pages, seats[0])
    return Moments(table, players, seed, seats, seats[0])


def play_hearts(daemon: Running, phones: FourPhones, seed: object, tricks: int) -> None:
    hands = HeartsHands(seed)
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks", target=500)
    at_table = moments(table, phones, seed)
    for _ in range(tricks):
        at_table.play(*hands.trick())
    at_table.require_log()


def test_four_tricks_of_hearts(daemon: Running, four_phones: FourPhones) -> None:
    play_hearts(daemon, four_phones, "short", 4)


@pytest.mark.long
@pytest.mark.slow
def test_many_tricks_of_hearts(
    daemon: Running, four_phones: FourPhones, request: pytest.FixtureRequest
) -> None:
    play_hearts(daemon, four_phones, "long", request.config.getoption("--tricks"))


@pytest.mark.slow
def test_of_two_seats_with_phones_and_two_without(
    daemon: Running, four_phones: FourPhones
) -> None:
    hands = HeartsHands("mixed")
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks")
    at_table = moments(table, four_phones, "mixed", with_phones=("Ana", "Cy"))
    for _ in range(3):
        at_table.play(*hands.trick())
    at_table.require_log()


# Matches that are played elsewhere too


def by_phones(before: Any, line: dict[str, Any]) -> list[Part]:
    """What seats enter each on their own phone; nothing of what is the table's."""
    [prompt, *_] = [each for each in before["prompts"] if each["kind"] == line["kind"]]
    fields = {field["name"]: field for field in prompt["fields"]}
    by_seat: dict[str, dict[str, Any]] = {}
    for name, value in line["data"].items():
        if fields[name]["own"] and isinstance(value, dict):
            for seat, part in value.items():
                by_seat.setdefault(seat, {})[name] = {seat: part}
    if prompt["optional"]:
        return []
    if by_seat:
        rest = {
            name: of for name, of in line["data"].items() if not fields[name]["own"]
        }
        by_seat[before["deals"] if rest else next(iter(by_seat))] |= rest
        parts = []
        for seat, of in by_seat.items():
            part = part_of(seat, line["kind"], fields, of)
            for name in of:
                part.by = (fields[name].get("speakers") or {}).get(seat, part.by)
            parts.append(part)
        return parts
    is_own = prompt["own"] or prompt["secret"] or len(prompt["seats"]) == 1
    seat = line["seat"] or line["by"] or prompt["seats"][0]
    if not is_own or seat not in before["seats"]:
        return []
    return [part_of(seat, line["kind"], fields, line["data"])]


def part_of(seat: str, kind: str, fields: Any, data: dict[str, Any]) -> Part:
    fills: dict[str, Sequence[str]] = {}
    for name, value in data.items():
        how = "typed" if fields[name]["type"].startswith("number") else "pick"
        if isinstance(value, dict):
            for of, inner in value.items():
                fills[f"{how}={name}={of}"] = written(inner)
        else:
            fills[f"{how}={name}"] = written(value)
    return Part(seat, kind, fills, data)


def written(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def questions_of(twin: Table, entries: Sequence[Any]) -> Iterator[Any]:
    """Enter these at a table without phones; yield what the seats are asked together,
    each its part, or the line of an entry of the table.
    """
    sealed: list[Part] = []
    for made in entries:
        if made.get("refused"):
            continue
        before = twin.daemon.look(twin.code, twin.token)
        seat = made.get("seat") or made.get("by")
        if seat not in before["seats"]:
            seat = None
        by_seat = any(
            isinstance(value, dict) for value in made.get("data", {}).values()
        )
        twin.enter(made["kind"], None if by_seat else seat, **made.get("data", {}))
        path = f"/api/v1/tables/{twin.code}/log?after={before['seq']}"
        log = json.loads(twin.daemon.get(path, twin.seats.get(seat, twin.token)))
        line = {**log["entries"][-1], "by": seat}
        parts = by_phones(before, line)
        after = twin.daemon.look(twin.code, twin.token)
        is_sealed = line["sealed"] and after["phase"] == before["phase"]
        if is_sealed:
            sealed += parts
            continue
        yield ([*sealed, *parts], line) if parts else (sealed, line)
        sealed = []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name", "many"),
    [
        ("skat", "trick_by_trick", 9),
        ("doppelkopf", "a_wedding", 12),
        ("wizard", "trick_by_trick", 8),
        ("wizard", "hidden_bids", 8),
        ("oh-hell", "trick_by_trick", 8),
        ("cribbage", "card_by_card", 16),
        ("crazy-eights", "card_by_card", 12),
        ("jizara", "equal_bids_then_level_hands", 12),
        ("spades", "a_lead_out_of_turn", 3),
        ("belote", "coinche", 9),
        ("bridge", "grand_slam", 6),
        ("gin-rummy", "draw_by_draw", 14),
        ("holdem", "bets_in_turn", 24),
        ("score-pad", "a_playoff", 4),
    ],
)
def test_a_match_of_another_game(
    daemon: Running, four_phones: FourPhones, game: str, name: str, many: int
) -> None:
    play_as_recorded(daemon, four_phones, game, name, many)


def play_as_recorded(
    daemon: Running, phones: FourPhones, game: str, name: str, many: int
) -> None:
    """The first questions of a playthrough, from a phone a seat."""
    read = tomllib.loads((PLAYTHROUGHS / game / f"{name}.toml").read_text("utf-8"))
    seats = tuple(read["seats"])
    begun = {"dealer": read.get("dealer", seats[0]), **read.get("options", {})}
    twin, table = (Table.started(daemon, game, *seats, **begun) for _ in range(2))
    twin.sit(*seats)
    at_table = moments(table, phones, name, seats)
    for parts, line in list(questions_of(twin, read["entries"][:many])):
        if parts:
            at_table.play(*parts)
        else:
            table.enter(line["kind"], line["seat"], **line["data"])
    at_table.require_log()
    ended, as_recorded = (daemon.look(one.code, one.token) for one in (table, twin))
    for what in ("phase", "round", "next", "to_act", "standings", "rulings"):
        assert ended[what] == as_recorded[what]


@pytest.mark.slow
def test_a_pick_that_somebody_else_has_entered_is_told_at_its_place(
    daemon: Running, four_phones: FourPhones
) -> None:
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks")
    at_table = moments(table, four_phones, "told")
    cy, ben = at_table.players["Cy"], at_table.players["Ben"]
    at_table.fill(cy, mine := played("Cy", "9C"), mine.fills)
    at_table.fill(ben, wrong := played("Ben", "9C"), wrong.fills)
    at_table.enter(ben, wrong)
    told = "Ben has entered the nine of clubs. Which card did you play?"
    expect(cy.page.locator("[data-told]").get_by_text(told)).to_be_visible()
    cy.held.clear()
    at_table.fill(cy, right := played("Cy", "8C"), right.fills)
    expect(cy.page.locator("[data-told]").get_by_text(told)).to_have_count(0)
    at_table.enter(cy, right)
    at_table.meant += [("Ben", "trick", wrong.data), ("Cy", "trick", right.data)]
    at_table.require_log()


@pytest.mark.slow
@pytest.mark.parametrize("who", ["Ben", "Di"])
def test_a_lead_that_was_taken_back_can_be_picked_on_all_phones_again(
    daemon: Running, four_phones: FourPhones, who: str
) -> None:
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks")
    cy = moments(table, four_phones, "taken back").players["Cy"]
    table.enter("trick", plays={"Ana": "2C", "Ben": "3C", "Cy": "4C", "Di": "5C"})
    nine = cy.page.locator("[data-out][data-code='9D']")
    for seq in (2, 4):
        table.enter("trick", plays={who: "9D"}, leader=who)
        expect(nine).to_have_count(1)
        table.post("corrections", {"changes": [{"seq": seq, "strike": True}]})
        expect(nine).to_have_count(0)
    pick(entry(cy.page, "trick"), ["9D"])


@pytest.mark.slow
def test_of_a_phone_for_several_it_is_told_whose_pick_is_gone_and_nothing_enters_itself(
    daemon: Running, four_phones: FourPhones
) -> None:
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks")
    at_table = moments(table, four_phones, "told", with_phones=("Ana", "Ben"))
    ana, ben = at_table.players["Ana"], at_table.players["Ben"]
    for part in (played("Ana", "6D"), played("Di", "4D")):
        at_table.fill(ana, part, part.fills)
    form = entry(ana.page, "trick")
    place = form.locator("[data-picker]:has([name='pick=plays=Cy'])")
    ana.page.locator(f"[data-open='{place.get_attribute('id')}']").tap()
    at_table.fill(ben, wrong := played("Ben", "6D"), wrong.fills)
    at_table.enter(ben, wrong)
    told = "Ben has entered the six of diamonds. Which card did Ana play?"
    expect(ana.page.locator("[data-told]").get_by_text(told)).to_be_visible()
    pick(form, ["JD", "2C"])
    for seat, card in (("Ana", "JD"), ("Cy", "2C"), ("Di", "4D")):
        picked = form.locator(f"[data-card][name='pick=plays={seat}']:checked")
        expect(picked).to_have_value(card)
    assert table.entered()[-1]["plays"] == {"Ben": "6D"}
    enter(form)
    assert table.entered()[-1]["plays"] == {"Ana": "JD", "Cy": "2C", "Di": "4D"}


@pytest.mark.slow
def test_a_hand_is_shown_or_given_up_and_not_both(
    daemon: Running, four_phones: FourPhones
) -> None:
    table = Table.started(daemon, "holdem", "Ana", "Ben", depth="bets")
    check_to_the_showdown(table)
    at_table = moments(table, four_phones, "muck", ("Ana", "Ben"))
    form = entry(at_table.players["Ana"].page, "showdown")
    pick(form, ["AS", "KD"])
    picked = form.locator("[name='pick=hands=Ana']:checked")
    expect(picked).to_have_count(2)
    none = form.locator("[name='none=hands=Ana']")
    form.locator("label:has([name='none=hands=Ana'])").tap()
    expect(none).to_be_checked()
    expect(picked).to_have_count(0)
    pick(form, ["AS"])
    expect(none).not_to_be_checked()


def check_to_the_showdown(table: Table) -> None:
    """Nobody bets, and the whole board is turned up."""
    streets = iter(("2C 3D 4H", "5S", "9D"))
    while True:
        prompts = table.daemon.look(table.code, table.token)["prompts"]
        asked = {prompt["kind"]: prompt["seats"][0] for prompt in prompts}
        if "showdown" in asked:
            return
        if "board" in asked:
            table.enter("board", cards=next(streets).split())
            continue
        kind = "check" if "check" in asked else "call"
        table.enter(kind, asked[kind])


@pytest.mark.slow
def test_one_phone_for_all_enters_a_trick_with_four_taps(
    daemon: Running, phone: Phones
) -> None:
    hands = HeartsHands("one phone")
    table = Table.started(daemon, "hearts", *SEATS, depth="tricks")
    page = table.page(phone)
    for _ in range(2):
        plays: dict[str, str] = {}
        for part in hands.trick():
            plays |= part.data["plays"]
        [prompt, *_] = table.daemon.look(table.code, table.token)["prompts"]
        enter_trick(entry(page, "trick"), [plays[seat] for seat in places(prompt)])
        assert table.entered()[-1]["plays"] == plays


def places(prompt: Any) -> Sequence[str]:
    """The seats in the order in which a trick asks for their cards."""
    seats: Sequence[str] = prompt["fields"][0]["seats"]
    return seats

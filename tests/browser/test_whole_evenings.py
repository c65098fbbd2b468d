"""Whole matches of every game by thumbs alone: each player on a phone of their own, the
host at a laptop, and a board.

The laptop finds the referee by the code that the terminal shows, and the phones by the
code on the laptop. Everybody sits down before the match begins, and nobody ever loads a
page again. What a thumb needs must be in view: a thumb here cannot scroll.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.testing.random_player import Filled, RandomPlayer
from referee.vocabulary.prompt import Prompt
from tests.commandline.running import Running
from tests.terminal import picture_of_screen, read, screen_of

from .conftest import Phones, keep_picture, serving_at
from .phones import read_qr
from .playing import (
    DECK,
    IS_SENT,
    NOTE_SUBMIT,
    end_moment,
    go_button,
    sit_down,
    tile_of,
    wait_until_live,
)
from .thumb import Thumb
from .tour import NAMES, House, Step, play_at_random

pytestmark = [pytest.mark.slow, pytest.mark.long]

EVENINGS = {
    "cribbage": {3: 9},
    "faj": {2: 0},
    "four-aces": {3: 0},
    "jizara": {2: 5},
    "oh-hell": {3: 4},
    "skat": {3: 5},
    "slapjack": {3: 5},
    "spades": {4: 193},
    "tripp-jokes": {2: 34},
}
"""The numbers of players of each game, and the seed of a match that is soon over."""
AGREED = {"spades": {"high": "deuces", "ten": True, "depth": "tricks"}}
"""What a table chooses before it plays, by taps too."""

ONCE_A_DEAL = ("depth", "passed", "starter", "four_aces", "concede")
"""What is entered once a deal, if at all, may have to be looked for below what is asked
first.
"""
TO_SPARE = 3
"""An entry may take so many taps more than what is picked in it."""


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house in which nobody has chosen options yet: it offers again what it chose."""
    found = serving_at(tmp_path_factory.mktemp("evenings"))
    yield found
    found.end()


class Player(RandomPlayer):
    """Counts nothing again, deals nothing again, and changes nothing that is sealed:
    what is done every few minutes is left.
    """

    def choose(
        self, prompts: Sequence[Prompt], to_act: Sequence[str]
    ) -> tuple[str, str, Filled]:
        seldom = ("recount", "misdeal")
        plain = [
            one
            for one in prompts
            if one.kind not in seldom and not (one.secret and one.optional)
        ]
        return super().choose(plain, to_act)


def dealing(
    rng: Random, seats: int
) -> Callable[[Prompt, str], Mapping[str, Any] | None]:
    """Hands of three cards and three from one deck a round, where hands are asked for."""
    stock: list[str] = []

    def dealt(prompt: Prompt, _seat: str) -> Mapping[str, Any] | None:
        if prompt.kind != "round":
            return None
        if len(stock) <= len(DECK) - 6 * seats or not stock:
            stock[:] = rng.sample(DECK, len(DECK))
        return {
            "hidden": [stock.pop() for _ in range(3)],
            "exposed": [stock.pop() for _ in range(3)],
        }

    return dealt


def entries(house: House, game: str, seats: int, seed: int) -> Iterator[Step]:
    """What is entered in a whole match, phone by phone."""
    rng = Random(f"evening {seed}")
    player = (
        Player(rng, NAMES[:seats], dealing(rng, seats))
        if game == "four-aces"
        else Player(rng, NAMES[:seats])
    )
    _, steps = play_at_random(house, game, seats, player, AGREED.get(game, {}))
    for step in steps:
        plays = step.data.get("plays")
        if not isinstance(plays, Mapping):
            yield step
            continue
        for seat, card in plays.items():
            yield Step(step.kind, seat, {"plays": {seat: card}}, step.open_kinds)


@dataclass(slots=True)
class Evening:
    """The pages of a table: a phone a player, by name, the host's laptop, and the
    board.
    """

    phones: dict[str, Page]
    laptop: Page
    board: Page
    seq: int = 0
    taps: int = 0
    picked: int = 0
    loaded: list[str] = field(default_factory=list)

    @property
    def pages(self) -> list[Page]:
        return [*self.phones.values(), self.laptop, self.board]

    def loads_nothing_more(self) -> None:
        """From now on, each page that is loaded is noted."""
        for page in self.phones.values():
            page.on("framenavigated", lambda frame: self.loaded.append(frame.url))

    def enter(self, step: Step) -> None:
        """Tap this entry in on its player's phone, and wait until all pages show what
        comes of it.
        """
        thumb = Thumb(self.phones[step.seat])
        # What was revealed lies over the cards until somebody has seen it.
        reveal = thumb.page.get_by_role("link", name="Continue")
        if reveal.is_visible():
            thumb.tap(reveal)
        button = button_beside(thumb.page, step.kind)
        picked = 0
        if button is not None:
            thumb.tap(button)
        else:
            picked = fill_in_and_send(thumb, step)
        self.seq += 1
        expect(thumb.page.locator("form[data-busy]")).to_have_count(0)
        expect(thumb.page.locator(".prompts [role=alert]"), str(step)).to_have_count(0)
        for page in self.pages:
            expect(page.locator("#main")).to_have_attribute("data-seq", str(self.seq))
            end_moment(page)
        assert thumb.taps - picked <= TO_SPARE, f"{thumb.taps} taps for {step}"
        self.taps += thumb.taps
        self.picked += picked


def button_beside(page: Page, kind: str) -> Locator | None:
    """The button that enters this kind from beside the first form, if there is one."""
    form = page.locator(f"form.beside:has(input[name='kind'][value='{kind}'])")
    if not form.count():
        return None
    return page.locator(f"button[form='{form.get_attribute('id')}']")


def fill_in_and_send(thumb: Thumb, step: Step) -> int:
    """Tap this entry into its form; how many cards, names and answers that was."""
    form = the_form(thumb, step)
    thumb.page.evaluate(NOTE_SUBMIT)
    picked = 0
    for name, value in step.data.items():
        # A choice that is all there is to say, and the last card of a trick, send it.
        if thumb.page.evaluate(IS_SENT):
            break
        picked += pick(thumb, form, name, value)
    if not thumb.page.evaluate(IS_SENT):
        thumb.tap(go_button(form))
    told = form.locator("[data-told]")
    if told.get_by_text("Did you lead?").is_visible():
        thumb.tap(told.get_by_role("button", name="No"))
    if form.locator("xpath=self::*[@data-sure]").count():
        # Without any cards it is sent by a second tap.
        thumb.tap(go_button(form))
    return picked


def the_form(thumb: Thumb, step: Step) -> Locator:
    """The form for this entry, opened by taps where it is folded away: the seat's own,
    or that of whoever enters for all.
    """
    kind = step.kind
    form = thumb.page.locator(f"form.prompt:has(input[name='kind'][value='{kind}'])")
    expect(form.first).to_be_attached()
    if form.count() > 1:
        parts = [value for value in step.data.values() if isinstance(value, Mapping)]
        is_own = all(set(part) == {step.seat} for part in parts)
        # Once unfolded it stays, in place of the seat's own.
        stays = thumb.page.locator("details.aside[open] > form[data-for-all]")
        is_for_all = not is_own or stays.count() > 0
        whose = "[data-for-all]" if is_for_all else ":not([data-for-all])"
        form = form.and_(thumb.page.locator(f"form{whose}"))
    expect(form).to_have_count(1)
    folds = thumb.page.locator("details.aside:not([open])", has=form)
    while folds.count():
        fold = folds.first
        if kind in ONCE_A_DEAL:
            fold.evaluate("fold => fold.scrollIntoView({ block: 'start' })")
        thumb.tap(fold.locator("summary").first)
    if kind in ONCE_A_DEAL:
        go_button(form).scroll_into_view_if_needed()
    expect(form).to_be_visible()
    return form


def pick(thumb: Thumb, form: Locator, name: str, value: object) -> int:
    """Tap this value of a field in; how many cards, names and answers that was."""
    asked = form.locator(f"[data-field='{name}']")
    type = asked.get_attribute("data-type") if value not in ([], None) else None
    if type is None:
        return 0
    return unfold(thumb, asked) + pick_value(thumb, form, asked, type, value)


def unfold(thumb: Thumb, asked: Locator) -> int:
    """Open what is seldom needed where this field stands in it, and scroll there; how
    many taps that was.
    """
    fold = asked.locator("xpath=ancestor::details[not(@open)][1]")
    is_folded = fold.count() > 0
    if is_folded:
        fold.locator("summary").first.scroll_into_view_if_needed()
        thumb.tap(fold.locator("summary").first)
    if asked.locator("xpath=ancestor::details").count():
        asked.evaluate("asked => asked.scrollIntoView({ block: 'center' })")
    return int(is_folded)


def pick_value(
    thumb: Thumb, form: Locator, asked: Locator, type: str, value: object
) -> int:
    """Tap this value in where it is asked for; how many cards, names and answers that
    was.
    """
    if type == "order":
        return pick_order(thumb, asked, value)  # type: ignore[arg-type]  # an order is a list
    if type.startswith("card"):
        [*found] = value.values() if isinstance(value, Mapping) else [value]
        codes = [
            code for one in found for code in ([one] if isinstance(one, str) else one)
        ]
        # What was seen when it was played stands picked.
        known = asked.locator("input[data-card]:checked").evaluate_all(
            "found => found.map(({ value }) => value)"
        )
        to_pick = [code for code in codes if code not in known]
        for code in to_pick:
            pick_card(thumb, form, asked, code)
        return len(to_pick)
    if type.startswith("number"):
        return pick_numbers(
            thumb, asked, value if isinstance(value, Mapping) else {"": value}
        )
    told = (
        {True: "yes", False: "no"}.get(value, value)
        if isinstance(value, bool)
        else value
    )
    choice = asked.locator(f"label.choice:has(input[value='{told}'])")
    if choice.is_visible():
        thumb.tap(choice)
    return 1


def pick_numbers(thumb: Thumb, asked: Locator, numbers: Mapping[str, object]) -> int:
    """Tap these numbers in at the pad, each by its button or digit by digit; how many
    taps that was.
    """
    pad = thumb.page.locator(".number-pad")
    before = thumb.taps
    for seat, number in numbers.items():
        field = (
            asked.locator(f"input[name$='={seat}']")
            if seat
            else asked.locator("input[type=number]")
        )
        if not field.locator("xpath=self::*[contains(@class, 'at-pad')]").count():
            thumb.tap(field)
        has_few_values = pad.locator("xpath=self::*[contains(@class, 'values')]")
        keys = [str(number)] if has_few_values.count() else [*str(number)]
        if (
            has_few_values.count()
            and not pad.locator(f"[data-press='{number}']").count()
        ):
            # Of many values the pad shows the first, and digits for all others.
            keys = ["other", *str(number)]
        for each in keys:
            thumb.tap(pad.locator(f"[data-press='{each}']"))
        expect(field).to_have_value(str(number))
    return thumb.taps - before


def pick_card(thumb: Thumb, form: Locator, asked: Locator, code: str) -> None:
    """Tap this card, after its place where another one is open."""
    card = asked.locator(f"label.pick:has(input[data-card='{code}'])").locator(
        "visible=true"
    )
    if not card.count():
        place = asked.locator("[data-picker]").first.get_attribute("id")
        tab = form.locator(f"[data-open='{place}']")
        thumb.tap(tab if tab.count() else asked.locator(".left-out > summary"))
    thumb.tap(card.first)


def pick_order(
    thumb: Thumb, asked: Locator, order: Sequence[str | Sequence[str]]
) -> int:
    """Tap these names, first first, and that those of a group came together."""
    groups = [[one] if isinstance(one, str) else list(one) for one in order]
    ties = []
    for group in groups:
        for at, seat in enumerate(group):
            thumb.tap(
                asked.locator(".in-turn button").filter(
                    has=thumb.page.get_by_text(seat, exact=True)
                )
            )
            ties.append(at > 0)
    for place, tied in enumerate(ties[1:]):
        if tied:
            thumb.tap(asked.locator(".same-time button").nth(place))
    return len(ties) + sum(ties)


def seat_everybody(
    house: House, phone: Phones, lobby: str, game: str, seats: int
) -> Evening:
    """The host opens the table at a laptop, each player scans its code and sits down,
    and the match begins.
    """
    about = house.about(game)
    laptop = phone(lobby, wide=True)
    tile_of(laptop, about["title"]).click()
    # The last thing on the page: a busy machine has read all that stands before it by
    # then.
    expect(laptop.get_by_role("button", name="Others join by phone")).to_be_visible()
    if laptop.locator("#agreed:not([open])").count():
        laptop.get_by_text("Options and house rules").click()
    for option in about["options"]:
        if option["min"] is not None and not option["folded"]:
            laptop.locator(f"[data-field='{option['name']}'] input").fill(
                str(option["min"])
            )
    for name, value in AGREED.get(game, {}).items():
        word = "yes" if value is True else value
        choice = f"label.choice:has(input[name='pick={name}'][value='{word}'])"
        laptop.locator(choice).click()
    laptop.get_by_role("button", name="Others join by phone").click()
    scanned = read_qr(laptop)
    phones = {}
    for name in NAMES[:seats]:
        phones[name] = phone(scanned)
        sit_down(phones[name], name)
    evening = Evening(phones, laptop, phone(f"{scanned}/board", wide=True))
    evening.loads_nothing_more()
    expect(laptop.locator("[data-seating] .row")).to_have_count(seats)
    laptop.get_by_role("button", name="Start the match").click()
    for page in evening.pages:
        expect(page.locator("[data-next]")).to_be_attached()
        wait_until_live(page)
    return evening


def set_up(evening: Evening) -> None:
    """One reads on their phone how the table is got ready: it stands in steps behind
    the line that says what to do.
    """
    first, *_ = evening.phones.values()
    thumb, line = Thumb(first), first.locator("[data-next] > summary")
    steps = first.locator("[data-next] li").first
    expect(first.get_by_role("status").get_by_text("Live")).to_be_attached()
    # While a buzzer is not ready, what stands below it still moves.
    expect(first.locator(".pad:not(.ready)")).to_have_count(0)
    line.scroll_into_view_if_needed()
    thumb.tap(line)
    expect(steps).to_be_visible()
    thumb.tap(line)


def ends_for_everybody(evening: Evening) -> None:
    """All see who won, and the pages that they sat down with share, speak, and go along
    to the rematch.
    """
    for page in evening.pages:
        result = page.get_by_role("region", name=re.compile("winner|You won!"))
        expect(result).to_be_visible()
    for page in evening.phones.values():
        expect(page.get_by_text("Share and keep")).to_be_visible()
        page.get_by_text("The last ruling").tap()
        expect(page.get_by_role("button", name="Read aloud").first).to_be_visible()
    assert evening.loaded == []
    before = evening.laptop.url
    evening.laptop.get_by_role("button", name="Same again").click()
    expect(evening.laptop).not_to_have_url(before)
    for name, page in evening.phones.items():
        expect(page).to_have_url(evening.laptop.url)
        expect(page.locator(".scores tr", has_text=name)).to_contain_text("you")


@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [
        (game, seats, seed)
        for game, counts in EVENINGS.items()
        for seats, seed in counts.items()
    ],
)
def test_a_whole_match_by_taps(
    house: House, daemon: Running, phone: Phones, game: str, seats: int, seed: int
) -> None:
    [lobby] = read(picture_of_screen(screen_of(daemon.greeting, 100), "black", "white"))
    evening = seat_everybody(house, phone, lobby, game, seats)
    set_up(evening)
    for step in entries(house, game, seats, seed):
        evening.enter(step)
    print(
        f"{game}, {seats} phones: {evening.seq} entries, {evening.picked} picked, "
        f"{evening.taps} taps, no scroll"
    )
    keep_picture(next(iter(evening.phones.values())), f"whole-evening-{game}-{seats}")
    ends_for_everybody(evening)

"""Phones at a table whose players pick, wait, change their minds, enter, take back, go
elsewhere and lose the network at random moments, and what has to hold all along.

A pick stays until its seat's answer is in; no phone is asked for the seat of another,
nor twice; and each entry stands in the log as its author meant it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

from .phones import lock, unlock
from .playing import wait_until_live
from .proxy import Wire
from .tables import Table

Act = tuple[Callable[[], None], float]
"""What somebody may do, and how likely it is."""

Fills = Mapping[str, Sequence[str]]
"""What is filled in of one question: the values of each input, by its name."""

ASKED = """
const asked = [...document.querySelectorAll("form[data-prompt]")]
  .filter((form) => !form.closest("details.aside:not([open])"));
const inputsOf = (form) => [...form.querySelectorAll("input, select")]
  .filter(({ name, type }) => /^(pick|typed)=/.test(name) && type !== "hidden");
const isFilled = ({ type, checked, value }) => Boolean(value) && (!/checkbox|radio/.test(type) || checked);
const questionOf = (input) => (input.closest("[data-question]") ?? input.form).dataset.question;
const seatsOf = (form) => [
  ...[...form.querySelectorAll("input[name=seat]")].map(({ value }) => value),
  ...inputsOf(form).map(({ name }) => name.split("=")[2]),
].filter(Boolean);
// Of the seats that a form names those that it asks for what they know themselves.
const ownSeatsOf = (form) => seatsOf(form).filter((seat) => [...form.querySelectorAll("input[name=seat]")]
  .some(({ value }) => value === seat) || inputsOf(form).some((input) => input.name.split("=")[2] === seat
    && questionOf(input) !== form.dataset.question));
const formOf = ({ kind, seat }) => asked.find((form) => form.querySelector("[name=kind]").value === kind
  && (!seatsOf(form).length || seatsOf(form).includes(seat)));
"""
"""Finds, on the page of a table, the forms that its phone is asked to fill in."""

SEEN = f"""() => {{ {ASKED}
  const filled = {{}};
  for (const input of asked.flatMap(inputsOf)) {{
    const values = (filled[questionOf(input)] ??= {{}})[input.name] ??= [];
    if (isFilled(input)) values.push(input.value);
  }}
  return {{
    filled,
    questions: asked.flatMap((form) => [form, ...form.querySelectorAll("[data-question]")])
      .map(({{ dataset }}) => dataset.question),
    seats: [...new Set(asked.flatMap(ownSeatsOf))],
    told: [...document.querySelectorAll("[data-told], [role=alert]")].map((one) => one.textContent).join(" "),
  }};
}}"""

UNFOLD = f"""({{ kind, seat }}) => {{ {ASKED}
  if (formOf({{ kind, seat }})) return true;
  const fold = [...document.querySelectorAll("details.aside:not([open])")]
    .find((one) => one.querySelector(`:scope > form:not([data-for-all]) > [name=kind][value="${{kind}}"]`));
  fold?.querySelector("summary").click();
  return false;
}}"""
"""Whether this is asked for; it opens what is folded away because something else is
entered more often, as a raise.
"""

FILL = f"""({{ kind, seat, fills }}) => {{ {ASKED}
  const form = formOf({{ kind, seat }});
  for (const [name, values] of Object.entries(fills)) {{
    const inputs = inputsOf(form).filter((input) => input.name === name);
    const boxes = inputs.filter(({{ type }}) => /checkbox|radio/.test(type));
    if (!inputs.length) throw new Error(`${{name}} is not asked for`);
    if (!boxes.length) {{
      inputs[0].value = values[0];
      tellChanged(inputs[0]);
      continue;
    }}
    const left = boxes.filter(({{ checked, type }}) => checked && type !== "radio");
    const picked = [];
    for (const value of values) {{
      const box = boxes.find((one) => one.checked && one.value === value && !picked.includes(one));
      if (box) picked.push(box);
    }}
    // Of one card another takes the place; a second tap would enter it.
    const toClear = form.matches("[data-one-card]") ? [] : left;
    for (const box of toClear) if (!picked.includes(box)) box.click();
    for (const value of values) {{
      const isThere = picked.findIndex((box) => box.value === value);
      if (isThere >= 0) picked.splice(isThere, 1);
      else choose(boxes.find((one) => !one.checked && one.value === value));
    }}
  }}
  function tellChanged(input) {{
    for (const what of ["input", "change"]) input.dispatchEvent(new Event(what, {{ bubbles: true }}));
  }}
  // A tap on a yes or no enters it; keys choose it first.
  function choose(box) {{
    if (!box.closest(".yes-no")) return box.click();
    box.checked = true;
    tellChanged(box);
  }}
  return questionOf(inputsOf(form).find(({{ name }}) => name in fills) ?? {{ closest: () => null, form }});
}}"""
"""Picks these cards and choices, and writes these numbers; those that were picked before
are taken back. Returns which question that is.
"""

SEND = f"""(part) => {{ {ASKED}
  const form = formOf(part);
  const button = document.querySelector(`button.instead[form="${{form.getAttribute("id")}}"]`)
    ?? form.querySelector("button.go");
  button.click();
  // Of a trick to which nobody has played: this one did not lead.
  [...form.querySelectorAll("[data-told] button")].find(({{ textContent }}) => textContent.trim() === "No")?.click();
}}"""

BECAME = f"""(question) => {{ {ASKED}
  const form = asked.find((one) => questionsIn(one).includes(question));
  function questionsIn(one) {{
    return [one, ...one.querySelectorAll("[data-question]")].map(({{ dataset }}) => dataset.question);
  }}
  if (document.querySelector("form[data-busy]")) return "";
  const trouble = form?.querySelector("[data-trouble], [role=alert]")?.closest("form").innerText.trim().slice(0, 600);
  return form ? trouble ?? "" : "in";
}}"""
"""What became of a question: it is answered, or why its answer was not taken."""


@dataclass(eq=False)
class Part:
    """What one seat enters of itself, and what its player may pick first by mistake."""

    seat: str
    kind: str
    fills: Fills
    data: Mapping[str, Any]
    mistakes: Sequence[Fills] = ()
    by: str = ""
    """Who enters it instead of its seat, as declarer does for dummy."""
    is_in: bool = False
    is_with_others: bool = False
    """Whether it was entered in one form with the parts of other seats."""
    question: str = ""


@dataclass(eq=False)
class Player:
    """A player with a phone, which reaches the daemon by a wire of its own."""

    seat: str
    page: Page
    wire: Wire
    held: dict[str, Fills] = field(default_factory=dict)
    """What is filled in, by question."""
    is_away: bool = False
    """Whether the network is lost."""
    sent: Part | None = None
    """What waits to be sent until the network is back."""

    def sees(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        return seen


class Moments:
    """Plays a table's questions from all its phones, at random moments."""

    def __init__(
        self,
        table: Table,
        players: Iterable[Player],
        seed: object,
        seats: Sequence[str],
        host: str | None = None,
    ) -> None:
        self.table = table
        self.players = {player.seat: player for player in players}
        self.rng = Random(f"moments {seed}")
        self.seats = seats
        self.host = host
        """Who enters for seats without a phone."""
        self.meant: list[tuple[str, str, Mapping[str, Any]]] = []
        self.speakers: dict[str, str] = {}
        self.before: list[Part] = []
        """The parts of the questions before, as long as nobody answered one since."""
        self.seen_log = len(self.log())
        self.done: list[str] = []
        """What has been done so far, for whoever looks into a failure."""

    def play(self, *parts: Part) -> None:
        """All these parts come in, at random moments and in any order."""
        self.speakers |= {part.seat: part.by for part in parts if part.by}
        self._play(parts)
        self.before = [*parts]
        for part in parts:
            self.meant.append((self.phone_of(part).seat, part.kind, part.data))
        for player in self.players.values():
            self.check(player)

    def phone_of(self, part: Part) -> Player:
        return self.players.get(part.by or part.seat) or self.players[str(self.host)]

    def _play(self, parts: Sequence[Part]) -> None:
        while not all(part.is_in for part in parts) or self._away():
            acts: list[Act] = []
            for player in self.players.values():
                acts += self._acts(player, parts)
            done, likely = zip(*acts, strict=True)
            self.rng.choices(done, likely)[0]()
            if any(part.is_in for part in parts):
                self.before = []
            self.check(self.rng.choice([*self.players.values()]))

    def _away(self) -> list[Player]:
        return [player for player in self.players.values() if player.is_away]

    def _acts(self, player: Player, parts: Sequence[Part]) -> Iterable[Act]:
        """What this player may do next, each with how likely it is."""
        if player.is_away:
            yield partial(self.find_network, player), 2
        else:
            for act in (self.reload, self.look_elsewhere, self.sleep):
                yield partial(act, player), 0.04
            yield partial(self.lose_network, player), 0.04
        if player.sent is not None:
            return
        mine = [part for part in parts if self.phone_of(part) is player]
        still_open = [part for part in mine if not part.is_in]
        if len(still_open) > 1:
            if not player.is_away:
                yield partial(self.enter_several, player, still_open), 3
            return
        for part in parts:
            if self.phone_of(part) is not player:
                continue
            if part.is_in:
                if not player.is_away and not part.is_with_others:
                    yield partial(self.take_back, player, part, parts), 0.1
                continue
            if player.is_away and not self._is_asked(player, part):
                continue
            for fills in part.mistakes:
                yield partial(self.fill, player, part, fills), 0.4
            if part.fills and player.held.get(part.question) != part.fills:
                yield partial(self.fill, player, part, part.fills), 3
            else:
                yield partial(self.enter, player, part), 3
                if not player.is_away:
                    yield partial(self.enter_unheard, player, part), 0.1
        if not player.is_away:
            for part in self.before:
                if self.phone_of(part) is player and not part.is_with_others:
                    yield partial(self.take_back, player, part, [part]), 0.1

    def note(self, what: str, player: Player, *more: object) -> None:
        self.done.append(f"{player.seat} {what} {' '.join(map(str, more))}")

    # What players do

    def fill(self, player: Player, part: Part, fills: Fills) -> None:
        self.note("fill", player, fills)
        self._wait_until_asked(player, part)
        asked = {"kind": part.kind, "seat": part.seat, "fills": fills}
        part.question = player.page.evaluate(FILL, asked)
        player.held[part.question] = {name: [*of] for name, of in fills.items()}

    def enter(self, player: Player, part: Part) -> None:
        self.note("enter", player, part.data)
        self._wait_until_asked(player, part)
        if not part.fills:
            asked = {"kind": part.kind, "seat": part.seat, "fills": {}}
            part.question = player.page.evaluate(FILL, asked)
        player.page.evaluate(SEND, {"kind": part.kind, "seat": part.seat})
        if player.is_away:
            player.sent = part
        else:
            self._is_in(player, part)

    def enter_several(self, player: Player, still_open: Sequence[Part]) -> None:
        """Enter for seats without phones too: for all that are open, or for some.

        With the last card of all it is sent by itself.
        """
        now = self.rng.sample(still_open, self.rng.randint(1, len(still_open)))
        for part in now:
            self.fill(player, part, part.fills)
            self.check(player)
        if len(now) < len(still_open):
            player.page.evaluate(SEND, {"kind": now[0].kind, "seat": now[0].seat})
        for part in now:
            self._is_in(player, part)
            part.is_with_others = True

    def enter_unheard(self, player: Player, part: Part) -> None:
        """Enter, and lose the network before the answer is heard."""
        self.note("enter_unheard", player, part.data)
        if part.fills:
            player.wire.deaf = True
            player.is_away = True
            self.enter(player, part)

    def take_back(self, player: Player, part: Part, parts: Sequence[Part]) -> None:
        """Take back what was entered, where that is offered, and enter it again."""
        self.note("take_back", player, part.data)
        seq = self._seq_of(player, part)
        button = player.page.locator(f"button[form='take-back-{seq}']:enabled").first
        if not button.count():
            return
        button.evaluate("button => button.click()")
        player.page.wait_for_function(
            f"(question) => {{ {ASKED} return asked.some((form) => [form, ..."
            "form.querySelectorAll('[data-question]')].some(({ dataset }) =>"
            " dataset.question === question)); }",
            arg=part.question,
        )
        part.is_in = False
        player.held.pop(part.question, None)
        if part not in self.before or parts != [part]:
            return
        # The questions after it are asked once it is in again.
        before, self.before = self.before, []
        self._play([part])
        self.before = before

    def reload(self, player: Player) -> None:
        self.note("reload", player)
        player.page.reload()

    def look_elsewhere(self, player: Player) -> None:
        self.note("look_elsewhere", player)
        player.page.goto(f"{self.table.through(player.wire.port)}/log")
        player.page.go_back()

    def sleep(self, player: Player) -> None:
        self.note("sleep", player)
        lock(player.page)
        unlock(player.page)

    def lose_network(self, player: Player) -> None:
        self.note("lose_network", player)
        player.wire.cut()
        player.is_away = True

    def find_network(self, player: Player) -> None:
        self.note("find_network", player)
        player.wire.mend()
        player.is_away = False
        player.page.evaluate("dispatchEvent(new Event('online'))")
        part, player.sent = player.sent, None
        if part is not None:
            self._is_in(player, part)

    # What has to hold

    def check(self, player: Player) -> None:
        """What is picked is still picked, and the phone is asked for its own seat."""
        if wrong := self._wrong(player):
            # The page may be drawn again just now.
            try:
                player.page.wait_for_function(
                    f"([held, mine]) => {{ const seen = ({SEEN})(); return {HOLDS}; }}",
                    arg=[player.held, self._seats_of(player)],
                    timeout=10_000,
                )
            except Error:
                wrong = self._wrong(player) or wrong
                raise AssertionError(self.told(player, wrong)) from None

    def _wrong(self, player: Player) -> str:
        seen = player.sees()
        others = {*seen["seats"]} - {*self._seats_of(player)}
        if others:
            return f"is asked for {others}"
        for question, fills in player.held.items():
            for name, values in fills.items():
                shown = seen["filled"].get(question, {}).get(name)
                if shown is not None and sorted(shown) != sorted(values):
                    return f"has picked {values} of {name}; there is {shown}: {seen['told']}"
        return ""

    def _seats_of(self, player: Player) -> list[str]:
        mine = []
        for seat in self.seats:
            by = self.speakers.get(seat, seat)
            if by == player.seat or (
                by not in self.players and player.seat == self.host
            ):
                mine.append(seat)
        return mine

    def require_log(self) -> None:
        """All was entered as each meant it, by whom it was, and nothing else."""
        left = []
        for entry in self.log()[self.seen_log :]:
            if not entry["struck"] and entry["by"] in self.players:
                left += pieces(entry["by"], entry["kind"], entry["data"])
        for meant in self.meant:
            for piece in pieces(*meant):
                assert piece in left, f"{piece} was meant; there is {left}"
                left.remove(piece)
        assert left == []

    def log(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            path = f"/api/v1/tables/{self.table.code}/log?after={after}"
            page = json.loads(self.table.daemon.get(path, self.table.token))
            entries += page["entries"]
            after = page["next"]
        return entries

    def _seq_of(self, player: Player, part: Part) -> int | None:
        for entry in reversed(self.log()):
            is_it = entry["kind"] == part.kind and entry["by"] == player.seat
            if is_it and not entry["struck"]:
                return int(entry["seq"])
        return None

    def told(self, player: Player, what: str) -> str:
        return "\n".join([f"{player.seat} {what}", *self.done[-30:]])

    def _is_asked(self, player: Player, part: Part) -> bool:
        asked = {"kind": part.kind, "seat": part.seat}
        return bool(
            player.page.evaluate(
                f"(part) => {{ {ASKED} return Boolean(formOf(part)); }}", asked
            )
        )

    def _wait_until_asked(self, player: Player, part: Part) -> None:
        try:
            player.page.wait_for_function(
                UNFOLD, arg={"kind": part.kind, "seat": part.seat}
            )
        except Error:
            wrong = f"is not asked for {part.data}: {player.sees()}"
            raise AssertionError(self.told(player, wrong)) from None

    def _is_in(self, player: Player, part: Part) -> None:
        became = player.page.wait_for_function(BECAME, arg=part.question).json_value()
        assert became == "in", self.told(player, f"enters {part.data}: {became}")
        part.is_in = True
        player.held.pop(part.question, None)


HOLDS = """seen.seats.every((seat) => mine.includes(seat))
  && Object.entries(held).every(([question, fills]) => Object.entries(fills).every(([name, values]) => {
    const shown = seen.filled[question]?.[name];
    return !shown || JSON.stringify([...shown].sort()) === JSON.stringify([...values].sort());
  }))"""


def pieces(by: str, kind: str, data: Mapping[str, Any]) -> list[object]:
    """What stands in an entry, seat by seat, field by field; a hand in any order."""
    found: list[object] = [] if data else [(by, kind)]
    for name, value in data.items():
        if isinstance(value, dict):
            for seat, of in value.items():
                part = sorted(of) if isinstance(of, list) else of
                found.append((by, kind, name, seat, part))
        else:
            found.append((by, kind, name, value))
    return found


def seated(
    table: Table, pages: Mapping[str, tuple[Page, Wire]], host: str | None
) -> list[Player]:
    """These seats take their phones to this table."""
    players = []
    for seat, (page, wire) in pages.items():
        if seat == host:
            table.sit_as_host(seat)
        else:
            table.sit(seat)
        cookies = table.keeps(seat) | (table.keeps() if seat == host else {})
        address = table.through(wire.port)
        page.context.add_cookies(
            [
                {"name": name, "value": value, "url": address}
                for name, value in cookies.items()
            ]
        )
        page.goto(address)
        players.append(Player(seat, page, wire))
    for player in players:
        wait_until_live(player.page)
    return players

"""Tables for phones of any engine: opened by a program, which is their host, or by
hand.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from tests.commandline.running import Running

from ..phones import NAME
from ..playing import asked
from .phone import Phone, Pointer


@dataclass(frozen=True)
class Table:
    """A table and its host's token; the host is a program, so that every seat is free
    for a phone.
    """

    port: int
    code: str
    token: str

    @classmethod
    def opened(
        cls, daemon: Running, game: str, *seats: str, **options: object
    ) -> "Table":
        made = asked(
            daemon.port, "/tables", {"game": game, "seats": seats, "options": options}
        )
        return cls(daemon.port, made["code"], made["host_token"])

    @classmethod
    def started(
        cls, daemon: Running, game: str, *seats: str, **options: object
    ) -> "Table":
        """A table whose match has begun; the last seat has dealt."""
        table = cls.opened(daemon, game, *seats, **options)
        table.post("start", {"dealer": seats[-1]})
        return table

    @property
    def address(self) -> str:
        return f"http://{NAME}:{self.port}/t/{self.code}"

    def through(self, port: int) -> str:
        """The table's address at another port."""
        return f"http://{NAME}:{port}/t/{self.code}"

    def post(self, path: str, body: object) -> Any:
        return asked(self.port, f"/tables/{self.code}/{path}", body, self.token)

    def enter(self, kind: str, seat: str | None = None, **data: object) -> None:
        self.post(
            "entries",
            {"id": str(uuid.uuid4()), "kind": kind, "seat": seat, "data": data},
        )

    def entered(self) -> list[dict[str, Any]]:
        """What was entered so far, entry by entry."""
        entries = asked(self.port, f"/tables/{self.code}/log")["entries"]
        return [entry["data"] for entry in entries]


def follows(phone: Phone) -> None:
    """Wait until the page hears of what happens at its table."""
    phone.until("document.querySelector('#connection[data-state=live]')")


def sit_down(phone: Phone, name: str) -> None:
    """Take the seat of this name, or a new one."""
    follows(phone)
    if phone.run("return !document.querySelector('section.join').checkVisibility()"):
        phone.tap("details:has(> section.join) > summary")
    if phone.run("return document.querySelector('section.join > form .tap') !== null"):
        phone.tap("section.join > form .tap", name)
    else:
        phone.tap("#join-name")
        phone.type(name)
        phone.tap(".join button", "Sit down")
    phone.sees_none("section.join")
    follows(phone)


def pick(phone: Phone, cards: str, by: Pointer) -> None:
    """Pick these cards one after the other, whichever place each goes to."""
    for card in cards.split():
        phone.tap(f"form[data-in-use] label.pick:has([data-card='{card}'])", by=by)
        phone.until(
            "document.querySelector(`form[data-in-use] "
            "[data-card='${arguments[0]}']:checked`)",
            card,
        )


def enter_number(
    phone: Phone, seat: str, number: int, within: str = "form[data-in-use]"
) -> None:
    """Enter a number for this seat: on the pad at the thumb, or by keyboard where there
    is no finger.
    """
    field = f"{within} [data-field='points'] input[aria-label='{seat}']"
    phone.tap(field)
    if phone.run("return matchMedia('(pointer: coarse)').matches"):
        for digit in str(number):
            phone.tap(".number-pad button", digit)
    else:
        phone.run("document.activeElement.select()")
        phone.type(str(number))
    phone.until(
        "document.querySelector(arguments[0]).value === arguments[1]",
        field,
        str(number),
    )


def send(phone: Phone) -> None:
    """Tap the button of the form that one is in."""
    phone.tap("form[data-in-use] button.go")

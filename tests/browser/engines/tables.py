"""What people do at a table on phones of any engine."""

from .phone import Phone, Pointer


def wait_until_live(phone: Phone) -> None:
    """Wait until the page hears of what happens at its table."""
    phone.until("document.querySelector('#connection[data-state=live]')")


def sit_down(phone: Phone, name: str) -> None:
    """Take the seat of this name, or a new one."""
    wait_until_live(phone)
    if phone.run("return !document.querySelector('section.join').checkVisibility()"):
        phone.tap("details:has(> section.join) > summary")
    if phone.run("return document.querySelector('section.join > form .tap') !== null"):
        phone.tap("section.join > form .tap", name)
    else:
        phone.tap("#join-name")
        phone.type(name)
        phone.tap(".join button", "Sit down")
    phone.sees_none("section.join")
    wait_until_live(phone)


def pick(phone: Phone, cards: str, by: Pointer) -> None:
    """Pick these cards one after the other, whichever place each goes to."""
    # Scripts fold away all places but one, and draw the bar of what is picked then.
    phone.until("document.querySelector('form[data-in-use] [data-bar]')")
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

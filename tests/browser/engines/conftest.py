"""Phones of each engine. Where one is not installed its tests are skipped by name; they
fail where `CI` is `true`.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from .chromium import Chromium
from .firefox import Firefox
from .phone import Engine, Phone
from .webkit import WebKit

IOS_16 = "webkit of iOS 16"
"""The last that an iPhone 8 or X has: it knows no popover."""
IOS_16_WITHOUT_SCRIPTS = f"{IOS_16}, without scripts"
ENGINES: dict[str, tuple[type[Engine], Callable[[], Engine]]] = {
    "webkit": (WebKit, WebKit),
    IOS_16: (WebKit, partial(WebKit, lacks=("PopoverAttribute",))),
    IOS_16_WITHOUT_SCRIPTS: (
        WebKit,
        partial(WebKit, lacks=("PopoverAttribute", "JavaScriptMarkup")),
    ),
    "firefox": (Firefox, Firefox),
}

Phones = Callable[..., Phone]


@pytest.fixture(scope="session", params=["chromium", "webkit", "firefox"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine, one after the other."""
    made = make_engine(request)
    yield made
    made.close()


def make_engine(request: pytest.FixtureRequest) -> Engine:
    name: str = request.param
    if name == "chromium":
        return Chromium(request.getfixturevalue("chromium"))

    kind, make = ENGINES[name]
    require(kind)
    return make()


def require(engine: type[Engine]) -> None:
    """Skip the test where this machine lacks the engine; fail in continuous
    integration.
    """
    missing = engine.missing()
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"{engine.name}: missing {missing}", pytrace=False)
    if missing:
        pytest.skip(f"{engine.name}: missing {missing}")


@pytest.fixture
def phone(engine: Engine) -> Iterator[Phones]:
    """Makes phones: `phone(url)` opens a page on one of its own. What its pages
    complain of fails the test.
    """
    phones: list[Phone] = []

    def make(url: str, *, wide: bool = False) -> Phone:
        made = engine.phone(wide=wide)
        phones.append(made)
        made.open(url)
        return made

    yield make
    complaints = [complaint for made in phones for complaint in made.complaints()]
    for made in phones:
        made.close()
    assert not complaints

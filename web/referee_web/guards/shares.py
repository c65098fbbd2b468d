"""Whose turn it is: a line for each seat's token within one for each address, so that one device holds up no other.

Nothing here knows a server. Whoever has threads to answer with puts in what waits, and takes out what may begin.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Collection, Iterable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from referee_web.guards.limits import household, is_this_machine

T = TypeVar("T")

MOST_AT_ONCE = 6
"""How many requests of one address are answered at once, and of each token one: Python runs one thread at a time, so
whoever has many beside an honest one has that many parts of the processor."""

MOST_WAITING = 1_000

RETRY_SECONDS = 5
"""When whoever was sent away may try again."""

MOST_TOKENS = 10_000

NO_TOKEN = 0
NOT_YET_KNOWN = -1
"""Stands for any token that was not good here lately: a made-up one, or that of a phone that this daemon did not meet
since it started. Python makes it no string's hash."""


class Asker(NamedTuple):
    """Whose line a request stands in: that of a good token at an address, of all others there, or of none."""

    address: str
    token: int = NO_TOKEN


class GoodTokens:
    """The tokens by which somebody was known lately. Any thread may call any method.

    A token that somebody made up gets no line of its own.
    """

    def __init__(self) -> None:
        self._lately: OrderedDict[int, None] = OrderedDict()
        self._lock = Lock()

    def add(self, tokens: Iterable[str]) -> None:
        """Remember these, and none longer than the 10,000 after it."""
        with self._lock:
            for token in map(hash, tokens):
                self._lately[token] = None
                self._lately.move_to_end(token)
            while len(self._lately) > MOST_TOKENS:
                self._lately.popitem(last=False)

    def first_of(self, tokens: Iterable[str]) -> int:
        """What stands for the first of these that is good; for any other, or none, where none is."""
        shown = [hash(token) for token in tokens if token]
        return next((token for token in shown if token in self._lately), NOT_YET_KNOWN if shown else NO_TOKEN)

    def among(self, tokens: Iterable[str]) -> set[str]:
        """Return those of these tokens that are good."""
        return {token for token in tokens if hash(token) in self._lately}


Headers = Collection[tuple[bytes, bytes]]
"""The headers of a request, named in small letters."""


def asker_of(address: str, headers: Headers, good: GoodTokens) -> Asker:
    """Return who sends a request with these headers from this address."""
    return Asker(household(address), good.first_of(tokens_in(headers)))


def tokens_in(headers: Headers) -> list[str]:
    """The tokens that a request with these headers shows, whatever their tables."""
    bearers = (value.partition(" ")[2].strip() for value in _values(headers, b"authorization"))
    cookies = (cookie.strip().partition("=") for value in _values(headers, b"cookie") for cookie in value.split(";"))
    return [*bearers, *(token for name, _, token in cookies if name.startswith(("seat_", "host_")))]


def _values(headers: Headers, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in headers if name == wanted]


class Shares(Generic[T]):
    """What waits, each in its asker's line. Addresses take turns, and at each address its tokens.

    Whoever calls sees to it that nobody else does meanwhile. Of this machine any number may be answered at once: all
    who come through a proxy on it have its address.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[int, deque[T]]] = OrderedDict()
        self._begun: dict[T, Asker] = {}
        self._count = 0

    def put(self, asker: Asker, thing: T) -> T | None:
        """Have this wait; where it is one too many, return the last in the longest line, which is not to be done."""
        self._lines.setdefault(asker.address, OrderedDict()).setdefault(asker.token, deque()).append(thing)
        self._count += 1
        return self._drop() if self._count > MOST_WAITING else None

    def _drop(self) -> T:
        longest = max((len(line), Asker(at, token)) for at, of in self._lines.items() for token, line in of.items())
        return self._remove(longest[1], -1)

    def take(self) -> T | None:
        """Return the next that may begin, which holds a place of its asker until it is `done`; None where none may."""
        asker = self._next()
        if asker is None:
            return None
        thing = self._remove(asker, 0)
        self._begun[thing] = asker
        return thing

    def done(self, thing: T) -> None:
        """Have this hold no place any more; it may not have held one."""
        self._begun.pop(thing, None)

    def _next(self) -> Asker | None:
        """In whose line the next to begin stands."""
        begun = set(self._begun.values())
        at_once = Counter(address for address, _ in begun)
        for address, lines in self._lines.items():
            if at_once[address] < MOST_AT_ONCE or is_this_machine(address):
                for token in lines:
                    if (asker := Asker(address, token)) not in begun:
                        return asker
        return None

    def _remove(self, asker: Asker, place: int) -> T:
        """What stands at this place of a line, which then is the last to be served."""
        lines = self._lines.pop(asker.address)
        line = lines.pop(asker.token)
        thing = line[place]
        del line[place]
        if line:
            lines[asker.token] = line
        if lines:
            self._lines[asker.address] = lines
        self._count -= 1
        return thing

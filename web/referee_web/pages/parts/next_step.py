"""What people do now, of which one's own part stands first and is never cut; the rest folds behind it."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from referee.hosting.tables.snapshot import Snapshot
from referee.match.match import Match
from referee.match.visibility import may_read_sealed
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.view import View
from referee_web.pages.parts.entered_values import EnteredValue, values_entered
from referee_web.pages.template_filters import word

# Not after a number or a single letter, which may be "3." or "J.", and not before a word in small letters.
_BETWEEN_SENTENCES = re.compile(r"(?<!\d\.)(?<!\b[^\W\d_]\.)(?<=[.!?])\s+(?=[^\W_a-zß-ÿ]|[¿¡“„«(])")


def next_step(seen: Snapshot) -> dict[str, Any] | None:
    """What this viewer does now, in this answer's wording; None where nothing is to be done.

    `lead` is the viewer's own part of it, `rest` what else happens, which may be empty; `own` says that the match waits
    for the viewer alone, and that `lead` speaks of nobody else.
    """
    view, match, seat = seen.view, seen.match, seen.by.seat
    if match is None:
        return None
    history = match.history
    awaited = sentences(word(history.position.awaited), view.seats)
    to_reenter = bool(history.position.to_reenter)
    game = [] if to_reenter else sentences(word(history.scene_in(history.position).next), view.seats)
    if not awaited and not game:
        return None
    if seat in view.to_act and game:
        lead = _of_those_who_act(view, game)
    elif awaited:
        lead = awaited
    else:
        own, others = (
            sentences_naming([seat] if seat else [], game),
            sentences_naming(view.to_act, game)[:1] or game[:1],
        )
        lead = [sentence for sentence in game if sentence in own or sentence in others]
    rest = [sentence for sentence in (*game, *awaited) if sentence not in lead]
    return {
        "lead": " ".join([*_is_in(match, seat), *lead]),
        "rest": " ".join(rest),
        "own": _own(view, seat, lead),
    }


def next_for_all(seen: Snapshot) -> Text:
    """What is done now, for a screen that all look at: once somebody has entered, no more than who is awaited."""
    awaited = seen.match.history.position.awaited if seen.match else NOTHING
    return seen.view.next if awaited == NOTHING else awaited


def entered_in_secret(seen: Snapshot) -> tuple[EnteredValue, ...]:
    """What the viewer's seat has entered, and what waits for the others: nobody else may read it yet."""
    if seen.match is None or seen.by.seat is None:
        return ()
    position = seen.match.history.position
    own = [held for held in position.sealed if seen.by.seat in held.seats and may_read_sealed(seen.by, held.entry)]
    return tuple(value for held in own for value in values_entered(position.prompt_for(held), held.entry.data))


def sentences(text: str, names: Iterable[str] = ()) -> list[str]:
    """The sentences of a text, in which these names stand: none ends within a name.

    >>> sentences("Ana takes the 3. trick. Dr. Who turns a card: enter it.", ["Ana", "Dr. Who"])
    ['Ana takes the 3. trick.', 'Dr. Who turns a card: enter it.']
    """
    text, parts, begin = text.strip(), [], 0
    spans = [found.span() for name in names for found in re.finditer(re.escape(name), text)]
    for gap in _BETWEEN_SENTENCES.finditer(text):
        if not any(first < gap.start() < last for first, last in spans):
            parts.append(text[begin : gap.start()])
            begin = gap.end()
    return [part for part in (*parts, text[begin:]) if part]


def sentences_naming(seats: Iterable[str], told: Sequence[str]) -> list[str]:
    """Those sentences that name one of these seats.

    >>> sentences_naming(["Ana"], ["Anabel deals.", "Ben and Ana look."])
    ['Ben and Ana look.']
    """
    named = [re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)") for seat in seats]
    return [sentence for sentence in told if any(name.search(sentence) for name in named)]


def _of_those_who_act(view: View, told: list[str]) -> list[str]:
    """What of it is for those who act: all, where several act at once, or one who plays alone."""
    if len(view.to_act) > 1 or len(view.seats) == 1:
        return told
    named = sentences_naming(view.seats, told)
    return sentences_naming(view.to_act, told) or [sentence for sentence in told if sentence not in named] or told[:1]


def _own(view: View, seat: str | None, lead: list[str]) -> bool:
    """Whether only this seat acts, of several, and this is told of it alone: "everybody" names nobody."""
    if seat is None or view.to_act != (seat,):
        return False
    others = [other for other in view.seats if other != seat]
    return bool(others) and sentences_naming([seat], lead) == lead and not sentences_naming(others, lead)


def _is_in(match: Match, seat: str | None) -> list[str]:
    """That the viewer has entered, and waits for others."""
    sealed = match.history.position.sealed
    return [word(say("Your entry is in."))] if any(seat in held.seats for held in sealed) else []

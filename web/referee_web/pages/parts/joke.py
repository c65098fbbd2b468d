"""The joke at the end of a match, from what happened in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.match.showing.highlights import Highlight, HighlightKind
from referee.vocabulary.text import Text, say

JOKES: Mapping[HighlightKind, Text] = {
    "offence": say("The next round is on {seats}."),
    "overturned": say("The referee has an appointment with the optician."),
    "rare": say("This will be told for years, and it gets better each time."),
    "anecdote": say("{seats} would rather not talk about it."),
}
"""On what happened, by kind of highlight, the best first."""

ON_NOTHING = (
    say("The cards deny everything."),
    say("The others were allowed to shuffle."),
    say("A rematch has been applied for."),
)
"""On a match in which nothing happened."""


def pick_joke(highlights: Sequence[Highlight], code: str) -> Text:
    """Return the joke of a finished match at this table: always the same one."""
    by_kind = {mark.kind: mark for mark in highlights}
    for kind, joke in JOKES.items():
        if kind in by_kind:
            return replace(joke, values={"seats": by_kind[kind].seats})
    return ON_NOTHING[sum(map(ord, code)) % len(ON_NOTHING)]

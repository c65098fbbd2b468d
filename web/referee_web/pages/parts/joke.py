"""The joke at the end of a match, from what happened in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.match.showing.highlights import Highlight, HighlightKind
from referee.vocabulary.text import Text, say

JOKES: Mapping[HighlightKind, Text] = {
    "overturned": say("The referee has an appointment with the optician."),
    "offence": say("The next round is on {seats}."),
    "rare": say("This will be told for years, and it gets better each time."),
    "anecdote": say("Some things follow you home."),
}
"""On what happened, by kind of highlight."""

ON_NOTHING = (
    say("The cards deny everything."),
    say("The others were allowed to shuffle."),
    say("A rematch has been applied for."),
)
"""On a match in which nothing happened."""


def pick_joke(highlights: Sequence[Highlight], lines: int) -> Text:
    """Return the joke of a finished match with so many lines: always the same one."""
    jokes = []
    for mark in highlights:
        if mark.kind in JOKES:
            jokes.append(replace(JOKES[mark.kind], values={"seats": mark.seats}))
    told = jokes or ON_NOTHING
    return told[lines % len(told)]

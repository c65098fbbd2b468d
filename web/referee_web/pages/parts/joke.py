"""The joke at the end of a match or an evening, from what happened in it."""

from collections.abc import Mapping
from dataclasses import replace

from referee.match.showing.highlights import HighlightKind
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats

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


def pick_joke(happened: Mapping[str, Seats], code: str) -> Text:
    """Return the joke of what is over at this table: always the same one.

    `happened` are the kinds of highlights that there were, each with its seats.
    """
    for kind, joke in JOKES.items():
        if kind in happened:
            return replace(joke, values={"seats": happened[kind]})
    return ON_NOTHING[sum(map(ord, code)) % len(ON_NOTHING)]

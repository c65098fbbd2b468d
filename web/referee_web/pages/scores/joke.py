"""The joke at the end of a match or an evening, from what happened in it."""

from collections.abc import Mapping
from dataclasses import replace

from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats

Jokes = tuple[Text, Text]
"""Two on the same, which take turns."""

JOKES: Mapping[str, Jokes] = {
    "offence": (
        say("The next round is on {seats}."),
        say("The rules send {seats} their regards."),
    ),
    "overturned": (
        say("The referee has an appointment with the optician."),
        say("The referee was looking at the snacks."),
    ),
    "rare": (
        say("This will be told for years, and it gets better each time."),
        say("Nobody at home will believe this."),
    ),
    "anecdote": (
        say("{seats} would rather not talk about it."),
        say("Best not to mention it to {seats}."),
    ),
    "last": (
        say("{seats}: “It was the shuffling.”"),
        say("{seats}: “One more, then I’ll stop.”"),
    ),
}
"""On what happened, by kind of highlight, the best first, then on who came last."""

ON_NOTHING: Jokes = (
    say("The cards deny everything."),
    say("The others were allowed to shuffle."),
)
"""On a match in which nothing happened."""


def pick_joke(happened: Mapping[str, Seats], winners: Seats, number: int) -> Text:
    """Return the joke of the evening's match of this number: always the same one.

    `happened` are the kinds of highlights that there were, each with its seats, and who
    came `last`. No joke is on a winner, and none comes twice in a row.
    """
    for kind, jokes in JOKES.items():
        seats = happened.get(kind)
        if seats is not None and not {*seats} & {*winners}:
            return replace(jokes[number % 2], values={"seats": seats})
    return ON_NOTHING[number % 2]

"""Sentences on how many play a game, and how many are missing."""

from referee.vocabulary.text import Text, say, say_count


def word_counts(counts: tuple[int, ...]) -> Text:
    """Return numbers of players in words: `2 to 4`, `2 or 4`."""
    first = counts[0]
    last = counts[-1]
    if len(counts) > 2 and counts == tuple(range(first, last + 1)):
        return say("{first} to {last}", first=first, last=last)
    return say("{counts:or}", counts=counts)


def say_missing(title: str, counts: tuple[int, ...], sitting: int) -> Text | None:
    """Return how many players are missing or too many; None if the number is right."""
    if sitting in counts:
        return None

    said = {"title": title, "players": word_counts(counts)}
    larger = [counted for counted in counts if counted > sitting]
    if not larger:
        one = "{title} is for {players} players: one is too many."
        many = "{title} is for {players} players: {n} are too many."
        return say_count(one, many, sitting - counts[-1], **said)
    if not sitting:
        one = "{title} is for {players} players: one is needed."
        many = "{title} is for {players} players: {n} are needed."
        return say_count(one, many, larger[0], **said)
    one = "{title} is for {players} players: one more is needed."
    many = "{title} is for {players} players: {n} more are needed."
    return say_count(one, many, larger[0] - sitting, **said)

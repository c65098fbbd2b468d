"""Entries for random play, where fields depend on each other."""

from referee import SUITS, Prompt, Random, hookimpl


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A deal in which one seat is out, and a card with a wish."""
    fields = {field.name: field for field in prompt.fields}
    if prompt.kind == "play" and "wish" in fields:
        return {"card": random.choice(fields["card"].choices), "wish": random.choice(SUITS)}
    if prompt.kind not in ("deal", "points"):
        return None
    _out, *others = random.sample(prompt.seats, len(prompt.seats))
    if prompt.kind == "points":
        return {"left": {seat: 0 if seat == _out else random.randint(1, 60) for seat in prompt.seats}}
    cards = random.sample(fields["cards"].choices, 3 * len(others))
    return {"cards": {seat: cards[3 * n : 3 * n + 3] for n, seat in enumerate(others)}}

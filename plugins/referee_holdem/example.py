"""Entries for random play, where fields depend on each other."""

from collections.abc import Mapping
from typing import cast

from referee import Prompt, Random, hookimpl


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A hand in which two have put in as much as the big blind, and a raise by little."""
    fields = {field.name: field for field in prompt.fields}
    if prompt.kind == "raise":
        return {"to": cast(int, fields["to"].default) + random.randint(0, 1)}
    if "put_in" not in fields:
        return None
    put_in = cast("Mapping[str, int]", fields["put_in"].default)
    seats, most = tuple(put_in), max(put_in.values())
    one, two = random.sample(seats, 2)
    told: dict[str, object] = {"put_in": {**put_in, one: most, two: most}}
    if prompt.kind == "deal":
        return {**told, "winners": [one]}
    cards = random.sample(fields["board"].choices, 9)
    return {**told, "board": cards[:5], "hands": {one: cards[5:7], two: cards[7:]}}

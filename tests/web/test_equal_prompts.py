"""Prompts that are equal stand in the order of the game's author."""

from collections.abc import Callable

from tests.web.conftest import Opened


def test_equal_prompts_stay_in_the_authors_order(
    open_table: Callable[..., Opened],
) -> None:
    table = open_table("pass-or-bid", seats=("Ana", "Ben"))
    table.start()
    prompts = table.host.look(table.code)["prompts"]
    assert [prompt["kind"] for prompt in prompts] == ["pass", "bid"]
    table.host.enter(table.code, "pass", "Ana").said(201)
    prompts = table.host.look(table.code)["prompts"]
    assert [prompt["kind"] for prompt in prompts] == ["meld", "discard", "knock"]
    assert not any(prompt["optional"] for prompt in prompts)

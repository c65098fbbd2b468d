"""Templates are found wherever they stand, and what cannot be found is told with its
place.
"""

from pathlib import Path

import pytest

from referee.testing.sources import sources_in
from referee.testing.templates import Templates


def templates(folder: Path, code: str) -> Templates:
    (folder / "game.py").write_text(
        f"from referee import say, say_count\n{code}\n", "utf-8"
    )
    return Templates(sources_in(folder))


FOUND = {
    "in the call": 'say("One")',
    "in a name": 'ONE = "One"\nsay(ONE)',
    "in a loop": 'for one in ("One", "Two"):\n    say(one)',
    "in a loop over a named table": 'TABLE = ("One", "Two")\ndef f():\n    for one in TABLE:\n        say(one)',
    "in a loop over pairs": 'def f():\n    for id, one in (("a", "One"), ("b", "Two")):\n        say(one)',
    "in the values of a table": 'TABLE = {"a": "One", "b": "Two"}\nall = [say(one) for one in TABLE.values()]',
    "in the items of a table": (
        'TABLE = {"a": "One", "b": "Two"}\nall = {id: say(one) for id, one in '
        "TABLE.items()}"
    ),
    "in a name that a loop has too": 'def f(cards):\n    one = "One"\n    say(one, n=[one for one in cards])',
    "in an assignment on the way": 'def f():\n    if one := "One":\n        say(one)',
    "in an argument that may be set again": 'def f(one):\n    one = one or "Two"\n    say(one)\nf("One")',
    "in an argument": 'def told(one):\n    return say(one)\ntold("One")',
    "in an argument by its name": 'def told(one):\n    return say(one)\ntold(one="One")',
    "in an argument that has no place": 'def told(*, one):\n    return say(one)\ntold(one="One")',
    "in two arguments": 'def told(one, two):\n    return say(one), say(two)\ntold("One", "Two")',
    "through two functions": 'def a(x):\n    return say(x)\ndef b(*, y):\n    return a(y)\nb(y="One")',
}


@pytest.mark.parametrize("where", FOUND)
def test_a_template_is_found(tmp_path: Path, where: str) -> None:
    found = templates(tmp_path, FOUND[where])
    assert {template for _, template in found.visible} == {
        word for word in ("One", "Two") if word in FOUND[where]
    }
    assert not found.hidden


def test_two_templates_that_are_passed_on_are_one_about_a_number_of_things(
    tmp_path: Path,
) -> None:
    found = templates(
        tmp_path,
        'def told(n, a, b):\n    return say_count(a, b, n)\ntold(2, "{n} card", b="{n} '
        'cards")',
    )
    assert [template for _, template in found.visible] == [("{n} card", "{n} cards")]


@pytest.mark.parametrize(
    ("code", "hidden"),
    [
        ('say("O" + "ne")', "'O' + 'ne'"),
        ("def f(given):\n    say(given.words)", "given.words"),
        ("from elsewhere import one\nsay(one)", "one"),
        (
            'say_count("{n} card" if few else "{n} of them", "{n} cards", 2)',
            "say_count(",
        ),
    ],
)
def test_what_is_not_found_is_told_with_its_place(
    tmp_path: Path, code: str, hidden: str
) -> None:
    found = templates(tmp_path, code)
    assert not found.visible
    [one] = found.hidden
    assert one.where.startswith(f"{tmp_path / 'game.py'}:")
    assert one.expression.startswith(hidden)


def test_the_parts_of_verdicts_are_found(tmp_path: Path) -> None:
    found = templates(
        tmp_path,
        "from referee import Ruling, rule_illegal\n"
        'Ruling({"decided_by": "trump"}, say("One"))\n'
        'rule_illegal(say("Not so"), why, called="hearts")',
    )
    game = tmp_path / "game.py"
    assert [*found.verdicts] == [(game, "decided_by"), (game, "called")]

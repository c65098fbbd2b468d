"""The names of werkzeug that are not public and that rules of addresses use: each is
there, and does what is relied on.
"""

from referee_web.lazy_rules import LazyRule
from werkzeug.routing import Map, Rule


def addresses(kind: type[Rule]) -> list[str]:
    """What a rule of this kind writes, the first time and after it."""
    rule = kind("/t/<code>/<int:seq>", endpoint="entry")
    at = Map([rule]).bind("referee.test")
    return [
        at.build("entry", {"code": "a b", "seq": 3}),
        at.build("entry", {"code": "CODE", "seq": 4, "at": "card"}),
        at.build("entry", {"code": "CODE", "seq": 4}, append_unknown=False),
    ]


def test_a_lazy_rule_writes_the_same_addresses() -> None:
    assert addresses(LazyRule) == addresses(Rule)


def test_it_compiles_nothing_before_the_first_and_then_once() -> None:
    rule = LazyRule("/t/<code>", endpoint="table")
    at = Map([rule]).bind("referee.test")
    waiting = rule._build_unknown
    at.build("table", {"code": "CODE"})
    compiled = rule._build_unknown
    assert compiled is not waiting
    at.build("table", {"code": "CODE"})
    assert rule._build_unknown is compiled

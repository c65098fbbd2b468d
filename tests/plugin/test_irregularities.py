"""What goes wrong, and what is done then: read from a file, and ruled by it."""

import tomllib
from types import ModuleType

import pytest

from referee import (
    Field,
    Irregularities,
    Section,
    Values,
    WrongFieldsError,
    read_irregularities,
    say,
    sections_of,
)
from referee.plugin import irregularities
from referee.plugin.documents import Sections
from referee.plugin.rulebook import Rulebook
from tests.games.went_wrong import remedies_of
from tests.toy_games import highest_card

RULES = sections_of(
    "whist",
    Section("lead", "A lead out of turn", "It stands."),
    Section("irregularities", "When something goes wrong", "Ask."),
    Section("irregularities-read", "What is usual", "Ask.", "reading"),
)
VARIANT = Field(
    "variant",
    "choice",
    say("Variant"),
    choices=("long", "short"),
    default="long",
    optional=True,
)

HEAD = """
[sources]
laws = "Law {law}, Whist 1900"
usual = "As is usual"
[phases]
play = "The play"
[who]
player = "A player"
dealer = "The dealer"
others = "The others"
[noticed]
at-once = "At once"
next = "After the next card"
later = "Later"
"""
LEAD = """
[[situation]]
id = "lead"
phase = "play"
title = "A lead out of turn"
section = "lead"
who = ["player"]
noticed = ["at-once", "later"]
remedies = [
  { noticed = ["at-once"], who = "others", what = "They may have it taken back.", cost = "the lead", law = "5", enter = { kind = "lead", seats = ["{seat}"], by = "{seat}", n = 1 } },
  { noticed = ["later"], who = "others", what = "It stands.", law = "6", enter = "play" },
  { if = { variant = "short" }, who = "dealer", what = "The dealer deals again.", source = "usual", reading = true },
  { house_rule = "strict", who = "player", what = "It costs a point.", law = "7" },
  { unless = "strict", who = "player", what = "It costs nothing.", law = "8" },
]
"""


def written(
    monkeypatch: pytest.MonkeyPatch, text: str, rules: Sections = RULES
) -> Irregularities:
    """What this file says."""
    document = tomllib.loads(text)
    monkeypatch.setattr(irregularities, "read_document", lambda *_: document)
    return read_irregularities(rules, "whist_game", (VARIANT,))


@pytest.fixture
def law(monkeypatch: pytest.MonkeyPatch) -> Irregularities:
    return written(monkeypatch, HEAD + LEAD)


def told(law: Irregularities, *house_rules: str, **given: object) -> list[str]:
    given = {"situation": "lead", "who": "player", "noticed": "at-once", **given}
    ruling = law.rule(Values(given), house_rules)
    return [str(reason.text) for reason in ruling.because]


def test_remedies_are_told_in_the_order_of_the_law(law: Irregularities) -> None:
    assert told(law) == [
        "They may have it taken back. It costs: the lead. (Law 5, Whist 1900)",
        "It costs nothing. (Law 8, Whist 1900)",
    ]


def test_a_later_moment_counts_as_the_last_that_the_law_tells_apart(
    law: Irregularities,
) -> None:
    assert told(law, noticed="next") == told(law, noticed="at-once")
    assert told(law, noticed="later")[0] == "It stands. (Law 6, Whist 1900)"


def test_what_the_table_has_chosen_decides(law: Irregularities) -> None:
    assert "The dealer deals again. (As is usual)" in told(law, variant="short")
    assert "The dealer deals again. (As is usual)" not in told(law, variant=None)


def test_a_house_rule_of_the_table_decides_and_is_cited(law: Irregularities) -> None:
    assert "It costs a point. (Law 7, Whist 1900)" in told(law, "strict")
    assert "It costs nothing. (Law 8, Whist 1900)" not in told(law, "strict")
    given = Values({"situation": "lead", "who": "player", "noticed": "later"})
    reason = law.rule(given, ("strict",)).because[-1]
    assert (reason.rule, reason.basis) == ("whist#strict", "house-rule")


def test_each_remedy_says_who_what_and_what_it_costs(law: Irregularities) -> None:
    given = {"situation": "lead", "who": "player", "noticed": "at-once", "seat": "Ana"}
    ruling = law.rule(Values(given))
    first, last = remedies_of(ruling)
    assert (str(first["who"]), str(first["cost"])) == ("The others", "the lead")
    assert last["cost"] is None
    assert str(ruling.about) == "A lead out of turn (Ana)"
    assert str(last["who"]) == "Ana"
    assert [reason.rule for reason in ruling.because] == ["whist#lead"] * 2


def test_what_is_entered_names_who_did_it_where_that_is_known(
    law: Irregularities,
) -> None:
    given = {"situation": "lead", "who": "player", "noticed": "at-once"}
    named = remedies_of(law.rule(Values({**given, "seat": "Ana"})))[0]
    data = {"seats": ["Ana"], "by": "Ana", "n": 1}
    assert named["enter"] == {"kind": "lead", "data": data}
    unnamed = remedies_of(law.rule(Values(given)))[0]
    assert unnamed["enter"] == {"kind": "lead", "data": {"n": 1}}
    later = remedies_of(law.rule(Values({**given, "noticed": "later"})))[0]
    assert later["enter"] == {"kind": "play", "data": {}}


def test_whoever_cannot_have_done_it_is_a_wrong_field(law: Irregularities) -> None:
    with pytest.raises(WrongFieldsError, match="who: Choose one of player"):
        told(law, who="dealer")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'phase = "play"',
            'phase = "deal"',
            r"lead names 'deal': add it to \[phases\]",
        ),
        ('who = ["player"]', 'who = ["dummy"]', r"lead names 'dummy'"),
        ('section = "lead"', 'section = "gone"', "lead rests on 'gone'"),
        ('title = "A lead out of turn"\n', "", "lead lacks 'title': write it"),
        ('law = "5"', 'laws = "5"', "lead has 'laws'; there are back, by, cost"),
        (', law = "5"', "", "remedy by 'laws' without a `law`"),
        ('variant = "short"', 'variant = "odd"', "'odd', which 'variant' never is"),
        ("if = { variant", "if = { odd", "by 'odd', which is no field"),
        (
            'noticed = ["at-once", "later"]',
            'noticed = ["later", "at-once"]',
            r"out of order: write \['at-once', 'later'\]",
        ),
        ("[phases]", "[moments]", "the file lacks 'phases'"),
        (
            'enter = "play"',
            "enter = { n = 1 }",
            "lead enters something without a `kind`",
        ),
        (
            "[sources]",
            'often = ["gone"]\n[sources]',
            "often names 'gone': write the id",
        ),
    ],
)
def test_what_is_wrong_in_the_file_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    text = (HEAD + LEAD).replace(old, new, 1)
    with pytest.raises(ValueError, match=said):
        written(monkeypatch, text)


def test_two_situations_of_one_id_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="lead stands there twice"):
        written(monkeypatch, HEAD + LEAD + LEAD)


def test_the_rulebook_answers_the_question_beside_the_games_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (HEAD + LEAD).replace('section = "lead"', 'section = "trick"')
    rules = sections_of(
        "highest-card", *highest_card.rule_sections(), *RULES.by_id.values()
    )
    game = ModuleType("lawful")
    vars(game).update(vars(highest_card))
    vars(game)["rule_sections"] = rules.hook
    vars(game)["irregularities"] = written(monkeypatch, text, rules).hook
    book = Rulebook(game)
    assert [*book.questions][-1] == "irregularity"
    data = {"situation": "lead", "who": "player", "noticed": "later"}
    ruling = book.rule_from_json("irregularity", data)
    assert ruling.because[0].rule == "highest-card#trick"
    for name in data:
        left = {key: value for key, value in data.items() if key != name}
        with pytest.raises(WrongFieldsError, match=f"{name}: Still missing"):
            book.rule_from_json("irregularity", left)
        with pytest.raises(WrongFieldsError, match=f"{name}: Choose one of"):
            book.rule_from_json("irregularity", {**data, name: "marmalade"})

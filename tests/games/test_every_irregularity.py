"""What can go wrong in each game that everybody knows: every case that can be asked
about is ruled, with its law.
"""

import pytest

from referee.plugin.discovery import house_rules_of, installed, rulebook
from tests.every_playthrough import BY_GAME
from tests.games.test_playthroughs import played
from tests.games.went_wrong import remedies_of

BOOKS = {id: rulebook(id) for id in installed().games}
LAWS = {id: book.irregularities for id, book in BOOKS.items() if book.irregularities}
MOST = ("bridge", "cribbage", "skat")
"""The games whose law books have most to say."""


@pytest.mark.parametrize("game", LAWS)
def test_it_covers_what_happens_at_tables(game: str) -> None:
    law = LAWS[game]
    assert law is not None
    assert len(law.situations) >= (20 if game in MOST else 12)


@pytest.mark.parametrize("game", LAWS)
def test_every_case_is_ruled_with_its_law(game: str) -> None:
    law = LAWS[game]
    assert law is not None
    agreed = ((), *[(id,) for id in house_rules_of(game)])
    for rules in agreed:
        book = rulebook(game, rules)
        for case in law.cases():
            ruling = book.rule_from_json("irregularity", case)
            remedies = remedies_of(ruling)
            assert len(remedies) == len(ruling.because) > 0
            for remedy, reason in zip(remedies, ruling.because, strict=True):
                if "our reading" in str(remedy["law"]):
                    assert reason.basis != "rules", remedy
                assert str(remedy["what"]).endswith("."), remedy
                assert not str(remedy["cost"] or "").endswith("."), remedy
                assert str(remedy["law"])


@pytest.mark.parametrize("game", LAWS)
def test_every_remedy_is_needed_by_some_case(game: str) -> None:
    """A remedy that no answer leads to was meant for somebody or some moment that the
    situation does not name.
    """
    law = LAWS[game]
    assert law is not None
    told = set()
    for rules in ((), *[(id,) for id in house_rules_of(game)]):
        for case in law.cases():
            ruling = rulebook(game, rules).rule_from_json("irregularity", case)
            told.update(
                reason.text.template + str(reason.text) for reason in ruling.because
            )
            told.update(str(remedy["what"]) for remedy in remedies_of(ruling))
    for situation in law.situations.values():
        for remedy in situation.remedies:
            assert str(remedy.what) in told, (situation.id, str(remedy.what))


@pytest.mark.parametrize("game", LAWS)
def test_what_a_remedy_enters_is_asked_at_some_table(game: str) -> None:
    law = LAWS[game]
    assert law is not None
    asked: dict[str, set[str]] = {}
    for path in BY_GAME[game]:
        for step in played(path).history.steps:
            for prompt in step.after.prompts:
                names = {field.name for field in prompt.fields}
                asked.setdefault(prompt.kind, set()).update(names)
    for situation in law.situations.values():
        for remedy in situation.remedies:
            if remedy.enter is not None:
                kind = str(remedy.enter["kind"])
                assert kind in asked, (situation.id, kind)
                assert remedy.enter.keys() - {"kind"} <= asked[kind], situation.id

"""Mistakes as strangers make them: each is told once, in its line, with what to write."""

from pathlib import Path

import pytest

from referee.plugin.advice import HANGS, advise_importing
from referee.testing.all_checks import CHECKS, each_once, find_flaws
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import find_games
from referee.testing.flaw import Flaw
from referee.time_limit import TimeLimitError

LAY_AND_BID = (Path(__file__).parents[1] / "toy_games/lay_and_bid.py").read_text(
    "utf-8"
)
HERE = tuple(name for name in CHECKS if name != "processes")
FEW = 20

WINS = 'say("{seat} takes it.", seat=winner)'
BID = 'entry.given.number("bid")'
TARGET = 'setting.chosen.number("target")'
PIECES = "Write one plain string, and give what changes in it by name"

MISTAKES = {
    "sentence in a variable": (
        f'    return Ruling({{"winner": winner}}, {WINS}',
        "    text = f'{winner} takes it.'\n    return Ruling({'winner': winner}, say(text)",
        "is built from pieces",
        PIECES,
    ),
    "sentence that grows": (
        f'    return Ruling({{"winner": winner}}, {WINS}',
        "    text = 'To '\n    text += winner\n    return Ruling({'winner': winner}, say(text)",
        "The template text + winner is built from pieces",
        PIECES,
    ),
    "sentence by keyword": (
        WINS,
        "say(template='%s takes it.' % winner)",
        "is built from pieces",
        PIECES,
    ),
    "sentence joined": (
        WINS,
        "say(SPACE.join((winner, 'wins.')))",
        "The template SPACE.join((winner, 'wins.')) is built from pieces",
        PIECES,
    ),
    "misspelt verdict": (
        'Ruling({"winner": winner}, ',
        'Ruling({"winer": winner}, ',
        "there is no `winner` here; there is `winer`",
        "Write `winner` in the verdict of `resolve_trick`, or `winer` here.",
    ),
    "no sentence": (
        WINS,
        "'Somebody takes it.'",
        "its summary is a str, not a Text",
        'Write `say("…")` round it',
    ),
    "misread number": (
        BID,
        'entry.given.card("bid")',
        "`bid` is a field of type `number`, read as `card`",
        'Write `number("bid")`.',
    ),
    "misread cards": (
        'given.card_by_seat("plays")',
        'given.cards("plays")',
        "`plays` is a field of type `card_by_seat`, read as `cards`",
        'Write `card_by_seat("plays")`.',
    ),
    "misread option": (
        TARGET,
        'setting.chosen.choice("target")',
        "`target` is a field of type `number`, read as `choice`",
        'Write `number("target")`.',
    ),
    "index": (
        BID,
        'entry.given["bid"]',
        "`bid` is a field of type `number`, read as `[…]`",
        'Write `number("bid")`.',
    ),
    "misspelt option": (
        TARGET,
        'setting.chosen.number("traget")',
        "there is no `traget` here, but `target`",
        "Write `target`.",
    ),
    "misspelt section": (
        'cite("trick"',
        'cite("trik"',
        "The section 'trik' is cited, and there is none.",
        "Cite trick, or add it to the rules.",
    ),
    "misspelt hook": (
        "def prompts(",
        "def prompt(",
        "There is no hook `prompt`.",
        "Call it `prompts`.",
    ),
    "misspelt hook of an object": (
        "rule_sections = RULES.hook",
        "rule_section = RULES.hook",
        "There is no hook `rule_section`.",
        "Call it `rule_sections`.",
    ),
    "misspelt argument": (
        'summary="The',
        'sumary="The',
        "unexpected keyword argument 'sumary'",
        "Write `summary`: `Game` takes no `sumary`.",
    ),
    "misspelt variable": (
        "1 + bid}",
        "1 + bidd}",
        "name 'bidd' is not defined",
        "Write `bid`: nothing here is called `bidd`.",
    ),
    "misspelt member": (
        "state.setting.seats",
        "state.rounds.seats",
        "'Rounds' object has no attribute 'seats'",
        "Write `setting.seats`: a value of the type `Rounds` has no `seats`.",
    ),
    "misspelt import": (
        "    hookimpl,",
        "    hookimp as hookimpl,",
        "cannot import name 'hookimp'",
        "Write `hookimpl`: there is no `hookimp`.",
    ),
    "import of a former name": (
        "    hookimpl,",
        "    forbid,\n    hookimpl,",
        "cannot import name 'forbid'",
        "Write `rule_illegal`: `forbid` is called so now.",
    ),
    "import of a method": (
        "    hookimpl,",
        "    hookimpl,\n    left_of,",
        "cannot import name 'left_of'",
        "Import none: it is `Setting.left_of`.",
    ),
    "suit before rank": (
        "RULES = ",
        'from referee import card\n\nLAST = card("SA", FIFTY_TWO)\n\nRULES = ',
        "'SA' is no card of this deck: their codes go from 2C to AS",
        'Write the rank first: `card("AS")`.',
    ),
    "misspelt type": (
        '"bid", "number"',
        '"bid", "numbers"',
        "its type is 'numbers', and there is no such type",
        "Write `number` or `numbers_by_seat`.",
    ),
    "no return": (
        "    return Accepted(again, (ruling, scored))",
        "    accepted = Accepted(again, (ruling, scored))",
        "the answer is None, not an Accepted",
        "Give an Accepted: a function that ends without `return` answers None.",
    ),
    "no tuple": (
        "(because,))",
        "because)",
        "what stands for its because is a Reason, not a tuple",
        "Put it in a tuple, which needs a comma: `(…,)`.",
    ),
    "one field of two": (
        "fields=(card, bid)",
        "fields=(card)",
        "what stands for its fields is a Field, not a tuple",
        "Put it in a tuple, which needs a comma: `(…,)`.",
    ),
    "question with pairs": (
        "plays=dict(laid)",
        "plays=laid",
        "`plays` is by seat, and not of the type `tuple`",
        'Give it by seat: `plays={"Ana": …}`.',
    ),
    "number for a seat": (
        "{winner: 1 + bid}",
        "{0: 1 + bid}",
        "there is no seat `0`; there are `Player 1`, `Player 2`",
        "Write `Player 1` or `Player 2`.",
    ),
    "assignment": (
        "    seen = (*state.seen, card)",
        "    state.seen = seen = (*state.seen, card)",
        "cannot assign to field 'seen'",
        "make another of this one with `dataclasses.replace`.",
    ),
    "two sections of one id": (
        'Section("once"',
        'Section("trick"',
        "two sections have the id 'trick'",
        "Give each an id of its own.",
    ),
    "two fields of one name": (
        '"bid", "number"',
        '"card", "number"',
        "two fields have one name: card, card",
        "Give each a name of its own.",
    ),
    "no default": (
        "max=20, default=3",
        "max=20",
        "'target' has no `default`, and is not `optional`",
        "Declare what can be meant.",
    ),
    "card twice": (
        "deck=FIFTY_TWO,",
        "deck=FIFTY_TWO + FIFTY_TWO[:1],",
        "The deck has 53 cards, and more of 2C.",
        "Name each card as often as the others",
    ),
    "card too few": (
        "deck=FIFTY_TWO,",
        "deck=FIFTY_TWO[:51],",
        "among its choices is AS, which is not in the game's deck",
        "Put the card into `Game(deck=…)`, or leave it out here.",
    ),
    "section that a piece cites": (
        "    if len(laid) < len(seats):",
        "    if bid > 3 or bid == 0:\n        state.rounds.rule_misdeal(RULES.cite)\n"
        "    if len(laid) < len(seats):",
        "there is no section `misdeal`",
        "Add a section `misdeal` to the rules.",
    ),
    "ranks without the ten": (
        "    winner = max(plays, key=lambda seat: RANKS.index(plays[seat].rank))",
        "    from referee import best_card\n"
        '    best = best_card(plays.values(), ranks="23456789JQKA")\n'
        "    winner = next(seat for seat in plays if plays[seat] == best)",
        "its `ranks` lack the rank T",
        "the ten is `T`",
    ),
    "trumps that are strings": (
        "    winner = max(plays, key=lambda seat: RANKS.index(plays[seat].rank))",
        "    from referee import best_card\n"
        '    best = best_card(plays.values(), trump=("JC", "JS"))\n'
        "    winner = next(seat for seat in plays if plays[seat] == best)",
        "the trump 'JC' is no card",
        "Write `card('JC')`: trumps are cards, or a suit.",
    ),
    "a field that a question does not have": (
        'given.card_by_seat("plays")',
        'given.card_by_seat("plays") if given.choice("trump") else {}',
        "there is no `trump` here; there is `plays`",
        "Give it where this is asked, as `ask(…, trump=…)`",
    ),
    "all prompts optional": (
        "fields=(card, bid)),)",
        "fields=(card, bid), optional=True),)",
        "the match is not finished, and nothing has to be entered",
        "Ask for something that is not `optional`",
    ),
    "a rank's name changed": (
        "    bid = entry.given",
        "    from referee import RANK_NAMES\n"
        "    RANK_NAMES['A'] = RANK_NAMES['K']\n"
        "    bid = entry.given",
        "'mappingproxy' object does not support item assignment",
        "",
    ),
    "a round without the answer that it counts": (
        'RULES.cite, "score")\n'
        "    again = State(state.setting, rounds, state.setting.left_of(rounds.dealer))\n"
        "    return Accepted(again, (ruling, scored))",
        'RULES.cite, "score", ruling)\n'
        "    again = State(state.setting, rounds, state.setting.left_of(rounds.dealer))\n"
        "    return Accepted(again, (scored,))",
        "that is not returned: no table can decide its `winner` otherwise.",
        "Return that one too",
    ),
    "a ruling past ask": (
        'ruling = ask("trick", plays=dict(laid))',
        'ruling = resolve_trick(Values({"plays": dict(laid)}, ("plays",)))',
        "`accept` rules past `ask`: resolve_trick.",
        'Ask its question: `ask("trick", plays=plays)`.',
    ),
    "a ruling past ask in a function that accept calls": (
        "@hookimpl\ndef accept(",
        "def take(question, plays):\n"
        '    return resolve_trick(Values({"plays": plays}, ("plays",)))\n\n\n'
        "@hookimpl\ndef accept(state, entry, ask):\n"
        "    return go_on(state, entry, lambda *given, **more: take(*given, **more))\n"
        "\n\ndef go_on(",
        "`take` rules past `ask`: resolve_trick.",
        'Ask its question: `ask("trick", plays=plays)`.',
    ),
    "a file": (
        "    seats = state.setting.seats\n",
        "    seats = state.setting.seats\n    open(__file__).close()\n",
        "It uses `open`.",
        "no clock, no chance, no file",
    ),
    "a value that JSON lacks": (
        'Ruling({"winner": winner}, ',
        'Ruling({"winner": winner, "all": {1}}, ',
        "is a set, which has no plain form",
        "Write texts, numbers, cards, True, False or None",
    ),
    "a third of a point": (
        "{winner: 1 + bid}",
        "{winner: 1 + bid / 3}",
        "which is neither a whole number nor one with a half",
        "Round it",
    ),
    "a number for a text": (
        "{winner: 1 + bid}",
        "{winner: bid - '1'}",
        "unsupported operand type(s) for -",
        "Give this line values of one type",
    ),
    "a list for a default": (
        "RULES = ",
        "from dataclasses import dataclass\n\n@dataclass\nclass Extra:\n"
        "    seen: list = []\n\nRULES = ",
        "mutable default",
        "Write a tuple, as `= ()`",
    ),
    "a print": (
        "    seats = state.setting.seats\n",
        "    seats = state.setting.seats\n    print(seats)\n",
        "It uses `print`.",
        "Take it away; the bench of `referee serve --dev`",
    ),
    "chance": (
        "RULES = ",
        "from random import choice\n\nRULES = ",
        "It uses `random`.",
        "no clock, no chance, no file",
    ),
    "environment": (
        "RULES = ",
        "import os\n\nHOME = os.environ\n\nRULES = ",
        "It uses `os.environ`.",
        "no clock, no chance, no file",
    ),
    "import from inside": (
        "RULES = ",
        "from referee.common_rules.rounds import Rounds as Inner\n\nRULES = ",
        "It uses `referee.common_rules.rounds`.",
        "`from referee import …` gives all that a game needs",
    ),
    "forgotten return": (
        "        return Accepted(after)\n",
        "        Accepted(after)\n",
        "It makes `Accepted(…)`, and nothing of it.",
        "Write `return Accepted(…)`.",
    ),
    "cards that look alike": (
        "RULES = ",
        "from referee import Rank, Suit, make_deck\n\n"
        'SUITS = [Suit("F", "fire", drawn="red"), Suit("W", "wind", drawn="red")]\n'
        'FIFTY_TWO = make_deck([Rank(rank, f"R{rank}") for rank in RANKS], SUITS)\n\n'
        "RULES = ",
        "On the pad nobody can tell 2F from 2W.",
        "another `drawn`",
    ),
    "points that are lost": (
        "deck=FIFTY_TWO,",
        "deck=FIFTY_TWO,\n        round_totals=(2, 3, 4),",
        "come to 1, and its `round_totals` are (2, 3, 4)",
        "comes to one of them, or name this one too",
    ),
    "section for a ruling": (
        'rule_round(state.rounds, rounds, RULES.cite, "score")',
        'rule_round(state.rounds, rounds, RULES.cite, "score", "score")',
        "'str' object has no attribute 'reckoning'",
        "Write `Ruling | None` as `counted`: `rule_round` cannot go on from a value "
        "of the type `str`.",
    ),
    "scores without seats": (
        "state.rounds.with_scores({winner: 1 + bid})",
        "state.rounds.with_scores(1 + bid)",
        "'int' object is not iterable",
        "Write `Mapping[str, float]` as `scores`: `Rounds.with_scores` cannot go on",
    ),
    "argument too few": (
        'rule_round(state.rounds, rounds, RULES.cite, "score")',
        'rule_round(state.rounds, rounds, "score")',
        "missing 1 required positional argument: 'section'",
        "Write `rule_round(before, after, cite, section, counted, shared)`.",
    ),
    "argument too many": (
        "state.rounds.with_scores({winner: 1 + bid})",
        "state.rounds.with_scores({winner: 1 + bid}, (), 1)",
        "from 2 to 3 positional arguments but 4 were given",
        "Write `Rounds.with_scores(scores, winners)`.",
    ),
    "answer thrown away": (
        "return Accepted(again,",
        "Accepted(again,",
        "It makes `Accepted(…)`, and nothing of it.",
        "Write `return Accepted(…)`.",
    ),
    "match without an end": (
        'state.rounds.scene("lay", to_act=(state.turn,))',
        'Scene("lay", 1, (state.turn,), state.rounds.standings)',
        "the match is not finished, and nothing has to be entered",
        "or say in the scene that it is `finished`.",
    ),
}


@pytest.mark.parametrize(
    ("right", "wrong", "what", "instead"), MISTAKES.values(), ids=MISTAKES
)
def test_a_mistake_is_told_once_with_what_to_write(
    tmp_path: Path, right: str, wrong: str, what: str, instead: str
) -> None:
    assert right in LAY_AND_BID
    number = [mistake[1] for mistake in MISTAKES.values()].index(wrong)
    game = tmp_path / f"mistake_{number}.py"
    text = LAY_AND_BID.replace(right, wrong, 1)
    game.write_text(f'{text}\n\nSPACE = " "\n', "utf-8")
    flaws = []
    for found in find_games(str(game), FEW):
        if isinstance(found, CheckedGame):
            flaws += find_flaws(found, HERE)
        else:
            flaws.append(found)
    [flaw] = each_once(flaws)
    assert what in flaw.what
    assert instead in flaw.instead
    assert f"{game.name}:" in flaw.where
    assert not flaw.where.endswith(":1")


def _check(game: Path, text: str) -> list[Flaw]:
    game.write_text(text, "utf-8")
    [found] = find_games(str(game), FEW)
    assert isinstance(found, CheckedGame)
    return each_once(find_flaws(found, HERE))


def test_a_refusal_that_does_not_say_so_is_told_once_where_it_is_made(
    tmp_path: Path,
) -> None:
    """Its sentence is another for each card, and stands in a hook far from there."""
    right = "    winner = ruling.decided"
    assert right in LAY_AND_BID
    text = LAY_AND_BID.replace(
        right,
        f"    if ruling.because and bid < 2:\n        return Refused(ruling)\n{right}",
    )
    number = text.splitlines().index("        return Refused(ruling)") + 1
    [flaw] = _check(tmp_path / "values_refused.py", text)
    assert flaw.where.endswith(f":{number}")
    assert flaw.times > 1
    assert f"How often: {flaw.times} times" in str(flaw)
    assert "Refused(rule_illegal(say(…), *counted.because))" in flaw.instead


def test_what_a_question_was_not_given_is_missing_where_it_is_asked(
    tmp_path: Path,
) -> None:
    ask = 'ruling = ask("trick", plays=dict(laid))'
    text = LAY_AND_BID.replace('hook="resolve_trick"),)', 'hook="resolve_trick"),)[:0]')
    text = text.replace("def resolve_trick(given", "def answer(question, given")
    text = text.replace(
        'given.card_by_seat("plays")\n',
        'given.card_by_seat("plays")\n    given.choice("trump")\n',
    )
    number = [line.strip() for line in text.splitlines()].index(ask) + 1
    [flaw] = _check(tmp_path / "nothing_given.py", text)
    assert flaw.where.endswith(f":{number}")


def test_a_hook_called_in_place_of_its_question_is_told_with_that_question(
    tmp_path: Path,
) -> None:
    right = 'ruling = ask("trick", plays=dict(laid))'
    text = LAY_AND_BID.replace('Question("trick"', 'Question("best"').replace(
        right, 'ruling = resolve_trick(Values({"plays": dict(laid)}, ("plays",)))'
    )
    [flaw] = _check(tmp_path / "past_its_question.py", text)
    assert flaw.instead == 'Ask its question: `ask("best", plays=plays)`.'


def test_a_loop_without_end_at_import_is_told_as_one() -> None:
    assert advise_importing(TimeLimitError()) == HANGS


def test_a_state_that_can_be_changed_is_worth_a_look(tmp_path: Path) -> None:
    frozen = "@dataclass(frozen=True)\nclass State"
    assert frozen in LAY_AND_BID
    text = LAY_AND_BID.replace(frozen, "@dataclass(unsafe_hash=True)\nclass State")
    [flaw] = _check(tmp_path / "thawed.py", text)
    assert flaw.what == "The state `State` is not frozen."
    assert not flaw.grave

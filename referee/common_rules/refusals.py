"""Refusals, and the table's right to overrule them."""

from referee.vocabulary.game import Ask
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text


def rule_illegal(summary: Text, *because: Reason, **verdict: object) -> Ruling:
    """Rule that something is not legal, with these values in the verdict.

    >>> from referee import Reason, say
    >>> why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    >>> rule_illegal(say("Ana bids too much"), why, seat="Ana").verdict
    {'legal': False, 'seat': 'Ana'}
    """
    return Ruling({"legal": False, **verdict}, summary, because)


def uphold(refusal: Ruling | None, ask: Ask) -> Ruling | None:
    """Return this refusal; None if there is none, or the table has overruled it.

    It is for rules that a table may see differently. Use `Refused` alone for entries
    that are impossible.

    >>> from referee import Reason, say
    >>> why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    >>> refusal = rule_illegal(say("Ana bids too much"), why)
    >>> print(uphold(refusal, lambda ruling: ruling).summary)
    Ana bids too much
    >>> uphold(refusal, lambda ruling: Ruling({"legal": True}, say("Let her"), (why,)))
    """
    if refusal is None:
        return None
    ruled = ask(refusal)
    return None if ruled.verdict["legal"] else ruled

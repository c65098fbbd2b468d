"""Refusals, and how the table may let them pass."""

from referee.vocabulary.game import Ask
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text


def forbid(summary: Text, *because: Reason, **verdict: object) -> Ruling:
    """Return the ruling that something cannot be: its verdict has `legal`, which is
    False, and what else it names.

    >>> from referee import Reason, say
    >>> why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    >>> forbid(say("Ana bids too much"), why, seat="Ana").verdict
    {'legal': False, 'seat': 'Ana'}
    """
    return Ruling({"legal": False, **verdict}, summary, because)


def uphold(refusal: Ruling | None, ask: Ask) -> Ruling | None:
    """Return this refusal; None where there is none, or the table has overruled it.

    For a rule that a table may have its own mind about; what cannot be entered at all
    is `Refused` without it.

    >>> from referee import Reason, say
    >>> why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    >>> refusal = forbid(say("Ana bids too much"), why)
    >>> print(uphold(refusal, lambda ruling: ruling).summary)
    Ana bids too much
    >>> uphold(refusal, lambda ruling: Ruling({"legal": True}, say("Let her"), (why,)))
    """
    if refusal is None:
        return None
    ruled = ask(refusal)
    return None if ruled.verdict["legal"] else ruled

"""Calls that question a ruling, vote on it, and settle it."""

from referee.hosting.tables import amending
from referee.hosting.tables.amending import Revised
from referee.match.corrections import Change
from referee.match.resolution import ResolutionDraft
from referee.match.visibility import DisputeLine
from referee_web.api.answers import OpenedDispute
from referee_web.api.call import call, changing
from referee_web.guards.auth import room, viewer


@call("post", "/tables/<code>/disputes", who="a seat or the host", takes="Questioning", status=201)
def question(code: str) -> OpenedDispute:
    """Question a ruling or a refusal.

    The match pauses until it is settled: only the host's entries are taken. A refusal is questioned by whoever was
    refused, while it is remembered.
    """
    with changing(code) as (held, asked):
        if asked["entry"] is not None:
            return OpenedDispute(amending.question_refusal(held, asked["entry"], asked["why"]))
        return OpenedDispute(amending.question(held, asked["seq"], asked["ruling"], asked["why"]))


@call("post", "/tables/<code>/disputes/<dispute>/vote", who="a seat", takes="Voting", status=201)
def vote(code: str, dispute: str) -> DisputeLine:
    """Vote on what is questioned.

    The last vote of a seat counts.
    """
    with changing(code) as (held, asked):
        amending.vote(held, dispute, asked["uphold"])
    found = room().snapshot(code, viewer(code)).dispute(dispute)
    assert found is not None
    return found


@call(
    "post",
    "/tables/<code>/disputes/<dispute>/resolve",
    who="the host, or a seat once more than half of the table voted so",
    takes="Resolving",
    status=201,
)
def resolve(code: str, dispute: str) -> Revised:
    """Settle what is questioned.

    Upheld, corrected by changes to entries, or overruled by another verdict, which the game goes on from. The answer
    holds the dispute's id and the rulings that differ.
    """
    with changing(code) as (held, how):
        changes = tuple(Change(change["seq"], change.get("data")) for change in how["changes"] or ())
        draft = ResolutionDraft(how["resolved_as"], how["why"], changes, how["verdict"] or {}, how["drop_unfit"])
        return amending.resolve(held, dispute, draft)

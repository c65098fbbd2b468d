"""What may be entered: a contract and tricks, or a whole deal; besides a claim, honours, a deal passed out, the end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import Field, Prompt, Random, hookimpl, say

from .contract import contract_fields
from .state import State

_HONOURS = ("100", "150")


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """List what may be entered now; nothing once the match is over."""
    return () if state.deals.rounds.winners else tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    deals, seats = state.deals, state.setting.seats
    if deals.by_deal:
        tricks = Field("tricks", "number", say("Tricks taken by the declarer"), min=0, max=13)
        honours = (
            Field("honours", "choice", say("Honours"), choices=("0", *_HONOURS), default="0"),
            replace(_whose(seats), optional=True),
        )
        yield from deals.prompts((*contract_fields(seats), tricks, *(honours if state.with_honours else ())))[:1]
    elif state.contract is None:
        how = say("Once three have passed after a bid.")
        yield Prompt("contract", seats, say("The contract"), how, contract_fields(seats))
        calls = Field("calls", "text", say("The calls, dealer first, such as: 1S P 2S P P P"))
        yield Prompt("auction", seats, say("Enter the calls instead"), fields=(calls,), optional=True)
    else:
        yield deals.prompts((_whose(seats),))[0]
        yield _claim(state)
        if state.with_honours:
            how = say("Once the hand is shown, before the deal is over.")
            points = Field("honours", "choice", say("Honours"), choices=_HONOURS)
            yield Prompt("honours", seats, say("Honours"), how, (_whose(seats), points), optional=True)
    if state.contract is None:
        yield Prompt("passed-out", seats, say("Passed out"), say("All four have passed."), optional=True)
    yield from (prompt for prompt in deals.asides() if prompt.kind != "claim")
    if state.is_rubber and state.deals.rounds.number > 1:
        how = say("The rubber ends as it stands, unfinished.")
        yield Prompt("end", seats, say("End the rubber"), how, optional=True)


def _claim(state: State) -> Prompt:
    n = state.deals.deal.tricks_left
    who = Field("seat", "seat", say("Who claims"), choices=state.setting.seats)
    tricks = Field("tricks", "number", say("Tricks that their side takes"), min=0, max=n, default=n)
    how = say("Once the others agree. The other side takes what is left of them; whoever concedes all claims none.")
    return Prompt("claim", state.setting.seats, say("Claim or concede"), how, (who, tricks), optional=True)


def _whose(seats: tuple[str, ...]) -> Field:
    return Field("holder", "seat", say("Whose honours"), choices=seats)


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Make calls that lead to a contract; or honours that go together."""
    if prompt.kind == "auction":
        level, strain = random.randint(1, 7), random.choice(("C", "D", "H", "S", "NT"))
        return {"calls": random.choice(("P P ", "", "P ")) + f"{level}{strain} " + random.choice(("P P P", "X P P P"))}
    if prompt.kind != "deal" or prompt.fields[-1].name != "holder":
        return None
    fields = {field.name: field for field in prompt.fields}
    deal = {name: random.choice(fields[name].words) for name in ("declarer", "level", "strain", "doubled")}
    honours = {"holder": random.choice(prompt.seats), "honours": "150"} if random.random() < 0.2 else {}
    return {**deal, "tricks": random.randint(0, 13), **honours}

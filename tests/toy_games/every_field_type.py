"""A stranger's game that asks for a value of every type of field there is."""

from typing import Any

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Ruling,
    Scene,
    Section,
    Setting,
    Standing,
    Values,
    hookimpl,
    say,
    sections_of,
)
from referee.vocabulary.fields import FIELD_TYPES

BECAUSE = (Reason("every-field-type#all", "rules", say("Whatever is said is taken.")),)
NEEDED: dict[str, dict[str, Any]] = {
    "choice": {"choices": ("high", "low"), "labels": {"high": say("Up high")}},
    "toss": {"choices": ("heads", "tails")},
}


def field_of(type: str) -> Field:
    return Field("it", type, say("It"), **NEEDED.get(type, {}))


@hookimpl
def describe_game() -> Game:
    options = [
        Field("trump", type, say("Trump"), default="H")
        for type in FIELD_TYPES
        if type == "suit"
    ]
    return Game(
        id="every-field-type",
        title="Every type of field",
        players=(2,),
        summary="Say anything.",
        source="Made up",
        options=tuple(options),
    )


rule_sections = sections_of(
    "every-field-type", Section("all", "Everything", "Whatever is said is taken.")
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return tuple(
        Question(type.replace("_", "-"), say("Say it"), (field_of(type),))
        for type in FIELD_TYPES
    )


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    return Ruling({"said": True}, say("It was said."), BECAUSE)


@hookimpl
def begin(setting: Setting) -> Setting:
    return setting


@hookimpl
def prompts(state: Setting) -> tuple[Prompt, ...]:
    return tuple(
        Prompt(type.replace("_", "-"), state.seats, say("Say it"), fields=(asked,))
        for type in FIELD_TYPES
        for asked in (field_of(type),)
    )


@hookimpl
def accept(state: Setting, entry: Entry, ask: Ask) -> Accepted:
    return Accepted(state, (Ruling({"said": True}, say("It was said."), BECAUSE),))


@hookimpl
def scene(state: Setting) -> Scene:
    standings = tuple(Standing(seat, 0, 1) for seat in state.seats)
    return Scene("say", 1, state.seats, standings)

"""The API's description as OpenAPI 3.1 has it, written by hand, and the same in a form to be read on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from referee.match.disputes import SettledAs
from referee.match.highlights import Kind
from referee.match.score_sheet import Unit, Wins
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.ruling import Basis
from referee_web.api.schemas import LONGEST_TOKEN, LONGEST_WHY, LONGEST_WORD, MOST_AT_ONCE, MOST_SEATS

JsonSchema = dict[str, Any]


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(of: JsonSchema, about: str = "", **bounds: int) -> JsonSchema:
    return _about({"type": "array", "items": of, **bounds}, about)


def _text(about: str = "", **more: Any) -> JsonSchema:
    return _about({"type": "string", **more}, about)


def _word(about: str = "") -> JsonSchema:
    return _text(about, minLength=1, maxLength=LONGEST_WORD)


def _or_null(schema: JsonSchema) -> JsonSchema:
    return {**schema, "type": [schema["type"], "null"]}


def _or_none(name: str, about: str) -> JsonSchema:
    return {"oneOf": [_ref(name), {"type": "null"}], "description": about}


def _number(about: str = "", **more: Any) -> JsonSchema:
    return _about({"type": "number", **more}, about)


def _whole(about: str = "", **more: Any) -> JsonSchema:
    return _about({"type": "integer", **more}, about)


def _flag(about: str = "") -> JsonSchema:
    return _about({"type": "boolean"}, about)


def _map(about: str = "") -> JsonSchema:
    return _about({"type": "object"}, about)


def _about(schema: JsonSchema, about: str) -> JsonSchema:
    return {**schema, "description": about} if about else schema


def _object(about: str, needed: Mapping[str, JsonSchema], extra: Mapping[str, JsonSchema] | None = None) -> JsonSchema:
    """An object of an answer: what it always holds, and what it may hold besides. More may come with a version."""
    schema: JsonSchema = {"type": "object", "description": about, "properties": {**needed, **(extra or {})}}
    return schema | ({"required": list(needed)} if needed else {})


def _body(about: str, needed: Mapping[str, JsonSchema], extra: Mapping[str, JsonSchema] | None = None) -> JsonSchema:
    """An object that is sent: a field it does not name is an error."""
    return _object(about, needed, extra) | {"additionalProperties": False}


_SEATS = _list(_text(), "Seats by name, clockwise.")
_SEAT_OR_NULL = _or_null(_text("A seat, or null."))
_SECTION = {
    "id": _text(),
    "title": _text(),
    "text": _text(),
}
_ENTRY_ID = _text("A UUID that the sender makes, a new one for each new entry.", format="uuid")
_VIEW = {
    "code": _text("The table's code."),
    "game": _text("The game's id."),
    "seats": _SEATS,
    "dealer": _or_null(_text("Who deals first; null before the match.")),
    "deals": _or_null(_text("Who deals in this round; null where that is of no matter any more.")),
    "phase": _text("What goes on, in a word of the game; `setting-up` before the match."),
    "round": _whole("Which round; 0 before the match.", minimum=0),
    "seq": _whole("The number of the last line of the log; 0 while there is none.", minimum=0),
    "to_act": _list(_text(), "The seats that the game waits for."),
    "next": _text("What people do now, in a sentence."),
    "zones": _list(_ref("Zone")),
    "standings": _list(_ref("Standing")),
    "finished": _flag(),
    "winners": _list(_text(), "Empty until the match is finished, and where nobody has won it."),
    "prompts": _list(_ref("Prompt"), "What the bearer may enter now."),
    "rulings": _list(_ref("Ruling"), "The latest."),
    "finish": _or_none(
        "Finish",
        "The photo finish of a race that is not entered yet, whose order then is the `default` of the `order` field "
        "that asks for it; else the one that the latest rulings rest on; null where phones measured none.",
    ),
}

_NUMBERS: JsonSchema = {
    "type": "object",
    "description": "A number for each seat.",
    "additionalProperties": {"type": "integer"},
}
_AT = _number("In seconds since 1970.")
_PAGE_OF_MANY = {"page": _whole(minimum=1), "more": _flag("There is a next page.")}

_DEALER_TOSS: JsonSchema = {
    "description": "The toss for the first dealer; null where the dealer was named.",
    "oneOf": [_ref("Toss"), {"type": "null"}],
}

SCHEMAS: dict[str, JsonSchema] = {
    "Problem": _object(
        "What went wrong (RFC 9457). Nothing has changed.",
        {
            "type": _text("Which problem it is: a section of the page that describes them.", format="uri-reference"),
            "title": _text(),
            "status": _whole(minimum=400, maximum=599),
            "detail": _text("What is wrong, and what to do."),
        },
        {
            "errors": _list(_ref("FieldError"), "With 422: every field that is wrong."),
            "ruling": _ref("Ruling"),
            "view": _ref("View"),
            "dispute": _text("With 409: the dispute that the match waits for."),
            "game": _text("With 500 and 404: the id of the game that failed, or is not installed any more."),
            "open": _list(_text(), "With 409: the kinds of entries that are open now."),
            "unfit": _list(
                _object("A later entry, and why it no longer fits.", {"seq": _whole(), "message": _text()}),
                "With 422: the later entries that would no longer fit.",
            ),
        },
    ),
    "FieldError": _object(
        "A field that is wrong. A field within another is named by its path: `entries.0.kind`.",
        {"field": _text(), "message": _text()},
    ),
    "Reason": _object(
        "Why it was ruled so.",
        {
            "rule": _text("The section it rests on, as `game#section`."),
            "basis": _text("Whose word it is.", enum=list(get_args(Basis))),
            "text": _text(),
        },
    ),
    "Ruling": _object(
        "A ruling: what was decided, in one sentence, and why.",
        {
            "verdict": _map("Its names are the question's own."),
            "summary": _text(),
            "because": _list(_ref("Reason"), "Most telling first."),
            "about": _text("What of the match it rules on, as in `Round 2, trick 3`; empty where nobody counts."),
            "laid": _list(_ref("Laid"), "The cards that it is about."),
        },
    ),
    "Laid": _object(
        "Cards that a ruling is about.",
        {
            "seat": _or_null(_text("Whose they are: a seat or a side. Null: the table's.")),
            "cards": _list(_text(), "In the order in which they lie."),
            "deciding": _list(_text(), "Those of them that decided it."),
            "name": _text("What they are, where their owner does not say it."),
        },
    ),
    "Field": _object(
        "One thing to fill in.",
        {
            "name": _text(),
            "type": _text(enum=list(FIELD_TYPES)),
            "label": _text(),
            "optional": _flag("It may be left out, or null."),
            "among": _or_null(_text("Of a toss: the `order` field whose dead heat for first it settles.")),
            "unless": _list(_text(), "Other fields: where one of them is filled in, this one may be missing."),
            "min": _or_null(_whole("The least number, or the fewest cards or seats.")),
            "max": _or_null(_whole("The greatest number, or the most cards or seats.")),
            "choices": _list(_text(), "The cards, seats or words that can be meant; empty: any."),
            "labels": _map("What choices are called, where they are not called as they are written."),
            "default": {
                "description": "What stands where nothing is chosen, or null. In a prompt what a form begins with,"
                " as cards that are known or the order of a race that was run: it counts only once it is entered."
            },
            "some": _flag("Of a field by seat: a part of the seats will do. Else each seat is needed."),
            "suggests": _flag(
                "`choices`, and how many cards or seats there may be, only suggest: on any other the game itself rules,"
                " with its reasons. Else what is not among them is refused, and a card named more often than there."
            ),
            "total": _or_null(_whole("What all its numbers come to, or how many cards there are in all.")),
            "partners": _flag("Keys are sides; a side's value may be null, or a list of each partner's cards."),
        },
    ),
    "Prompt": _object(
        "An entry that may be made now.",
        {
            "kind": _text("The entry's kind."),
            "seats": _list(_text(), "Who may make it."),
            "title": _text(),
            "help": _text(),
            "optional": _flag("The game goes on without it."),
            "secret": _flag("What is entered stays unseen until the game reveals it."),
            "own": _flag("It is an entry of one seat: the sender's, or the one that the entry names."),
            "race": _or_null(_text("The race that can fill its `order` field.")),
            "again": _flag("What was entered in secret cannot all be so: this seat enters it once more, openly."),
            "fields": _list(_ref("Field")),
        },
    ),
    "Slap": _object(
        "A slap in a race.",
        {
            "seat": _text(),
            "time_ms": _number("After the earliest slap of the race, which has 0.", minimum=0),
            "uncertainty_ms": _number("Its ±.", minimum=0),
            "clamped_ms": _number(
                "By how much the phone's own word was moved, because its way does not allow it; a part of the ±.",
                minimum=0,
            ),
        },
    ),
    "Finish": _object(
        "A photo finish.",
        {
            "race": _text("The race's id."),
            "heat": _whole("The how-manieth time this race was run.", minimum=1),
            "seq": _whole("The number of the last line of the log when it was run.", minimum=0),
            "order": _list(_list(_text()), "Seats in groups, first first; a group of several is a dead heat."),
            "slaps": _list(_ref("Slap"), "Earliest first.", minItems=1),
            "margin_ms": _or_null(_number("The lead of the earliest slap over the next; null for a lone slap.")),
            "needed_ms": _or_null(_number("The lead that parts these two; with no more it is a dead heat.")),
        },
    ),
    "Probing": _body(
        "The answer to a probe of the phone's clock; for the first, nothing.",
        {},
        {
            "nonce": _or_null(_word("Of the probe that was received.")),
            "t": _or_null(_number("What the phone's own monotonic clock showed at its receipt, in milliseconds.")),
        },
    )
    | {"dependentRequired": {"nonce": ["t"], "t": ["nonce"]}},
    "Measured": _object(
        "The next probe: answer it at once.",
        {
            "nonce": _text("Good once."),
            "rtt_ms": _or_null(_number("The lowest round trip; null while there is none.", minimum=0)),
            "uncertainty_ms": _or_null(_number("The ± with which the phone's clock is known now.", minimum=0)),
            "armed": _flag("A slap on this page can be placed."),
            "note": _text("Why a slap on this page cannot be placed, and what to do, where its way is too slow."),
        },
    ),
    "Buzzing": _body(
        "A slap.",
        {
            "race": _word("As a prompt names it."),
            "t": _number("What the phone's own monotonic clock showed when the finger fell, in milliseconds."),
        },
        {
            "nonce": _or_null(
                _word(
                    "The last one given to this page: by its clock the slap is timed. Else by that which answered last."
                )
            ),
        },
    ),
    "Buzzed": _object(
        "The slap was heard.",
        {
            "race": _text(),
            "heat": _whole("The how-manieth time this race is run.", minimum=1),
            "counted": _flag("It takes part. Not: the seat slapped before in this race, or it is over."),
            "note": _text("Why it does not count; empty where it does."),
        },
    ),
    "Zone": _object(
        "A place on the table where cards lie.",
        {
            "name": _text(),
            "owner": _or_null(_text("Whose it is; null: the table's.")),
            "count": _whole(minimum=0),
            "cards": _or_null(_list(_text(), "Null where the bearer may not see them, or nobody named them.")),
            "seen_by": {
                "description": "The seats that see the cards, or `everybody`.",
                "oneOf": [{"const": "everybody"}, _list(_text())],
            },
            "aside": _flag("Used cards, which nobody decides by: not what a page shows first."),
        },
    ),
    "Standing": _object(
        "How a seat stands; equals share a place.",
        {"seat": _text(), "score": _whole(), "place": _whole(minimum=1)},
    ),
    "View": _object("The table as the bearer of the token may see it.", _VIEW),
    "Table": _object(
        "The view, and what else there is to know of the table.",
        {
            **_VIEW,
            "you": _object("Who the bearer is here.", {"seat": _SEAT_OR_NULL, "host": _flag()}),
            "seat_states": _list(
                _object("A seat.", {"name": _text(), "claimed": _flag("Somebody owns it."), "host": _flag()}),
                "Every seat, clockwise.",
            ),
            "options": _map("The game's options as this table chose them."),
            "house_rules": _list(_text(), "The ids of the house rules agreed on."),
            "toss": _object(
                "The next toss that the referee will draw, fixed already.",
                {
                    "number": _whole("Counting from 1; 0 is the toss for the first dealer.", minimum=0),
                    "commitment": _text("SHA-256 of its nonce, in hex. The nonce stands in the log once it is drawn."),
                },
            ),
            "rematch": _or_null(_text("The code of the table where the match is played once more, or null.")),
            "dispute": {
                "description": "The questioned ruling that the match waits for, or null.",
                "oneOf": [_ref("DisputeLine"), {"type": "null"}],
            },
        },
        {
            "fault": _object(
                "For the host: the game failed over what somebody sent last, which changed nothing.",
                {"game": _text("Its id."), "message": _text("What to do about it.")},
            ),
            "claims": _list(
                _object(
                    "Somebody asks for a seat.",
                    {
                        "id": _text(),
                        "seat": _text(),
                        "answer": _or_null(
                            _flag("What the bearer answered as one of many; null before, and for others.")
                        ),
                        "admit": _whole("How many other seats let them in.", minimum=0),
                        "needs": _whole("How many it takes; 0 while only owner and host are asked.", minimum=0),
                    },
                ),
                "For the seat's owner and the host: who waits for their answer. After two minutes for every seat.",
            ),
            "lost_seat": _text("For the host whose seat the others gave to another phone: its name. Join as it again."),
        },
    ),
    "Question": _object(
        "Something the referee answers without any table.",
        {
            "name": _text(),
            "title": _text(),
            "help": _text(),
            "fields": _list(_ref("Field")),
            "copies": _whole("How many of one card there can be among all the cards given.", minimum=1),
        },
    ),
    "HouseRule": _object("A house rule that a table may agree on.", {**_SECTION, "game": _text()}),
    "Section": _object("A section of a game's rules.", {**_SECTION, "basis": _text(enum=list(get_args(Basis)))}),
    "Game": _object(
        "An installed game.",
        {
            "id": _text(),
            "title": _text(),
            "players": _list(_whole(minimum=1), "The numbers of players that can play."),
            "summary": _text(),
            "options": _list(_ref("Field")),
            "house_rules": _list(_ref("HouseRule")),
            "questions": _list(_ref("Question")),
            "source": _text("Where its rules come from."),
            "version": _text("The version of its rulings."),
        },
        {"sections": _list(_ref("Section"), "When one game is asked for.")},
    ),
    "Opening": _body(
        "A table to be opened.",
        {"game": _word("The game's id.")},
        {
            "seats": _or_null(_list(_word(), "Names, clockwise. More can join.", maxItems=MOST_SEATS)),
            "options": _or_null(_map("The game's options, by name.")),
            "house_rules": _or_null(_list(_word(), "Ids.", maxItems=MOST_SEATS)),
        },
    ),
    "Opened": _object(
        "A table just opened.",
        {
            "code": _text("Five letters or digits; read in any case."),
            "host_token": _text("Whoever bears it is the host. It is shown this once."),
            "join_url": _text("Where phones join: it holds the code with its key.", format="uri"),
            "qr_url": _text("The same as a QR code (SVG).", format="uri"),
        },
    ),
    "Joining": _body("Who sits down.", {"name": _word("At most 30 letters.")}),
    "Seated": _object("A seat.", {"seat": _text(), "seat_token": _text("Whoever bears it sits there.")}),
    "Claimed": _object(
        "The seat has an owner, who is asked now, or the host.",
        {"claim": _text("Ask with it how the claim stands."), "seat": _text()},
    ),
    "Admitting": _body("The answer to a claim.", {"admit": _flag()}),
    "ClaimState": _object(
        "How a claim stands.",
        {"seat": _text(), "state": _text(enum=["waiting", "admitted", "refused"])},
        {"seat_token": _text("Once admitted, for who made the claim.")},
    ),
    "Link": _object(
        "Good once, and for an hour. It takes the seat to the phone that opens it.",
        {"url": _text(format="uri"), "qr_url": _text("The same as a QR code (SVG).", format="uri")},
    ),
    "LinkTaking": _body(
        "A seat's link taken by a program.",
        {"token": _text("The end of the link's address.", minLength=1, maxLength=LONGEST_TOKEN)},
    ),
    "NamingSeat": _body("A seat.", {"seat": _word()}),
    "Leaving": _body("A seat to be freed.", {}, {"seat": _or_null(_word("As host, another's; else one's own."))}),
    "Starting": _body(
        "How the match is set up.",
        {},
        {
            "order": _or_null(
                _list(_word(), "Every seat once, clockwise. Else as they came.", minItems=1, maxItems=MOST_SEATS)
            ),
            "dealer": _or_null(_word("Who deals first. Else the first seat.")),
            "toss_dealer": _flag("The referee draws who deals first."),
        },
    ),
    "Entry": _body(
        "What happened at the table, or what a seat decides. Sent again with the same id, it is answered as before.",
        {"id": _ENTRY_ID, "kind": _word("A prompt's kind.")},
        {
            "seat": _or_null(_word("Whose it is; null: the table's, or the sender's own.")),
            "data": _map("The prompt's fields."),
            "after": _or_null(_whole("The `seq` that the sender had seen.", minimum=0)),
        },
    ),
    "Entries": _body(
        "Entries taken as one.",
        {"entries": _list(_ref("Entry"), "Each with an id of its own.", minItems=1, maxItems=MOST_AT_ONCE)},
    ),
    "Entered": _object(
        "Entries taken.",
        {
            "seq": _whole("The number of the last.", minimum=1),
            "rulings": _list(_ref("Ruling"), "What they decided."),
            "view": _ref("View"),
        },
    ),
    "Change": _body(
        "An entry's new data, or `strike`: one of the two.",
        {"seq": _whole("The entry's number.", minimum=1)},
        {"data": _map(), "strike": _flag()},
    )
    | {
        "oneOf": [
            {"required": ["data"], "properties": {"strike": {"const": False}}},
            {"required": ["strike"], "properties": {"strike": {"const": True}, "data": False}},
        ]
    },
    "Correcting": _body(
        "Changes taken as one.",
        {"changes": _list(_ref("Change"), minItems=1, maxItems=MOST_AT_ONCE)},
        {"drop_unfit": _flag("Strike later entries that no longer fit.")},
    ),
    "Undoing": _body(
        "How a correction is undone, or made again.",
        {},
        {"drop_unfit": _flag("Strike later entries that no longer fit.")},
    ),
    "Corrected": _object(
        "A correction made, undone or made again, or a dispute settled.",
        {
            "id": _text(),
            "changed": _list(
                _object(
                    "What an entry decided before and after.",
                    {"seq": _whole(), "old": _list(_ref("Ruling")), "new": _list(_ref("Ruling"))},
                ),
                "The entries whose rulings changed, or the cards that they show.",
            ),
            "dropped": _list(_whole(), "The numbers of the entries that no longer fitted and were struck with it."),
        },
    ),
    "LogLine": _object(
        "An entry in the log.",
        {
            "seq": _whole(minimum=1),
            "id": _text(),
            "kind": _text(),
            "seat": _or_null(_text("Whose it is; null: the table's.")),
            "by": _or_null(_text("The seat that sent it; null: the host without a seat.")),
            "at": {"type": "number", "description": "When, in seconds since 1970."},
            "data": _or_null(_map("As it stands now; null while it is sealed.")),
            "was": _or_null(_map("As it was first entered, where a correction changed it.")),
            "sealed": _flag("The bearer may not read it yet."),
            "struck": _flag(),
            "corrections": _list(_text(), "The ids of the corrections that touch it."),
            "rulings": _list(_ref("Ruling")),
            "finish": _or_none("Finish", "The race it was made of; null where phones measured none."),
            "tosses": _list(_ref("Toss"), "Those that the referee drew for it."),
        },
    ),
    "Toss": _object(
        "A toss that the referee drew, with all that it takes to check it.",
        {
            "number": _whole("Counting from 1; 0 is the toss for the first dealer.", minimum=0),
            "field": _text("The field that it fills."),
            "choices": _list(_text(), minItems=1),
            "outcome": _text("One of the choices."),
            "nonce": _text("In hex."),
            "commitment": _text("SHA-256 of the nonce, in hex; it was shown before."),
        },
    ),
    "CorrectionLine": _object(
        "A correction in the log.",
        {
            "seq": _whole(minimum=1),
            "id": _text(),
            "by": _SEAT_OR_NULL,
            "at": {"type": "number", "description": "When, in seconds since 1970."},
            "changes": _list(
                _object("A change.", {"seq": _whole(), "strike": _flag(), "data": _or_null(_map())}),
            ),
            "dropped": _list(_whole(), "Later entries struck with it."),
            "undone": _flag(),
        },
    ),
    "Questioning": _body(
        "A ruling questioned: by the number of its entry, or, of a refused move, by the entry's id.",
        {},
        {
            "seq": _or_null(_whole("The entry's number.", minimum=1)),
            "ruling": _or_null(_whole("Which of its rulings, counted from 0. Else the last one.", minimum=0)),
            "entry": _or_null(_word("The id of a move that was refused to the bearer. Everybody sees it then.")),
            "why": _text(maxLength=LONGEST_WHY),
        },
    )
    | {
        "oneOf": [
            {"required": ["seq"], "properties": {"seq": {"type": "integer"}, "entry": {"type": "null"}}},
            {"required": ["entry"], "properties": {"entry": {"type": "string"}, "seq": {"type": "null"}}},
        ]
    },
    "Questioned": _object("A dispute, which is open now.", {"id": _text()}),
    "Voting": _body("A vote.", {"uphold": _flag("The ruling should stand.")}),
    "Resolving": _body(
        "How a dispute is settled.",
        {"as": _text(enum=list(get_args(SettledAs)))},
        {
            "changes": _or_null(_list(_ref("Change"), "When corrected.", maxItems=MOST_AT_ONCE)),
            "verdict": _or_null(_map("When overruled: what the table decides otherwise, by the verdict's names.")),
            "why": _text(maxLength=LONGEST_WHY),
            "drop_unfit": _flag("Strike later entries that no longer fit."),
        },
    ),
    "Refusal": _object(
        "A move that was refused.",
        {
            "id": _text(),
            "kind": _text(),
            "seat": _or_null(_text("Whose it is; null: the table's.")),
            "data": _map("As it was sent."),
            "by": _or_null(_text("The seat that sent it; null: the host without a seat.")),
            "host": _flag("The host sent it."),
            "secret": _flag("It would have been sealed."),
            "ruling": _ref("Ruling"),
        },
    ),
    "Resolution": _object(
        "How a dispute was settled.",
        {
            "seq": _whole(minimum=1),
            "as": _text(enum=list(get_args(SettledAs))),
            "by": _SEAT_OR_NULL,
            "at": {"type": "number", "description": "When, in seconds since 1970."},
            "why": _text(),
            "verdict": _map("When overruled: what the table decided otherwise. Empty: the ruling is only marked."),
            "dropped": _list(_whole(), "Later entries struck with it."),
            "correction": _or_null(_text("When corrected: the correction's id.")),
            "entered": _or_null(_whole("The number under which a refused move was entered after all.")),
        },
    ),
    "DisputeLine": _object(
        "A questioned ruling. Everybody may see it.",
        {
            "seq": _whole(minimum=1),
            "id": _text(),
            "by": _SEAT_OR_NULL,
            "at": {"type": "number", "description": "When, in seconds since 1970."},
            "why": _text(),
            "entry": _or_null(_whole("The number of the entry; null: a refused move.")),
            "place": _or_null(_whole("Which of its rulings, counted from 0.")),
            "refused": {"description": "The refused move, or null.", "oneOf": [_ref("Refusal"), {"type": "null"}]},
            "ruled": {
                "description": "What the referee ruled; null where nothing is ruled there any more.",
                "oneOf": [_ref("Ruling"), {"type": "null"}],
            },
            "votes": _map("By seat, whether the ruling should stand."),
            "resolution": {"description": "Null while it is open.", "oneOf": [_ref("Resolution"), {"type": "null"}]},
            "in_force": _flag("It is overruled, and the match shows it so."),
        },
    ),
    "Log": _object(
        "Everything entered, struck entries too.",
        {
            "dealer_toss": _DEALER_TOSS,
            "entries": _list(_ref("LogLine")),
            "corrections": _list(_ref("CorrectionLine")),
            "disputes": _list(_ref("DisputeLine")),
        },
    ),
    "Sheet": _object(
        "The scores of a match, from its start to now, as corrections and overrules left it.",
        {
            "seats": _SEATS,
            "unit": _text("What a line stands for: a round, or an entry that scored.", enum=list(get_args(Unit))),
            "began": _NUMBERS,
            "lines": _list(_ref("SheetLine")),
            "places": _NUMBERS,
            "wins": {
                "description": "Which scores are the better ones; null where places did not always go by the score.",
                "enum": [*get_args(Wins), None],
            },
            "round": _whole("The one that goes on, or the last.", minimum=0),
            "finished": _flag(),
            "winners": _list(_text()),
            "highlights": _list(_ref("Highlight"), "What was remarkable; what the log does not show is left out."),
        },
    ),
    "SheetLine": _object(
        "A line of the score sheet. Gains add up to totals, beginning with `began`.",
        {
            "round": _whole(minimum=0),
            "seq": _whole("The number of the last entry in it.", minimum=1),
            "gains": _NUMBERS,
            "totals": _NUMBERS,
            "places": _NUMBERS,
            "leaders": _list(_text(), "The seats in the first place then; none while all were level."),
        },
    ),
    "Highlight": _object(
        "Something remarkable.",
        {
            "kind": _text("What it is about.", enum=list(get_args(Kind))),
            "title": _text(),
            "text": _text(),
            "seats": _list(_text(), "Those it speaks of; none: the whole table."),
            "number": _or_null(_number("Points, a margin, how many, or seconds.")),
            "round": _or_null(_whole("In which round.")),
            "seq": _or_null(_whole("At which entry.")),
        },
    ),
    "Export": _object(
        "A whole match.",
        {
            "referee": _whole("The version of this form."),
            "code": _text(),
            "game": _text(),
            "game_version": _text(),
            "house_rules": _list(_text()),
            "seats": _SEATS,
            "dealer": _text(),
            "dealer_toss": _DEALER_TOSS,
            "options": _map(),
            "finished": _flag(),
            "winners": _list(_text()),
            "standings": _list(_ref("Standing")),
            "entries": _list(_ref("LogLine")),
            "corrections": _list(_ref("CorrectionLine")),
            "disputes": _list(_ref("DisputeLine")),
        },
    ),
    "BgStatsPlay": _object(
        "A play as BG Stats takes it: the value of `data` in bgstats://app.bgstatsapp.com/createPlay.html?data=….",
        {
            "sourceName": _text(),
            "sourcePlayId": _text("The same for the same match."),
            "playDate": _text("When the match began, in UTC.", pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"),
            "game": _object(
                "The game.",
                {"name": _text(), "sourceGameId": _text(), "highestWins": _flag(), "noPoints": _flag()},
            ),
            "players": _list(
                _object(
                    "A player.",
                    {
                        "name": _text(),
                        "sourcePlayerId": _text(),
                        "startPlayer": _flag(),
                        "score": _whole(),
                        "winner": _flag(),
                        "rank": _whole(minimum=1),
                    },
                )
            ),
        },
        {"durationMin": _whole("Left out where it is not known.", minimum=1)},
    ),
    "Rematch": _object("The table of the rematch.", {"code": _text(), "join_url": _text(format="uri")}),
    "Renamed": _object("A seat that is called otherwise now.", {"seat": _text()}),
    "Placing": _object(
        "How a seat ended.",
        {
            "name": _text("The seat's name."),
            "player": _or_null(_text("The name as it is compared; null where it was forgotten.")),
            "score": _whole(),
            "place": _whole("1 is first; equals share a place.", minimum=1),
            "won": _flag(),
        },
    ),
    "PastMatch": _object(
        "A finished match.",
        {
            "code": _text("The table's code."),
            "game": _text("The game's id."),
            "started_at": _AT,
            "ended_at": _AT,
            "placings": _list(_ref("Placing"), "The seats, clockwise."),
        },
    ),
    "Matches": _object("A page of finished matches.", {"matches": _list(_ref("PastMatch")), **_PAGE_OF_MANY}),
    "PlayerRow": _object(
        "A player of finished matches.",
        {
            "player": _text("The name as it is compared."),
            "name": _text("As it was spelled last."),
            "matches": _whole(minimum=1),
            "wins": _whole(minimum=0),
            "last_at": _AT,
        },
    ),
    "Players": _object("A page of players.", {"players": _list(_ref("PlayerRow")), **_PAGE_OF_MANY}),
    "PlayerRecord": _object(
        "What the matches of a player tell.",
        {
            "player": _text("The name as it is compared."),
            "name": _text("As it was spelled last."),
            "matches": _whole(minimum=1),
            "wins": _whole(minimum=0),
            "games": _list(_ref("OfGame")),
            "against": _list(_ref("Against"), "A page of the other players, met most first."),
            **_PAGE_OF_MANY,
            "form": _list(_ref("Played"), "The latest matches, last ended first."),
        },
    ),
    "OfGame": _object(
        "How a player did in a game.",
        {
            "game": _text("The game's id."),
            "matches": _whole(minimum=1),
            "wins": _whole(minimum=0),
            "place": _number("The mean of their places."),
        },
    ),
    "Against": _object(
        "How a player did in the matches with another one.",
        {
            "player": _text("The other's name as it is compared."),
            "name": _text("As it was spelled last."),
            "matches": _whole(minimum=1),
            "ahead": _whole("In how many their place was better.", minimum=0),
            "behind": _whole("In how many it was worse.", minimum=0),
            "level": _whole("In how many it was the same.", minimum=0),
        },
    ),
    "Played": _object(
        "A match as one player played it.",
        {"match": _ref("PastMatch"), "place": _whole(minimum=1), "won": _flag()},
    ),
}

PROBLEMS: Mapping[int, str] = {
    400: "The body is not JSON.",
    401: "No token was shown, or none that is known at this table.",
    403: "The token is known, but this is for somebody else to do.",
    404: "There is no such thing.",
    405: "This cannot be done at this address.",
    409: "Somebody was faster, or it does not fit the moment. When something happened since `after`: with the `view`.",
    413: "The body is too large.",
    421: "The host in the address is none that this daemon answers to.",
    422: "Fields are wrong: with `errors`. Or the rules forbid the move: with the `ruling` that says why.",
    429: "Too many requests. `Retry-After` says when to try again.",
    500: "Something went wrong in the daemon, or in a game.",
    503: "Too many phones listen at once, or too many long bodies come. `Retry-After` says when to try again.",
    507: "There is no room on the disk. Nothing was changed: once there is room, send the same again.",
}
"""What each status of a problem means."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A kind of problem: its status and title, when it comes, and what it holds besides."""

    status: int
    title: str
    about: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page; its `type` points there."""
        return self.title.lower().replace(" ", "-")


PROBLEM_TYPES = (
    ProblemType(400, "Bad request", "The body is not JSON."),
    ProblemType(401, "No known token", "This needs a token, or the one shown is not known at this table."),
    ProblemType(403, "Not allowed", "It is for somebody else to do, or it was sent from another site's page."),
    ProblemType(403, "Not yours", "An entry for another seat, or a correction of another's entry."),
    ProblemType(404, "Not found", "There is no such address, table, seat, claim, link, correction, dispute or player."),
    ProblemType(404, "The game is not installed", "The table's `game`, or a house rule, is not installed any more."),
    ProblemType(404, "No such game", "No such game is installed."),
    ProblemType(404, "No such question", "The game answers no such question."),
    ProblemType(405, "Method not allowed", "This cannot be done at this address; `Allow` says what can."),
    ProblemType(409, "Something happened since", "Something that matters came after `after`. Holds the `view`."),
    ProblemType(409, "Not open now", "No prompt of this kind is open for this seat. `open` names the kinds that are."),
    ProblemType(409, "The match pauses", "A ruling is questioned: `dispute` is what has to be settled first."),
    ProblemType(409, "It does not fit the moment", "Somebody was faster, or the match is not there yet or any more."),
    ProblemType(413, "Request entity too large", "The body is larger than 256 KiB."),
    ProblemType(421, "Not our name", "The host in the address is none that this daemon answers to: see `--advertise`."),
    ProblemType(422, "Wrong fields", "Holds `errors`, one for each field that is wrong."),
    ProblemType(422, "The rules forbid this", "Holds the `ruling` that says why."),
    ProblemType(422, "Later entries no longer fit", "Holds `unfit`, the entries that a correction would make invalid."),
    ProblemType(429, "Too many requests", "Or too many streams. `Retry-After` says in how many seconds to try again."),
    ProblemType(500, "Something went wrong", "An error of the daemon. Its log says more."),
    ProblemType(
        500, "The game has a fault", "`game` failed over this, or over the log of its match. The log says more."
    ),
    ProblemType(500, "Damaged on the disk", "What is kept of this cannot be read; `referee doctor` says what to do."),
    ProblemType(
        503, "Busy", "Too many phones listen, or too many long bodies come. `Retry-After` says when to try again."
    ),
    ProblemType(507, "No room on the disk", "Nothing was changed: once there is room, send the same again."),
)
"""What can go wrong."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call: method and path, a name of its own, what it does, who may (`nobody`: no token is looked at,
    `anybody`: a token shows more, else the token that is needed), the body's schemas, what answers it with 2xx,
    and the problems that are likely besides 421, 500, 503 and 507.
    """

    method: str
    path: str
    name: str
    summary: str
    who: str
    body: tuple[str, ...]
    answers: Mapping[int, str]
    problems: tuple[int, ...]
    about: str = ""


_OF_ANY = (421, 500, 503, 507)
_OF_BODY = (400, 403, 413, 422)
_AT_TABLE = (401, 404, 429)

CALLS: tuple[Call, ...] = (
    Call("get", "/games", "games", "The installed games", "nobody", (), {200: "[Game]"}, ()),
    Call("get", "/games/{game}", "game", "A game with its rule sections", "nobody", (), {200: "Game"}, (404,)),
    Call(
        "post",
        "/games/{game}/ask/{question}",
        "ask",
        "A ruling without any table",
        "nobody",
        ("object",),
        {200: "Ruling"},
        (*_OF_BODY, 404, 429),
        "The body holds the question's fields.",
    ),
    Call("post", "/tables", "open", "Open a table", "nobody", ("Opening",), {201: "Opened"}, (*_OF_BODY, 409, 429)),
    Call(
        "get",
        "/tables/{code}",
        "look",
        "The table as the bearer may see it",
        "anybody",
        (),
        {200: "Table"},
        _AT_TABLE,
        "Without a token: as a spectator sees it.",
    ),
    Call(
        "post",
        "/tables/{code}/join",
        "join",
        "Sit down",
        "anybody",
        ("Joining",),
        {201: "Seated", 202: "Claimed"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "A new or a free seat is given at once. For one that has an owner, the owner or the host is asked. With the "
        "host's token the host sits down.",
    ),
    Call(
        "get",
        "/tables/{code}/claims/{claim}",
        "claim",
        "How a claim stands",
        "nobody",
        (),
        {200: "ClaimState"},
        (404, 429),
    ),
    Call(
        "post",
        "/tables/{code}/claims/{claim}",
        "settle",
        "Admit or refuse who asks for a seat",
        "the seat's owner or the host",
        ("Admitting",),
        {200: "ClaimState"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/seats/{seat}/link",
        "link",
        "A link that takes a seat to another phone",
        "the seat's owner or the host",
        (),
        {201: "Link"},
        (*_OF_BODY, *_AT_TABLE),
    ),
    Call(
        "post",
        "/tables/{code}/links",
        "take_link",
        "Take the seat of a link",
        "nobody",
        ("LinkTaking",),
        {201: "Seated"},
        (*_OF_BODY, 404, 429),
        "What a phone does with the link's page. The seat's former token is not known any more.",
    ),
    Call(
        "post",
        "/tables/{code}/host",
        "host",
        "Hand the host's role to a seat",
        "the host",
        ("NamingSeat",),
        {200: "Table"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/leave",
        "leave",
        "Free a seat",
        "a seat or the host",
        ("Leaving",),
        {200: "Table"},
        (*_OF_BODY, *_AT_TABLE),
        "A seat that came by joining is taken away while the match has not begun. The answer is what the bearer may "
        "still see.",
    ),
    Call(
        "post",
        "/tables/{code}/start",
        "start",
        "Start the match",
        "the host",
        ("Starting",),
        {200: "Table"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/entries",
        "enter",
        "Enter what happened",
        "a seat or the host",
        ("Entry", "Entries"),
        {201: "Entered"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "A seat enters for itself and for the table, the host for every seat. All entries of one call are taken, or "
        "none.",
    ),
    Call(
        "post",
        "/tables/{code}/corrections",
        "correct",
        "Correct earlier entries",
        "the entries' author or the host",
        ("Correcting",),
        {201: "Corrected"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/corrections/{correction}/undo",
        "undo",
        "Undo a correction",
        "the entries' author or the host",
        ("Undoing",),
        {201: "Corrected"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/corrections/{correction}/redo",
        "redo",
        "Make an undone correction again",
        "the entries' author or the host",
        ("Undoing",),
        {201: "Corrected"},
        (*_OF_BODY, *_AT_TABLE, 409),
    ),
    Call(
        "post",
        "/tables/{code}/clock",
        "clock",
        "Have a page's clock measured",
        "a seat",
        ("Probing",),
        {200: "Measured"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "Begin with an empty object, then send each answer's `nonce` back at once, with the phone's own time at its "
        "receipt. An empty object begins another clock: each page that a seat has open is measured apart, and the last "
        "eight are kept.",
    ),
    Call(
        "post",
        "/tables/{code}/buzz",
        "buzz",
        "Slap",
        "a seat",
        ("Buzzing",),
        {202: "Buzzed"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "A short window after the first slap its order stands in everybody's view as `finish`, and in the prompt that "
        "names the race as the `default` of its `order` field; `changed` is sent then. 409 is a false start: no such "
        "race is open, or the phone is not armed. 429: somebody mashes.",
    ),
    Call(
        "post",
        "/tables/{code}/disputes",
        "question",
        "Question a ruling or a refusal",
        "a seat or the host",
        ("Questioning",),
        {201: "Questioned"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "The match pauses until it is settled: only the host's entries are taken. A refusal is questioned by who was "
        "refused, while it is remembered.",
    ),
    Call(
        "post",
        "/tables/{code}/disputes/{dispute}/vote",
        "vote",
        "Vote on what is questioned",
        "a seat",
        ("Voting",),
        {201: "DisputeLine"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "The last vote of a seat counts.",
    ),
    Call(
        "post",
        "/tables/{code}/disputes/{dispute}/resolve",
        "resolve",
        "Settle what is questioned",
        "the host, or a seat once more than half of the table voted so",
        ("Resolving",),
        {201: "Corrected"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "Upheld, corrected by changes to entries, or overruled by another verdict, which the game goes on from. The "
        "answer holds the dispute's id and the rulings that differ.",
    ),
    Call("get", "/tables/{code}/log", "log", "The log", "anybody", (), {200: "Log"}, _AT_TABLE),
    Call(
        "get",
        "/tables/{code}/sheet",
        "sheet",
        "The score sheet",
        "anybody",
        (),
        {200: "Sheet"},
        (*_AT_TABLE, 409),
        "What each round brought every seat, who led when, and what was remarkable. It is the same for everybody.",
    ),
    Call(
        "get",
        "/tables/{code}/live",
        "live",
        "Hear when the table changes",
        "nobody",
        (),
        {200: "text/event-stream"},
        (404, 429),
        'Server-Sent Events: `event: changed` with `id:` and `data: {"seq": n}`, at once and whenever something '
        "changed. It never says what: look at the table then.",
    ),
    Call(
        "get",
        "/tables/{code}/export",
        "export",
        "The whole match",
        "anybody",
        (),
        {200: "Export"},
        (*_AT_TABLE, 409, 422),
        "As JSON, as CSV with a line for each of the log, or, once it is over, as a play of the app BG Stats.",
    ),
    Call(
        "post",
        "/tables/{code}/rematch",
        "rematch",
        "Play the match once more",
        "whoever sits at the table",
        (),
        {201: "Rematch"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "Once it is over. The new table has the same game, options, house rules and seats; the next seat deals, and "
        "the match has begun. The tokens of the old table are good at the new one. Who comes second is given the table "
        "that there is.",
    ),
    Call(
        "post",
        "/tables/{code}/seats/{seat}/forget",
        "forget",
        "Forget a player's name",
        "the seat's owner or the host",
        (),
        {200: "Renamed"},
        (*_OF_BODY, *_AT_TABLE, 409),
        "For good: in this match and its log the seat has a name from now on that says nothing.",
    ),
    Call(
        "get",
        "/matches",
        "matches",
        "Finished matches",
        "nobody",
        (),
        {200: "Matches"},
        (422,),
        "The last ended first. Everybody on this referee sees how matches ended.",
    ),
    Call("get", "/players", "players", "Players of finished matches", "nobody", (), {200: "Players"}, ()),
    Call(
        "get",
        "/players/{name}",
        "player",
        "What the matches of a player tell",
        "nobody",
        (),
        {200: "PlayerRecord"},
        (404,),
        "The same name, in any case, is the same player.",
    ),
    Call("get", "/openapi.json", "description", "This description", "nobody", (), {200: "object"}, ()),
)

_PARAMETERS = {
    "game": "The game's id.",
    "question": "The question's name.",
    "code": "The table's code, in any case; also with its key, as `join_url` has it: K7MQX-3RNTWY.",
    "claim": "The claim, as it was given; for who answers it, its id.",
    "seat": "The seat's name.",
    "name": "The player's name, in any case.",
    "correction": "The correction's id.",
    "dispute": "The dispute's id.",
}


def _in_query(name: str, about: str, schema: JsonSchema) -> JsonSchema:
    return {"name": name, "in": "query", "description": about, "schema": schema}


_PLAYER = _in_query("player", "A part of a player's name.", _text())
_PAGE = _in_query("page", "Which page, from 1.", _whole(minimum=1, default=1))
_QUERIES: dict[str, tuple[JsonSchema, ...]] = {
    "export": (_in_query("as", "The form.", _text(enum=["json", "csv", "bgstats"], default="json")),),
    "matches": (
        _PLAYER,
        _in_query("game", "A game's id.", _text()),
        _in_query("from", "The first day, by the clock of the daemon.", _text(format="date")),
        _in_query("to", "The last day.", _text(format="date")),
        _PAGE,
    ),
    "players": (_PLAYER, _PAGE),
    "player": (_PAGE,),
}


def _content(name: str) -> JsonSchema:
    if name == "text/event-stream":
        return {name: {"schema": _text()}}
    if name == "Export":
        forms = {"anyOf": [_ref("Export"), _ref("BgStatsPlay")]}
        return {"application/json": {"schema": forms}, "text/csv": {"schema": _text()}}
    if name == "object":
        return {"application/json": {"schema": _map()}}
    schema = _list(_ref(name[1:-1])) if name.startswith("[") else _ref(name)
    return {"application/json": {"schema": schema}}


def _request_body(names: Sequence[str]) -> JsonSchema:
    if len(names) > 1:
        return {"application/json": {"schema": {"oneOf": [_ref(name) for name in names]}}}
    return _content(names[0]) if names else {"application/json": {"schema": _body("Nothing is needed.", {})}}


def _parameters(call: Call) -> Iterator[JsonSchema]:
    for name, about in _PARAMETERS.items():
        if f"{{{name}}}" in call.path:
            yield {"name": name, "in": "path", "required": True, "description": about, "schema": _text()}
    yield from _QUERIES.get(call.name, ())


def _security(who: str) -> list[dict[str, list[str]]]:
    if who == "nobody":
        return []
    return [{}, {"token": []}] if who == "anybody" else [{"token": []}]


def _operation(call: Call) -> JsonSchema:
    answers: JsonSchema = {
        str(status): {"description": _meaning(name), "content": _content(name)} for status, name in call.answers.items()
    }
    answers |= {
        str(status): {"$ref": f"#/components/responses/{status}"} for status in sorted({*call.problems, *_OF_ANY})
    }
    operation: JsonSchema = {
        "operationId": call.name,
        "summary": call.summary,
        "security": _security(call.who),
        "responses": answers,
    }
    about = " ".join(filter(None, (f"For {call.who}." if call.who not in ("nobody", "anybody") else "", call.about)))
    if about:
        operation["description"] = about
    if parameters := list(_parameters(call)):
        operation["parameters"] = parameters
    if call.method == "post":
        operation["requestBody"] = {"required": bool(call.body), "content": _request_body(call.body)}
    return operation


def _meaning(name: str) -> str:
    found: str = SCHEMAS.get(name.strip("[]"), {}).get("description", "The answer.")
    return found


def _paths() -> JsonSchema:
    paths: JsonSchema = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
    return paths


def _problem(status: int, meaning: str) -> JsonSchema:
    answer: JsonSchema = {
        "description": meaning,
        "content": {"application/problem+json": {"schema": _ref("Problem")}},
    }
    if status in (429, 503):
        answer["headers"] = {"Retry-After": {"schema": _whole("Seconds.")}}
    return answer


DOCUMENT: JsonSchema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Referee",
        "version": "1",
        "summary": "A referee for people who play with real cards.",
        "description": "Whoever reads only the prompts can referee any game to its end: a client needs to know no "
        "game. Answers may hold more than is described here; what is described stays.",
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "servers": [{"url": "/api/v1"}],
    "paths": _paths(),
    "components": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a seat or of the host. The pages' own cookies serve as well.",
            }
        },
        "responses": {str(status): _problem(status, meaning) for status, meaning in PROBLEMS.items()},
        "schemas": SCHEMAS,
    },
}
"""The whole description."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, for reading: its name, its type in words, whether it is always there, what it is."""

    name: str
    type: str
    needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class Described:
    """A schema, for reading."""

    name: str
    about: str
    members: tuple[Member, ...]


def described() -> tuple[Described, ...]:
    """Every schema, by name."""
    return tuple(_described(name, SCHEMAS[name]) for name in sorted(SCHEMAS))


def _described(name: str, schema: JsonSchema) -> Described:
    needed = schema.get("required", ())
    members = (
        Member(member, type_in_words(inner), member in needed, inner.get("description", ""))
        for member, inner in schema["properties"].items()
    )
    return Described(name, schema["description"], tuple(members))


def type_in_words(schema: JsonSchema) -> str:
    """A schema's type as people say it: `list of Ruling`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "oneOf" in schema:
        return " or ".join(type_in_words(one) for one in schema["oneOf"])
    if "const" in schema:
        return str(schema["const"])
    kinds = schema.get("type", "any value")
    words = (_kind_in_words(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))
    return " or ".join(words)


def _kind_in_words(kind: str, schema: JsonSchema) -> str:
    return f"list of {type_in_words(schema['items'])}" if kind == "array" else kind

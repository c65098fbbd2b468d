"""What a right request of every deed with two doors looks like, and in which state; a
new deed needs a line in `DEEDS`.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from flask import Flask

from tests.club_night import ClubNight
from tests.web.cameras import Camera, lay
from tests.web.phone import Phone

HOST = "the host"
CAMERA = "the camera"
SPECTATOR = "a spectator"
STRANGER = "somebody with another's token"

TWICE = "the same twice"

TABLE = "/t/{code}"
SEATS = TABLE + "/seat"
NEXT_TABLE = "/t/(?!{code})[A-Z0-9]+"
EVENT = "/events/{code}"
PEOPLE = EVENT + r"\?open=people#people"


# Where things are tried


@dataclass
class Place:
    """A table or an event: who is there, and what was made there, by name.

    In addresses and values `{claim}` stands for what has this name.
    """

    path: str
    phones: dict[str, Phone]
    named: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        code = self.path.rpartition("/")[2]
        self.named |= {"code": code, "id": str(uuid4()), "seq": 0}
        self.phones[STRANGER] = Phone(self.phones[HOST].app, "of-another-table")

    @property
    def code(self) -> str:
        return str(self.named["code"])

    def do(self, who: str, what: str, **body: Any) -> Any:
        """Have somebody do this here, and return what is answered."""
        answer = self.phones[who].post(f"{self.path}/{what}", body)
        assert answer.status < 300, answer.text
        return answer.json

    def lay(self, seat: str, card: str) -> Any:
        return self.phones[seat].enter(self.code, "lay", card=card).said(201)


State = Callable[[Flask], Place]


def open_place(app: Flask, *names: str, **opening: Any) -> Place:
    newcomer = Phone(app)
    opened = newcomer.post("/tables", {"game": "highest-card", **opening}).said(201)
    phones = {HOST: Phone(app, opened["host_token"]), SPECTATOR: newcomer}
    place = Place(f"/tables/{opened['code']}", phones)
    for name in names:
        seated = place.do(SPECTATOR, "join", name=name)
        place.phones[name] = Phone(app, seated["seat_token"])
    return place


def set_up(app: Flask) -> Place:
    """Ana and Ben sit there, and Cy's seat is free; somebody has asked for Ana's."""
    place = open_place(app, "Ana", "Ben", seats=["Ana", "Ben", "Cy"])
    for name, claimed in (("claim", "Ana"), ("answered", "Ben")):
        claim = place.do(SPECTATOR, "join", name=claimed)["claim"]
        place.named[name] = claim.partition(".")[0]
    place.do(HOST, f"claims/{place.named['answered']}", admit=False)
    link = place.do("Ben", "seats/Ben/link")["url"]
    place.named["link"] = link.rpartition("/")[2]
    return place


def playing(app: Flask) -> Place:
    """Ana's nine has beaten Ben's eight, Ana has laid her next card in secret, Ben was
    refused a card, and a correction was undone.
    """
    place = open_place(app, "Ana", "Ben")
    place.do(HOST, "start")
    place.lay("Ana", "9S")
    place.lay("Ben", "8S")
    undone = place.do(HOST, "corrections", changes=[change(1, "TS")])["id"]
    place.do(HOST, f"corrections/{undone}/undo")
    standing = place.do(HOST, "corrections", changes=[change(1, "JS")])["id"]
    seq = place.lay("Ana", "KS")["seq"]
    refused = str(uuid4())
    place.phones["Ben"].enter(place.code, "lay", id=refused, card="8S").said(422)
    place.named |= {"undone": undone, "standing": standing}
    place.named |= {"refused": refused, "seq": seq}
    return place


def playing_hearts(app: Flask) -> Place:
    """Three play a game that says what is done where something went wrong."""
    place = open_place(app, "Ana", "Ben", "Cy", game="hearts")
    place.do(HOST, "start")
    return place


def disputed(app: Flask) -> Place:
    """The same, and Ben disputes the ruling; an earlier dispute, of Ana, is settled."""
    place = playing(app)
    settled = place.do("Ana", "disputes", seq=2)["id"]
    place.do(HOST, f"disputes/{settled}/resolve", **{"as": "upheld"})
    place.named["settled"] = settled
    place.named["dispute"] = place.do("Ben", "disputes", seq=2)["id"]
    return place


def finished(app: Flask) -> Place:
    """Ana has won a match to one point, which others may confirm, and Cy's name was
    forgotten.
    """
    names = ("Ana", "Ben", "Cy")
    place = open_place(app, *names, options={"target": 1}, confirm=True)
    place.do(HOST, "start")
    place.lay("Ben", "8S")
    place.lay("Cy", "7S")
    place.lay("Ana", "9S")
    place.do(HOST, "seats/Cy/forget")
    place.named["seq"] = place.phones[HOST].look(place.code)["seq"]
    return place


def watched(app: Flask) -> Place:
    """A camera has seen the cards of Ana and Ben."""
    place = open_place(app, "Ana", "Ben")
    place.do(HOST, "start")
    camera = Camera(app, place.do(HOST, "watch")["watch_token"])
    seen = lay("Ana", "9S"), lay("Ben", "8S")
    draft = camera.sees(place.code, *seen, seconds=None).said(201)
    place.phones[CAMERA] = camera
    place.named |= {"draft": draft["id"], "content": draft["content"]}
    return place


def gathering(app: Flask) -> Place:
    """Ana, Ben and Cy have entered an event, and Cy has left it."""
    club = ClubNight(app, "Ana", "Ben", "Cy", rounds=2, options={"rounds": 1})
    place = Place(club.path, {HOST: club.director, SPECTATOR: club.stranger})
    for number, name in club.names.items():
        place.named[name] = number
        place.phones[name] = club.phones[number]
    place.do("Cy", f"entrants/{place.named['Cy']}/leave")
    return place


def in_round(app: Flask) -> Place:
    """Its first round has begun, Ana has called the director, and Di and
    Eve came late."""
    place = gathering(app)
    begun = place.do(HOST, "rounds")
    place.named["table"] = begun["rounds"][0]["tables"][0]["code"]
    called = place.do("Ana", "calls", why="A revoke")
    place.named["call"] = called["calls"][0]["seq"]
    for name in ("Di", "Eve"):
        entered = place.do(SPECTATOR, "entrants", names=[name])
        place.phones[name] = Phone(app, entered["token"])
    return place


def in_last_round(app: Flask) -> Place:
    """Its last round has begun."""
    place = in_round(app)
    place.do(HOST, "rounds", anyway=True)
    return place


def change(seq: int, card: str) -> dict[str, Any]:
    return {"seq": seq, "data": {"card": card}}


# What is tried


@dataclass(frozen=True)
class Deed:
    """Something that is done by two doors: in which state, by whom, with what."""

    state: State
    by: str
    others: Sequence[str] = ()
    """Who else may."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What stands in addresses, body and form, by its name there."""
    form: Mapping[str, Any] = field(default_factory=dict)
    """Inputs that have other names than in the body."""
    leads: str = TABLE
    """The address that follows, as a pattern; empty if the form answers by a page."""
    call: str = ""
    """The call's name, if the form has a route and a name of its own."""
    page: str = ""
    """The form's name, if it does several deeds."""
    unlike: Sequence[str] = ()
    """Fields that the form reads in its own way, who does another deed by it, or that
    the form does another deed if it comes twice.
    """


@dataclass(frozen=True)
class Case:
    """A request that differs so from a deed's right one, and its call's status."""

    deed: str
    status: int | Container[int]
    values: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    form: Mapping[str, Any] = field(default_factory=dict)
    state: State | None = None
    leads: str = ""
    is_generated: bool = False
    """Whether a form with a route of its own may refuse it in other words."""

    def expects(self, status: int) -> bool:
        if isinstance(self.status, int):
            return status == self.status
        return status in self.status


EVERYBODY = (HOST, "Ana", "Ben")
ENTRANTS = ("Ana", "Ben", "Cy", "Di", "Eve")

ENTRY = {"id": "{id}", "kind": "lay", "seat": "Ben", "after": "{seq}"}
QUEEN = {"data": {"card": "QS"}}
CORRECTION = {"changes": [change(1, "TS")]}
CORRECTED = {"seq": 1, "do": "change", "pick=card": "TS"}
PLAYS = {"Ana": "9S", "Ben": "8S"}
ASKED = {"game": "highest-card", "question": "trick", "plays": PLAYS}
ASKED_FORM = {"name=1": "Ana", "typed=plays=1": "9S", "name=2": "Ben"}
EVENT_PLAN = {"game": "score-pad", "name": "Club", "movement": "swiss", "rounds": 2}
SCORES = {"table": "{table}", "scores": {"{Ana}": 3, "{Ben}": 2}}
SCORES_FORM = {"score-{Ana}": 3, "score-{Ben}": 2}
ADJUSTMENT = {"entrant": "{Ana}", "points": 3, "why": "Late"}
WHY = {"why": "That was a ten."}

DEEDS = {
    # Seats
    "join": Deed(set_up, SPECTATOR, EVERYBODY, {"name": "Di"}),
    # The form has a place for each seat.
    "start": Deed(set_up, HOST, (), {"dealer": "Ben"}, unlike=["order"]),
    "answer_claim": Deed(set_up, "Ana", [HOST], {"claim": "{claim}", "admit": True}),
    # A host without a seat frees somebody's.
    "leave": Deed(set_up, "Ben", ["Ana"], unlike=[HOST]),
    "hand_over": Deed(set_up, HOST, (), {"seat": "Ana"}),
    "rename": Deed(playing, "Ana", [HOST], {"seat": "Ana", "name": "Al"}, leads=SEATS),
    "make_link": Deed(set_up, "Ana", [HOST], {"seat": "Ana"}, leads="", call="link"),
    "take_link": Deed(set_up, SPECTATOR, EVERYBODY, {"token": "{link}"}),
    "forget": Deed(finished, "Ana", [HOST], {"seat": "Ana"}, {"sure": "yes"}, SEATS),
    # The match
    "enter": Deed(
        playing,
        "Ben",
        [HOST],
        {**ENTRY, **QUEEN},
        {"pick=card": "QS"},
        # Forms that are made by hand need neither.
        unlike=["id", "after"],
    ),
    "make_correction": Deed(
        playing,
        "Ana",
        [HOST],
        CORRECTION,
        CORRECTED,
        call="correct",
        # A form that changes nothing corrects nothing.
        unlike=[TWICE],
    ),
    "undo": Deed(playing, "Ana", [HOST], {"correction": "{standing}"}),
    "redo": Deed(playing, "Ana", [HOST], {"correction": "{undone}"}),
    # A second tap leads to the dispute that the first has opened.
    "open_dispute": Deed(
        playing, "Ben", [HOST, "Ana"], {"seq": 2, **WHY}, unlike=[TWICE]
    ),
    "open_dispute_on_change": Deed(
        playing,
        "Ben",
        ["Ana"],
        {"correction": "{standing}", **WHY},
        unlike=[TWICE],
    ),
    "open_dispute_on_refusal": Deed(playing, "Ben", (), {"entry": "{refused}", **WHY}),
    "show_answer": Deed(
        playing_hearts,
        "Ana",
        [HOST, "Ben", "Cy"],
        {"asked": {"situation": "wrong-count", "who": "player", "noticed": "later"}},
        {"asked": '{"situation": "wrong-count", "who": "player", "noticed": "later"}'},
        # The form has it as JSON in one input.
        unlike=["asked"],
    ),
    "vote": Deed(disputed, "Ana", ["Ben"], {"dispute": "{dispute}", "uphold": True}),
    "withdraw": Deed(disputed, "Ben", (), {"dispute": "{dispute}"}),
    "settle": Deed(
        disputed,
        HOST,
        values={"dispute": "{dispute}", "as": "upheld"},
        call="resolve",
        # The page upholds by anything but `overruled`.
        unlike=["as"],
    ),
    "confirm": Deed(finished, "Ben", [HOST, "Cy"], {"seq": "{seq}"}),
    "newcomer": Deed(
        finished,
        SPECTATOR,
        [HOST],
        {"name": "Eve"},
        # The name is taken then.
        unlike=[TWICE],
    ),
    "rematch": Deed(finished, "Ana", [HOST, "Ben", "Cy"], leads=NEXT_TABLE),
    "open_next_game": Deed(
        finished,
        "Ana",
        [HOST, "Ben", "Cy"],
        {"game": "score-pad"},
        leads=NEXT_TABLE,
        call="next_game",
    ),
    # A camera
    "invite": Deed(playing, HOST, leads="", call="watch"),
    "stop_watching": Deed(watched, "Ben", [HOST, "Ana", CAMERA]),
    "drop_draft": Deed(watched, "Ben", [HOST, "Ana", CAMERA], {"id": "{draft}"}),
    "enter_draft": Deed(
        watched, "Ben", [HOST, "Ana"], {"id": "{draft}", "content": "{content}"}
    ),
    # An event. Its director enters a list by the same form.
    "enter_event": Deed(
        gathering, SPECTATOR, values={"names": ["Di"]}, leads=EVENT, unlike=[HOST]
    ),
    "enter_list": Deed(
        gathering,
        HOST,
        values={"csv": "Di\nEve"},
        form={"list": "Di\nEve"},
        leads=EVENT,
        page="enter_event",
        # Others enter themselves by it, and lines left out are to be corrected.
        unlike=["csv", TWICE, SPECTATOR, STRANGER, *ENTRANTS],
    ),
    "leave_event": Deed(gathering, "Ana", [HOST], {"entrant": "{Ana}"}, leads=PEOPLE),
    "return_to_event": Deed(gathering, "Cy", [HOST], {"entrant": "{Cy}"}, leads=PEOPLE),
    "substitute": Deed(
        gathering, HOST, (), {"entrant": "{Ana}", "names": ["Flo"]}, leads=PEOPLE
    ),
    "forget_entrant": Deed(
        gathering,
        HOST,
        values={"entrant": "{Ana}"},
        leads=EVENT + r"\?open=people&forgotten={Ana}",
    ),
    "next_round": Deed(gathering, HOST, leads=EVENT),
    "event_again": Deed(in_last_round, HOST, leads="/events/(?!{code})[A-Z0-9]+"),
    "more_tables": Deed(in_round, HOST, leads=EVENT),
    "end_event": Deed(in_last_round, HOST, leads=EVENT),
    "plan_again": Deed(
        gathering, HOST, values={"rounds": 3}, leads=EVENT + r"\?open=plan#plan"
    ),
    "answer_call": Deed(in_round, HOST, values={"call": "{call}"}, leads=EVENT),
    "adjust": Deed(
        in_round,
        HOST,
        values=ADJUSTMENT,
        leads=PEOPLE,
    ),
    "enter_scores": Deed(
        in_round,
        HOST,
        values=SCORES,
        form=SCORES_FORM,
        leads=EVENT + r"\?open=scores#scores",
        # The form has an input for each who score together.
        unlike=["scores"],
    ),
    "call_director": Deed(
        in_round,
        "Ben",
        ENTRANTS,
        {"why": "A revoke"},
        leads=EVENT,
        page="make_call",
        # The form has it as JSON in one input, and leads to the table that it names.
        unlike=["asked", "table"],
    ),
    # No table's
    "open_table": Deed(
        playing,
        SPECTATOR,
        EVERYBODY,
        {"game": "highest-card", "seats": ["Ana"]},
        leads=NEXT_TABLE,
        call="open",
    ),
    "rule": Deed(
        playing,
        SPECTATOR,
        EVERYBODY,
        ASKED,
        {**ASKED_FORM, "typed=plays=2": "8S"},
        leads="",
        call="ask",
    ),
    "open_new_event": Deed(
        playing,
        SPECTATOR,
        EVERYBODY,
        {**EVENT_PLAN, "counts": "points"},
        leads="/events/(?!{code})[A-Z0-9]+",
        # The form says by one input who meets whom and in pairs, and has one an option.
        unlike=["movement", "options"],
    ),
}


def entry(
    seat: str, card: str = "QS", kind: str = "lay", **more: Any
) -> dict[str, Any]:
    """Return how an entry differs from the right one."""
    values = {"seat": seat, "kind": kind, "data": {"card": card}, **more}
    return {"values": values, "form": {"pick=card": card}}


def correction(seq: int, card: str) -> dict[str, Any]:
    values = {"changes": [change(seq, card)]}
    return {"values": values, "form": {"seq": seq, "pick=card": card}}


def verdict(winner: str) -> dict[str, Any]:
    values = {"as": "overruled", "verdict": {"winner": winner}}
    return {"values": values, "form": {"verdict=winner": winner}}


CASES = (
    Case("join", 422, {"name": "?!"}),
    Case("join", 202, {"name": "Ben"}, leads=TABLE + "/waiting"),
    Case("join", 409, state=playing),
    Case("start", 422, {"dealer": "Zoe"}),
    Case("start", 409, state=playing),
    Case("answer_claim", 200, {"admit": False}),
    Case("answer_claim", 409, {"claim": "{answered}"}, HOST),
    Case("leave", 403, {"seat": "Ana"}),
    Case("leave", 422, by=HOST),
    Case("leave", 404, {"seat": "Zoe"}, HOST),
    Case("leave", 200, {"seat": "Ben"}, HOST, leads=SEATS),
    Case("hand_over", 404, {"seat": "Zoe"}),
    Case("hand_over", 409, {"seat": "Cy"}),
    Case("rename", 404, {"seat": "Zoe"}, HOST),
    Case("rename", 422, {"name": "Ben"}),
    Case("make_link", 404, {"seat": "Zoe"}, HOST),
    Case("take_link", 404, {"token": "nonsense"}),
    Case("forget", 404, {"seat": "Zoe"}, HOST),
    Case("forget", 409, {"seat": "Player 3"}, HOST),
    Case("enter", 422, by=HOST, **entry("Zoe")),
    Case("enter", 403, **entry("Ana")),
    Case("enter", 409, **entry("Ben", kind="slap")),
    Case("enter", 422, **entry("Ben", "1Z")),
    Case("enter", 422, **entry("Ben", "8S")),
    Case("enter", 409, **entry("Ben", after=1)),
    Case("enter", 409, state=set_up),
    Case("enter", 409, state=disputed),
    Case("enter", 409, state=finished),
    Case("make_correction", 422, by=HOST, **correction(99, "TS")),
    Case("make_correction", 422, by=HOST, **correction(1, "1Z")),
    Case("make_correction", 409, by=HOST, state=set_up),
    Case("undo", 409, {"correction": "{undone}"}),
    Case("redo", 409, {"correction": "{standing}"}),
    Case("open_dispute", 404, {"seq": 99}),
    # It decided nothing.
    Case("open_dispute", 404, {"seq": 1}),
    # It is secret.
    Case("open_dispute", 409, {"seq": 6}),
    Case("open_dispute", 409, state=set_up),
    Case("open_dispute", 409, by="Ana", state=disputed),
    Case("open_dispute_on_change", 404, {"correction": "{id}"}),
    # It is theirs.
    Case("open_dispute_on_change", 409, by=HOST),
    Case("open_dispute_on_change", 409, state=disputed),
    Case("open_dispute_on_refusal", 404, {"entry": "{id}"}),
    Case("vote", 201, {"uphold": False}, "Ben"),
    Case("vote", 409, {"dispute": "{settled}"}),
    Case("vote", 409, state=set_up),
    Case("withdraw", 403, by="Ana"),
    Case("withdraw", 409, {"dispute": "{settled}"}),
    Case("settle", 409, {"dispute": "{settled}"}),
    Case("settle", 201, **verdict("Ben")),
    Case("settle", 422, **verdict("Zoe")),
    Case("confirm", 409, {"seq": 1}),
    Case("newcomer", 422, {"name": "Ana"}),
    Case("newcomer", 409, state=set_up),
    Case("rematch", 409, state=set_up),
    Case("rematch", 409, state=playing),
    Case("open_next_game", 409, state=set_up),
    Case("enter_draft", 409, {"id": "{id}"}),
    Case("enter_draft", 409, {"content": "other"}),
    Case("enter_event", 409, {"names": ["ANA"]}),
    Case("next_round", 409, state=in_round),
    Case("next_round", 409, {"anyway": True}, state=in_last_round),
    Case("more_tables", 409, state=gathering),
    Case("end_event", 409, state=in_round),
    Case("answer_call", 404, {"call": 99}),
    Case("open_table", 422, {"seats": ["Ana", "?!"]}),
    Case("open_table", 422, {"seats": list("ABCDE")}),
    Case("open_table", 422, {"options": {"target": 10}}, form={"typed=target": "10"}),
    Case("open_table", 422, {"house_rules": ["none"]}),
    Case("rule", 404, {"question": "none"}),
    Case("rule", 404, {"game": "no-game"}),
    Case("rule", 422, {"plays": {"Ana": "1Z"}}, form={"typed=plays=1": "1Z"}),
)

"""A viewer's forms: which ones, in which order, with which content."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any

from referee.cards.card import Card
from referee.hosting.tables.permissions import find_pausing
from referee.hosting.tables.snapshot import Snapshot
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.taking.parts import ask_seats, own_fields, seats_asked
from referee.match.trying.taking_back import entries_to_repeat
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.reading import parts_in
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.values import Seats
from referee.vocabulary.view import View
from referee_web.pages.forms.form_values import written
from referee_web.pages.forms.phones import Phones, asks_cards_of_nobody
from referee_web.pages.forms.prompt_form import (
    FormField,
    FormRole,
    FormTag,
    InitialContent,
    PromptForm,
    digest,
    is_determined,
    shape_of,
)
from referee_web.pages.forms.seat_parts import (
    SeatPart,
    can_share_form,
    fields_for_seat,
    name_for_seat,
)
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.template_filters import say_here


@dataclass(frozen=True, slots=True)
class _Share:
    """A form's seats, the prompt that it asks them, and its place on the page."""

    seats: Seats
    prompt: Prompt
    is_of_seats: bool = False
    """Whether the form makes an entry of these seats; else an entry of the table."""
    aside: bool = False
    for_others: bool = False
    """Whether the form is aside because other phones are asked."""
    for_all: bool = False
    """Whether the form is aside, for one person to enter every seat's own part."""


def _share_grids(forms: Sequence[PromptForm]) -> list[PromptForm]:
    """Return the forms; all after the first one with card grids share its grids."""
    grids: list[FormField] = []
    sharing = []
    for form in forms:
        sharing.append(replace(form, grids_above=grids))
        grids = grids or form.grids
    return sharing


@dataclass(frozen=True, slots=True)
class FormWriter:
    """Writes a viewer's forms, from the prompts they may answer.

    `entered` are their earlier entries, which fill forms that ask again.
    """

    snapshot: Snapshot
    phones: Phones
    history: History
    to_repeat: Sequence[LogEntry]

    @classmethod
    def at(cls, snapshot: Snapshot) -> FormWriter:
        """Return the writer for the viewer of this table."""
        match = snapshot.begun_match
        to_repeat = entries_to_repeat(match, snapshot.viewer)
        return cls(snapshot, Phones.at(snapshot), match.history, to_repeat)

    @property
    def waits(self) -> bool:
        """Return whether the viewer enters nothing until a dispute is settled."""
        snapshot = self.snapshot
        return find_pausing(snapshot.begun_match, snapshot.viewer) is not None

    def forms(self, trouble: Trouble | None) -> Sequence[PromptForm]:
        """Return the viewer's forms, most important first.

        The form that `trouble` is about is filled in as it was sent.
        """
        forms = []
        for prompts in _merge_equal(self.snapshot.view.prompts):
            for share in self._shares(prompts):
                form = self._form(prompts, share)
                if trouble is not None and trouble.key == form.key:
                    form = replace(form, trouble=trouble)
                forms.append(form)
        forms.sort(key=lambda form: (form.role.aside, not _read_raced(form.prompt)))
        return _share_grids(forms)

    def _shares(self, prompts: Sequence[Prompt]) -> Iterator[_Share]:
        """Yield the shares of equal prompts; the first is for this phone.

        The seats that other phones ask have a share aside. A prompt to the whole table
        has one share.
        """
        prompt = prompts[0]
        phones = self.phones
        if own_fields(prompt):
            yield from self._shares_in_parts(prompt)
            return
        seats = tuple(chain.from_iterable(prompt.seats for prompt in prompts))
        is_of_one = len(prompt.seats) == 1 < len(self.snapshot.view.seats)
        if not (prompt.own or prompt.secret or is_of_one):
            for_others = asks_cards_of_nobody(prompt) and not phones.turns_cards
            is_aside = prompt.optional or for_others
            yield _Share(seats, prompt, aside=is_aside, for_others=for_others)
            return

        first = [*phones.seats_here(seats, prompt)]
        first.sort(key=lambda seat: seat != phones.mine)
        others = [seat for seat in seats if seat not in first]
        shares = [first, others]
        if prompt.own and not can_share_form(prompt):
            shares = [[seat] for seat in (*first, *others)]
        for share in filter(None, shares):
            is_aside = prompt.optional or share[0] not in first[:1]
            for_others = phones.mine not in share
            yield _Share(tuple(share), prompt, True, is_aside, for_others)

    def _shares_in_parts(self, prompt: Prompt) -> Iterator[_Share]:
        """Yield a share for the seats that this phone asks, and one for all seats."""
        phones = self.phones
        asked = seats_asked(prompt)
        here = phones.seats_here(asked, prompt)
        if here:
            part = ask_seats(prompt, here)
            if here != asked and not phones.turns_cards:
                part = replace(part, fields=tuple(filter(_may_be_of_seat, part.fields)))
            yield _Share(here, part, aside=prompt.optional)
        if here != asked and asked:
            yield _Share(asked, prompt, aside=True, for_others=True, for_all=True)

    def _form(self, prompts: Sequence[Prompt], share: _Share) -> PromptForm:
        seats = share.seats
        prompt = share.prompt
        seat = None
        named: Seats = ()
        if share.is_of_seats:
            named = seats
            prompt = next(each for each in prompts if seats[0] in each.seats)
            seat = seats[0] if len(seats) == 1 else None
        if len(seats) > 1 and can_share_form(prompt):
            return self._form_in_parts(prompts, share)

        by_seat = self._asks_about(prompt, seats)
        speaks_for = seats if prompt.own else by_seat
        entered = _read_entered(prompt, speaks_for, self.to_repeat)
        if self.phones.others:
            # With another card, a seat is asked again whether it led.
            for field in prompt.fields:
                if field.leads:
                    entered.pop(field.name, None)
        raced = _read_raced(prompt)
        known = self._read_announcer(prompt)

        indexes = tuple(map(self.snapshot.view.seats.index, named))
        key = digest(prompt.kind, prompt.optional, indexes, share.for_all)
        role = self._role_of(share, aside=share.aside and not raced)
        questions = self._questions(prompt, by_seat)
        question = self._question(prompt, seat)
        shape = shape_of(question, prompt, by_seat, entered)
        return PromptForm(
            prompt,
            FormTag(key, shape, question, self.snapshot.view.seq),
            by_seat,
            seat=seat,
            questions=questions,
            role=replace(role, asks_lead=self._asks_lead(prompts[0], seats)),
            initial=self._initial_content(
                prompt, seats, {**known, **entered, **raced}, bool(entered)
            ),
            taken=self._cards_taken(prompt),
        )

    def _question(self, prompt: Prompt, seat: str | None) -> str:
        """Return a mark of what the prompt asks this seat, or the table (None)."""
        asked = self.history.question(prompt, seat)
        finish = _finish_in(self.snapshot.view, prompt)
        heat = None if finish is None else finish.heat
        return digest(*asked, prompt.race, heat)

    def _questions(self, prompt: Prompt, seats: Seats) -> Mapping[str, str]:
        """Return a mark of what the prompt asks each of these seats for itself."""
        if not own_fields(prompt) and not prompt.secret:
            return {}
        return {seat: self._question(prompt, seat) for seat in seats}

    def _read_announcer(self, prompt: Prompt) -> Mapping[str, object]:
        """Return the viewer's seat for the field that says who announces, if any."""
        mine = self.phones.mine
        if mine is None or not prompt.optional or not self.phones.others:
            return {}
        for field in prompt.fields:
            is_who = field.type == "seat" and not field.leads and len(prompt.fields) > 1
            if is_who and mine in field.words and field.default is None:
                return {field.name: mine}
        return {}

    def _asks_lead(self, trick: Prompt, seats: Seats) -> str:
        """Return the viewer's seat, if its card may be the lead of another's trick."""
        mine = self.phones.mine
        if mine not in seats or not self.phones.others:
            return ""
        asked = {*seats_asked(trick)}
        for leader in trick.fields:
            is_whole = leader.leads is not None and asked == {*leader.words}
            if is_whole and leader.default not in (None, mine):
                return mine
        return ""

    def _cards_taken(self, prompt: Prompt) -> Mapping[str, str]:
        """Return who lately entered which card in fields that each seat fills in."""
        names = [field.name for field in own_fields(prompt) if type_of(field).of_cards]
        taken: dict[str, str] = {}
        if not names:
            return taken
        for step in self.history.steps[-len(self.snapshot.view.seats) :]:
            for name in names:
                by_seat = step.entry.data.get(name)
                if isinstance(by_seat, Mapping) and step.opens:
                    by = step.entry.by or say_here("The host")
                    for cards in by_seat.values():
                        taken |= dict.fromkeys(map(str, parts_in(cards)), by)
        return taken

    def _asks_about(self, prompt: Prompt, seats: Seats) -> Seats:
        """Return the seats with fields in a form."""
        if prompt.secret or prompt.again or own_fields(prompt):
            return seats
        return self.snapshot.view.seats

    def _initial_content(
        self,
        prompt: Prompt,
        seats: Seats,
        values: Mapping[str, object],
        is_entered: bool,
    ) -> InitialContent:
        view = self.snapshot.view
        return InitialContent(
            written(prompt.fields, {**_read_known(prompt), **values}),
            is_replaced=prompt.again or is_entered,
            clashing=_find_clashing(view, prompt, seats),
            finish=_finish_in(view, prompt),
            totals={each.seat: each.score for each in view.standings},
        )

    def _form_in_parts(self, prompts: Sequence[Prompt], share: _Share) -> PromptForm:
        """Return one form with a part for each of several seats.

        The form stays when another seat enters elsewhere: its key does not depend on
        the seats.
        """
        view = self.snapshot.view
        seats = share.seats
        by_seat: dict[str, Prompt] = {}
        for each in prompts:
            by_seat |= dict.fromkeys(each.seats, each)
        prompt = by_seat[seats[0]]
        is_same_help = all(other.help == prompt.help for other in by_seat.values())
        parts = []
        is_replaced = prompt.again
        begun = {}
        for seat in seats:
            own = by_seat[seat]
            index = view.seats.index(seat)
            fields = fields_for_seat(own.fields, index)
            help = own.help if not is_same_help else None
            parts.append(SeatPart(seat, fields, help))
            entered = _read_entered(own, (seat,), self.to_repeat)
            is_replaced = is_replaced or bool(entered)
            for name, value in {**_read_known(own), **entered}.items():
                begun[name_for_seat(name, index)] = value

        fields = tuple(chain.from_iterable(part.fields for part in parts))
        whole = replace(prompt, fields=fields, seats=seats)
        key = digest(prompt.kind, prompt.optional, prompt.again, share.for_others)
        questions = {seat: self._question(prompt, seat) for seat in seats}
        question = digest(*questions.values())
        shape = shape_of(question, whole, seats, begun)
        in_secret = _entered_in_secret(view, prompt)
        return PromptForm(
            whole,
            FormTag(key, shape, question, view.seq),
            seats,
            questions=questions,
            parts=tuple(parts),
            role=self._role_of(share, share.aside, in_secret),
            initial=InitialContent(
                written(fields, begun), is_replaced, _find_clashing(view, prompt, seats)
            ),
        )

    def _role_of(
        self, share: _Share, aside: bool, entered: Sequence[str] = ()
    ) -> FormRole:
        viewer = self.snapshot.viewer
        own = viewer.seat if self.phones.others else None
        return FormRole(
            aside=aside,
            for_others=share.for_others,
            for_all=share.for_all,
            waits=self.waits,
            already_entered=entered,
            own=own,
            sides=self.snapshot.view.sides,
            speaks_for=None if viewer.host else viewer.seat,
            whom=self._whom(share),
        )

    def _whom(self, share: _Share) -> str | None:
        """Return the only seat that a form is for, if another than the viewer's."""
        phones = self.phones
        if len(share.seats) != 1 or phones.mine in share.seats or not phones.others:
            return None
        return share.seats[0]


def _may_be_of_seat(field: Field) -> bool:
    """Return whether a form for one seat's part has this field too.

    It has no fields for cards that belong to nobody.
    """
    return field.own or not type_of(field).of_cards


def _merge_equal(prompts: Sequence[Prompt]) -> Iterator[Sequence[Prompt]]:
    """Yield the prompts for forms; equal ones for several seats are merged."""
    for _, alike in groupby(
        prompts, lambda prompt: (prompt.kind, prompt.optional, prompt.again)
    ):
        together = [*alike]
        if all(map(can_share_form, together)):
            yield together
            continue
        for prompt in together:
            yield [prompt]


def _finish_in(view: View, prompt: Prompt) -> PhotoFinish | None:
    """Return the finish that fills in a prompt, if several heats ran; else None."""
    finish = view.finish
    if finish is None or finish.race != prompt.race or len(view.finishes) < 2:
        return None
    return finish


def _entered_in_secret(view: View, prompt: Prompt) -> Sequence[str]:
    """Return the seats that have answered this prompt, and may change it."""
    seats: list[str] = []
    for other in view.prompts:
        is_change = other.optional and other.secret and not prompt.optional
        if is_change and other.kind == prompt.kind:
            seats += other.seats
    return seats


def _find_clashing(
    view: View, prompt: Prompt, seats: Collection[str]
) -> Sequence[Card]:
    """Return the clashing cards of these seats, if a prompt asks for them again."""
    cards: dict[Card, None] = {}
    for ruling in view.rulings:
        verdict: Mapping[str, Any] = ruling.verdict
        clash = verdict.get("clash")
        if clash and prompt.again and not set(seats).isdisjoint(verdict["seats"]):
            cards |= dict.fromkeys(clash)
    return [*cards]


def initial_values(
    prompt: Prompt, seats: Sequence[str], entered: Sequence[LogEntry]
) -> dict[str, object]:
    """Return the initial values of a prompt's fields, with earlier entries."""
    return {**_read_known(prompt), **_read_entered(prompt, seats, entered)}


def _read_entered(
    prompt: Prompt, seats: Sequence[str], entered: Sequence[LogEntry]
) -> dict[str, Any]:
    """Return these seats' earlier entries to this prompt."""
    data: dict[str, Any] = {}
    for entry in entered:
        if entry.kind != prompt.kind or (prompt.own and entry.seat not in seats):
            continue
        for name, value in entry.data.items():
            if not isinstance(value, Mapping):
                data[name] = value
                continue
            by_seat = {seat: inner for seat, inner in value.items() if seat in seats}
            if by_seat:
                data[name] = {**data.get(name, {}), **by_seat}
    return data


def _read_raced(prompt: Prompt) -> dict[str, object]:
    """Return the order of the race for this prompt; empty without one."""
    raced = {}
    for each in prompt.fields:
        if prompt.race and type_of(each).raced and each.default is not None:
            raced[each.name] = each.default
    return raced


def _read_known(prompt: Prompt) -> dict[str, object]:
    """Return a prompt's defaults, and determined cards if the prompt is optional.

    The cards of a needed prompt are left to people, who may do something else instead.
    """
    known: dict[str, object] = {}
    for each in prompt.fields:
        if each.default is not None:
            known[each.name] = each.default
        elif prompt.optional and is_determined(each):
            known[each.name] = [card.code for card in each.cards]
    return known

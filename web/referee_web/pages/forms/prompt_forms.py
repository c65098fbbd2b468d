"""A viewer's forms: which ones, in which order, with which content."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from referee.cards.card import Card
from referee.frozen import frozen
from referee.hosting.tables.snapshot import Snapshot
from referee.match.entry_reading import is_in_own_words
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.values import Seats
from referee.vocabulary.view import View
from referee_web.pages.forms.form_values import written
from referee_web.pages.forms.prompt_form import (
    FormRole,
    FormTag,
    InitialContent,
    Moment,
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


@frozen
class _Share:
    """A form's seats; whether it is aside, and whether none of them is the viewer's."""

    seats: tuple[str, ...]
    aside: bool
    for_others: bool


def _share_grids(forms: Sequence[PromptForm]) -> list[PromptForm]:
    """Return the forms; those after the first with grids share these."""
    grids: list[tuple[str, Field]] = []
    sharing = []
    for form in forms:
        sharing.append(replace(form, grids_above=tuple(grids)) if grids else form)
        if not grids:
            grids = form.grids
    return sharing


@frozen
class FormWriter:
    """Writes a viewer's forms, from the prompts they may answer.

    `entered` are their earlier entries, which fill forms that ask again.
    `is_questioned`: during a dispute only the host can enter.
    """

    snapshot: Snapshot
    history: History
    entered: Sequence[LogEntry]
    is_questioned: bool

    def forms(self, trouble: Trouble | None) -> Sequence[PromptForm]:
        """Return the viewer's forms, most important first.

        With `trouble`, one is as it was sent.
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

    @property
    def _other_phones(self) -> list[str]:
        """Return other seats with phones."""
        names = []
        for seat in self.snapshot.seat_states:
            if seat.claimed and seat.name != self.snapshot.viewer.seat:
                names.append(seat.name)
        return names

    def _shares(self, prompts: Sequence[Prompt]) -> Iterator[_Share]:
        """Yield the seats of each form; the table's entries have one form.

        The viewer shares a form with seats without phones, since nobody else enters for
        them; other seats' forms are aside.
        """
        prompt = prompts[0]
        mine = self.snapshot.viewer.seat
        seats = tuple(chain.from_iterable(prompt.seats for prompt in prompts))
        if not prompt.own and (not prompt.secret or mine is None):
            yield _Share(seats, prompt.optional, False)
            return

        phones = self._other_phones
        first = [seat for seat in seats if seat not in phones]
        first.sort(key=lambda seat: seat != mine)
        if not first and mine is None and len(phones) == len(self.snapshot.seat_states):
            # Whoever hosts without a seat has nothing else to enter.
            first = [*seats]
        others = [seat for seat in seats if seat not in first]
        shares = [first, others]
        if prompt.own and not can_share_form(prompt):
            shares = [[seat] for seat in (*first, *others)]
        for share in shares:
            if share:
                aside = prompt.optional or share[0] not in first[:1]
                yield _Share(tuple(share), aside, mine not in share)

    def _form(self, prompts: Sequence[Prompt], share: _Share) -> PromptForm:
        seats = share.seats
        prompt = prompts[0]
        if seats:
            prompt = next(each for each in prompts if seats[0] in each.seats)
        if len(seats) > 1 and can_share_form(prompt):
            return self._form_in_parts(prompts, share)

        seat = None
        if len(seats) == 1 and (prompt.own or prompt.secret):
            seat = seats[0]
        by_seat = self._asks_about(prompt, seats)
        entered = _read_entered(prompt, self._speaks_for(prompt, seats), self.entered)
        raced = _read_raced(prompt)

        moment = self._moment(prompt, seats)
        key = digest(prompt.kind, prompt.optional, seats)
        shape = shape_of(moment.round, prompt, by_seat, entered, moment.answer or 0)
        return PromptForm(
            prompt,
            FormTag(key, shape, moment.write(), self.snapshot.view.seq),
            by_seat,
            seat=seat,
            role=self._role_of(share, aside=share.aside and not raced),
            initial=self._initial_content(
                prompt, seats, {**entered, **raced}, bool(entered)
            ),
        )

    def _speaks_for(self, prompt: Prompt, seats: Seats) -> Seats:
        """Return the seats for which a form is filled in."""
        if prompt.own or prompt.secret:
            return seats
        return self.snapshot.view.seats

    def _asks_about(self, prompt: Prompt, seats: Seats) -> Seats:
        """Return the seats with fields in a form."""
        if prompt.secret or prompt.again:
            return seats
        return self.snapshot.view.seats

    def _moment(self, prompt: Prompt, seats: Seats) -> Moment:
        view = self.snapshot.view
        answer = self.history.last_answer(prompt, seats)
        if is_in_own_words(prompt):
            # People's own words stay open during the match.
            moment = Moment(0, "", answer)
        else:
            moment = Moment(view.round, view.phase, answer)
        finish = _finish_in(view, prompt)
        if finish is not None:
            return replace(moment, race=prompt.race, heat=finish.heat)
        return replace(moment, race=prompt.race)

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
        """Return one form for what several seats are each asked.

        It survives another seat's entry elsewhere: key and moment do not depend on
        them.
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
            entered = _read_entered(own, (seat,), self.entered)
            is_replaced = is_replaced or bool(entered)
            for name, value in {**_read_known(own), **entered}.items():
                begun[name_for_seat(name, index)] = value

        fields = tuple(chain.from_iterable(part.fields for part in parts))
        whole = replace(prompt, fields=fields, seats=seats)
        key = digest(prompt.kind, prompt.optional, prompt.again, share.for_others)
        shape = shape_of(view.round, whole, seats, begun)
        in_secret = _entered_in_secret(view, prompt)
        return PromptForm(
            whole,
            FormTag(key, shape, Moment(view.round, view.phase).write(), view.seq),
            seats,
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
        own = viewer.seat if self._other_phones else None
        waits = self.is_questioned and not viewer.host
        return FormRole(
            aside=aside,
            for_others=share.for_others,
            waits=waits,
            entered=entered,
            own=own,
        )


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
    """Return the finish that fills a prompt, if several heats ran."""
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
    """Return a prompt's defaults, and for an optional one cards that are determined.

    At a turn, people can do something else instead.
    """
    known: dict[str, object] = {}
    for each in prompt.fields:
        if each.default is not None:
            known[each.name] = each.default
        elif prompt.optional and is_determined(each):
            known[each.name] = [card.code for card in each.cards]
    return known

"""A game's pages: rules, questions, and opening a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Response, request
from markupsafe import Markup, escape

from referee.hosting.tables.seats import Seated, join, start
from referee.plugin.discovery import house_rules_of, rulebook
from referee.plugin.player_counts import word_counts
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import (
    RefereeError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game, HouseRule, Question, Section
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say, say_count
from referee_web.guards import auth, cookies
from referee_web.guards.services import count_request, room, sender
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.entries.entry_words import worded_value
from referee_web.pages.entries.ruling_card import RulingCard
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import MOST_ROWS, FormValues
from referee_web.pages.forms.prompt_form import (
    PromptForm,
    UnseatedPlayers,
    single_form,
)
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.games.agreed import say_agreed
from referee_web.pages.games.game_tiles import GameTile, addressed_tile
from referee_web.pages.games.played_before import (
    known_names,
    last_matches,
    own_matches,
    own_name,
)
from referee_web.pages.games.set_up_guide import partners
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import as_typed, translated

MOST_CHIPS = 12


@blueprint.get("/new/<game>")
def new(game: str, error: RefereeError | None = None) -> Response:
    """Show the form for a new table, as this house agreed last.

    Its names are those of this phone's last match, or of its match `?like=`.
    """
    book = rulebook(game)
    matches = own_matches()
    like = request.args.get("like")
    alike = [match for match in matches if match.code == like]
    last = last_matches(alike or matches)
    names: Sequence[str] = [*filter(None, [own_name()])]
    company = last.get(game) or next(iter(last.values()), None)
    if company is not None:
        names = company.names
    agreeing = Agreeing.of(addressed_tile(book), error, names)

    known = known_names(matches)
    here = []
    typed = []
    for name in agreeing.form.filled.getlist("seats"):
        if name in known:
            here.append(name)
        elif name.strip():
            typed.append(name)
    others = [name for name in known if name not in here]

    sides_by_count = []
    for players in book.game.players:
        sides = partners(book, players, {})
        if sides:
            sides_by_count.append((players, sides))
    shown = NewTablePage(
        agreeing=agreeing,
        seats=here,
        chips=[*here, *others][: max(MOST_CHIPS, len(here))],
        typed=typed,
        known=known,
        sides_by_count=sides_by_count,
    )
    return render("games/new_table.html", shown)


@dataclass(frozen=True, slots=True)
class Agreeing:
    """What to agree on for a match of a game, or of a variant."""

    book: Rulebook
    title: str
    """The title of the game, or of its variant."""
    named: Mapping[str, str]
    """The options that the variant sets."""
    options: Sequence[Field]
    """The options to ask for."""
    form: PromptForm
    house_rules: Sequence[HouseRule]
    agreed: str
    """What this house agreed last, in a line."""

    @classmethod
    def of(
        cls, tile: GameTile, error: RefereeError | None, seats: Sequence[str] = ()
    ) -> Agreeing:
        """Return this as agreed last, or as sent with an error.

        A variant is as in the rules unless it was played last. Its form does not ask
        what the variant sets, nor for options that do nothing in it.
        """
        book = tile.book
        game = book.game
        trouble = Trouble.of(error, "only")
        if trouble is not None:
            # All names are typed into one input.
            errors = {}
            for name, message in trouble.errors.items():
                errors[name.partition(".")[0]] = message
            trouble = replace(trouble, errors=errors)

        chosen, house = agreed_last(book)
        is_same = game.named_with(chosen) == game.named_with(tile.named)
        if not is_same or {**chosen, **tile.named} != chosen:
            usual = {option.name: option.default for option in game.options}
            chosen, house = {**usual, **tile.named}, ()
        filled = form_values.written(game.options, chosen)
        filled.setlist("house_rules", [*house])
        agreed = say_agreed(game, chosen, house, with_depth=True)
        if agreed:
            agreed = say_here("As here last time: {agreed}", agreed=agreed)
        filled.setlist("seats", list(seats[: max(game.players)]))
        title = say("{title}", title=tile.title)
        prompt = Prompt("new", (), title, fields=game.options)

        return cls(
            book=book,
            title=tile.title,
            named=tile.named,
            options=_options_to_ask(tile),
            form=single_form(prompt, (), filled, trouble),
            house_rules=[
                rule for rule in house_rules(game.id) if goes_with(rule, tile.named)
            ],
            agreed=agreed,
        )


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The form for a new table, with the names of whom this phone knows."""

    agreeing: Agreeing
    seats: Sequence[str]
    """The known names that are ticked."""
    chips: Sequence[str]
    """The names that can be ticked."""
    typed: Sequence[str]
    known: Sequence[str]
    sides_by_count: Sequence[tuple[int, Sequence[Sequence[int]]]]
    """Who are partners, by number of players, as places from 0."""


def _options_to_ask(tile: GameTile) -> Sequence[Field]:
    """Return a game's options, of a variant those that it leaves open.

    Their labels have no brackets then, which say what they go with.
    """
    game = tile.book.game
    if not tile.named:
        return game.options
    set_by_name = {*game.named_by, *tile.named}
    options = []
    for option in game.options:
        if option.name not in set_by_name and goes_with(option, tile.named):
            words = word(option.label).partition(" (")[0]
            options.append(replace(option, label=say("{label}", label=words)))
    return options


def read_options(game: Game, filled: FormValues) -> dict[str, object]:
    """Return the options of a form; of a pad only those that go with its name.

    A pad's form shows the options of all that it can write down.
    """
    options = form_values.read(game.options, filled)
    named = {name: options.get(name) for name in game.named_by}
    kept = {}
    for option in game.options:
        if option.name in options and goes_with(option, named):
            kept[option.name] = options[option.name]
    return kept


def goes_with(option: Field | HouseRule, chosen: Mapping[str, object]) -> bool:
    """Return whether this does something beside what was chosen of other options."""
    for name, values in (option.needs or {}).items():
        if name in chosen and chosen[name] not in values:
            return False
    return True


def agreed_last(book: Rulebook) -> tuple[Mapping[str, object], Sequence[str]]:
    """Return the options and house rules of this house's last match of a game.

    They are the defaults where they no longer exist, or contradict each other.
    """
    game = book.game
    defaults = {option.name: option.default for option in game.options}
    last = _last_table(game.id)
    row = room().store.table(last) if last is not None else None
    if row is None:
        return defaults, ()

    there = {name: value for name, value in row.options.items() if name in defaults}
    installed = house_rules_of(game.id)
    house_rules = [id for id in row.house_rules if id in installed]
    agreed = rulebook(game.id, tuple(house_rules))
    with suppress(WrongFieldsError):
        return agreed.check_new_options(there), house_rules
    return defaults, ()


def _last_table(game: str) -> str | None:
    """Return the table of this house's last match of a game.

    On a public referee it is this phone's.
    """
    if auth.is_public():
        last = last_matches(own_matches()).get(game)
        return last.code if last is not None else None
    return next(iter(room().store.tables_started(game, most=1)), None)


@blueprint.post("/new/<game>")
@redisplay(new)
def open_table(game: str) -> Response:
    """Open a table with this phone as host, at the seat of its last name.

    With `at-once` its match begins.
    """
    count_request("open")
    # A form for no game is not read.
    book = rulebook(game)
    filled = FormValues(request.form)
    rules = filled.getlist("house_rules")
    names = [*filter(str.strip, filled.getlist("seats"))]
    options = read_options(book.game, filled)
    begins = "at-once" in filled
    if begins:
        # Who is missing is told before there is a table.
        agreed = rulebook(game, tuple(dict.fromkeys(rules)))
        agreed.check_new_setting(names, None, options)
    opened = room().open_table(game, names, options, rules)
    response = go_to("table", code=opened.code)
    cookies.store_token(response, opened.code, opened.host_token, "host")
    own = own_name()
    host = room().viewer(opened.code, [opened.host_token])
    with room().changing(opened.code, host) as held:
        if own in names:
            seated = join(held, own, sender())
            assert isinstance(seated, Seated)  # nobody else knows this table yet
            cookies.store_token(response, opened.code, seated.seat_token)
        if begins:
            start(held)
    return response


def house_rules(game: str) -> list[HouseRule]:
    """Return a game's house rules by title."""
    return sorted(house_rules_of(game).values(), key=lambda rule: rule.title)


LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A game's rules, options, house rules and questions."""

    book: Rulebook
    house_rules: Sequence[HouseRule]
    search: str
    words: Sequence[str]
    """The searched words."""
    found: Collection[str]
    """The ids of the sections that contain all of them."""

    @classmethod
    def of(cls, game: str) -> RulesPage:
        """Return the rules of a game; with `?q=` only what contains all these words."""
        book = rulebook(game)
        agreeable = house_rules(game)
        search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
        # With their accents, which the text has where they are marked.
        words = search.replace("’", "'").split()
        found = set()
        texts: list[Section | HouseRule] = [*book.sections.values(), *agreeable]
        for section in texts:
            title = translated(section.title)
            text = as_typed(f"{title} {translated(section.text)}")
            if all(as_typed(word) in text for word in words):
                found.add(section.id)
        return cls(book, agreeable, search, words, found)

    @property
    def players(self) -> Text:
        """Return how many can play it."""
        return word_counts(self.book.game.players)

    def default_of(self, option: Field) -> object:
        """Return an option's default in words."""
        return worded_value(option.default, option)

    def mark(self, text: str) -> Markup:
        """Return this text with the searched words marked."""
        if not self.words:
            return escape(text)
        any_word = "|".join(map(re.escape, self.words)).replace("'", "['’]")
        marked = Markup("")
        end = 0
        for match in re.finditer(any_word, text, re.IGNORECASE):
            marked += escape(text[end : match.start()])
            marked += Markup("<mark>{}</mark>").format(match[0])
            end = match.end()
        return marked + escape(text[end:])


@blueprint.get("/games/<game>")
def rules(game: str) -> Response:
    """Show a game's rules, options, house rules and questions."""
    return render("games/rules.html", RulesPage.of(game))


@blueprint.get("/ask/<game>/<question>")
def ask(game: str, question: str, error: RefereeError | None = None) -> Response:
    """Show a question's form."""
    book = rulebook(game)
    chosen = _question(book, question)
    return _page(book, chosen, Trouble.of(error, "only"))


@blueprint.post("/ask/<game>/<question>")
@redisplay(ask)
def rule(game: str, question: str) -> Response:
    """Rule on a question, above its form."""
    count_request("ask")
    book = rulebook(game)
    chosen = _question(book, question)
    filled = FormValues(request.form)
    players = form_values.players_in(filled)
    given = form_values.read(chosen.fields, filled, players=players)
    ruling = book.rule_from_json(question, given)
    # Only now: what cannot be read is told first.
    _require_several_cards(book, chosen, given)
    trouble = Trouble(ruling.summary, "only", filled)
    return _page(book, chosen, trouble, ruling)


def _fewest_players(book: Rulebook, question: Question) -> dict[str, int]:
    """Return how many players at least have a card, for each field of one card each."""
    fewest = {}
    for field in question.fields:
        type = type_of(field)
        if type.by_seat and type.one_card and not field.optional:
            fewest[field.name] = min(book.game.players)
    return fewest


def _require_several_cards(
    book: Rulebook, question: Question, given: Mapping[str, object]
) -> None:
    """Raise WrongFieldsError for too few players of cards: a tap came too early."""
    for name, fewest in _fewest_players(book, question).items():
        cards = given.get(name)
        if isinstance(cards, Mapping) and len(cards) < fewest:
            message = say_count(
                "Enter the card of at least {n} player.",
                "Enter the cards of at least {n} players.",
                fewest,
            )
            raise wrong_field(name, message)


def _question(book: Rulebook, name: str) -> Question:
    if name not in book.questions:
        raise UnknownQuestionError(name)
    return book.questions[name]


@dataclass(frozen=True, slots=True)
class AskPage:
    """A question to the referee, and its ruling once it is filled in."""

    book: Rulebook
    question: Question
    form: PromptForm
    ruling: RulingCard | None
    named: Sequence[str]
    """The names that were filled in for its players."""


def _page(
    book: Rulebook,
    question: Question,
    trouble: Trouble | None,
    ruling: Ruling | None = None,
) -> Response:
    prompt = Prompt(
        kind=question.name,
        seats=(),
        title=question.title,
        help=question.help,
        fields=question.fields,
    )
    rows: tuple[str, ...] = ()
    names = FormValues()
    if any(type_of(field).by_seat for field in question.fields):
        players = book.game.players
        for row in range(1, min(players) + 1):
            names[f"name={row}"] = say_here("Player {n}", n=row)
        most = min(max(players), MOST_ROWS)
        rows = tuple(map(str, range(1, most + 1)))
    players_asked = UnseatedPlayers(question.copies, _fewest_players(book, question))
    form = single_form(prompt, rows, names, trouble, players_asked)
    shown = AskPage(
        book=book,
        question=question,
        form=form,
        ruling=RulingCard(ruling) if ruling else None,
        named=tuple(map(form.name_of, rows)),
    )
    return render("games/ask.html", shown)

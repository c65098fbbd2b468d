"""Games to choose: each with its names, what was played of it, and how it is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from flask import request

from referee.hosting.store import PastMatch
from referee.plugin import languages
from referee.plugin.discovery import find_game, installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import FAMILIES, Game, GameVariant
from referee.vocabulary.text import ENGLISH, NOTHING, Text, say
from referee_web.pages.games.played_before import (
    LastMatch,
    last_match,
    matches_here,
    own_matches,
)
from referee_web.pages.template_filters import match_title, word
from referee_web.preferences import preferences
from referee_web.wording import as_typed, spoken, translated

MOST_LATELY = 4
LONGEST_SEARCH = 100
MEANT_FROM = 0.7
"""How alike a game's name has to be to a typed one, of 1."""
SHORTEST_MEANT = 4
"""The fewest letters of a word that alone tells which game is meant."""
_WORDS = re.compile(r"[\w']+")
_IN_TEXT = 100
_ELSEWHERE = 101


def all_games() -> list[Rulebook]:
    """Return all installed games, without house rules, by title."""
    books = map(rulebook, installed().games)
    return sorted(books, key=lambda book: book.game.title)


Key = tuple[str, tuple[tuple[str, str], ...]]
"""What is played: a game, and the options that name a variant of it."""


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose, or a variant of one that has a name of its own."""

    book: Rulebook
    title: str
    """Its title in the asker's language."""
    named: Mapping[str, str] = field(default_factory=dict)
    """The options that make the variant."""
    names: Sequence[str] = ()
    """Its other names, and its titles in all languages."""
    popularity: int = 0
    """0 to 3, as `popularity_of`."""
    own: LastMatch | None = None
    """Its last match by this phone; `here`: by anybody."""
    here: LastMatch | None = None
    times: int = 0
    """The number of its matches in this house lately."""
    found_as: str = ""
    """The other name by which a search found it."""

    @classmethod
    def of(cls, book: Rulebook) -> GameTile:
        """Return the tile of a game."""
        game = book.game
        names = [*game.other_names, *_in_all_languages(game.id, game.title)]
        return cls(book, translated(game.title), {}, names, popularity_of(game))

    @classmethod
    def of_variant(cls, book: Rulebook, variant: GameVariant) -> GameTile:
        """Return the tile of a variant."""
        titles = _in_all_languages(book.game.id, variant.title.template)
        names = [*variant.other_names, *titles]
        popularity = popularity_of(variant)
        return cls(book, word(variant.title), variant.options, names, popularity)

    @property
    def key(self) -> Key:
        """Return its game and the options that name it."""
        return self.book.game.id, tuple(sorted(self.named.items()))

    @property
    def other_names(self) -> list[str]:
        """Return the names that are not its title, each once."""
        return [name for name in dict.fromkeys(self.names) if name != self.title]

    @property
    def about(self) -> str:
        """Return the words that find a game besides its names: summary and family."""
        if self.named:
            return ""
        game = self.book.game
        family = word(FAMILIES.get(game.family or "", NOTHING))
        return f"{translated(game.summary)} {family}"

    @property
    def last(self) -> LastMatch | None:
        """Return its last match by this phone, or else by anybody here."""
        return self.own or self.here

    @property
    def players(self) -> str:
        """Return how many can play it: `2–4`, `2, 4`."""
        counts = self.book.game.players
        first = counts[0]
        last = counts[-1]
        if len(counts) > 1 and counts == tuple(range(first, last + 1)):
            return f"{first}–{last}"
        return ", ".join(map(str, counts))

    def nearness(self, words: Sequence[str]) -> tuple[int, str] | None:
        """Return how near it is to these words, and the name that is nearest.

        A name that begins with them is nearest, then one whose words do, then what is
        said about it. None if a word is nowhere.
        """
        text = as_typed(" ".join([self.title, *self.names, self.about]))
        if not all(word in text for word in words):
            return None
        near = _IN_TEXT if _begin_in(text, words) else _ELSEWHERE
        nearest = self.title
        for name in (self.title, *self.other_names):
            typed = as_typed(name)
            if typed.startswith(" ".join(words)):
                distance = 0
            elif _begin_in(typed, words):
                distance = len(_WORDS.findall(typed))
            else:
                continue
            if distance < near:
                near, nearest = distance, name
        return near, nearest


def _begin_in(text: str, words: Iterable[str]) -> bool:
    """Return whether each of these words begins a word of the text."""
    found = tuple(_WORDS.findall(text))
    return all(any(one.startswith(word) for one in found) for word in words)


def popularity_of(game: Game | GameVariant) -> int:
    """Return how well those know a game who speak the phone's language.

    3 if they name it among the first, 2 if they know it best, 1 if most card players
    know it, else 0. Their language need not be installed here.
    """
    code = preferences().language or request.accept_languages.best or ENGLISH.code
    spoken_here = code.partition("-")[0]
    if spoken_here in game.first_in:
        return 3
    if spoken_here in game.popular_in:
        return 2
    is_known_to_all = isinstance(game, Game) and game.popular and not game.popular_in
    return 1 if is_known_to_all else 0


def _in_all_languages(game: str, title: str) -> list[str]:
    return [spoken(code, game).gettext(title) for code in languages.list_codes()]


def list_tiles() -> list[GameTile]:
    """Return the tiles of all games and their variants, by title."""
    books = all_games()
    titles = {book.game.title for book in books}
    tiles = []
    for book in books:
        tiles.append(GameTile.of(book))
        for variant in book.game.all_variants():
            # A pad’s preset for a game that is refereed here itself is no second one.
            if variant.title.template not in titles:
                tiles.append(GameTile.of_variant(book, variant))
    return sorted(tiles, key=lambda tile: as_typed(tile.title))


def list_played_tiles() -> list[GameTile]:
    """Return all tiles, each with its last match, and those of what tables named."""
    tiles = {tile.key: tile for tile in list_tiles()}
    for match in matches_here():
        tile = _find_played(tiles, match)
        if tile is not None:
            here = tile.here or last_match(match)
            tiles[tile.key] = replace(tile, here=here, times=tile.times + 1)
    for match in own_matches():
        tile = _find_played(tiles, match)
        if tile is not None and tile.own is None:
            tiles[tile.key] = replace(tile, own=last_match(match))
    return [*tiles.values()]


def _find_played(tiles: Mapping[Key, GameTile], match: PastMatch) -> GameTile | None:
    """Return the tile of what a match played; None if its game is gone."""
    if find_game(match.game) is None:
        return None
    book = rulebook(match.game)
    title = match_title(match.game, match.options)
    played = GameTile(book, title, book.game.named_with(match.options))
    return tiles.get(played.key, played)


def addressed_tile(book: Rulebook) -> GameTile:
    """Return the game in the address, with `?preset=whist` a variant of it.

    A pad of any game is named so by what somebody typed.
    """
    named = {}
    for option in book.game.options:
        value = request.args.get(option.name, "").strip()
        if option.type == "text":
            value = value[: option.max]
        if option.type == "text" or value in option.choices:
            named[option.name] = value
    named = {name: value for name, value in named.items() if value}
    title = match_title(book.game.id, named)
    addressed = GameTile(book, title, named)
    for tile in list_tiles():
        if tile.key == addressed.key:
            return tile
    return addressed


def find_games(tiles: Iterable[GameTile], search: str) -> list[GameTile]:
    """Return the tiles that have all these words, the nearest first."""
    words = as_typed(search).split()
    found = []
    for tile in tiles:
        near = tile.nearness(words)
        if near is not None:
            distance, name = near
            found_as = "" if name == tile.title else name
            # Of two that are as near, the one that is titled so comes first, and a game
            # before its variants.
            order = distance, bool(found_as), bool(tile.named)
            found.append((order, replace(tile, found_as=found_as)))
    found.sort(key=lambda pair: pair[0])
    return [tile for _, tile in found]


def find_meant(tiles: Iterable[GameTile], search: str) -> GameTile | None:
    """Return the tile with a name spelt like this, where nothing has these words.

    Else one whose name has one of its words: Bridge for “contract bridge”.
    """
    by_name: dict[str, GameTile] = {}
    by_word: dict[str, GameTile] = {}
    for tile in tiles:
        for name in (*tile.names, tile.title):
            typed_name = as_typed(name)
            by_name[typed_name] = tile
            for one in _WORDS.findall(typed_name):
                by_word.setdefault(one, tile)
    # As Germans hear it: Bridsch, Dschin.
    typed = as_typed(search).replace("dsch", "dg")
    meant = get_close_matches(typed, by_name, n=1, cutoff=MEANT_FROM)
    if meant:
        return by_name[meant[0]]
    for one in sorted(_WORDS.findall(typed), key=len, reverse=True):
        if one in by_word and len(one) >= SHORTEST_MEANT:
            return by_word[one]
    return None


Shelf = tuple[Text | None, list[GameTile]]
"""Games listed together under a title, or None."""


def shelves(tiles: Sequence[GameTile]) -> list[Shelf]:
    """Return games on shelves: what was played lately, what is popular, and others.

    Popular is what most know who speak the phone's language, and what this house plays.
    """
    by_time = sorted(tiles, key=_when_played, reverse=True)
    lately = [tile for tile in by_time[:MOST_LATELY] if tile.last]
    shown = {tile.key for tile in lately}
    popular = []
    rest = []
    for tile in tiles:
        if tile.key in shown:
            continue
        if tile.popularity or tile.times:
            popular.append(tile)
        else:
            rest.append(tile)
    popular.sort(key=lambda tile: (-tile.times, -tile.popularity))
    titled = (
        (say("Played lately"), lately),
        (say("Popular"), popular),
        (say("More games"), rest),
    )
    filled: list[Shelf] = [(title, shelf) for title, shelf in titled if shelf]
    if len(filled) == 1:
        return [(None, filled[0][1])]
    return filled


def _when_played(tile: GameTile) -> tuple[bool, float]:
    """Return when it was played last; what this phone played comes first."""
    return tile.own is not None, tile.last.ended_at if tile.last else 0.0

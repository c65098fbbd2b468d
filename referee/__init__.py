"""What a plugin's author needs, and nothing else: cards, the vocabulary, and the hooks.

Everything here is typed and kept; what stands deeper inside `referee` is not for plugins.
"""

from referee.cards.card import RANKS, SUITS, Card, Rank, Suit, card, make_deck
from referee.cards.colour_deck import COLOURS
from referee.cards.deck import FIFTY_FOUR, FIFTY_TWO, FORTY, JOKERS, THIRTY_SIX, THIRTY_TWO, two_of, without
from referee.cards.german_deck import GERMAN_THIRTY_SIX, GERMAN_THIRTY_TWO
from referee.cards.latin_decks import ITALIAN_FORTY, SPANISH_FORTY, SPANISH_FORTY_EIGHT
from referee.cards.tarot_deck import TAROT
from referee.common_rules.cards_seen import CardsSeen
from referee.common_rules.clashes import entered_by, rule_alone, rule_clashes
from referee.common_rules.deals import Deals, begin_deals
from referee.common_rules.rounds import Rounds, begin_rounds, rule_round
from referee.common_rules.tricks import TakenTrick, TricksPlayed, rule_trick, trick_question
from referee.plugin.guides import read_guide
from referee.plugin.hookspecs import Ask, hookimpl
from referee.plugin.sections import by_house_rule, read_sections, sections_of, with_house_rule
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields.field_type import Random
from referee.vocabulary.game import (
    JOKER_WORDING,
    Accepted,
    Game,
    HouseRule,
    Question,
    Refused,
    Section,
    Setup,
    SetUpStep,
)
from referee.vocabulary.prompt import Entry, Field, Prompt
from referee.vocabulary.quantities import Score, whole, written_score
from referee.vocabulary.ruling import (
    Contest,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
)
from referee.vocabulary.side import name_of, parts_of
from referee.vocabulary.text import NOTHING, Text, count, count_cards, say
from referee.vocabulary.values import Values
from referee.vocabulary.view import (
    EVERYBODY,
    Fact,
    Scene,
    Standing,
    Wins,
    Zone,
    leaders,
    rank_seats,
    rank_sides,
    zone_in_rows,
)

__all__ = [
    "COLOURS",
    "EVERYBODY",
    "FIFTY_FOUR",
    "FIFTY_TWO",
    "FORTY",
    "GERMAN_THIRTY_SIX",
    "GERMAN_THIRTY_TWO",
    "ITALIAN_FORTY",
    "JOKERS",
    "JOKER_WORDING",
    "NOTHING",
    "RANKS",
    "SPANISH_FORTY",
    "SPANISH_FORTY_EIGHT",
    "SUITS",
    "TAROT",
    "THIRTY_SIX",
    "THIRTY_TWO",
    "Accepted",
    "Ask",
    "Card",
    "CardsSeen",
    "Contest",
    "Deals",
    "Entry",
    "Fact",
    "Field",
    "FieldError",
    "Game",
    "HouseRule",
    "Prompt",
    "Question",
    "Random",
    "Rank",
    "Reason",
    "ReckonedSeat",
    "Reckoning",
    "ReckoningColumn",
    "Refused",
    "Rounds",
    "Ruling",
    "Scene",
    "Score",
    "Section",
    "SetUpStep",
    "Setup",
    "ShownCards",
    "Standing",
    "Suit",
    "TakenTrick",
    "Text",
    "TricksPlayed",
    "Values",
    "Wins",
    "WrongFieldsError",
    "Zone",
    "begin_deals",
    "begin_rounds",
    "by_house_rule",
    "card",
    "count",
    "count_cards",
    "entered_by",
    "hookimpl",
    "leaders",
    "make_deck",
    "name_of",
    "parts_of",
    "rank_seats",
    "rank_sides",
    "read_guide",
    "read_sections",
    "rule_alone",
    "rule_clashes",
    "rule_round",
    "rule_trick",
    "say",
    "sections_of",
    "trick_question",
    "two_of",
    "whole",
    "with_house_rule",
    "without",
    "written_score",
    "zone_in_rows",
]

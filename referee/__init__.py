"""The public names for authors of plugins: cards, vocabulary and hooks.

Everything here is typed and kept; what stands deeper inside `referee` is not for
plugins.
"""

from referee.cards.card import (
    RANKS as RANKS,
    SUITS as SUITS,
    Card as Card,
    Cards as Cards,
    Rank as Rank,
    Suit as Suit,
    card as card,
    make_deck as make_deck,
)
from referee.cards.decks import (
    COLOURS as COLOURS,
    FIFTY_FOUR as FIFTY_FOUR,
    FIFTY_TWO as FIFTY_TWO,
    FORTY as FORTY,
    GERMAN_THIRTY_SIX as GERMAN_THIRTY_SIX,
    GERMAN_THIRTY_TWO as GERMAN_THIRTY_TWO,
    ITALIAN_FORTY as ITALIAN_FORTY,
    JOKERS as JOKERS,
    ONLY_JOKER as ONLY_JOKER,
    SPANISH_FORTY as SPANISH_FORTY,
    SPANISH_FORTY_EIGHT as SPANISH_FORTY_EIGHT,
    TAROT as TAROT,
    THIRTY_SIX as THIRTY_SIX,
    THIRTY_TWO as THIRTY_TWO,
    TWENTY_FOUR as TWENTY_FOUR,
    two_of as two_of,
    without as without,
)
from referee.common_rules.auctions import (
    DOUBLE as DOUBLE,
    PASS as PASS,
    REDOUBLE as REDOUBLE,
    Auction as Auction,
)
from referee.common_rules.card_ledger import CardLedger as CardLedger
from referee.common_rules.cards_seen import CardsSeen as CardsSeen
from referee.common_rules.clashes import (
    entered_by as entered_by,
    rule_alone as rule_alone,
    rule_clashes as rule_clashes,
)
from referee.common_rules.climbing import Climb as Climb
from referee.common_rules.deal_ends import (
    ENDS_EARLY as ENDS_EARLY,
    OTHERS_TRICKS as OTHERS_TRICKS,
    DealEnd as DealEnd,
    add_rest as add_rest,
    deal_end_fields as deal_end_fields,
    name_offending_side as name_offending_side,
    read_deal_end as read_deal_end,
    say_after_offence as say_after_offence,
    side_end_fields as side_end_fields,
    tricks_in_the_end as tricks_in_the_end,
)
from referee.common_rules.deals import (
    DEPTH as DEPTH,
    Deals as Deals,
    begin_deals as begin_deals,
    leader_named as leader_named,
)
from referee.common_rules.exact_bids import (
    BidResult as BidResult,
    ExactBids as ExactBids,
)
from referee.common_rules.low_aces import (
    count_pips as count_pips,
    is_sequence as is_sequence,
    place_in_suit as place_in_suit,
)
from referee.common_rules.melds import (
    disjoint_melds as disjoint_melds,
    is_run as is_run,
    is_set as is_set,
    lay_off as lay_off,
    melds_in as melds_in,
)
from referee.common_rules.poker import (
    POKER_CATEGORIES as POKER_CATEGORIES,
    RANK_NAMES as RANK_NAMES,
    RANK_PLURALS as RANK_PLURALS,
    PokerHand as PokerHand,
    best_poker_hand as best_poker_hand,
    name_poker_hand as name_poker_hand,
)
from referee.common_rules.pots import (
    Pot as Pot,
    divide_pots as divide_pots,
    return_uncalled as return_uncalled,
    share_pot as share_pot,
)
from referee.common_rules.proofs import (
    MayPlay as MayPlay,
    Proofs as Proofs,
    Revoke as Revoke,
    follow_suit as follow_suit,
)
from referee.common_rules.refusals import (
    forbid as forbid,
    uphold as uphold,
)
from referee.common_rules.rounds import (
    Rounds as Rounds,
    begin_rounds as begin_rounds,
    decide_round as decide_round,
    rule_round as rule_round,
)
from referee.common_rules.tricks import (
    SUIT_NAMES as SUIT_NAMES,
    TakenTrick as TakenTrick,
    best_card as best_card,
    count_points as count_points,
    rule_trick as rule_trick,
    suit_of as suit_of,
    trick_question as trick_question,
)
from referee.common_rules.tricks_played import TricksPlayed as TricksPlayed
from referee.plugin.documents import (
    by_house_rule as by_house_rule,
    read_guide as read_guide,
    read_sections as read_sections,
    sections_of as sections_of,
    with_house_rule as with_house_rule,
)
from referee.plugin.irregularities import (
    Irregularities as Irregularities,
    Remedy as Remedy,
    Situation as Situation,
    read_irregularities as read_irregularities,
)
from referee.vocabulary.errors import (
    FieldError as FieldError,
    WrongFieldsError as WrongFieldsError,
    wrong_field as wrong_field,
)
from referee.vocabulary.fields.examples import Random as Random
from referee.vocabulary.game import (
    JOKER_WORDING as JOKER_WORDING,
    MORE_RULES as MORE_RULES,
    Accepted as Accepted,
    Ask as Ask,
    Follows as Follows,
    Game as Game,
    GameVariant as GameVariant,
    HouseRule as HouseRule,
    Question as Question,
    Refused as Refused,
    Section as Section,
    Setup as Setup,
    SetUpStep as SetUpStep,
    with_fields as with_fields,
)
from referee.vocabulary.markers import (
    Wrapper as Wrapper,
    hookimpl as hookimpl,
)
from referee.vocabulary.movement import (
    Meeting as Meeting,
    Movement as Movement,
    PlayedRound as PlayedRound,
    Seating as Seating,
)
from referee.vocabulary.prompt import (
    Entry as Entry,
    Field as Field,
    Prompt as Prompt,
    Prompts as Prompts,
    as_optional as as_optional,
    choice_field as choice_field,
    flag_field as flag_field,
    number_field as number_field,
)
from referee.vocabulary.ruling import (
    Cite as Cite,
    Contest as Contest,
    Reason as Reason,
    Reasons as Reasons,
    ReckonedSeat as ReckonedSeat,
    Reckoning as Reckoning,
    ReckoningColumn as ReckoningColumn,
    Ruling as Ruling,
    Rulings as Rulings,
    ShownCards as ShownCards,
)
from referee.vocabulary.text import (
    NOTHING as NOTHING,
    Text as Text,
    count as count,
    count_cards as count_cards,
    say as say,
    say_round as say_round,
)
from referee.vocabulary.values import (
    Score as Score,
    Seats as Seats,
    Side as Side,
    Values as Values,
    name_of as name_of,
    part_sides as part_sides,
    parts_of as parts_of,
    whole as whole,
    written_score as written_score,
)
from referee.vocabulary.view import (
    EVERYBODY as EVERYBODY,
    Clock as Clock,
    Fact as Fact,
    Scene as Scene,
    Standing as Standing,
    Step as Step,
    Steps as Steps,
    Trick as Trick,
    Wins as Wins,
    Zone as Zone,
    leaders as leaders,
    number_fact as number_fact,
    rank_seats as rank_seats,
    rank_sides as rank_sides,
    zone_in_rows as zone_in_rows,
)

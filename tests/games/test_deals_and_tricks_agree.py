"""A deal entered as a whole scores as the same deal does trick by trick: whoever broke
a rule in it, and however it ended. People play at random from hands, and now and then
against the rules.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from referee import Ruling
from referee.testing import PlayedMatch
from referee.vocabulary.errors import RefereeError
from tests.properties import costly

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus")
RANKS = "23456789TJQKA"
SEEDS = st.integers(0, 2**32)
ENDINGS = ("played", "claim", "concede")

Legal = Callable[[list[str], dict[str, str], "Deal"], list[str]]
"""What may be played from a hand to a trick."""


@dataclass
class Deal:
    """A deal as it was played: the tricks, who took each, and who is proven to have
    broken a rule.
    """

    match: PlayedMatch
    rng: Random
    seats: tuple[str, ...]
    hands: dict[str, list[str]]
    tricks: list[dict[str, str]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    offenders: set[str] = field(default_factory=set)

    @property
    def played(self) -> list[str]:
        """The cards of all tricks."""
        return [card for trick in self.tricks for card in trick.values()]

    @property
    def taken(self) -> dict[str, int]:
        """How many tricks each has taken."""
        return {seat: self.winners.count(seat) for seat in self.seats}

    def cards_of(self, seat: str) -> list[str]:
        """The cards that this seat has taken."""
        tricks = zip(self.tricks, self.winners, strict=True)
        return [
            card
            for trick, winner in tricks
            if winner == seat
            for card in trick.values()
        ]

    def play(self, leader: str, legal: Legal) -> str:
        """Play a trick, and return who leads the next."""
        trick: dict[str, str] = {}
        first = self.seats.index(leader)
        for seat in self.seats[first:] + self.seats[:first]:
            hand = self.hands[seat]
            is_honest = not self.tricks or self.rng.random() < 0.95
            trick[seat] = self.rng.choice(
                legal(hand, trick, self) if is_honest else hand
            )
            hand.remove(trick[seat])
        self.match.enter("trick", plays=trick)
        self.tricks.append(trick)
        self.winners.append(winner_in(self.match.rulings))
        self.offenders |= {
            str(one.verdict["seat"]) for one in self.match.rulings if is_proof(one)
        }
        return self.winners[-1]

    def end(self, how: str, **others: Any) -> Mapping[str, Any]:
        """End the deal so, for a seat at random, and return what is entered of that by
        deal.
        """
        offenders = {"offenders": sorted(self.offenders)} if self.offenders else {}
        if how == "played":
            return offenders
        seat = self.rng.choice(self.seats)
        self.match.enter(how, seat=seat, **others)
        return {**offenders, **others, "rest" if how == "claim" else "given_up": seat}


def winner_in(rulings: Sequence[Ruling]) -> str:
    return next(
        str(one.verdict["winner"]) for one in rulings if "suit_led" in one.verdict
    )


def is_proof(ruling: Ruling) -> bool:
    return ruling.verdict.get("legal") is False and "trick" in ruling.verdict


def dealt(
    rng: Random, seats: tuple[str, ...], deck: list[str], each: int
) -> dict[str, list[str]]:
    rng.shuffle(deck)
    return {seat: deck[n * each : (n + 1) * each] for n, seat in enumerate(seats)}


def pack(*without: str) -> list[str]:
    return [
        rank + suit for rank in RANKS for suit in "CDHS" if rank + suit not in without
    ]


def following(hand: list[str], trick: dict[str, str], _deal: Deal) -> list[str]:
    """The cards that follow suit, or any."""
    led = next(iter(trick.values()), "")[1:]
    return [card for card in hand if card[1] == led] or hand


def numbers(rng: Random, values: Mapping[str, int]) -> dict[str, int]:
    """Numbers by seat, as people may leave out who has none."""
    return {seat: n for seat, n in values.items() if n or rng.random() < 0.5}


# Hearts


def in_hearts(hand: list[str], trick: dict[str, str], deal: Deal) -> list[str]:
    """What an honest player may play in Hearts."""
    first = "3C" if len(deal.seats) == 5 else "2C"
    if not deal.tricks and not trick:
        return [first]
    if not trick:
        is_broken = any(card[1] == "H" for card in deal.played)
        return hand if is_broken else [card for card in hand if card[1] != "H"] or hand
    harmless = [card for card in hand if card != "QS" and card[1] != "H"]
    followed = following(hand, trick, deal)
    return harmless if not deal.tricks and followed == hand else followed


@settings(max_examples=costly(60))
@given(
    SEEDS,
    st.integers(3, 5),
    st.sampled_from(ENDINGS),
    st.sampled_from([(), ("jack-of-diamonds",)]),
)
def test_they_agree_in_hearts(
    seed: int, players: int, ending: str, rules: tuple[str, ...]
) -> None:
    rng = Random(seed)
    seats = SEATS[:players]
    begun = {"dealer": "Ana", "house_rules": rules, "target": 500}
    gone = {3: ("2D",), 4: (), 5: ("2C", "2D")}[players]
    cards = pack(*gone)
    deal = Deal(
        PlayedMatch.begun("hearts", seats, depth="tricks", **begun), rng, seats, {}
    )
    deal.hands = dealt(rng, seats, cards, len(cards) // players)
    first = "3C" if players == 5 else "2C"
    leader = next(seat for seat in seats if first in deal.hands[seat])
    all_tricks = len(cards) // players
    for _ in range(all_tricks if ending == "played" else rng.randrange(all_tricks)):
        leader = deal.play(leader, in_hearts)

    told = dict(deal.end(ending))
    for seat in seats:
        if "QS" in deal.cards_of(seat):
            told["queen"] = seat
        if rules and "JD" in deal.cards_of(seat):
            told["jack"] = seat
    hearts = {
        seat: sum(card[1] == "H" for card in deal.cards_of(seat)) for seat in seats
    }
    whole = PlayedMatch.begun("hearts", seats, depth="deals", **begun)
    whole.enter(
        "deal", hearts=hearts if ending == "played" else numbers(rng, hearts), **told
    )
    assert whole.scores == deal.match.scores


# Spades and Oh Hell


def in_spades(hand: list[str], trick: dict[str, str], deal: Deal) -> list[str]:
    """What an honest player may play in Spades, where jokers may be spades too."""
    trumps = {card.code for card in deal.match.state.deals.deal.trumps}

    def suit(card: str) -> str:
        return "S" if card in trumps else card[1]

    if trick:
        led = suit(next(iter(trick.values())))
        return [card for card in hand if suit(card) == led] or hand
    if any(suit(card) == "S" for card in deal.played):
        return hand
    return [card for card in hand if suit(card) != "S"] or hand


@settings(max_examples=costly(60))
@given(
    SEEDS,
    st.sampled_from(["pairs", "solo"]),
    st.sampled_from(ENDINGS),
    st.sampled_from([(), ("nil-tricks-help",)]),
)
def test_they_agree_in_spades(
    seed: int, play: str, ending: str, rules: tuple[str, ...]
) -> None:
    rng = Random(seed)
    seats = SEATS[:4]
    begun = {
        "dealer": "Dee",
        "house_rules": rules if play == "pairs" else (),
        "high": rng.choice(["ace", "jokers", "deuces"]),
        "renege": rng.choice(["bid", "tricks"]),
        "play": play,
        "lost_at": -1000,
        "behind": 0,
    }
    bids = {seat: rng.choice([0, 0, 1, 2, 3, 4, 5]) for seat in seats}
    blind = [seat for seat in seats if not bids[seat] and rng.random() < 0.3]
    deal = Deal(
        PlayedMatch.begun("spades", seats, depth="tricks", **begun), rng, seats, {}
    )
    cards = [card.code for card in deal.match.state.deals.deal.deck]
    deal.hands = dealt(rng, seats, cards, 13)
    whole = PlayedMatch.begun("spades", seats, depth="deals", **begun)
    for match in (deal.match, whole):
        match.enter("bids", bids=bids, blind=blind)
    leader = "Ana"
    for _ in range(13 if ending == "played" else rng.randrange(13)):
        leader = deal.play(leader, in_spades)

    tricks = deal.taken
    told = told_of_the_rest(deal, ending, play == "solo")
    whole.enter(
        "deal", tricks=tricks if ending == "played" else numbers(rng, tricks), **told
    )
    assert whole.scores == deal.match.scores
    assert whole.state.bags == deal.match.state.bags


def told_of_the_rest(deal: Deal, ending: str, is_alone: bool) -> Mapping[str, Any]:
    """End the deal so; where each plays for itself, whoever gives up leaves the rest to
    somebody.
    """
    if ending != "concede" or not is_alone:
        return deal.end(ending)
    gives_up, takes = deal.rng.sample(deal.seats, 2)
    deal.match.enter("concede", seat=gives_up, rest=takes)
    return {"offenders": sorted(deal.offenders), "given_up": gives_up, "rest": takes}


@settings(max_examples=costly(60))
@given(
    SEEDS,
    st.integers(3, 7),
    st.sampled_from(ENDINGS),
    st.sampled_from(["exact", "tricks", "off", "five", "ten", "square"]),
)
def test_they_agree_in_oh_hell(
    seed: int, players: int, ending: str, scoring: str
) -> None:
    rng = Random(seed)
    seats = SEATS[:players]
    begun = {
        "dealer": seats[-1],
        "scoring": scoring,
        "course": "down",
        "highest": rng.randint(1, 52 // players),
    }
    deal = Deal(
        PlayedMatch.begun("oh-hell", seats, depth="tricks", **begun), rng, seats, {}
    )
    whole = PlayedMatch.begun("oh-hell", seats, depth="deals", **begun)
    hand = deal.match.state.deals.deal.hand_size
    cards = pack()
    deal.hands = dealt(rng, seats, cards, hand)
    turned = {"turned": cards[players * hand]} if players * hand < 52 else {}
    bids = dict.fromkeys(seats, 0) | {seats[0]: rng.randint(0, hand)}
    bids[seats[-1]] = 1 if sum(bids.values()) == hand else 0
    deal.match.enter("bids", bids=bids, **turned)
    whole.enter("bids", bids=bids)
    leader = seats[0]
    for _ in range(hand if ending == "played" else rng.randrange(hand)):
        leader = deal.play(leader, following)

    tricks = deal.taken
    told = told_of_the_rest(deal, ending, is_alone=True)
    whole.enter(
        "deal", tricks=tricks if ending == "played" else numbers(rng, tricks), **told
    )
    assert whole.scores == deal.match.scores


# Wizard


def in_wizard(hand: list[str], trick: dict[str, str], _deal: Deal) -> list[str]:
    """What an honest player may play in Wizard."""
    led = next((card for card in trick.values() if card != "J"), "W")
    if led == "W":
        return hand
    followed = [card for card in hand if card[-1] == led[-1]]
    special = [card for card in hand if card in ("J", "W")]
    return followed + special if followed else hand


@settings(max_examples=costly(60))
@given(SEEDS, st.integers(3, 6), st.sampled_from(ENDINGS))
def test_they_agree_in_wizard(seed: int, players: int, ending: str) -> None:
    rng = Random(seed)
    seats = SEATS[:players]
    cards = [f"{rank}{suit}" for rank in range(1, 14) for suit in "BRYG"]
    cards += ["J", "W"] * 4
    hand = rng.randint(1, 60 // players)
    begun = {"dealer": seats[-1], "first": hand}
    deal = Deal(
        PlayedMatch.begun("wizard", seats, depth="tricks", **begun), rng, seats, {}
    )
    whole = PlayedMatch.begun("wizard", seats, depth="deals", **begun)
    deal.hands = dealt(rng, seats, cards, hand)
    turned = {"turned": cards[players * hand]} if players * hand < 60 else {}
    if turned.get("turned") == "W":
        turned["trump"] = rng.choice("BRYG")
    bids = {seat: rng.randint(0, min(hand, 3)) for seat in seats}
    deal.match.enter("bids", bids=bids, **turned)
    whole.enter("bids", bids=bids)
    leader = seats[0]
    for _ in range(hand if ending == "played" else rng.randrange(hand)):
        leader = deal.play(leader, in_wizard)

    tricks = deal.taken
    told = told_of_the_rest(deal, ending, is_alone=True)
    whole.enter(
        "deal", tricks=tricks if ending == "played" else numbers(rng, tricks), **told
    )
    assert whole.scores == deal.match.scores


# Euchre and Bridge


def in_euchre(trump: str) -> Legal:
    """What an honest player may play in Euchre where this suit is trump."""
    left = "J" + {"C": "S", "S": "C", "D": "H", "H": "D"}[trump]

    def legal(hand: list[str], trick: dict[str, str], _deal: Deal) -> list[str]:
        led = next(iter(trick.values()), "")
        followed = [card for card in hand if suit(card) == suit(led)]
        return followed if led and followed else hand

    def suit(card: str) -> str:
        return trump if card == left else card[1:]

    return legal


@settings(max_examples=costly(60))
@given(SEEDS, st.booleans(), st.sampled_from(ENDINGS))
def test_they_agree_in_euchre(seed: int, alone: bool, ending: str) -> None:
    rng = Random(seed)
    table = SEATS[:4]
    deck = [rank + suit for rank in "9TJQKA" for suit in "CDHS"]
    hands = dealt(rng, table, deck, 5)
    turned = deck[20]
    maker = rng.choice(table)
    trump = rng.choice([suit for suit in "CDHS" if suit != turned[1]])
    partner = table[(table.index(maker) + 2) % 4]
    seats = tuple(seat for seat in table if not alone or seat != partner)
    deal = Deal(
        PlayedMatch.begun("euchre", table, dealer="Dee", depth="tricks"),
        rng,
        seats,
        hands,
    )
    whole = PlayedMatch.begun("euchre", table, dealer="Dee", depth="deals")
    deal.match.enter("contract", turned=turned, maker=maker, trump=trump, alone=alone)
    leader = seats[0]
    for _ in range(5 if ending == "played" else rng.randrange(5)):
        leader = deal.play(leader, in_euchre(trump))

    tricks = sum(n for seat, n in deal.taken.items() if seat in (maker, partner))
    others = len(deal.tricks) - tricks
    told = deal.end(ending)
    whole.enter("deal", maker=maker, alone=alone, tricks=tricks, others=others, **told)
    assert whole.scores == deal.match.scores


@settings(max_examples=costly(100))
@given(SEEDS, st.sampled_from(ENDINGS), st.sampled_from(["chicago", "rubber"]))
def test_they_agree_in_bridge(seed: int, ending: str, scoring: str) -> None:
    rng = Random(seed)
    seats = SEATS[:4]
    deal = Deal(
        PlayedMatch.begun(
            "bridge", seats, dealer="Dee", depth="tricks", scoring=scoring
        ),
        rng,
        seats,
        {},
    )
    whole = PlayedMatch.begun(
        "bridge", seats, dealer="Dee", depth="deals", scoring=scoring
    )
    deal.hands = dealt(rng, seats, pack(), 13)
    declarer = rng.choice(seats)
    strain = rng.choice(["C", "D", "H", "S", "NT"])
    contract = {"declarer": declarer, "level": rng.choice("1234567"), "strain": strain}
    contract["doubled"] = rng.choice(["no", "doubled", "redoubled"])
    deal.match.enter("contract", **contract)
    leader = seats[(seats.index(declarer) + 1) % 4]
    for _ in range(13 if ending == "played" else rng.randrange(13)):
        leader = deal.play(leader, following)

    told: dict[str, Any] = {}
    if ending != "played":
        seat = rng.choice(seats)
        left = 13 - len(deal.tricks)
        deal.match.enter("claim", seat=seat, tricks=left if ending == "claim" else 0)
        told["rest" if ending == "claim" else "given_up"] = seat
    if offenders := who_pays(deal.match.rulings):
        told |= {
            "offenders": offenders,
            "go_over": tricks_that_went_over(deal.match.rulings),
        }
    winners = corrected(deal.winners, deal.match.rulings)
    declaring = (declarer, seats[(seats.index(declarer) + 2) % 4])
    tricks = sum(winner in declaring for winner in winners)
    whole.enter("deal", **contract, tricks=tricks, others=len(winners) - tricks, **told)
    assert whole.scores == deal.match.scores
    assert (whole.state.below, whole.state.games) == (
        deal.match.state.below,
        deal.match.state.games,
    )


def who_pays(rulings: Sequence[Ruling]) -> list[str]:
    """Who has revoked, where that was not put right."""
    found = [
        str(one.about.values["seat"])
        for one in rulings
        if "’s revoke in trick" in str(one.about)
    ]
    return list(dict.fromkeys(found))


def corrected(winners: list[str], rulings: Sequence[Ruling]) -> list[str]:
    """Who has taken the tricks, once a revoke in the twelfth was put right."""
    about = {
        str(one.about): str(one.verdict["winner"])
        for one in rulings
        if "suit_led" in one.verdict
    }
    if "Trick 12, corrected" not in about:
        return winners
    return [*winners[:-2], about["Trick 12, corrected"], about["Trick 13, after it"]]


def tricks_that_went_over(rulings: Sequence[Ruling]) -> int:
    """How many tricks one side has given for its revokes; none where both have revoked."""
    given = {
        str(one.about): one.decided.number("tricks")
        for one in rulings
        if set(one.verdict) == {"tricks"}
    }
    return given.get("All revokes of the side", sum(given.values()))


# Belote and Coinche


def in_belote(trump: str) -> Legal:
    """What an honest player may play in Belote: never less than in Coinche."""
    order = "78QKTA9J"

    def legal(hand: list[str], trick: dict[str, str], _deal: Deal) -> list[str]:
        if not trick:
            return hand
        cards = [*trick.values()]
        led = cards[0][1]
        trumps = [card for card in cards if card[1] == trump]
        highest = max((order.index(card[0]) for card in trumps), default=-1)
        followed = [card for card in hand if card[1] == led]
        if followed and led != trump:
            return followed
        held = [card for card in hand if card[1] == trump]
        higher = [card for card in held if order.index(card[0]) > highest]
        return higher or held or hand

    return legal


@settings(max_examples=costly(60))
@given(
    SEEDS,
    st.sampled_from(ENDINGS),
    st.sampled_from(("belote", "coinche")),
)
def test_they_agree_in_belote(seed: int, ending: str, play: str) -> None:
    rng = Random(seed)
    seats = SEATS[:4]
    options = {"dealer": "Dee", "play": play, "announcements": "count"}
    options |= {
        "tie": rng.choice(("litige", "down", "made")),
        **{flag: rng.random() < 0.5 for flag in ("kept", "single", "by_play")},
    }
    deck = [rank + suit for rank in "789TJQKA" for suit in "CDHS"]
    hands = dealt(rng, seats, deck, 8)
    match = PlayedMatch.begun("belote", seats, depth="tricks", **options)
    whole = PlayedMatch.begun("belote", seats, depth="deals", **options)
    deal = Deal(match, rng, seats, hands)
    taker = rng.choice(seats)
    trump = rng.choice("CDHS")
    contract = {"taker": taker, "trump": trump}
    if play == "coinche":
        contract |= {
            "bid": rng.choice(("80", "100", "capot")),
            "doubled": rng.choice(("no", "coinche", "surcoinche")),
        }
    match.enter("contract", **contract)
    leader = seats[0]
    for _ in range(8 if ending == "played" else rng.randrange(8)):
        leader = deal.play(leader, in_belote(trump))
    belotes = [
        str(ruling.verdict["seat"])
        for step in match.history.steps
        for ruling in step.rulings
        if ruling.verdict.get("points") == 20
    ]
    told = dict(deal.end(ending))
    winner = str(told.pop("rest", leader))
    if given_up := told.pop("given_up", None):
        # Whoever sits next is on the other side.
        winner = seats[seats.index(given_up) - 1]

    partner = seats[(seats.index(taker) + 2) % 4]
    ours = {taker, partner}
    taken = deal.winners + [winner] * (8 - len(deal.winners))
    if len({seat in ours for seat in taken}) == 1:
        told["capot"] = "takers" if winner in ours else "others"
    else:
        cards = [card for seat in ours for card in deal.cards_of(seat)]
        if winner in ours:
            cards += [card for card in deck if card not in deal.played]
        told["points"] = points_in_belote(cards, trump) + 10 * (winner in ours)
    told["belote"] = sum(seat in ours for seat in belotes)
    told["others_belote"] = len(belotes) - told["belote"]
    whole.enter("deal", **contract, **told)
    assert whole.scores == match.scores


def points_in_belote(cards: Sequence[str], trump: str) -> int:
    plain = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    trumps = {**plain, "J": 20, "9": 14}
    return sum(
        (trumps if card[1] == trump else plain).get(card[0], 0) for card in cards
    )


# Doppelkopf


def in_doppelkopf(hand: list[str], trick: dict[str, str], deal: Deal) -> list[str]:
    """What an honest player may play in Doppelkopf."""
    trumps = {card.code for card in deal.match.state.deal.trumps}

    def suit(card: str) -> str:
        return "trumps" if card in trumps else card[1]

    if not trick:
        return hand
    led = suit(next(iter(trick.values())))
    return [card for card in hand if suit(card) == led] or hand


DOPPELKOPF_EYES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
LEVELS = ("none", "announced", "no-90", "no-60", "no-30", "black")


@settings(max_examples=costly(100))
@given(SEEDS, st.sampled_from(ENDINGS), st.sampled_from(["48", "40"]))
def test_they_agree_in_doppelkopf(seed: int, ending: str, cards: str) -> None:
    """People also announce what is not so: a wedding, a side, or pigs."""
    rng = Random(seed)
    seats = SEATS[:4]
    options = {
        "dealer": "Dee",
        "cards": cards,
        "pigs": True,
        "charlie_caught": True,
        "scored": rng.choice(["both", "winners", "never-losers"]),
        "dullen": rng.choice(["first", "second", "always"]),
        "wedding": rng.choice(["any", "suit"]),
    }
    match = PlayedMatch.begun("doppelkopf", seats, depth="tricks", **options)
    deck = [card.code for card in match.state.deal.deck]
    each = len(deck) // 4
    deal = Deal(match, rng, seats, dealt(rng, seats, deck, each))
    pigs = announce_games(deal)
    leader = seats[0]
    for _ in range(each if ending == "played" else rng.randrange(each)):
        announce_a_side(deal)
        leader = deal.play(leader, in_doppelkopf)
        deal.offenders |= announced_wrongly(match)

    told = dict(deal.end(ending))
    if "sides" in match.kinds:
        choices = [*combinations(seats, 2), *((seat,) for seat in seats)]
        rng.shuffle(choices)
        # What contradicts the deal is refused, and something is always left.
        re = next(re for re in choices if is_taken(match, "sides", re=re))
        match.enter("sides", re=re)
        deal.offenders |= announced_wrongly(match)
    if deal.offenders:
        told["offenders"] = sorted(deal.offenders)

    [counted] = [one for one in match.rulings if "kontra" in one.verdict]
    sides = {"re": set(counted.summary.values["re"])}
    sides["kontra"] = {*seats} - sides["re"]
    before = match.history.steps[-1].before.state
    told |= doppelkopf_in_numbers(deal, sides, told, pigs, deck)
    for side in sides:
        levels = [one.level for one in before.announcements if one.side == side]
        told[f"announced_{side}"] = LEVELS[max(levels, default=0)]
    whole = PlayedMatch.begun("doppelkopf", seats, depth="deals", **options)
    whole.enter("deal", **told, game=before.game, re=sorted(sides["re"]))
    assert whole.scores == match.scores


def announce_games(deal: Deal) -> str:
    """Announce a wedding and pigs, now and then wrongly; return who has pigs."""
    match = deal.match
    for seat in deal.seats:
        may_be = deal.hands[seat].count("QC") == 2 or deal.rng.random() < 0.05
        if "game" in match.kinds and may_be and deal.rng.random() < 0.5:
            match.enter("game", game="wedding", re=[seat])
    for seat in deal.seats:
        if deal.hands[seat].count("AD") == 2 or deal.rng.random() < 0.05:
            match.enter("pigs", seat=seat)
            return seat
    return ""


def announce_a_side(deal: Deal) -> None:
    """Announce Re or Kontra, now and then wrongly, if the rules take it."""
    if deal.rng.random() < 0.7:
        return
    seat = deal.rng.choice(deal.seats)
    data = {
        "seat": seat,
        "side": deal.rng.choice(["re", "kontra"]),
        "level": deal.rng.choice(LEVELS[1:4]),
    }
    if is_taken(deal.match, "announce", **data):
        deal.match.enter("announce", **data)


def is_taken(match: PlayedMatch, kind: str, **data: Any) -> bool:
    try:
        match.tried(kind, **data)
    except RefereeError:
        return False
    return True


def announced_wrongly(match: PlayedMatch) -> set[str]:
    section = "doppelkopf#announced-wrongly"
    return {
        str(one.verdict["seat"])
        for one in match.rulings
        if any(reason.rule == section for reason in one.because)
    }


def doppelkopf_in_numbers(
    deal: Deal,
    sides: Mapping[str, set[str]],
    end: Mapping[str, Any],
    pigs: str,
    deck: list[str],
) -> dict[str, Any]:
    """Eyes and special points, as the tricks show them."""
    foxes = {seat for trick in deal.tricks for seat in trick if trick[seat] == "AD"}
    found = Counter[str]()
    for number, (trick, winner) in enumerate(
        zip(deal.tricks, deal.winners, strict=True), start=1
    ):
        side = "re" if winner in sides["re"] else "kontra"
        is_last = 4 * number == len(deck)
        found[f"heads_{side}"] += eyes_of(trick.values()) >= 40
        found[f"charlie_{side}"] += is_last and trick[winner] == "JC"
        for seat, card in trick.items():
            is_theirs = seat not in sides[side]
            is_fox = card == "AD" and not (pigs and foxes <= {pigs})
            found[f"foxes_{side}"] += is_theirs and is_fox
            found[f"charlie_caught_{side}"] += is_theirs and is_last and card == "JC"
    taken = {
        side: [card for seat in seats for card in deal.cards_of(seat)]
        for side, seats in sides.items()
    }
    told = {"eyes": eyes_of(taken["re"]), **{name: n for name, n in found.items() if n}}
    if "rest" in end or "given_up" in end:
        told["against"] = eyes_of(taken["kontra"])
        rest = Counter(deck) - Counter(deal.played)
        is_for_re = end.get("rest") in sides["re"]
        if "given_up" in end:
            is_for_re = end["given_up"] not in sides["re"]
        taken["re" if is_for_re else "kontra"] += rest.elements()
    told["nines"] = any(cards and not eyes_of(cards) for cards in taken.values())
    return told


def eyes_of(cards: Iterable[str]) -> int:
    return sum(DOPPELKOPF_EYES.get(card[0], 0) for card in cards)


# Skat


CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
JACKS = ["JC", "JS", "JH", "JD"]


def trumps_in(game: str) -> list[str]:
    """The trumps of a game, from the highest."""
    suit = game[0].upper()
    ranks = "ATKQ987" if game in ("clubs", "spades", "hearts", "diamonds") else ""
    return [] if game == "null" else [*JACKS, *(rank + suit for rank in ranks)]


def in_skat(game: str) -> Legal:
    """What an honest player may play in Skat."""
    trumps = trumps_in(game)

    def suit(card: str) -> str:
        return "trumps" if card in trumps else card[1:]

    def legal(hand: list[str], trick: dict[str, str], _deal: Deal) -> list[str]:
        led = next(iter(trick.values()), "")
        followed = [card for card in hand if suit(card) == suit(led)]
        return followed if led and followed else hand

    return legal


def points_in(cards: Sequence[str]) -> int:
    return sum(CARD_POINTS.get(card[0], 0) for card in cards)


@settings(max_examples=costly(150))
@given(
    SEEDS,
    st.sampled_from(["clubs", "hearts", "grand", "null"]),
    st.sampled_from(["nothing", "hand", "schneider", "schwarz", "ouvert"]),
    st.sampled_from(ENDINGS),
)
def test_they_agree_in_skat(seed: int, game: str, announced: str, ending: str) -> None:
    rng = Random(seed)
    seats = SEATS[:3]
    if game == "null":
        announced = "nothing"
    deal = Deal(
        PlayedMatch.begun("skat", seats, dealer="Cy", depth="tricks"), rng, seats, {}
    )
    whole = PlayedMatch.begun("skat", seats, dealer="Cy", depth="deals")
    deck = [rank + suit for rank in "789TJQKA" for suit in "CDHS"]
    deal.hands = dealt(rng, seats, deck, 10)
    skat = deck[30:]
    declarer = rng.choice(seats)
    own = [*deal.hands[declarer], *skat]
    contract = {
        "declarer": declarer,
        "game": game,
        "announced": announced,
        "bid": rng.choice([18, 20, 22, 23]),
    }
    for match in (deal.match, whole):
        match.enter("contract", **contract)

    leader = seats[0]
    for _ in range(10 if ending == "played" else rng.randrange(10)):
        if "trick" in deal.match.kinds:
            leader = deal.play(leader, in_skat(game))

    told: dict[str, Any] = {}
    is_under_way = "trick" in deal.match.kinds
    tricks = list(zip(deal.tricks, deal.winners, strict=True))
    if deal.offenders:
        seat, number = first_offence(deal)
        told["offenders"] = [seat]
        tricks = tricks[: number - 1]
    if ending != "played" and is_under_way:
        told |= end_skat(deal, ending, declarer, game)
    if "skat" in deal.match.kinds:
        held = [card for card in deal.hands[declarer] if card in trumps_in(game)]
        deal.match.enter("skat", skat=skat, held=held)
    if told or game == "null" or len(tricks) == 10:
        whole.enter(
            "deal", **skat_in_numbers(tricks, declarer, game, own, skat), **told
        )
        assert whole.scores == deal.match.scores


def first_offence(deal: Deal) -> tuple[str, int]:
    """Who ended the deal, and in which trick: the first to break a rule, whoever was
    proven first.
    """
    proofs = [one.verdict for one in deal.match.rulings if is_proof(one)]
    number = min(int(str(one["trick"])) for one in proofs)
    order = list(deal.tricks[number - 1])
    return min(
        (str(one["seat"]) for one in proofs if one["trick"] == number), key=order.index
    ), number


def end_skat(deal: Deal, ending: str, declarer: str, game: str) -> dict[str, Any]:
    """Have a seat at random lay down or give up, and return what is entered of that by
    deal.
    """
    seat = deal.rng.choice(deal.seats)
    if ending == "concede":
        deal.match.enter("concede", seat=seat)
        return {"given_up": seat}
    if game == "null":
        deal.match.enter("claim", seat=seat)
        return {"rest": next(one for one in deal.seats if one != declarer)}
    level = {}
    if seat == declarer and all(winner == declarer for winner in deal.winners):
        level = {"level": deal.rng.choice(["nothing", "schneider", "schwarz"])}
    deal.match.enter("claim", seat=seat, **level)
    return {"rest": seat, **level}


def skat_in_numbers(
    tricks: Sequence[tuple[dict[str, str], str]],
    declarer: str,
    game: str,
    own: Sequence[str],
    skat: Sequence[str],
) -> dict[str, Any]:
    """What is entered of a deal by its numbers, as far as it was played."""
    mine = [list(trick.values()) for trick, winner in tricks if winner == declarer]
    theirs = [list(trick.values()) for trick, winner in tricks if winner != declarer]
    taken = "some" if mine and theirs else "all" if mine else "none"
    if game == "null":
        return {"tricks": "some" if mine else "none"}
    has = [card in own for card in trumps_in(game)]
    matadors = next((n for n, one in enumerate(has) if one != has[0]), len(has))
    numbers = {"matadors": matadors, "without": not has[0], "tricks": taken}
    points = points_in([*chain(*mine), *skat])
    against = points_in([*chain(*theirs)])
    return {
        **numbers,
        "points": points,
        "against": against,
        "opponents_tricks": len(theirs),
    }


@pytest.mark.parametrize("ending", ENDINGS)
def test_people_do_break_rules_in_these_deals(ending: str) -> None:
    """The properties above would hold, too, of deals in which nothing happens."""
    found = 0
    for seed in range(20):
        rng = Random(seed)
        seats = SEATS[:4]
        deal = Deal(
            PlayedMatch.begun("hearts", seats, depth="tricks"),
            rng,
            seats,
            dealt(rng, seats, pack(), 13),
        )
        leader = next(seat for seat in seats if "2C" in deal.hands[seat])
        for _ in range(13 if ending == "played" else 10):
            leader = deal.play(leader, in_hearts)
        found += bool(deal.offenders)
    assert found > 5

"""Skat against OpenSpiel: who wins each trick, what is legal, the card points, and who
wins the deal.

OpenSpiel has no bids, hand games, announcements, matadors or values. Each deal is
played in both depths; all of them have the bid of 18, which every game covers, so that
61 card points win. Deals are dealt and played so that schneider and schwarz occur on
both sides, and nulls are won and lost.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pyspiel

from referee import Ruling
from referee.testing import PlayedMatch
from tests.peers.accused import accusing

SEATS = ("Ana", "Ben", "Cy")
GAMES = ("passed", "diamonds", "hearts", "spades", "clubs", "grand", "null")
"""In the peer's order: these follow its 32 cards as actions."""
CODES = [rank + suit for suit in "DHSC" for rank in "789QKTAJ"]
"""The peer's cards by their numbers."""
SHARES = (3, 3, 3, 2, 4, 4, 4, 3, 3, 3)
"""How cards are dealt: to each of three, then the skat, and so on."""
PARTS = (0, 1, 2, 3, 0, 1, 2, 0, 1, 2)
STRENGTH = "789QKTAJ"
SUITS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}
JACKS = ["JC", "JS", "JH", "JD"]
SEED = 32

Choose = Callable[[Sequence[int], bool], int]
"""How a card is chosen of these, by the declarer or an opponent."""


@dataclass
class Peer:
    """A deal that the peer has played: what was dealt, and what it says of it."""

    game: str
    declarer: int
    skat: list[str]
    hands: list[list[str]]
    """As they are played, the skat put away."""
    tricks: list[dict[int, str]]
    """By the number of the player, in the order in which they are played."""
    winners: list[int]
    illegal: list[list[str]]
    """For each trick, what whoever played to it last must not have played."""
    points: int

    @property
    def taken(self) -> str:
        mine = sum(winner == self.declarer for winner in self.winners)
        return "none" if not mine else "all" if mine == len(self.winners) else "some"

    @property
    def won(self) -> bool:
        return self.points > 60


def dealt(random: Random, game: str, declarer: int, manner: str) -> list[int]:
    """The cards in the order in which they are dealt, so that the declarer's hand suits
    this manner of play.
    """

    def worth(number: int) -> float:
        rank = CODES[number][0]
        suit = CODES[number][1]
        height = (
            "789TJQKA".index(rank)
            if game == "null"
            else number % 8 + 10 * (suit == SUITS.get(game))
        )
        return height + random.random() * (40 if manner == "random" else 1)

    best = sorted(range(32), key=worth, reverse=manner == "strong")
    mine = best[:12]
    others = best[12:]
    random.shuffle(mine)
    random.shuffle(others)
    parts: dict[int, list[int]] = {
        part: mine if part in (declarer, 3) else others for part in range(4)
    }
    return [
        parts[part].pop()
        for part, n in zip(PARTS, SHARES, strict=True)
        for _ in range(n)
    ]


def play_peer(random: Random, peer: pyspiel.Game) -> Peer | None:
    """Have a deal played by the peer; None where all pass."""
    game = random.choice(GAMES if random.random() < 0.2 else GAMES[1:])
    declarer = random.randrange(3)
    manner = random.choice(("random", "strong", "weak"))
    state = peer.new_initial_state()
    for number in dealt(random, game, declarer, manner):
        state.apply_action(number)
    for _ in range(3 if game == "passed" else declarer):
        state.apply_action(32)
    if game == "passed":
        assert state.is_terminal()
        assert state.returns() == [0, 0, 0]
        return None
    state.apply_action(32 + GAMES.index(game))
    for _ in range(2):
        state.apply_action(random.choice(state.legal_actions()))
    return _play(random, state, game, declarer, manner)


def _play(
    random: Random, state: pyspiel.State, game: str, declarer: int, manner: str
) -> Peer:
    hands, skat = _held(state)
    left = [[*hand] for hand in hands]
    tricks: list[dict[int, str]] = [{}]
    winners = []
    illegal = []
    while not state.is_terminal():
        player = state.current_player()
        legal = [CODES[n] for n in state.legal_actions()]
        card = _chosen(random, legal, player == declarer, manner)
        tricks[-1][player] = card
        wrong = [one for one in left[player] if one not in legal]
        assert {*legal} <= {*left[player]}
        left[player].remove(card)
        state.apply_action(CODES.index(card))
        if len(tricks[-1]) == 3:
            told = str(state)
            winners.append(int(told.split("Last trick won by player ")[1][0]))
            illegal.append(wrong)
            tricks.append({})
    points = int(str(state).split("(Solo / Team): (")[1].split(" ")[0])
    return Peer(game, declarer, skat, hands, tricks[:-1], winners, illegal, points)


def _chosen(random: Random, legal: list[str], declares: bool, manner: str) -> str:
    """A legal card: with a strong hand the declarer plays high and the others low, with
    a weak one the other way.
    """
    if manner == "random" or random.random() < 0.05:
        return random.choice(legal)
    high = declares == (manner == "strong")
    return (max if high else min)(legal, key=lambda code: STRENGTH.index(code[0]))


def _held(state: pyspiel.State) -> tuple[list[list[str]], list[str]]:
    """The hands and the skat, as the peer prints them."""
    signs = dict(zip(_signs(), CODES, strict=True))
    lines = dict(line.split(":", 1) for line in str(state).splitlines() if ":" in line)
    hands = [[signs[sign] for sign in lines[f"Player {n}"].split()] for n in range(3)]
    return hands, [signs[sign] for sign in lines["Skat"].split()]


def _signs() -> list[str]:
    """The peer's signs for its cards: those of Unicode."""
    ranks = {"7": 7, "8": 8, "9": 9, "Q": 13, "K": 14, "T": 10, "A": 1, "J": 11}
    suits = {"D": 0x1F0C0, "H": 0x1F0B0, "S": 0x1F0A0, "C": 0x1F0D0}
    return [chr(suits[code[1]] + ranks[code[0]]) for code in CODES]


def matadors(peer: Peer) -> tuple[int, bool]:
    """With how many it is, or without how many, counted card by card."""
    trumps = [
        *JACKS,
        *(rank + SUITS[peer.game] for rank in "ATKQ987" if peer.game in SUITS),
    ]
    mine = {*peer.hands[peer.declarer], *peer.skat}
    n = 1
    while n < len(trumps) and (trumps[n] in mine) == (trumps[0] in mine):
        n += 1
    return n, trumps[0] not in mine


class Ours:
    """Matches of ours in one depth, a new one where a list is full."""

    def __init__(self, depth: str) -> None:
        self.depth = depth
        self.match = self._begun()

    def _begun(self) -> PlayedMatch:
        return PlayedMatch.begun("skat", SEATS, dealer="Cy", depth=self.depth, rounds=4)

    def dealt(self) -> tuple[PlayedMatch, tuple[str, ...]]:
        """The match, and the seats in the peer's order."""
        if self.match.scene.finished:
            self.match = self._begun()
        return self.match, self.match.state.deals.deal.to_play

    def passed(self) -> None:
        match, _ = self.dealt()
        before = dict(match.scores)
        match.enter("passed")
        assert dict(match.scores) == before

    def named(self, peer: Peer) -> tuple[PlayedMatch, tuple[str, ...]]:
        match, seats = self.dealt()
        match.enter(
            "contract",
            declarer=seats[peer.declarer],
            game=peer.game,
            announced="nothing",
            bid=18,
        )
        return match, seats


def counted(rulings: Sequence[Ruling]) -> Ruling:
    return next(ruling for ruling in rulings if "value" in ruling.verdict)


def told_points(ruling: Ruling) -> object:
    return next(
        (
            reason.text.values["points"]
            for reason in ruling.because
            if "points" in reason.text.values
        ),
        None,
    )


def as_tricks(ours: Ours, peer: Peer, random: Random) -> Mapping[str, object]:
    """What ours counts, from every trick; the winners are compared as they come."""
    match, seats = ours.named(peer)
    for n, (plays, winner) in enumerate(zip(peer.tricks, peer.winners, strict=True)):
        named = {seats[player]: card for player, card in plays.items()}
        if random.random() < 0.2:
            first, *rest = named.items()
            match.enter("trick", plays=dict([first]))
            named = dict(rest)
        match.enter("trick", plays=named)
        assert not accusing(match.rulings), "an honest deal is never accused"
        assert match.rulings[0].verdict["winner"] == seats[winner], (peer, n)
    ruling = counted(match.rulings)
    if peer.game != "null":
        assert told_points(ruling) == peer.points
    return ruling.verdict


def as_deal(ours: Ours, peer: Peer) -> Mapping[str, object]:
    """What ours counts, from the end of the deal alone."""
    match, _ = ours.named(peer)
    if peer.game == "null":
        match.enter("deal", tricks="none" if peer.won else "some")
    else:
        n, without = matadors(peer)
        match.enter(
            "deal", matadors=n, without=without, points=peer.points, tricks=peer.taken
        )
    return counted(match.rulings).verdict


def cases(peer: Peer) -> list[str]:
    """Which cases of scoring this deal is."""
    found = [f"{peer.game} {'won' if peer.won else 'lost'}"]
    if peer.game == "null":
        return found
    if not 30 < peer.points < 90:
        found.append("opponents schneider" if peer.won else "declarer schneider")
    found.append(
        {"all": "opponents schwarz", "none": "declarer schwarz"}.get(
            peer.taken, "no schwarz"
        )
    )
    return [*found, "without" if matadors(peer)[1] else "with"]


def test_whatever_the_peer_decides_agrees_in_both_depths(
    deals: int, at_least: int
) -> None:
    random = Random(SEED)
    peer = pyspiel.load_game("skat")
    tricks = Ours("tricks")
    ends = Ours("deals")
    seen = Counter[str]()
    for _ in range(deals):
        played = play_peer(random, peer)
        if played is None:
            seen["all pass"] += 1
            tricks.passed()
            ends.passed()
            continue
        verdict = as_tricks(tricks, played, random)
        assert verdict["won"] is played.won, played
        assert dict(verdict) == dict(as_deal(ends, played)), played
        seen.update(cases(played))
    expected = {f"{game} {how}" for game in GAMES[1:] for how in ("won", "lost")}
    expected |= {
        f"{who} {what}"
        for who in ("declarer", "opponents")
        for what in ("schneider", "schwarz")
    }
    for case in (*expected, "with", "without", "no schwarz", "all pass"):
        assert seen[case] >= at_least, (case, seen)


def test_what_the_peer_does_not_allow_is_proven_by_the_cards(deals: int) -> None:
    """Whoever does not follow is named in the very trick in which they play a card that
    they should have played.
    """
    random = Random(SEED)
    peer = pyspiel.load_game("skat")
    ours = Ours("tricks")
    proven = 0
    while proven < deals // 5:
        played = play_peer(random, peer)
        places = (
            []
            if played is None
            else [n for n, wrong in enumerate(played.illegal) if wrong]
        )
        if played is None or played.game == "null" or not places:
            continue
        proven += 1
        revoke(ours, played, random.choice(places), random)


def revoke(ours: Ours, peer: Peer, at: int, random: Random) -> None:
    """Play the deal with one illegal card in this trick, and then on by what each has
    left.
    """
    match, seats = ours.named(peer)
    offender = [*peer.tricks[at]][-1]
    hands = [[*hand] for hand in peer.hands]
    due: set[str] = set()
    for n in range(10):
        order = [seats.index(seat) for seat in match.state.deals.deal.to_play]
        plays = peer.tricks[n] if n <= at else _follow(peer.game, hands, order)
        if n == at:
            due = {card for card in hands[offender] if card not in peer.illegal[at]}
            plays = {**plays, offender: random.choice(peer.illegal[at])}
        for player, card in plays.items():
            hands[player].remove(card)
        match.enter(
            "trick", plays={seats[player]: card for player, card in plays.items()}
        )
        found = accusing(match.rulings)
        if n > at and plays[offender] in due:
            assert [(one.verdict["seat"], one.verdict["trick"]) for one in found] == [
                (seats[offender], at + 1)
            ], peer
            break
        assert not found, (peer, n)
    if match.kinds[:1] == ["skat"]:
        match.enter("skat", skat=peer.skat, held=_trumps(peer, hands[peer.declarer]))
    ruling = counted(match.rulings)
    assert "early" in {reason.rule.removeprefix("skat#") for reason in ruling.because}


def _trumps(peer: Peer, cards: list[str]) -> list[str]:
    return [card for card in cards if _suit(peer.game, card) == "trumps"]


def _suit(game: str, card: str) -> str:
    suit = SUITS.get(game)
    return "trumps" if card[0] == "J" or card[1] == suit else card[1]


def _follow(game: str, hands: list[list[str]], order: list[int]) -> dict[int, str]:
    """A trick in which everybody follows."""
    plays: dict[int, str] = {}
    for player in order:
        led = next(iter(plays.values()), None)
        follows = [
            card
            for card in hands[player]
            if led and _suit(game, card) == _suit(game, led)
        ]
        plays[player] = (follows or hands[player])[0]
    return plays

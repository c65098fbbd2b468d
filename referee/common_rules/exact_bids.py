"""Games in which each seat bids its exact number of tricks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards.card import Cards
from referee.common_rules.deal_ends import (
    EARLY_END_FIELDS,
    DealEnd,
    add_rest,
    deal_end_fields,
    read_deal_end,
    say_after_offence,
)
from referee.common_rules.deals import Deals
from referee.common_rules.proofs import OffenceRules
from referee.common_rules.refusals import rule_illegal
from referee.common_rules.tricks import trick_question
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.game import Ask, Question, Refused
from referee.vocabulary.prompt import Entry, Field, Prompt, Prompts, as_optional
from referee.vocabulary.ruling import (
    Cite,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Rulings,
)
from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.values import Values
from referee.vocabulary.view import Fact

_COLUMNS = (
    ReckoningColumn(say("Bid"), aside=True),
    ReckoningColumn(say("Tricks"), aside=True),
    ReckoningColumn(say("Points")),
)


@dataclass(frozen=True, slots=True)
class BidResult:
    """The result of a seat's bid in a deal.

    >>> result = BidResult("Ana", bid=3, taken=2, is_right=False, broke_rule=False)
    >>> -10 * abs(result.bid - result.taken)
    -10
    """

    seat: str
    bid: int
    taken: int
    is_right: bool
    """Whether the seat took exactly its bid, and neither gave up nor broke a rule."""
    broke_rule: bool


@dataclass(frozen=True, slots=True)
class ExactBids:
    """The bids of a game: its questions, its prompts and the rulings on them.

    The rulings cite the sections `bids`, `offence`, `given-up`, `claim`, `end` and
    `shared-win`.

    >>> from referee import FIFTY_TWO, Section, sections_of
    >>> sections = sections_of("whist", Section("bids", "Bids", "No bid is too high."))
    >>> exact = ExactBids(FIFTY_TWO, 13, sections.cite)
    >>> given = Values({"bids": {"Ana": 5, "Ben": 0}, "hand": 4, "dealer": "Ben"})
    >>> exact.rule_bids(given, sections.cite("bids", "They can.")).verdict
    {'legal': False, 'seats': ('Ana',)}
    """

    deck: Cards
    most: int
    """The most tricks of a deal."""
    cite: Cite
    bidding: tuple[Field, ...] = ()
    """The options that decide which bids can stand."""
    scoring: tuple[Field, ...] = ()
    """The options that decide the points of bids."""

    @property
    def _bids(self) -> Field:
        return Field("bids", "numbers_by_seat", say("Bids"), min=0, max=self.most)

    @property
    def _tricks(self) -> Field:
        return replace(
            self._bids, name="tricks", label=say("Tricks"), unless=EARLY_END_FIELDS
        )

    @property
    def turned(self) -> Field:
        """Return the field for the card that is turned up for trump."""
        return Field("turned", "card", say("Card turned up"), choices=self.deck)

    def questions(self, trump: Field) -> tuple[Question, ...]:
        """Return the questions `trick`, `bids` and `deal`."""
        hand = Field("hand", "number", say("Cards each"), min=1, max=self.most)
        dealer = Field("dealer", "seat", say("Who deals, and bids last"))
        asked = (self._bids, hand, dealer, *as_optional(self.bidding))
        scored = [self._bids, self._tricks, *as_optional((*self.scoring, hand))]
        scored.extend(replace(end, partners=False) for end in deal_end_fields())
        title = say("What do the bids score?")
        return (
            trick_question(self.deck, trump),
            Question("bids", say("Can these bids stand?"), asked),
            Question("deal", title, tuple(scored), hook="score_round"),
        )

    def rule_bids(self, given: Values, why: Reason, uneven: str = "") -> Ruling:
        """Return the ruling on all bids; they can stand for the reason `why`.

        If `uneven` names a section, the bids must not add up to the tricks.
        """
        bids = given.numbers_by_seat("bids")
        hand = given.number("hand")
        dealer = given.seat("dealer")
        if dealer not in bids:
            raise wrong_field("dealer", say("{dealer} hasn’t bid.", dealer=dealer))
        n = len(self.deck)
        if len(bids) * hand > n:
            too_many = say("{n} cards aren’t enough for that many each.", n=n)
            raise wrong_field("hand", too_many)

        most = max(bids.values())
        if most > hand:
            template = "A bid of {bid} is too much: there are {hand} tricks."
            too_much = self.cite("bids", template, bid=most, hand=hand)
            seats = tuple(seat for seat, bid in bids.items() if bid > hand)
            return rule_illegal(say("These bids can’t stand"), too_much, seats=seats)
        wanted = sum(bids.values())
        if uneven and wanted == hand:
            template = (
                "The bids add up to {wanted}, the number of tricks: {dealer} has to "
                "bid something else."
            )
            even = self.cite(uneven, template, wanted=wanted, dealer=dealer)
            summary = say("{dealer} can’t bid {bid}", bid=bids[dealer], dealer=dealer)
            return rule_illegal(summary, even, seat=dealer)
        summary = say_count(
            "{wanted} bid, {n} trick", "{wanted} bid, {n} tricks", hand, wanted=wanted
        )
        return Ruling({"legal": True}, summary, (why,))

    def rule_deal(
        self, given: Values, score: Callable[[BidResult], tuple[int, Reason]]
    ) -> Ruling:
        """Return the ruling on a deal; `score` returns a bid's points and reason."""
        bids = given.numbers_by_seat("bids")
        end = read_deal_end(given, [(seat,) for seat in bids])
        spoiled = (*end.given_up, *end.offenders)
        because = [*self._why_ended(given, end)]
        points = {}
        winners = []
        rows = []
        gains = []
        for seat, taken in _read_tricks(given, end).items():
            bid = bids[seat]
            is_right = bid == taken and seat not in spoiled
            result = BidResult(seat, bid, taken, is_right, seat in end.offenders)
            points[seat], why = score(result)
            because.append(why)
            cells = (bid, taken, points[seat])
            rows.append(ReckonedSeat(seat, cells, ahead=is_right))
            if is_right:
                winners.append(seat)
            if points[seat]:
                gains.append(say("{seat} {n:+d}", seat=seat, n=points[seat]))

        summary = say("Nobody got their bid")
        if gains:
            summary = say("{gained}", gained=tuple(gains))
        elif winners:
            summary = say("Nobody scores")
        if end.offenders:
            summary = say_after_offence(end.offenders, summary)
        verdict = {"points": points, "made": tuple(winners)}
        reckoning = Reckoning(_COLUMNS, tuple(rows))
        return Ruling(verdict, summary, tuple(because), reckoning=reckoning)

    def _why_ended(self, given: Values, end: DealEnd) -> Iterator[Reason]:
        """Yield why a deal was over before its last trick."""
        if end.given_up:
            template = "{seat} gave up the deal: that bid is wrong."
            yield self.cite("given-up", template, seat=end.given_up[0])
        played = sum(given.numbers_by_seat("tricks").values())
        left = given.number("hand", 0) - played
        if end.rest and left > 0:
            takes = say_count(
                "{seat} takes the last trick",
                "{seat} takes the last {n} tricks",
                left,
                seat=end.rest[0],
            )
            yield self.cite("claim", "{who_takes}.", who_takes=takes)

    def ask_bids(self, deals: Deals, title: Text, *before: Field) -> Prompt:
        """Return the prompt for everybody's bid, after these fields."""
        seats = deals.deal.to_play
        most = deals.deal.hand_size
        bids = replace(self._bids, max=most, choices=seats, own=True)
        help = say("Everyone’s bid, the dealer last.")
        return Prompt("bids", seats, title, help, (*before, bids))

    def ask_whether_they_stand(
        self, deals: Deals, bids: Mapping[str, int], ask: Ask
    ) -> Ruling:
        """Return the ruling on these bids in this deal."""
        dealer = deals.rounds.dealer
        agreed = deals.rounds.setting.agreed(self.bidding)
        hand = deals.deal.hand_size
        return ask("bids", bids=bids, hand=hand, dealer=dealer, **agreed)

    def prompts(self, deals: Deals, bids: Mapping[str, int]) -> Prompts:
        """Return a deal's prompts after the bids: a whole deal, or its tricks."""
        seats = deals.deal.to_play
        hand = deals.deal.hand_size
        labels = {seat: say("bid {n}", n=n) for seat, n in bids.items()}
        tricks = replace(
            self._tricks, max=hand, choices=seats, labels=labels, total=hand
        )
        rest = Field("rest", "seat", say("Who takes the rest?"), choices=seats)
        by_deal = (tricks, *deal_end_fields(seats))
        opened = deals.prompts(by_deal, concessions=(rest,))
        return tuple(prompt for prompt in opened if prompt.kind != "depth")

    def facts(self, deals: Deals, bids: Mapping[str, int]) -> list[Fact]:
        """Return each seat's tricks so far, beside its bid."""
        facts = []
        for seat, n in deals.deal.tricks_of.items():
            tricks = say("{taken} of {bid}", taken=n, bid=bids[seat])
            facts.append(Fact(say("Tricks"), tricks, seat))
        return facts

    def play(
        self,
        deals: Deals,
        bids: Mapping[str, int],
        entry: Entry,
        ask: Ask,
        hands: Sequence[int],
        trump: str | None,
    ) -> tuple[Deals, Rulings] | Refused:
        """Enter a whole `deal`, or what `Deals.enter` takes; score a deal that is over.

        `hands` are the sizes of hands, deal by deal.
        """
        rulings: Rulings = ()
        played = entry.given.values
        if entry.kind != "deal":
            offences = OffenceRules(self._say_cost)
            entered = deals.enter(entry, ask, self.cite, offences=offences, trump=trump)
            if isinstance(entered, Refused) or not entered[0].deal.over:
                return entered
            deals, rulings = entered
            played = {"tricks": deals.deal.tricks_of, **deals.deal.end}

        rounds = deals.rounds
        agreed = rounds.setting.agreed(self.scoring)
        hand = deals.deal.hand_size
        points = ask("deal", **played, bids=bids, hand=hand, **agreed)
        next_hand = hands[min(rounds.number, len(hands) - 1)]
        scores = points.decided.numbers_by_seat("points")
        after, ended = deals.score(scores, self.cite, points, next_hand)
        return after, (*rulings, points, ended)

    def _say_cost(self, seat: str) -> Reason:
        """Return the reason that states the cost of breaking a rule."""
        template = "So {seat}’s bid doesn’t count as right."
        return self.cite("offence", template, seat=seat)


def _read_tricks(given: Values, end: DealEnd) -> dict[str, int]:
    """Return each bidder's tricks, with the rest added for the seat that takes it.

    `hand`, if given, is the number of tricks. Raise WrongFieldsError if a bidder's
    tricks are missing, or if the tricks do not add up to `hand`.

    >>> given = Values({"bids": {"Ana": 1, "Ben": 2}, "tricks": {"Ana": 1}, "hand": 4})
    >>> _read_tricks(given, DealEnd(rest=("Ben",)))
    {'Ana': 1, 'Ben': 3}
    """
    bids = given.numbers_by_seat("bids")
    tricks = dict(given.numbers_by_seat("tricks"))
    hand = given.number("hand", None)
    if end.rest and hand is None:
        raise wrong_field("hand", say("Say how many cards each had."))
    if end.is_early:
        tricks = dict.fromkeys(bids, 0) | tricks
        if hand is not None and sum(tricks.values()) < hand:
            (taker,) = end.find_taker([(seat,) for seat in bids])
            tricks = add_rest(tricks, hand, taker)

    missing = bids.keys() ^ tricks.keys()
    if missing:
        seats = tuple(sorted(missing))
        raise wrong_field(
            "tricks", say("Enter bid and tricks for {seats}.", seats=seats)
        )
    n = sum(tricks.values())
    if hand is not None and n != hand:
        why = say("These must total {total}; you have {n}.", total=hand, n=n)
        raise wrong_field("tricks", why)
    return tricks

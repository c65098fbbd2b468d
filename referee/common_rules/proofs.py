"""Offences that later tricks of a deal prove: revokes, leads of a closed suit."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter

from referee.cards.card import Card, Cards
from referee.common_rules.tricks import TRUMPS, TakenTrick, Tricks, suit_of
from referee.vocabulary.ruling import Cite, Reason, Ruling, Rulings, ShownCards
from referee.vocabulary.text import NOTHING, Text, say

Cost = Callable[[str], Reason]
"""Gives the reason that states what an offence costs a seat."""

MayPlay = Callable[[TakenTrick, Cards, Cards], Collection[Card]]
"""Returns which cards of a hand may be played to a trick.

Its arguments are the trick with the cards on the table, the hand, and all trumps if
they are not just a suit.
"""


def follow_suit(lying: TakenTrick, hand: Cards, trumps: Cards = ()) -> Cards:
    """Return the cards of a hand that follow suit or have no suit; else all cards.

    Games give `OffenceRules` a function like this one, a `MayPlay`.

    >>> from referee import card
    >>> lying = TakenTrick({"Ana": card("9H")}, winner="")
    >>> follow_suit(lying, (card("KC"), card("3H"))), follow_suit(lying, (card("2S"),))
    ((<3H>,), (<2S>,))
    """
    led = lying.suit_led(trumps)
    may = tuple([card for card in hand if suit_of(card, trumps) in (led, None)])
    if led is None or all(suit_of(card, trumps) is None for card in may):
        return hand
    return may


WhoLed = Callable[[str], Mapping[str, object]]
"""Returns the values with which `irregularity` is asked about a seat's early lead.

They are `who` the seat is in the game's law, and the game's own fields.
"""


def _blame_player(_seat: str) -> Mapping[str, object]:
    return {"who": "player"}


@dataclass(frozen=True, slots=True)
class OffenceRules:
    """How a game rules on offences that the cards of a deal prove.

    >>> OffenceRules(may_play=None).cost is None
    True
    """

    cost: Cost | None = None
    """Gives the reason that states the cost; None: no reason is given."""
    may_play: MayPlay | None = follow_suit
    """The rule on which cards of a hand may be played; None: any card may be.

    A later card proves an offence if the card played was not allowed beside it.
    """
    belongs: Mapping[Card, Reason] = field(default_factory=dict)
    """The reasons why cards belong to other suits than printed, as a left bower to
    trump.

    A proof that rests on such a card gives its reason.
    """
    blame: WhoLed = _blame_player
    """Tells the game's law on irregularities which seat led out of turn."""


USUAL = OffenceRules()
"""The usual rules: suits must be followed, and scoring states the cost."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke with its proof: the seat had another card, and had to play that one.

    Tricks are counted from 1.

    >>> from referee import card
    >>> played, held = card("KC"), card("9H")
    >>> Revoke("Ben", trick=1, led="H", played=played, held=held, shown_in=4).seat
    'Ben'
    """

    seat: str
    trick: int
    led: str | None
    """The letter of the suit led in the trick; or `trumps`."""
    played: Card
    """The card that the seat played to the trick."""
    held: Card
    """A card of the suit led that was in the seat's hand."""
    shown_in: int
    """The trick in which the seat played the card held."""


def revokes_in(
    tricks: Tricks, trumps: Cards = (), may_play: MayPlay = follow_suit
) -> tuple[Revoke, ...]:
    """Return the revokes that these tricks of one deal prove, trick by trick.

    Each has the first card that proves it. `trumps` lists all trumps if they are not
    just a suit.

    >>> from referee import card
    >>> first = TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, "Ana")
    >>> second = TakenTrick({"Ana": card("2S"), "Ben": card("3H")}, "Ana")
    >>> [revoke.held for revoke in revokes_in((first, second))]
    [<3H>]
    """
    first: dict[tuple[int, str], Revoke] = {}
    for n in range(1, len(tricks) + 1):
        for revoke in find_revokes_proven(tricks[:n], trumps, may_play):
            first.setdefault((revoke.trick, revoke.seat), revoke)
    return tuple(sorted(first.values(), key=attrgetter("trick")))


def _cards_of(seat: str, tricks: Iterable[TakenTrick]) -> list[Card]:
    return [trick.plays[seat] for trick in tricks if seat in trick.plays]


def find_revokes_proven(
    tricks: Tricks, trumps: Cards, may_play: MayPlay
) -> Iterator[Revoke]:
    """Yield the revokes that cards of the last trick prove, new or known."""
    *earlier, last = tricks or (TakenTrick({}, ""),)
    for seat, held in last.plays.items():
        for number, trick in enumerate(earlier, 1):
            if _proves(held, seat, trick, trumps, may_play):
                led = trick.suit_led(trumps)
                played = trick.plays[seat]
                yield Revoke(seat, number, led, played, held, len(tricks))


def _proves(
    held: Card, seat: str, trick: TakenTrick, trumps: Cards, may_play: MayPlay
) -> bool:
    """Return whether a seat with this card could not play what it played to a trick."""
    seats = [*trick.plays]
    if seat not in seats:
        return False
    before = seats[: seats.index(seat)]
    lying = replace(trick, plays={other: trick.plays[other] for other in before})
    played = trick.plays[seat]
    return played not in may_play(lying, (played, held), trumps)


def rule_revoke(revoke: Revoke, trick: TakenTrick, cite: Cite, section: str) -> Ruling:
    """Return the ruling on a revoke in this trick, with the trick that proves it.

    The game itself states the cost. `legal` is False, so that the ruling can refuse the
    entry with the proof.

    >>> from referee import Section, card, sections_of
    >>> follow = Section("follow", "Following suit", "Whoever can follow suit must.")
    >>> cite = sections_of("whist", follow).cite
    >>> trick = TakenTrick({"Ana": card("TH"), "Ben": card("KC")}, "Ana")
    >>> revoke = Revoke("Ben", 1, "H", played=card("KC"), held=card("9H"), shown_in=4)
    >>> reason = rule_revoke(revoke, trick, cite, "follow").because[0]
    >>> print(reason.text)  # doctest: +NORMALIZE_WHITESPACE
    Ben played the king of clubs on a lead of hearts in trick 1, although they held the
    nine of hearts, played in trick 4.
    """
    seat = revoke.seat
    played = revoke.played
    held = revoke.held
    values = {"seat": seat, "trick": revoke.trick}
    template = (
        "{seat} played the {played} on a lead of {suit} in trick {trick}, although "
        "they held the {held}, played in trick {shown_in}."
    )
    because = cite(
        section,
        template,
        **values,
        played=played,
        suit=_name_suit(revoke.led, (*trick.plays.values(), held)),
        held=held,
        shown_in=revoke.shown_in,
    )
    summary = say("{seat} revoked in trick {trick}", **values)
    verdict = {"legal": False, **values, "card": held}
    shown = ShownCards(seat, (played, held), (held,))
    return Ruling(verdict, summary, (because,), (shown,))


def _name_suit(letter: str | None, cards: Iterable[Card]) -> Text:
    """Return the name that one of these cards gives a suit; else it is trumps."""
    for card in cards:
        if card.printed_suit is not None and card.suit == letter:
            return replace(NOTHING, template=card.printed_suit.name)
    return say("trumps")


def rule_early_lead(
    tricks: Tricks, trumps: Cards, suit: str, cite: Cite
) -> Ruling | None:
    """Return the ruling that a seat led a suit too early, if the last trick proves it.

    Nobody leads `suit` before a card of it was played, unless they hold nothing else.
    So the seat proves its own offence by playing a card of another suit later. The
    ruling rests on the section `broken`. Its verdict has `legal` (False), `seat`,
    `trick`, and `card`: what else the seat could have led.

    >>> from referee import Section, card, sections_of
    >>> text = "No heart is led before one was played."
    >>> cite = sections_of("hearts", Section("broken", "Breaking hearts", text)).cite
    >>> first = TakenTrick({"Ana": card("9H"), "Ben": card("KH")}, "Ben")
    >>> second = TakenTrick({"Ben": card("2S"), "Ana": card("3S")}, "Ana")
    >>> print(rule_early_lead((first, second), (), "H", cite).summary)
    Ana led hearts too early, in trick 1
    """
    letter = suit
    if any(card.suit == suit for card in trumps):
        suit = TRUMPS

    n = _find_first_with(suit, tricks, trumps)
    if n is None:
        return None
    trick = tricks[n - 1]
    leader = trick.led_alone(trumps)
    if leader is None or suit_of(trick.plays[leader], trumps) != suit:
        return None

    later = _cards_of(leader, tricks[n:])
    others = [card for card in later if suit_of(card, trumps) not in (suit, None)]
    # The last trick proves it, and no trick before did.
    if not others or others != later[-1:]:
        return None
    led = trick.plays[leader]
    card = others[0]
    template = (
        "{seat} led the {led} in trick {trick}, although they had the {card} to lead."
    )
    because = cite("broken", template, trick=n, seat=leader, led=led, card=card)
    template = "{seat} led {suit} too early, in trick {trick}"
    name = _name_suit(letter, (*trick.plays.values(), *trumps))
    summary = say(template, seat=leader, suit=name, trick=n)
    verdict = {"legal": False, "seat": leader, "trick": n, "card": card}
    shown = ShownCards(leader, (led, card), (led,))
    return Ruling(verdict, summary, (because,), (shown,))


def _find_first_with(suit: str, tricks: Tricks, trumps: Cards) -> int | None:
    """Return the number of the first trick with a card of this suit, from 1."""
    for n, trick in enumerate(tricks, 1):
        for card in trick.plays.values():
            if suit_of(card, trumps) == suit:
                return n
    return None


def rule_offences(
    tricks: Tricks,
    cite: Cite,
    closed: str | None,
    rules: OffenceRules,
    trumps: Cards,
) -> Rulings:
    """Return the rulings on offences that the last trick is the first to prove.

    Revokes rest on the section `follow`, early leads of the `closed` suit on `broken`.
    """
    offences = []
    if rules.may_play is not None:
        may_play = rules.may_play
        for revoke in find_revokes_proven(tricks, trumps, may_play):
            seat = revoke.seat
            trick = tricks[revoke.trick - 1]
            since = _cards_of(seat, tricks[revoke.trick : -1])
            if not any(_proves(card, seat, trick, trumps, may_play) for card in since):
                offences.append(rule_revoke(revoke, trick, cite, "follow"))
    early = rule_early_lead(tricks, trumps, closed, cite) if closed else None
    if early is not None:
        offences.append(early)
    explained = []
    for offence in offences:
        because = [*offence.because, *_why_it_belongs(offence, tricks, rules)]
        if rules.cost is not None:
            because.append(rules.cost(offence.decided.seat("seat")))
        explained.append(replace(offence, because=tuple(because)))
    return tuple(explained)


def _why_it_belongs(
    offence: Ruling, tricks: Tricks, rules: OffenceRules
) -> Iterator[Reason]:
    """Yield why cards belong to other suits than their own, in this proof."""
    decided = offence.decided
    plays = tricks[decided.number("trick") - 1].plays
    led = next(iter(plays.values()))
    played = plays[decided.seat("seat")]
    for card in dict.fromkeys((led, played, decided.card("card"))):
        if card in rules.belongs:
            yield rules.belongs[card]

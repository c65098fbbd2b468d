"""What the later tricks of a deal prove: revokes, and a lead of a suit that nobody may lead yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.cards.card import Card
from referee.common_rules.tricks import SUIT_NAMES, TakenTrick, suit_of
from referee.vocabulary.ruling import Cite, Ruling, ShownCards
from referee.vocabulary.text import say


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke, and what proves it: the seat did not follow in one trick, and had a card of that suit all the while.

    Tricks are counted from 1.

    >>> from referee import card
    >>> Revoke("Ben", trick=1, led="H", played=card("KC"), held=card("9H"), shown_in=4).seat
    'Ben'
    """

    seat: str
    trick: int
    led: str
    """The suit that was led in it, by its letter; or `trumps`."""
    played: Card
    """What was played to it instead."""
    held: Card
    """A card of the suit led that was in the hand then."""
    shown_in: int
    """The trick in which that card was played."""


def revokes_in(tricks: Sequence[TakenTrick], trumps: Sequence[Card] = ()) -> tuple[Revoke, ...]:
    """The revokes that these tricks of one deal prove, in the order in which they came to light.

    `trumps` are all of them, where they are not just the cards of a suit.

    >>> from referee import card
    >>> first = TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, "Ana")
    >>> [revoke.held for revoke in revokes_in((first, TakenTrick({"Ana": card("2S"), "Ben": card("3H")}, "Ana")))]
    [<3H>]
    """
    return tuple(revoke for n in range(1, len(tricks) + 1) for revoke in revokes_proven_by_the_last(tricks[:n], trumps))


def revokes_proven_by_the_last(tricks: Sequence[TakenTrick], trumps: Sequence[Card]) -> Iterator[Revoke]:
    """The first revoke of each seat that the last of these tricks proves; none where there are no tricks."""
    *earlier, last = tricks or (TakenTrick({}, ""),)
    for seat, held in last.plays.items():
        suit = suit_of(held, trumps)
        for number, trick in enumerate(earlier, 1):
            played, led = trick.plays.get(seat), suit_of(next(iter(trick.plays.values())), trumps)
            if played is not None and suit is not None and led == suit != suit_of(played, trumps):
                yield Revoke(seat, number, suit, played, held, len(tricks))
                break


def rule_revoke(revoke: Revoke, cite: Cite, section: str) -> Ruling:
    """The ruling on a revoke, with the trick in which it happened and the one that proves it. What it costs is for the
    game to say; `legal` is False, so that the ruling can refuse the entry which proves it.

    >>> from referee import Section, card, sections_of
    >>> rules = sections_of("whist", Section("follow", "Following suit", "Whoever can follow suit must."))
    >>> revoke = Revoke("Ben", 1, "H", played=card("KC"), held=card("9H"), shown_in=4)
    >>> print(rule_revoke(revoke, rules.cite, "follow").because[0].text)
    In trick 1 Ben played the king of clubs, and had the nine of hearts of the suit led, which is played in trick 4.
    """
    template = (
        "In trick {trick} {seat} played the {played}, and had the {held} of the suit led,"
        " which is played in trick {shown_in}."
    )
    told = {"trick": revoke.trick, "seat": revoke.seat, "played": revoke.played, "held": revoke.held}
    because = cite(section, template, shown_in=revoke.shown_in, **told)
    verdict = {"legal": False, "seat": revoke.seat, "trick": revoke.trick, "card": revoke.held}
    summary = say("{seat} has not followed suit in trick {trick}", seat=revoke.seat, trick=revoke.trick)
    return Ruling(
        verdict, summary, (because,), (ShownCards(revoke.seat, (revoke.played, revoke.held), (revoke.held,)),)
    )


def rule_early_lead(
    tricks: Sequence[TakenTrick], suit: str, cite: Cite, section: str, trumps: Sequence[Card] = ()
) -> tuple[Ruling, ...]:
    """Return the ruling that somebody led a suit too early, if the last of these tricks proves it; else nothing.

    Nobody leads `suit` before a card of it was played, except from a hand of nothing else: so a card of another suit,
    played by the same seat later, proves it. `legal` is False; `seat`, `trick` and `card` say who, when, and what else
    could have been led.

    >>> from referee import Section, card, sections_of
    >>> rules = sections_of("hearts", Section("broken", "Breaking hearts", "No heart is led before one was played."))
    >>> first = TakenTrick({"Ana": card("9H"), "Ben": card("KH")}, "Ben")
    >>> second = TakenTrick({"Ben": card("2S"), "Ana": card("3S")}, "Ana")
    >>> [str(one.summary) for one in rule_early_lead((first, second), "H", rules.cite, "broken")]
    ['Ana led hearts too early, in trick 1']
    """
    played = [[suit_of(card, trumps) for card in trick.plays.values()] for trick in tricks]
    first = next((n for n, suits in enumerate(played) if suit in suits), None)
    if first is None or played[first][0] != suit:
        return ()
    leader, led = next(iter(tricks[first].plays.items()))
    mine = [trick.plays[leader] for trick in tricks[first + 1 :] if leader in trick.plays]
    others = [card for card in mine if suit_of(card, trumps) != suit]
    if not others or others != mine[-1:]:
        return ()
    told = {"seat": leader, "trick": first + 1, "card": others[0]}
    because = cite(section, "In trick {trick} {seat} led the {led}, and had the {card} to lead.", led=led, **told)
    template = "{seat} led {suit} too early, in trick {trick}"
    summary = say(template, seat=leader, suit=SUIT_NAMES[suit], trick=first + 1)
    return (Ruling({"legal": False, **told}, summary, (because,), (ShownCards(leader, (led, others[0]), (led,)),)),)

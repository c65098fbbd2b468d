"""What each entry does to a match: a deal that is over, a draw and a discard, a misdeal, the other depth."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Accepted, Ask, Entry, Refused, Ruling, Values, hookimpl, rule_round, say, uphold

from .rules import BONUSES, GAME_BONUSES, cite
from .state import State, refuse_discard, refuse_hands


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or the ruling that refuses it."""
    play, given = state.play, entry.given
    match entry.kind:
        case "deal" | "hands":
            return _score(state, given.values, ask)
        case "dead" | "misdeal":
            return _deal_again(state, entry.kind)
        case "depth":
            return Accepted(replace(state.dealt(), by_deal=not state.by_deal))
        case "upcard":
            upcard = given.card("upcard")
            return Accepted(replace(state, play=replace(play, upcard=upcard, pile=(upcard,), passes=0)))
        case "pass":
            return Accepted(replace(state, play=replace(play, turn=play.other, passes=(play.passes or 0) + 1)))
        case "turn":
            return _turn(state, given, ask)
        case _:
            return _knock(state, given, ask)


def _turn(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    draw, discard = given.choice("draw"), given.card("discard")
    if (wrong := uphold(refuse_discard(state.play, draw, discard), ask)) is not None:
        return Refused(wrong)
    after = replace(state, play=state.play.after(draw, discard))
    is_dead = after.at_wall and not state.setting.chosen.flag("last_discard")
    return _deal_again(after, "dead") if is_dead else Accepted(after)


def _knock(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """A knock by the seat in turn, with both hands, if these can be."""
    play, hands, draw, discard = state.play, given.cards_by_seat("hands"), given.choice("draw"), given.card("discard")
    wrong = refuse_discard(play, draw, discard) or refuse_hands(play.after(draw, discard), play.turn, hands)
    if (wrong := uphold(wrong, ask)) is not None:
        return Refused(wrong)
    return _score(state, {"knocker": play.turn, "hands": hands, "upcard": play.upcard}, ask)


def _score(state: State, told: Mapping[str, object], ask: Ask) -> Accepted | Refused:
    """A deal in which somebody knocked: the points, a box, and after the last one the game."""
    chosen = state.setting.chosen
    bonuses = {field.name: chosen.number(field.name) for field in BONUSES}
    asked = {**bonuses, "knock": chosen.choice("knock"), **told}
    ruling = ask("deal", **asked)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    if "winner" not in ruling.verdict:
        ruling = ask("deal", **asked, let_pass=True)
    winner = ruling.decided.seat("winner")
    rounds = state.rounds.with_scores(ruling.decided.numbers_by_seat("points"))
    boxes = {seat: n + (seat == winner) for seat, n in state.boxes.items()}
    if not rounds.winners:
        loser = next(seat for seat in boxes if seat != winner)
        after = replace(state, rounds=replace(rounds, due=loser), boxes=boxes)
        return Accepted(after.dealt(), (ruling, rule_round(state.rounds, rounds, cite, "game", ruling)))
    bonuses = {field.name: chosen.number(field.name) for field in GAME_BONUSES}
    target = chosen.number("target")
    game = ask("game", points=rounds.totals, boxes=boxes, target=target, **bonuses)
    won = replace(rounds, totals=game.decided.numbers_by_seat("totals"), winners=game.decided.seats("winners"))
    return Accepted(replace(state, rounds=won, boxes=boxes), (ruling, game))


def _deal_again(state: State, why: str) -> Accepted:
    """A deal of which nothing counts: the same player deals again."""
    because = (cite(why, "Nothing of it counts, and {dealer} deals again.", dealer=state.rounds.dealer),)
    return Accepted(state.dealt(), (Ruling({"winner": None}, say("The deal does not count"), because),))

"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Cards,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Random,
    Reason,
    Refused,
    Ruling,
    Scene,
    Setting,
    Step,
    Text,
    Values,
    Zone,
    begin_rounds,
    card,
    hookimpl,
    leaders,
    number_fact,
    place_in_suit,
    rule_round,
    say,
    say_count,
    uphold,
    without,
)

from .game import (
    BIG_GIN,
    BONUSES,
    GAME_BONUSES,
    HAND,
    KNOCK,
    OKLAHOMA,
    SHUTOUT,
    TARGET,
    cite,
)
from .scoring import BIG, HANDS, KNOCKER, LEFT, UPCARD
from .state import (
    GAMES,
    GameScore,
    Play,
    State,
    begin_play,
    refuse_discard,
    refuse_hand,
)

_DRAWS = {"stock": say("From the stock"), "pile": say("From the pile")}
_HANDS_HELP = say("Each player’s ten cards. The referee melds them.")
_HAND_HELP = say("Ten cards. The referee melds them.")


@hookimpl
def begin(setting: Setting) -> State:
    """Return the state before the first deal."""
    chosen = setting.chosen
    by_deal = chosen.choice("depth") == "deals"
    boxes = dict.fromkeys(setting.seats, 0)
    if chosen.flag("hollywood"):
        rounds = begin_rounds(setting)
        games = (GameScore(boxes, boxes),) * GAMES
        return State(rounds, by_deal, begin_play(rounds), boxes, games)
    rounds = begin_rounds(setting, target=chosen.number("target"))
    return State(rounds, by_deal, begin_play(rounds), boxes)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the game is over."""
    if state.rounds.winners:
        return ()
    return tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    seats = state.setting.seats
    is_begun = not state.by_deal and state.play.upcard is not None
    if state.by_deal:
        yield from _ask_for_deal(state)
    elif state.play.is_knocked:
        yield _ask_to_show(state.play)
    elif is_begun:
        yield from _ask_for_turn(state)
    else:
        yield Prompt("upcard", seats, say("The card turned up"), fields=(UPCARD,))

    if state.by_deal or state.at_wall:
        help = say("Two cards are left in the stock.")
        title = say("Nobody has knocked")
        yield Prompt("dead", seats, title, help, optional=state.by_deal, anew=True)
    again = say("Misdeal: deal again")
    yield Prompt("misdeal", seats, again, optional=True, anew=True)
    if state.by_deal:
        yield Prompt("depth", seats, say("Enter every draw and discard"), optional=True)
    elif not is_begun:
        yield Prompt("depth", seats, say("Score by deal"), optional=True)


def _ask_for_deal(state: State) -> Iterator[Prompt]:
    seats = state.setting.seats
    upcard: tuple[Field, ...] = (UPCARD,)
    if state.setting.chosen.choice("knock") not in OKLAHOMA:
        upcard = ()
    title = say("The deal in points")
    help = say("What each has left after laying off; no points is gin.")
    big = _may_have_big_gin(state)
    fields: tuple[Field, ...] = (KNOCKER, LEFT, *upcard)
    hands = HANDS
    if big:
        fields = (*fields, BIG)
        hands = replace(HANDS, max=HAND + 1)
    yield Prompt("deal", seats, title, help, fields)

    fields = (KNOCKER, hands, *upcard)
    title = say("The deal by the hands")
    yield Prompt("hands", seats, title, _HANDS_HELP, fields, optional=True)


def _may_have_big_gin(state: State) -> bool:
    return state.setting.chosen.choice("big_gin") != "none"


def _ask_for_turn(state: State) -> Iterator[Prompt]:
    """Ask for a draw and a discard, for a knock, or whether a card is not wanted."""
    play = state.play
    seat = play.turn
    draws = play.draws
    drawn = say("Drawn")
    draw = Field(
        "draw", "choice", drawn, choices=draws, labels=_DRAWS, default=draws[0]
    )
    pile = play.cards.pile
    cards = without(FIFTY_TWO, (*pile, *play.cards.held(play.other)))
    discard = Field("discard", "card", say("Discarded"), choices=cards, suggests=True)
    if not state.at_wall:
        title = say("{seat} draws and discards", seat=seat)
        yield Prompt("turn", (seat,), title, fields=(draw, discard))

    hand = _ask_for_hand(play, (*pile[:-1], *play.cards.held(play.other)))
    title = say("{seat} knocks", seat=seat)
    if _may_have_big_gin(state):
        label = say("Discarded (nothing with big gin)")
        discard = replace(discard, label=label, optional=True)
        hand = replace(hand, max=HAND + 1)
    fields = (draw, discard, hand)
    yield Prompt("knock", (seat,), title, _HAND_HELP, fields, optional=True)

    if play.passes is not None and draws == ("pile",):
        title = say("{seat} passes on it", seat=seat)
        yield Prompt("pass", (seat,), title)


def _ask_for_hand(play: Play, elsewhere: Cards) -> Field:
    """Ask for the hand of the seat in turn, filled in with its known cards."""
    seat = play.turn
    held = [card.code for card in play.cards.held(seat)]
    return replace(
        HANDS,
        choices=without(FIFTY_TWO, elsewhere),
        suggests=True,
        seats=(seat,),
        default={seat: held} if held else None,
    )


def _ask_to_show(play: Play) -> Prompt:
    """Ask the other seat for its hand, once a knock stands."""
    seat = play.turn
    hand = _ask_for_hand(play, (*play.cards.pile, *play.cards.laid[play.other]))
    title = say("{seat} shows their hand", seat=seat)
    return Prompt("show", (seat,), title, _HAND_HELP, (hand,))


@hookimpl
def example(
    prompt: Prompt, random: Random, state: State
) -> Mapping[str, object] | None:
    """Return points or hands of a possible knock; None if fields are enough."""
    play = state.play
    knocker = play.turn
    other = play.other
    fields = {field.name: field for field in prompt.fields}
    values: dict[str, object] = {}
    if "upcard" in fields:
        values["upcard"] = card("KD")
    if state.by_deal:
        values["knocker"] = knocker
    if prompt.kind == "deal":
        values["deadwood"] = {knocker: 0, other: random.randint(0, 60)}
        return values
    if "hands" not in fields:
        return None

    if prompt.kind == "knock":
        draw = play.draws[0]
        discard = random.choice(play.cards.unseen(FIFTY_TWO))
        values = {"draw": draw, "discard": discard}
        play = play.after(draw, discard)
    # The lowest cards leave the fewest points, most of them in sets.
    unseen = sorted(play.cards.unseen(FIFTY_TWO), key=place_in_suit)
    hands = {}
    for seat in fields["hands"].seats or (knocker, other):
        held = play.cards.held(seat)
        needed = HAND - len(held)
        hands[seat] = (*held, *unseen[:needed])
        unseen = unseen[needed:]
    return {**values, "hands": hands}


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    play = state.play
    given = entry.given
    match entry.kind:
        case "deal" | "hands":
            return _score(state, given.values, ask)
        case "dead" | "misdeal":
            return _deal_again(state, entry.kind)
        case "depth":
            return Accepted(replace(state.dealt(), by_deal=not state.by_deal))
        case "upcard":
            upcard = given.card("upcard")
            lying = replace(play.cards, pile=(upcard,))
            begun = replace(play, upcard=upcard, cards=lying, passes=0)
            after = replace(state, play=begun)
            return Accepted(after)
        case "pass":
            passes = (play.passes or 0) + 1
            passed = replace(play, turn=play.other, other=play.turn, passes=passes)
            after = replace(state, play=passed)
            return Accepted(after)
        case "turn":
            return _turn(state, given, ask)
        case "knock":
            return _knock(state, given, ask)
        case _:
            return _show(state, given, ask)


def _turn(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    draw = given.choice("draw")
    discard = given.card("discard")
    wrong = uphold(refuse_discard(state.play, draw, discard), ask)
    if wrong:
        return Refused(wrong)

    after = replace(state, play=state.play.after(draw, discard))
    if after.at_wall and not state.setting.chosen.flag("last_discard"):
        return _deal_again(after, "dead")
    return Accepted(after)


def _knock(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Lay the knocker's hand open, unless it proves that the knock does not count."""
    play = state.play
    hand = given.cards_by_seat("hands")[play.turn]
    draw = given.choice("draw")
    discard = given.card("discard") if given.has("discard") else None
    after = play.after(draw, discard)
    wrong = None
    size = HAND + 1
    if discard is not None:
        size = HAND
        wrong = refuse_discard(play, draw, discard)
    if wrong is None:
        wrong = refuse_hand(after, play.turn, hand, size)
    wrong = uphold(wrong, ask)
    if wrong:
        return Refused(wrong)

    hands = {play.turn: hand, play.other: ()}
    ruling = _rule_deal(state, {"hands": hands, "upcard": play.upcard}, ask)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    laid = after.cards.with_laid(play.turn, hand)
    return Accepted(replace(state, play=replace(after, cards=laid)))


def _show(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Score the deal by the knocker's hand and this one."""
    play = state.play
    shown = given.cards_by_seat("hands")
    wrong = uphold(refuse_hand(play, play.turn, shown[play.turn]), ask)
    if wrong:
        return Refused(wrong)
    # The knock was ruled on when it was entered, and the table may have let it pass.
    values = {
        "hands": {play.other: play.cards.laid[play.other], **shown},
        "upcard": play.upcard,
        "let_pass": True,
    }
    return _score(state, values, ask)


def _rule_deal(state: State, values: Mapping[str, object], ask: Ask) -> Ruling:
    """Return the ruling on a knock by the options of the table."""
    agreed = state.setting.agreed((KNOCK, BIG_GIN, *BONUSES))
    if not _may_have_big_gin(state):
        del agreed[BIG_GIN.name]
    return ask("deal", **{**agreed, **values})


def _score(state: State, values: Mapping[str, object], ask: Ask) -> Accepted | Refused:
    """Score a deal in which somebody knocked, and after the last one the game."""
    before = state.rounds
    ruling = _rule_deal(state, values, ask)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    if "winner" not in ruling.verdict:
        ruling = _rule_deal(state, {**values, "let_pass": True}, ask)

    winner = ruling.decided.seat("winner")
    points = ruling.decided.numbers_by_seat("points")
    rounds = before.with_scores(points)
    boxes = {**state.boxes, winner: state.boxes[winner] + 1}
    after = replace(state, rounds=rounds, boxes=boxes)
    if state.games:
        return _score_games(after, ruling, points, ask)
    if not rounds.winners:
        standing = rule_round(before, rounds, cite, "game", ruling)
        return Accepted(_deal_next(after, winner), (ruling, standing))

    game = _rule_game(state, rounds.totals, boxes, ask)
    return Accepted(_end(after, game), (ruling, game))


def _deal_next(state: State, winner: str) -> State:
    """Return the next deal, with who deals it."""
    due = state.setting.opposite(winner)
    rule = state.setting.chosen.choice("next_deal")
    if rule == "winner":
        due = winner
    if rule == "in-turn":
        # The scores have passed the deal on.
        due = state.rounds.due
    return replace(state, rounds=replace(state.rounds, due=due)).dealt()


def _rule_game(
    state: State, points: Mapping[str, float], boxes: Mapping[str, int], ask: Ask
) -> Ruling:
    agreed = state.setting.agreed((TARGET, SHUTOUT, *GAME_BONUSES))
    return ask("game", points=points, boxes=boxes, **agreed)


def _end(state: State, game: Ruling) -> State:
    totals = game.decided.numbers_by_seat("totals")
    winners = game.decided.seats("winners")
    rounds = replace(state.rounds, totals=totals, winners=winners)
    return replace(state, rounds=rounds)


def _score_games(
    state: State, deal: Ruling, points: Mapping[str, int], ask: Ask
) -> Accepted:
    """Count a deal in as many of the three games as its winner has won deals."""
    winner = deal.decided.seat("winner")
    target = state.setting.chosen.number("target")
    counted = state.games_of_deal(winner)
    games = []
    took = 0
    ended: list[Ruling] = []
    for n, game in enumerate(state.games, start=1):
        if game.is_over or n not in counted:
            games.append(game)
            continue
        took += 1
        scored = game.with_deal(points, winner)
        if scored.points[winner] >= target:
            scored, ruling = _end_game(state, scored, ask)
            ended.append(replace(ruling, about=say("Game {n}", n=n)))
        games.append(scored)

    totals = {}
    for seat in state.setting.seats:
        totals[seat] = sum(game.points[seat] for game in games)
    rounds = replace(state.rounds, totals=totals)
    after = replace(state, rounds=rounds, games=tuple(games))
    because = tuple(_explain_counted(state, winner, counted, took))
    if all(game.is_over for game in games):
        winners = leaders(totals)
        after = replace(after, rounds=replace(rounds, winners=winners))
        summary = say(
            "{winners}: most in all three games, {total}",
            winners=winners,
            total=totals[winners[0]],
        )
    else:
        after = _deal_next(after, winner)
        summary = say("{winner} scores in no game", winner=winner)
        if took:
            summary = say_count(
                "{winner} scores in {n} game",
                "{winner} scores in {n} games",
                took,
                winner=winner,
            )
    verdict = {"totals": totals, "winners": after.rounds.winners}
    return Accepted(after, (deal, *ended, Ruling(verdict, summary, because)))


def _end_game(state: State, game: GameScore, ask: Ask) -> tuple[GameScore, Ruling]:
    """Return one of the three games with its bonuses, and the ruling on them."""
    ruling = _rule_game(state, game.points, game.boxes, ask)
    totals = ruling.decided.numbers_by_seat("totals")
    return GameScore(totals, game.boxes, is_over=True), ruling


def _explain_counted(
    state: State, winner: str, counted: range, took: int
) -> Iterator[Reason]:
    """Yield why a deal counts in these games; `took` games were not over."""
    template = "{seat} has won {deals}: so it counts in {n} of the three games."
    if counted.start > 1:
        template = "{seat} was shut out of a game: so deals count from game {first} on."
    values = {"seat": winner, "first": counted.start, "n": len(counted)}
    deals = say_count("{n} deal", "{n} deals", state.boxes[winner])
    yield cite("hollywood", template, **values, deals=deals)
    if took < len(counted):
        yield cite("hollywood", "A game that is over takes no more points.")


def _deal_again(state: State, why: str) -> Accepted:
    """Deal again, by the same dealer; nothing of the old deal counts."""
    template = "None of it counts, and {dealer} deals again."
    because = cite(why, template, dealer=state.rounds.dealer)
    ruling = Ruling({"winner": None}, say("The deal doesn’t count"), (because,))
    return Accepted(state.dealt(), (ruling,))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return points and boxes, the pile, and the known cards of each seat."""
    rounds = state.rounds
    boxes = []
    for seat, n in state.boxes.items():
        boxes.append(number_fact(say("Boxes"), n, seat))
    for n, game in enumerate(state.games, start=1):
        for seat, points in game.points.items():
            name = say("Game {n}", n=n)
            boxes.append(Fact(name, say("{points}", points=points), seat))
    facts = tuple(boxes)
    if rounds.winners:
        setting = state.setting
        rule = setting.chosen.choice("next_deal")
        last = setting.dealer if rule == "in-turn" else rounds.winners[0]
        deals_next = last if rule == "winner" else setting.opposite(last)
        return rounds.scene("finished", facts=facts, deals_next=deals_next)
    if state.by_deal:
        enter = Step((), say("Then enter who knocked and what is left."))
        return rounds.scene("deal", steps=(rounds.dealing, enter), facts=facts)

    play = state.play
    to_act = (play.turn if play.upcard else rounds.dealer,)
    stock = Zone("stock", None, play.stock)
    zones = (stock, *play.cards.zones())
    step = Step(to_act, _say_next(state))
    return rounds.scene("play", to_act=to_act, zones=zones, steps=(step,), facts=facts)


def _say_next(state: State) -> Text:
    play = state.play
    seat = play.turn
    if play.upcard is None:
        template = "{dealer} deals ten cards each and turns the next one up."
        return say(template, dealer=state.rounds.dealer)
    if play.is_knocked:
        return say("{seat} shows their hand.", seat=seat)
    if state.at_wall:
        template = "{seat} may take the last discard and knock, or the deal is dead."
        return say(template, seat=seat)
    if play.draws == ("pile",):
        return say("{seat} may take the {card}.", seat=seat, card=play.upcard)
    return say("{seat} draws and discards, or knocks.", seat=seat)

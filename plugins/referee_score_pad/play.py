"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Fact,
    Field,
    Preparation,
    Prompt,
    Prompts,
    Random,
    Reckoning,
    Refused,
    Ruling,
    Scene,
    Score,
    Setting,
    Step,
    Steps,
    begin_rounds,
    hookimpl,
    leaders,
    number_fact,
    rank_seats,
    read_guide,
    rule_illegal,
    rule_round,
    say,
    say_count,
    say_round,
)

from .game import GAME, cite
from .in_turns import possible, refuse_again
from .scoring import SHEETS, find_sheet, rule_entered
from .state import Sheet, State

GUIDE = read_guide(__package__)


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from choosing the game to the first round."""
    chosen = setting.chosen
    preset = chosen.choice("preset")
    target = chosen.number("target", None) or SHEETS[preset].target
    last = begin(setting).rounds.last
    return GUIDE.steps(preset, n=len(setting.seats), target=target, rounds=last)


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first round, before anything is entered."""
    chosen = setting.chosen
    sheet = SHEETS[chosen.choice("preset")]
    target = chosen.number("target", None) or sheet.target
    last = chosen.number("rounds", None) or sheet.usual_last
    wins = GAME.wins_with(setting.options)
    if not sheet.ends_itself:
        playoffs = chosen.flag("playoff")
        sides = sheet.sides(setting.seats)
        return State(begin_rounds(setting, target, last, wins, playoffs, sides))

    limits = [limit for limit in (sheet.last, last) if limit]
    rounds = begin_rounds(setting, last=min(limits, default=None), wins=wins)
    if sheet.target and target:
        rounds = replace(rounds, totals=dict.fromkeys(setting.seats, target))
    return State(rounds)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return a round or a turn, a note, the end; nothing once the match is over."""
    rounds = state.rounds
    seats = rounds.setting.seats
    if rounds.winners:
        return ()
    sheet = find_sheet(state)
    help = say("Everybody can read it.")
    note = Prompt("note", seats, say("Write a note"), help, (_NOTE,), optional=True)
    title = say("End the match")
    can_end = rounds.number > 1 or bool(state.had_turn)
    end = Prompt("end", seats, title, _END_HELP, optional=True, ends=can_end)
    prompts: Prompts = (sheet.ask(state), note, end)
    if rounds.last == 1:
        # The match ends by itself, and not before its only round.
        prompts = (sheet.ask(state), note)
    may_change = not (rounds.in_playoff or sheet.in_turns or rounds.sides)
    if not may_change or len(seats) == 1:
        return prompts

    title = say("Who plays")
    playing = list(rounds.playing)
    field = Field("playing", "seats", title, min=1, choices=seats, default=playing)
    help = _PLAYERS_HELP
    # Then other seats are asked, so the round is asked for anew.
    players = Prompt("players", seats, title, help, (field,), optional=True, anew=True)
    return (*prompts, players)


_NOTE = Field("note", "text", say("Note"))
_END_HELP = say("The points as they stand decide.")
_PLAYERS_HELP = say(
    "From now on, until it is changed. Whoever sits out keeps their points."
)


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Return a free category with possible points of dice or cards."""
    fields = {field.name: field for field in prompt.fields}
    if "category" in fields:
        labels = fields["category"].labels
        free = []
        for name in fields["category"].words:
            if "n" not in labels[name].values:
                free.append(name)
        category = random.choice(free)
        seat = fields["points"].words[0]
        points = {seat: random.choice(possible(category))}
        return {"category": category, "points": points}
    if "melds" not in fields:
        return None
    values = {}
    for name, field in fields.items():
        values[name] = {seat: 5 * random.randint(0, 40) for seat in field.words}
    return values


# What entries do


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    if entry.kind == "note":
        note = given.text("note")
        why = cite("notes", "Noted for everybody to read.")
        summary = say("Note: {note}", note=note)
        ruling = Ruling({"note": note}, summary, (why,))
        return Accepted(state, (ruling,))
    if entry.kind == "end":
        return _end(state)
    if entry.kind == "players":
        rounds = state.rounds.played_by(given.seats("playing"))
        summary = say_count(
            "{seats} plays from {round} on.",
            "{seats} play from {round} on.",
            len(rounds.playing),
            seats=rounds.playing,
            round=say_round(rounds.number),
        )
        why = cite("sitting-out", "Everybody at the table plays.")
        if rounds.sitting_out:
            template = "Sitting out, keeping their points: {seats}."
            why = cite("sitting-out", template, seats=rounds.sitting_out)
        verdict = {"playing": rounds.playing, "sitting_out": rounds.sitting_out}
        ruling = Ruling(verdict, summary, (why,))
        return Accepted(replace(state, rounds=rounds), (ruling,))
    if given.has("category"):
        refused = refuse_again(state, given)
        if refused:
            return Refused(refused)
    sheet = find_sheet(state)
    after = state
    source = given
    scored = None
    if sheet.question is not None:
        scored = ask(sheet.question.name, **given.values, **sheet.also(state))
        if scored.verdict.get("legal") is False:
            return Refused(scored)
        after = sheet.remember(state, given, scored)
        source = scored.decided
    before = state.rounds.totals
    ruling = ask("round", totals=before, points=source.scores("points"))
    totals = {**before, **ruling.decided.scores("totals")}
    after = _change_totals(after, totals, sheet)
    return Accepted(after, (rule_entered(state, after, ruling, scored, sheet),))


def _change_totals(state: State, totals: Mapping[str, Score], sheet: Sheet) -> State:
    """End the round with these totals, unless others still have their turns."""
    rounds = state.rounds
    counted = replace(rounds, totals=totals)
    after = replace(state, rounds=counted)
    winners = sheet.winners(after)
    had_turn = (*state.had_turn, state.in_turn)
    has_more_turns = sheet.in_turns and len(had_turn) < len(rounds.setting.seats)
    if has_more_turns and not winners:
        return replace(after, had_turn=had_turn)
    # Partners have one total, and a round is counted once for both.
    gained = {}
    for seat, *_ in rounds.all_sides:
        gained[seat] = totals[seat] - rounds.totals[seat]
    rounds = rounds.with_scores(gained, winners)
    after = replace(state, rounds=rounds, had_turn=())
    return _rank_winners(after)


def _rank_winners(state: State) -> State:
    """Let the first by rank win, if more than the total decides the rank."""
    rounds = state.rounds
    rank = find_sheet(state).ranks
    if rank is None or not rounds.winners:
        return state
    winners = leaders(rank(state), among=rounds.played or rounds.playing)
    return replace(state, rounds=replace(rounds, winners=winners))


def _end(state: State) -> Accepted | Refused:
    before = state.rounds
    if before.number == 1 and not state.had_turn:
        template = "No points entered yet: the match can end after the first ones."
        return Refused(
            rule_illegal(say("The match can’t end yet"), cite("end", template))
        )
    after = _rank_winners(replace(state, rounds=before.ended()))
    rounds = after.rounds
    standing = rule_round(before, rounds, cite, "end")
    reckoning = standing.reckoning
    if reckoning is not None:
        # Nobody played a round, so only the totals stay.
        rows = [replace(row, cells=row.cells[-1:]) for row in reckoning.rows]
        reckoning = Reckoning(reckoning.columns[-1:], tuple(rows))
    why = cite("end", "The table ended the match here.")
    verdict = {"winners": rounds.winners, "totals": dict(rounds.totals)}
    ruling = Ruling(verdict, standing.summary, (why,), reckoning=reckoning)
    return Accepted(after, (ruling,))


# How each seat stands, and what to do now


@hookimpl
def scene(state: State) -> Scene:
    """Return the scene: phase `round`, `playoff` or `finished`, without zones."""
    rounds = state.rounds
    sheet = find_sheet(state)
    phase = "playoff" if rounds.in_playoff else "round"
    to_act = (state.in_turn,) if sheet.in_turns else rounds.playing
    steps = _list_steps(state)
    facts = _list_facts(state)
    scene = rounds.scene(phase, steps=steps, facts=facts, to_act=to_act)
    if sheet.ranks is not None:
        ranks = {}
        for seat, rank in sheet.ranks(state).items():
            ranks[seat] = seat in rounds.winners, rank
        ranked_by = sheet.ranked_by(state)
        standings = rank_seats(rounds.totals, ranks, ranked_by=ranked_by)
        scene = replace(scene, standings=standings)
    if _is_dealt(state):
        return scene
    return replace(scene, dealer=None)


def _is_dealt(state: State) -> bool:
    return state.chosen.flag("deal") and not find_sheet(state).in_turns


def _list_facts(state: State) -> tuple[Fact, ...]:
    """Return the facts: the game played, and what ends it."""
    rounds = state.rounds
    facts = []
    if state.chosen.has("playing"):
        game = say("{game}", game=state.chosen.text("playing"))
        facts.append(Fact(say("Playing"), game))
    if rounds.target is not None:
        facts.append(number_fact(say("Ends at"), rounds.target))
    if rounds.sitting_out and not rounds.winners:
        seats = say("{seats}", seats=rounds.sitting_out)
        facts.append(Fact(say("Sitting out"), seats))
    if rounds.last not in (None, 1) and not rounds.in_playoff:
        number = say("{n} of {all}", n=rounds.number, all=rounds.last)
        facts.append(Fact(say("Round"), number))
    if not rounds.winners:
        facts.extend(find_sheet(state).facts(state))
    return tuple(facts)


def _list_steps(state: State) -> Steps:
    rounds = state.rounds
    winners = rounds.winners
    dealer = rounds.dealer
    if winners:
        over = say("Match over: {winners} won.", winners=winners)
        return (Step(winners, over),)
    list_steps = find_sheet(state).steps
    if list_steps is not None:
        return list_steps(state)

    play = Step((), say("Play, then enter everybody’s points."))
    if _is_dealt(state):
        template = "{dealer} deals. Then enter everybody’s points."
        play = Step((dealer,), say(template, dealer=dealer))
    if not rounds.in_playoff:
        return (play,)
    tied = rounds.playing
    return Step(tied, say("Only {tied} play on.", tied=tied)), play

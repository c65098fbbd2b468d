"""Calls about finished matches and their players."""

from referee.hosting.history.rematches import begin_rematch
from referee.hosting.history.statistics import PlayerRecord
from referee_web.api.answers import PageOfMatches, PageOfPlayers, RematchTable
from referee_web.api.call import call, changing
from referee_web.guards.auth import archive, must_list_players, room
from referee_web.guards.limits import count_request
from referee_web.history_filters import read_filters
from referee_web.public_url import join_url


@call("post", "/tables/<code>/rematch", who="whoever sits at the table", takes="Nothing", status=201)
def rematch(code: str) -> RematchTable:
    """Play the match once more.

    Once it is over. The new table has the same game, options, house rules and seats; the next seat deals, and the
    match has begun. The tokens of the old table are good at the new one. Whoever comes second is given the table that
    there is.
    """
    count_request("open")
    with changing(code) as (held, _):
        there = begin_rematch(held)
    return RematchTable(there, join_url(room().keyed(there)))


@call("get", "/matches", query=("player", "game", "from", "to", "page"))
def matches() -> PageOfMatches:
    """Finished matches.

    The last ended first. Everybody on this referee sees how matches ended; on a public one (`--public`) only those who
    were there, by the cookies of their phones.
    """
    wanted = read_filters()
    found = archive().matches(wanted.search, wanted.page)
    return PageOfMatches(found.matches, wanted.page, found.more)


@call("get", "/players", query=("player", "page"), problems=(404,))
def players() -> PageOfPlayers:
    """Players of finished matches.

    A public referee (`--public`) lists none: 404.
    """
    must_list_players()
    wanted = read_filters()
    found = archive().players(wanted.player, wanted.page)
    return PageOfPlayers(found.players, wanted.page, found.more)


@call("get", "/players/<path:name>", query=("page",), problems=(404,))
def player(name: str) -> PlayerRecord:
    """What the matches of a player tell.

    The same name, in any case, is the same player. A public referee (`--public`) lists none: 404.
    """
    must_list_players()
    return archive().player(name, read_filters().page)

"""What is next, on each phone: one's own part of it in full, and whether one's own entry is in."""

import re

from referee_web.pages.parts.beside import sentences, sentences_naming

from tests.web.conftest import Open, Opened


def page(table: Opened, seat: str | None = None, language: str = "en") -> str:
    """The table's page as one of its seats sees it; without one, as whoever watches."""
    client = table.host.app.test_client()
    if seat:
        client.set_cookie(f"seat_{table.code}", table.phones[seat].token or "")
    return client.get(f"/t/{table.code}", headers={"Accept-Language": language}).get_data(as_text=True)


def lead(table: Opened, seat: str | None = None, language: str = "en") -> str:
    """What stands in full at its head."""
    [found] = re.findall(r'<span class="lead-part">(.*?)</span>', page(table, seat, language), re.S)
    return str(found)


def mark(table: Opened, seat: str | None = None) -> str:
    """The word before it."""
    [found] = re.findall(r'<span class="next-mark[^>]*>(.*?)</span>', page(table, seat))
    return str(found)


def rest(table: Opened, seat: str | None = None) -> str:
    """What a tap opens below."""
    found = re.search(r"<details class=\"next\".*?</summary> <p>(.*?)</p>", page(table, seat), re.S)
    return found[1] if found else ""


def on_board(table: Opened) -> str:
    """What the board says is next."""
    board = table.host.app.test_client().get(f"/t/{table.code}/board").get_data(as_text=True)
    [found] = re.findall(r'data-next><span class="next-mark">Next</span> (.*?)</p>', board)
    return str(found)


def started(open_table: Open, game: str) -> Opened:
    table = open_table(game, "Ana", "Ben", "Cy")
    table.start(dealer="Ana")
    return table


def test_whoever_is_named_has_all_their_part_first_in_every_language(open_table: Open) -> None:
    table = started(open_table, "faj")
    for language in ("en", "de", "es"):
        told = sentences(lead(table, "Ana", language))
        assert sentences_naming(["Ana"], told) == told
    game = sentences(str(table.host.look(table.code)["next"]))
    assert sentences(lead(table, "Ana")) == sentences_naming(["Ana"], game)


def test_where_several_act_at_once_all_is_for_each_of_them(open_table: Open) -> None:
    for game in ("score-pad", "four-aces"):
        table = started(open_table, game)
        told = str(table.host.look(table.code)["next"])
        assert "Ana deals" in told
        for seat in ("Ana", "Ben"):
            assert (lead(table, seat), rest(table, seat)) == (told, "")


def test_whoever_has_entered_in_secret_is_told_so_and_whom_they_wait_for(open_table: Open) -> None:
    table = started(open_table, "faj")
    table.phones["Ana"].enter(table.code, "board", cards=["7H"]).said(201)
    table.place("Ana", "JS").said(201)
    assert lead(table, "Ana") == "Your entry is in. Still awaited: Ben and Cy."
    assert lead(table, None) == "Still awaited: Ben and Cy."
    # Whoever is awaited reads what to do.
    assert lead(table, "Ben").startswith("Everybody places one card")
    assert "Still awaited: Ben and Cy." in rest(table, "Ben")
    table.host.enter(table.code, "play", "Ben", plays={"Ben": "KC"}).said(201)
    assert lead(table, "Ben") == "Your entry is in. Still awaited: Cy.", "also where the host has entered it"


def test_the_board_says_no_more_than_who_is_awaited_once_somebody_has_entered(open_table: Open) -> None:
    table = started(open_table, "four-aces")
    assert "Ana deals three cards" in on_board(table)
    table.phones["Ana"].enter(table.code, "round", "Ana", hidden=["7H"], exposed=[]).said(201)
    assert on_board(table) == "Still awaited: Ben and Cy."


def test_your_turn_stands_only_over_what_is_told_of_the_reader_alone(open_table: Open) -> None:
    table = started(open_table, "slapjack")
    assert lead(table, "Ben").startswith("First Ana shuffles")
    assert mark(table, "Ben") == "Now"
    table.phones["Ben"].enter(table.code, "play", "Ben", card=["2H"]).said(201)
    assert lead(table, "Cy") == "Cy plays the top card of their stack, face up."
    assert [mark(table, seat) for seat in ("Cy", "Ana", None)] == ["Your turn", "Next", "Next"]


def test_what_is_entered_in_secret_is_read_by_its_author_alone(open_table: Open) -> None:
    table = started(open_table, "four-aces")
    table.phones["Ana"].enter(table.code, "round", "Ana", hidden=["7H"], exposed=[]).said(201)
    [said] = re.findall(r'<details id="in-secret".*?</details>', page(table, "Ana"), re.S)
    assert "seven of hearts" in said
    assert "no cards" in said
    for name in ("Ben", None):
        assert "in-secret" not in page(table, name)

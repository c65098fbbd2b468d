"""What to do now, on each phone: one bold line, with its steps behind a tap."""

import re

from tests.web.conftest import Open, Opened


def page(table: Opened, seat: str | None = None, language: str = "en") -> str:
    """The table's page as one of its seats sees it; without one, as whoever watches."""
    client = table.host.app.test_client()
    if seat:
        client.set_cookie(f"seat_{table.code}", table.phones[seat].token or "")
    return client.get(
        f"/t/{table.code}", headers={"Accept-Language": language}
    ).get_data(as_text=True)


def bold(table: Opened, seat: str | None = None, language: str = "en") -> str:
    """The one line that says what to do, without the word before it."""
    text = page(table, seat, language)
    [found] = re.findall(
        r'<span class="next-mark"[^>]*>.*?</span>(.*?)</(?:h2|p|summary)>', text, re.S
    )
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


def mark(table: Opened, seat: str | None = None) -> str:
    """The word before it."""
    [found] = re.findall(
        r'<span class="next-mark"[^>]*>(.*?)</span>', page(table, seat)
    )
    return str(found)


def steps(table: Opened, seat: str | None = None) -> list[str]:
    """The numbered steps behind a tap on it."""
    found = re.search(
        r'<details class="next".*?<ol>(.*?)</ol>', page(table, seat), re.S
    )
    told = re.findall(r"<li>(.*?)</li>", found[1], re.S) if found else []
    return [" ".join(re.sub(r"<[^>]*>", " ", step).split()) for step in told]


def on_board(table: Opened) -> str:
    """What the board says is next."""
    board = (
        table.host.app.test_client()
        .get(f"/t/{table.code}/board")
        .get_data(as_text=True)
    )
    [found] = re.findall(
        r'data-next><span class="next-mark"[^>]*>Next</span> (.*?)</p>', board
    )
    return str(found)


def started(open_table: Open, game: str) -> Opened:
    table = open_table(game, "Ana", "Ben", "Cy")
    table.start(dealer="Ana")
    return table


def test_whoever_acts_reads_what_they_do_and_everybody_else_who_does_it(
    open_table: Open,
) -> None:
    table = started(open_table, "faj")
    dealing = "Ana deals four to each; all draft."
    assert bold(table, "Ana") == f"{dealing} Turn one trick card", (
        "what is done with the cards before stands first"
    )
    assert bold(table, "Ben") == bold(table, None) == dealing
    table.phones["Ana"].enter(table.code, "board", cards=["7H"]).said(201)
    for seat, card in (("Ana", "AS"), ("Ben", "XB"), ("Cy", "QD")):
        assert bold(table, seat) == "Place a card"
        table.place(seat, card).said(201)
    assert bold(table, "Ana") == "Turn 2 trick cards"
    assert bold(table, "Ben") == "Ben takes the board, face up."
    assert bold(table, "Cy") == "Ana turns 2 trick cards: enter them."
    assert steps(table, "Cy")[0] == "Ben takes the board, face up."


def test_getting_the_table_ready_is_told_in_steps_behind_the_line_until_the_first_entry(
    open_table: Open,
) -> None:
    table = started(open_table, "faj")
    for seat in ("Ana", "Ben", None):
        assert steps(table, seat)[0].startswith("Two stacks. Take one pack")
        assert '<details class="aside guide' not in page(table, seat)
    table.phones["Ana"].enter(table.code, "board", cards=["7H"]).said(201)
    assert steps(table, "Ben")[-1].startswith("Your card face down by the board.")


def test_where_one_enters_for_the_whole_table_all_of_it_is_for_each(
    open_table: Open,
) -> None:
    table = started(open_table, "score-pad")
    for seat in ("Ana", "Ben"):
        assert bold(table, seat) == str(table.host.look(table.code)["next"])


def test_whoever_has_entered_in_secret_is_told_so_and_whom_they_wait_for(
    open_table: Open,
) -> None:
    table = started(open_table, "faj")
    table.phones["Ana"].enter(table.code, "board", cards=["7H"]).said(201)
    table.place("Ana", "JS").said(201)
    assert bold(table, "Ana") == "Your entry is in. Waiting for Ben and Cy."
    assert bold(table, None) == "Waiting for Ben and Cy."
    # Whoever is awaited reads what to do.
    assert bold(table, "Ben") == "Place a card"
    assert "Waiting for Ben and Cy." in steps(table, "Ben")
    table.host.enter(table.code, "play", "Ben", plays={"Ben": "KC"}).said(201)
    assert bold(table, "Ben") == "Your entry is in. Waiting for Cy.", (
        "also where the host has entered it"
    )


def test_the_board_says_no_more_than_who_is_awaited_once_somebody_has_entered(
    open_table: Open,
) -> None:
    table = started(open_table, "four-aces")
    assert "Ana deals three down" in on_board(table)
    table.phones["Ana"].enter(
        table.code, "round", "Ana", hidden=["7H"], exposed=[]
    ).said(201)
    assert on_board(table) == "Waiting for Ben and Cy."


def test_your_turn_stands_only_over_what_is_told_of_the_reader_alone(
    open_table: Open,
) -> None:
    table = started(open_table, "slapjack")
    assert bold(table, "Ben") == "Ana deals out all 54 cards, Ben first. Play a card"
    assert mark(table, "Ben") == "Now"
    table.phones["Ben"].enter(table.code, "play", "Ben", card=["2H"]).said(201)
    assert bold(table, "Cy") == "Play a card"
    assert bold(table, "Ana") == "Cy plays their top card, face up."
    assert [mark(table, seat) for seat in ("Cy", "Ana", None)] == [
        "Your turn",
        "Next",
        "Next",
    ]


def test_what_is_entered_in_secret_is_read_by_its_author_alone(
    open_table: Open,
) -> None:
    table = started(open_table, "four-aces")
    table.phones["Ana"].enter(
        table.code, "round", "Ana", hidden=["7H"], exposed=[]
    ).said(201)
    [said] = re.findall(
        r'<details id="in-secret".*?</details>', page(table, "Ana"), re.S
    )
    assert "seven of hearts" in said
    assert "no cards" in said
    for name in ("Ben", None):
        assert "in-secret" not in page(table, name)


def test_one_phone_for_all_reads_what_comes_first_and_what_it_enters_then(
    open_table: Open,
) -> None:
    """A deal that is entered in one form ends with it, once it was dealt and played."""
    said = {
        "hearts": "Ana deals. Then enter who took what.",
        "skat": "Ana deals. Bid, then enter who plays which game.",
        "cribbage": "Ana deals. Play and count, then enter the points.",
    }
    for game, line in said.items():
        table = open_table(game, seats=("Ana", "Ben", "Cy"))
        table.start(dealer="Ana")
        phone = table.host.app.test_client()
        phone.set_cookie(f"host_{table.code}", table.host.token or "")
        text = phone.get(f"/t/{table.code}").get_data(as_text=True)
        [found] = re.findall(r'data-said="([^"]*)"', text)
        assert found == line

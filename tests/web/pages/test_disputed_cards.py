"""A dispute names the other cards that it is about, and leads to them."""

import re
from html import unescape
from uuid import uuid4

from tests.web.conftest import Open, Opened

from .test_disputes import opened, words

SEATS = ("Ana", "Ben", "Cy", "Dan")


def lay(table: Opened, id: str = "", **plays: str) -> int:
    """Have each of these seats enter its card from its own phone."""
    status = 0
    for seat, card in plays.items():
        entry = {"id": id or str(uuid4()), "kind": "trick", "seat": seat}
        entry |= {"data": {"plays": {seat: card}}}
        status = table.phones[seat].post(table.path("entries"), entry).status
    return status


def two_tricks(open_table: Open) -> Opened:
    table = open_table("hearts", *SEATS, options={"passing": "none"})
    table.start(dealer="Dan")
    table.host.enter(table.code, "depth").said(201)
    lay(table, Ana="2C", Ben="KC", Cy="9C", Dan="AC")
    lay(table, Dan="3D", Ana="7D", Ben="8S", Cy="TD")
    return table


def revoked(open_table: Open) -> Opened:
    """The table where Ben's king of diamonds in trick 3 shows that he revoked."""
    table = two_tricks(open_table)
    assert lay(table, Cy="4D", Dan="5D", Ana="9D", Ben="KD") == 201
    log = table.host.get(table.path("log")).said(200)
    last = log["entries"][-1]
    assert [each["summary"] for each in last["rulings"]][1] == "Ben revoked in trick 2"
    body = {"seq": last["seq"], "ruling": 1}
    table.phones["Ben"].post(table.path("disputes"), body).said(201)
    return table


def test_of_a_revoke_all_read_at_once_which_cards_show_it(open_table: Open) -> None:
    table = revoked(open_table)
    shown = words(opened(table.phones["Cy"], f"/t/{table.code}"))
    assert (
        "Ben played the eight of spades on a lead of diamonds in trick 2, although "
        "they held the king of diamonds, played in trick 3." in shown
    )
    assert shown.count("Ben revoked in trick 2") == 1, "it is drawn once"


def test_only_whose_card_it_is_reads_that_a_tap_corrects_it(open_table: Open) -> None:
    table = revoked(open_table)
    for seat, phone in table.phones.items():
        shown = words(opened(phone, f"/t/{table.code}"))
        assert ("Your card was wrong?" in shown) == (seat == "Ben"), seat


def refused(open_table: Open) -> tuple[Opened, str]:
    """The table where Dan's seven is refused, for Ana played it in trick 2."""
    table = two_tricks(open_table)
    lay(table, Cy="4D")
    id = str(uuid4())
    assert lay(table, id, Dan="7D") == 422
    return table, id


def test_of_a_refusal_all_read_which_card_hinders_it_and_who_may_corrects_that(
    open_table: Open,
) -> None:
    table, id = refused(open_table)
    table.phones["Dan"].post(table.path("disputes"), {"entry": id}).said(201)
    for seat, phone in table.phones.items():
        page = opened(phone, f"/t/{table.code}")
        assert "Ana played it in trick 2." in words(page)
        leads = "Ana’s seven of diamonds was wrong" in words(page)
        assert leads == (seat == "Ana"), seat
    assert "Ana’s seven of diamonds was wrong" in words(
        opened(table.host, f"/t/{table.code}")
    )


def test_whoever_may_not_correct_that_card_disputes_the_refusal(
    open_table: Open,
) -> None:
    table = two_tricks(open_table)
    lay(table, Cy="4D")
    dan = table.phones["Dan"]
    after = str(dan.look(table.code)["seq"])
    sent = {"id": str(uuid4()), "kind": "trick", "seat": "Dan", "after": after}
    sent |= {"form": "", "pick=plays=Dan": "7D"}
    page = opened(dan, f"/t/{table.code}/enter", **sent).get_data(as_text=True)
    [address] = re.findall(r'data-correct href="([^"]*refused=[^"]*)"', page)
    told = opened(dan, unescape(address))
    assert "Ana or the host can correct it." in words(told)
    assert f"/t/{table.code}/dispute/refused/" in told.get_data(as_text=True)


def test_whoever_looks_at_the_scores_hears_of_it(open_table: Open) -> None:
    table = revoked(open_table)
    shown = words(opened(table.phones["Dan"], f"/t/{table.code}/scores"))
    assert "A ruling is disputed; the match waits. Go to the table" in shown


def laid_in_panel(table: Opened, seat: str) -> str:
    """Return the trick that is laid in the dispute's panel on this seat's phone."""
    [laid] = list_laid_in_panel(table, seat)
    return laid


def list_laid_in_panel(table: Opened, seat: str) -> list[str]:
    page = opened(table.phones[seat], f"/t/{table.code}").text
    panel = page[page.index("data-dispute") : page.index("Why this ruling?")]
    return re.findall(r'<ul class="trick-laid".*?</ul>', panel, re.DOTALL)


def test_the_trick_that_a_disputed_card_was_played_to_is_laid_for_all(
    open_table: Open,
) -> None:
    table = revoked(open_table)
    for seat in SEATS:
        laid = laid_in_panel(table, seat)
        assert 'aria-label="Trick 2"' in laid
        places = re.findall(r"<li.*?</li>", laid, re.DOTALL)
        shown = zip(SEATS[-1:] + SEATS[:-1], ("3", "7", "8", "10"), strict=True)
        for (owner, rank), place in zip(shown, places, strict=True):
            assert owner in place
            assert f"<b>{rank}</b>" in place


def test_no_trick_of_another_deal_is_laid(open_table: Open) -> None:
    table = two_tricks(open_table)
    lay(table, Cy="4D", Dan="5D", Ana="9D", Ben="KD")
    seq = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    table.host.enter(table.code, "misdeal").said(201)
    lay(table, Ana="2C", Ben="KC", Cy="9C", Dan="AC")
    assert lay(table, Dan="8S", Ana="7D", Ben="QS", Cy="TS") == 201
    body = {"seq": seq, "ruling": 1}
    table.phones["Ben"].post(table.path("disputes"), body).said(201)
    assert "seven of diamonds" in laid_in_panel(table, "Cy")


def test_of_a_refused_card_no_trick_of_another_deal_is_laid(open_table: Open) -> None:
    table = two_tricks(open_table)
    table.host.enter(table.code, "misdeal").said(201)
    lay(table, Ana="2C", Ben="KC", Cy="9C", Dan="AC")
    id = str(uuid4())
    lay(table, Dan="3D", Ana="7D")
    assert lay(table, id, Ben="7D") == 422
    table.phones["Ben"].post(table.path("disputes"), {"entry": id}).said(201)
    assert not list_laid_in_panel(table, "Cy")


def test_of_a_refused_card_the_trick_is_laid_to_which_it_was_played(
    open_table: Open,
) -> None:
    table, id = refused(open_table)
    table.phones["Dan"].post(table.path("disputes"), {"entry": id}).said(201)
    for seat in SEATS:
        assert 'aria-label="Trick 2"' in laid_in_panel(table, seat)


def test_an_offence_that_is_taken_back_is_told_until_another_enters_and_objected_to(
    open_table: Open,
) -> None:
    table = two_tricks(open_table)
    lay(table, Cy="4D", Dan="5D", Ana="9D", Ben="KD")
    ben = table.phones["Ben"]
    seq = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    taken = {"changes": [{"seq": seq, "strike": True}]}
    ben.post(table.path("corrections"), taken).said(201)
    gone = "No longer: “Ben revoked in trick 2"
    page = opened(table.phones["Cy"], f"/t/{table.code}")
    assert gone in words(page)
    assert "/dispute/change/" in page.text
    assert "/dispute/change/" not in opened(ben, f"/t/{table.code}").text

    lay(table, Ben="QS")
    page = opened(table.phones["Cy"], f"/t/{table.code}")
    assert gone in words(page), "the one who took it back entered again"
    assert "/dispute/change/" in page.text
    assert gone in words(opened(table.host, f"/t/{table.code}/board"))

    lay(table, Ana="AS")
    assert gone not in words(opened(table.phones["Cy"], f"/t/{table.code}"))


def test_whoever_says_whose_card_hinders_theirs_has_it_written_in_the_dispute(
    open_table: Open,
) -> None:
    table, id = refused(open_table)
    page = opened(
        table.phones["Dan"],
        f"/t/{table.code}/correct/{seq_of(table, 'Ana', '7D')}?at=plays=Ana&card=7D"
        f"&refused={id}",
    )
    [way] = re.findall(r'href="([^"]*/dispute/refused/[^"]*)"', page.text)
    form = opened(table.phones["Dan"], unescape(way))
    [why] = re.findall(r'id="why"[^>]*value="([^"]*)"', form.text, re.DOTALL)
    assert unescape(why) == "Ana’s seven of diamonds was wrong"


def seq_of(table: Opened, seat: str, card: str) -> int:
    entries = table.host.get(table.path("log")).said(200)["entries"]
    [seq] = [e["seq"] for e in entries if e["data"].get("plays") == {seat: card}]
    return int(seq)


def test_a_refusal_that_a_correction_has_settled_no_longer_holds_for_all(
    open_table: Open,
) -> None:
    table, id = refused(open_table)
    dan = table.phones["Dan"]
    dispute = dan.post(table.path("disputes"), {"entry": id}).said(201)["id"]
    changes = [{"seq": seq_of(table, "Ana", "7D"), "data": {"plays": {"Ana": "7H"}}}]
    how = {"as": "corrected", "changes": changes}
    table.host.post(table.path(f"disputes/{dispute}/resolve"), how).said(201)
    for seat in SEATS:
        shown = words(opened(table.phones[seat], f"/t/{table.code}"))
        assert "No longer: The seven of diamonds can’t be played" in shown, seat
        assert "Dan disputed the refusal: the host corrected it" in shown


def test_while_a_dispute_waits_nobody_is_told_that_it_is_their_turn(
    open_table: Open,
) -> None:
    table = revoked(open_table)
    for seat, phone in table.phones.items():
        shown = words(opened(phone, f"/t/{table.code}"))
        assert "their turn" not in shown, seat
        assert "your turn" not in shown, seat
    assert "The match waits." in words(opened(table.phones["Cy"], f"/t/{table.code}"))


def test_a_revoke_and_who_won_beside_it_are_each_disputed_where_they_stand(
    open_table: Open,
) -> None:
    table = two_tricks(open_table)
    lay(table, Cy="4D", Dan="5D", Ana="9D", Ben="KD")
    html = opened(table.phones["Cy"], f"/t/{table.code}").get_data(as_text=True)
    [rulings] = re.findall(r'<section class="rulings".*?</section>', html, re.DOTALL)
    without_folds = re.sub(
        r"</summary>.*?</details>\n<a", "<a", rulings, flags=re.DOTALL
    )
    assert re.findall(r"ruling=(\d)\" aria-label=\"([^\"]+)", without_folds) == [
        ("1", "Dispute this ruling"),
        ("0", "Dispute: Ben wins the trick with the king of diamonds"),
    ]

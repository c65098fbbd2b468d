"""Whatever a page sent is refused on that page, with what to do, and not on a page of its
own.
"""

from flask import Flask

from tests.web.pages.clubs import Club
from tests.web.plain_pages import open_table, page, sit


def test_a_result_that_has_changed_since_is_not_confirmed_and_the_result_is_seen(
    app: Flask,
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    code = club.led(ana)
    club.win(ana, code, "Ana")
    assert club.led(ben) == code
    answer = ben.post(f"/t/{code}/confirm", data={"seq": "7"})
    assert answer.status_code == 409
    seen = page(answer).text
    assert "Something has changed since. Look at the result again" in seen
    assert "Ana" in seen
    assert "9" in seen


def test_who_may_not_invite_a_camera_reads_it_where_cameras_are_set_up(
    app: Flask,
) -> None:
    host = app.test_client()
    ana = app.test_client()
    code = open_table(host)
    sit(ana, code, "Ana")
    answer = ana.post(f"/t/{code}/watch")
    assert answer.status_code == 403
    assert "Watch with a camera" in page(answer).text
    assert "Only the host can do this." in page(answer).text

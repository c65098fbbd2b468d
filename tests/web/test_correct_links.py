"""Below the reasons stands how to put an entry right: a card to tap, or a link where
nothing is drawn.
"""

from tests.web.conftest import Open


def test_a_deal_without_cards_has_a_link_and_a_trick_its_cards(
    open_table: Open,
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", "Dee")
    table.start()
    table.host.enter(
        table.code, "deal", hearts={"Ana": 4, "Ben": 9, "Cy": 0, "Dee": 0}, queen="Cy"
    ).said(201)
    client = table.host.app.test_client()
    host = {"Authorization": f"Bearer {table.host.token}"}
    counted = client.get(f"/t/{table.code}", headers=host).get_data(as_text=True)
    assert "Tap the card" not in counted
    assert "Correct this entry" in counted
    table.host.enter(table.code, "depth").said(201)
    plays = {"Ana": "2C", "Ben": "5C", "Cy": "9C", "Dee": "KC"}
    table.host.enter(table.code, "trick", plays=plays).said(201)
    assert "Tap the card" in client.get(f"/t/{table.code}", headers=host).get_data(
        as_text=True
    )

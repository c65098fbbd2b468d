"""Cards and decks: writing them, speaking them, and reading what people type.

This floor knows nothing of games or tables, and needs only the standard library. Cards
are looked up, never made: `card.card("TH")` for a code, `reading.read_cards("3c 4s")`
for what people type. Import a name from the module that holds it.
"""

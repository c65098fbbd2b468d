"""Cards and decks: writing them, speaking them, and reading what people type.

It knows nothing of games, tables or the floors above, and needs only the standard
library. Cards are looked up, never made: `card.card("TH")` for a code,
`reading.read_cards("3c 4s")` for what people type. Import what is needed from the
module that holds it.
"""

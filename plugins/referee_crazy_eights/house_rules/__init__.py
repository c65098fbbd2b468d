"""House rules for Crazy Eights and Mau-Mau."""

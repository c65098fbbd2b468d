"""What the core and the pages say in Spanish; games bring their own words with them."""

"""What the core and the pages say in German; games bring their own words with them."""

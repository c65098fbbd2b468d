"""The German words of core and pages; games bring their own."""

"""Parts of pages: a viewer's table, and what several pages show of it."""

"""Which parts of pages streams bring, and in which order they are drawn."""

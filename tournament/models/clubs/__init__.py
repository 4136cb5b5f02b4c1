"""What lasts beyond one event: clubs with their tables, leagues with their events and periods."""

"""Reads who sits where from the page that enters a round from paper."""

import re


def player_at(text: str, field: str) -> str:
    """Return the player's name from the label of a field. The label begins with the wind."""
    label = re.search(rf'<label for="id_{re.escape(field)}">(.*?)</label>', text, re.DOTALL)
    assert label is not None, field
    without_wind = re.sub(r"<abbr.*?</abbr>", "", label[1])
    return re.sub(r"<[^>]+>", "", without_wind).strip()

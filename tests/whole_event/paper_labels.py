"""Reads from the page of a round on paper who sits where."""

import re


def player_at(text: str, field: str) -> str:
    """The player's name in the label of a field, which begins with the wind."""
    label = re.search(rf'<label for="id_{re.escape(field)}">(.*?)</label>', text, re.DOTALL)
    assert label is not None, field
    without_wind = re.sub(r"<abbr.*?</abbr>", "", label[1])
    return re.sub(r"<[^>]+>", "", without_wind).strip()

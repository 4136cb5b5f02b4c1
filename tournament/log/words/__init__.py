"""Turns log entries into sentences: `sentences` has a sentence for every kind of entry, and `values` the words to fill
in."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.core.queries.logged import with_data
from tournament.core.threads.interruption import was_interrupted
from tournament.log.words.sentences import KINDS, SENTENCES
from tournament.log.words.values import entry_values
from tournament.models import LogEntry, Tournament
from tournament.people.queries.mentioned import Mentioned

register = template.Library()

LONGEST_SENTENCE = 40_000
"""The most characters of an entry's sentence. The names of 400 players have 32,000 at most."""


def kind_name(kind: str) -> str:
    """Return the name for `kind`, the first part of a kind of entries: "Hands" for "hand" (of "hand.recorded"). A part
    without a name is returned unchanged."""
    return str(KINDS.get(kind, kind))


def entry_words(entry: LogEntry, mentioned: Mentioned, tournament: Tournament) -> str:
    """Return a log entry as a sentence; if the entry's kind is unknown or its data is invalid, return the kind."""
    try:
        sentence: Any = SENTENCES[_sentence_key(entry, tournament)]
        words = str(sentence % _Lenient(entry_values(entry, mentioned, tournament)))
        return words if len(words) <= LONGEST_SENTENCE else words[:LONGEST_SENTENCE] + "…"
    except Exception:  # (an imported document may hold entries that no action writes)
        if was_interrupted():
            raise
        return entry.kind


@register.simple_tag
def entry_words_with_data(entry: LogEntry, mentioned: Mentioned, tournament: Tournament) -> str:
    """Return `entry_words` of an entry that was loaded without its data. The data are in memory only meanwhile. One
    query."""
    (words,) = [entry_words(loaded, mentioned, tournament) for loaded in with_data([entry])]
    return words


def linked_entry_words(entry: LogEntry, mentioned: Mentioned, tournament: Tournament) -> SafeString:
    """Return a log entry as a sentence in which each player's name is a link to the player's page."""
    sentence = entry_words(entry, mentioned, tournament)
    parts, copied = [], 0
    for begin, end in mentioned.places_in(sentence):
        name = sentence[begin:end]
        address = reverse("entry", args=[tournament.slug, mentioned.number_of[name]])
        parts += [sentence[copied:begin], format_html('<a href="{}">{}</a>', address, name)]
        copied = end
    return format_html_join("", "{}", ((part,) for part in (*parts, sentence[copied:])))


def _sentence_key(entry: LogEntry, tournament: Tournament) -> str:
    if entry.kind.removeprefix("team_") in {"penalty.given", "penalty.taken_back"} and entry.data.get("points") == "0":
        return f"{entry.kind}.warning"
    if entry.kind == "seating.planned" and entry.data.get("seed") is None:
        return "seating.planned.imported"
    if entry.kind == "hanchan.started" and entry.data.get("length") == "east":
        return "hanchan.started.tonpuusen"
    if entry.kind == "player.left" and not tournament.kind.has_rounds:
        return "player.left.club_night"
    if entry.kind == "player.removed" and "name" not in entry.data:
        return "player.removed.unnamed"
    return entry.kind


class _Unknown(int):
    """A placeholder for a missing value: it is shown as "…", and can be used as the number that chooses singular or
    plural."""

    def __str__(self) -> str:
        return "…"


class _Lenient(dict[str, Any]):
    """The values for a sentence, with "…" for missing keys: an entry written by an older version may lack values of the
    present sentence."""

    def __missing__(self, key: str) -> _Unknown:
        return _Unknown()

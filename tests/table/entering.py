"""Helpers for tests of the form for entering a hand: which choices it offers, which are selected, and the
confirmation."""

import re
import zlib
from html import unescape
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse

from tests.factories import HanchanFactory, TournamentFactory
from tests.table.phones import HTMX, phone_at
from tournament.models import Hanchan

RON = {"winner": "1", "discarder": "2", "value": "3-30", "riichi": ["1"]}
PREVIEW = HTMX | {"HX-Target": "preview"}
"""Headers of the request by which the form gets only its preview."""

CHOICE = re.compile(r'<input type="(?:radio|checkbox)"[^>]*? name="([^"]*)"[^>]*? value="([^"]*)"([^>]*)>')


def offered(page: str) -> dict[str, list[str]]:
    """Return the radio buttons and checkboxes of the page: their values by their names."""
    choices: dict[str, list[str]] = {}
    for name, value, _rest in CHOICE.findall(page):
        choices.setdefault(name, []).append(value)
    return choices


def chosen(page: str) -> list[tuple[str, str]]:
    """Return the names and values of what is selected on the page, without selections that mean nothing."""
    checked = [(name, value) for name, value, rest in CHOICE.findall(page) if "checked" in rest.split()]
    return sorted((name, value) for name, value in checked if value and (name, value) != ("mode", "win"))


def has_preview(page: str) -> bool:
    """Whether the page shows the effect of the complete hand, together with the Confirm button."""
    return 'class="preview"' in page and 'class="confirm if-complete is-answered"' in page


def names_at(hanchan: Hanchan) -> list[str]:
    return [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]


def at_table_of(ruleset: str) -> tuple[Client, Hanchan]:
    """Return a phone at a table with these rules, and the table's hanchan."""
    hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset))
    return phone_at(hanchan.table), hanchan


def shown(phone: Client, hanchan: Hanchan, **fields: Any) -> str:
    """Return the table's page with these choices."""
    response = phone.get(hanchan.table.get_absolute_url(), fields)
    assert response.status_code == 200
    return unescape(response.text)


def code_of(*hands: tuple[int, UUID, dict[str, Any]]) -> str:
    """Return the code for hands that wait in a phone, packed as in outbox_code.js. Each hand is a tuple of number, key
    and fields."""
    lines = [f"{number} {key.hex} {urlencode(fields, doseq=True)}" for number, key, fields in hands]
    return str(int.from_bytes(zlib.compress("\n".join(lines).encode()), "big"))


def record(phone: Client, hanchan: Hanchan, *, headers: dict[str, str] | None = None, **changes: Any) -> Any:
    """Confirm the hand `RON` with these changes as the table's next hand."""
    hanchan.refresh_from_db()
    number = hanchan.hands.filter(superseded_by=None).count() + 1
    data = RON | {"number": number, "revision": hanchan.revision, "key": str(uuid4())} | changes
    return phone.post(reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk]), data, headers=headers)

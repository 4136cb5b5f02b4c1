"""Who is entered."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import SMALL, Known, new
from tournament.core.forms.facts import name_problem
from tournament.models import EntryStatus, ShownAs


def check_entries(entries: list[Value], known: Known) -> None:
    for entry in entries:
        _check_entry(entry)
        new(entry["number"], entry["number"].whole(1, SMALL), known.entries)
        problem = name_problem(entry["name"].text(80))
        was_removed = entry.data.get("removed_at") is not None
        if problem and not (was_removed and entry["name"].data == ""):
            entry["name"].fail(problem)


def _check_entry(entry: Value) -> None:
    entry.keys(
        "number", "name", "country", "country_letters", "club", "ema_number", "status", "team", "paid",
        "reserved_table", "may_publish", "checked_in_at", maybe=("arrived_by_link", "removed_at", "shown_as"),
    )  # fmt: skip
    if "arrived_by_link" in entry.data:
        entry["arrived_by_link"].flag()
    if entry.data.get("removed_at") is not None:
        entry["removed_at"].moment()
    if "shown_as" in entry.data:
        entry["shown_as"].word(ShownAs.values)
    for name, longest in (("country", 2), ("country_letters", 3), ("club", 80), ("ema_number", 8), ("team", 80)):
        entry[name].text(longest)
    entry["paid"].flag()
    entry["may_publish"].flag()
    if not entry["reserved_table"].is_null:
        entry["reserved_table"].whole(0, SMALL)
    status = entry["status"].word(EntryStatus.values)
    if not entry["checked_in_at"].is_null:
        entry["checked_in_at"].moment()
        if status != EntryStatus.ACCEPTED:
            entry["checked_in_at"].fail(gettext_lazy("Only who plays is checked in."))

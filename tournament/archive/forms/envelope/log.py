"""The log."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import LARGE, SMALL, Known
from tournament.models import ActorKind


def check_log(log: list[Value], known: Known) -> None:
    for number, entry in enumerate(log, start=1):
        entry.keys("number", "at", "by", "kind", "hanchan", "data", "reason")
        if entry["number"].whole(1, LARGE) != number:
            entry["number"].fail(gettext_lazy("The log has a gap, or something is there twice."))
        entry["at"].moment()
        _check_actor(entry["by"])
        entry["kind"].text(40, shortest=1)
        entry["reason"].text(300)
        entry["data"].anything()
        if not entry["hanchan"].is_null:
            entry["hanchan"].among(known.hanchans, gettext_lazy("There is no such hanchan."))


def _check_actor(actor: Value) -> None:
    """Somebody may have been taken out since, and have a number that no entry has."""
    actor.keys("kind", "number", "name")
    kind = actor["kind"].word(ActorKind.values)
    actor["name"].text(160, shortest=1 if kind in {ActorKind.ACCOUNT, ActorKind.COMMAND} else 0)
    if kind in {ActorKind.TABLE, ActorKind.PLAYER}:
        actor["number"].whole(1, SMALL)
    elif not actor["number"].is_null:
        actor["number"].fail(gettext_lazy("Only a table and a player have a number."))

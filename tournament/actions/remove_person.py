"""Forget a person: what is known of them goes, their results stay under "a player"."""

import re
import zlib
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import NotDone
from tournament.actions.journal import log
from tournament.actions.locking import locked_tournaments
from tournament.models import (
    Appeal,
    Call,
    Entry,
    LogEntry,
    Player,
    SheetLine,
    Signature,
    Substitution,
    Tournament,
    Upload,
    Visitor,
)
from tournament.models.round import new_nonce
from tournament.queries.person import is_about, people_of

PERSONAL = {"country", "country_letters", "club", "ema_number", "team", "mail", "phone", "note"}
"""What a log entry about the person keeps of them besides the name."""

NAMELESS = {"hand", "hands", "rules", "tournament", "team", "clock", "time", "paper", "sticks"}
"""First words of the kinds of log entries whose data names no player: outcomes, rules, and accounts. In any other kind,
those to come too, the names are looked for."""

NO_NAMES = {"offence", "status", "kind", "points", "outcome", "against", "carried", "rule", "kinds", "hash"}
"""Words of ours in a log entry's data, which somebody may be called like."""


class NotYours(NotDone):
    """They play in a tournament that somebody else owns, or began to meanwhile."""

    message = _(
        "This person also plays in a tournament that you do not own. The staff of the site can remove them; nothing was"
        " done."
    )


def remove_person(*, player_id: int, by: Visitor) -> None:
    """Name, country, club, numbers, mail, phone, notes and what was written about them go, in every tournament, its
    log and archived ones included; the log says "#12" then, by the entry's number. It cannot be undone.

    What stays: seats, hands, results, penalties with their points. Who is removed stays so. Raises `NotYours`, and
    `Tournament.DoesNotExist` where a tournament of theirs was deleted meanwhile.
    """
    ids = Tournament.objects.filter(entries__player=player_id).values_list("pk", flat=True)
    with locked_tournaments(*ids) as tournaments:
        player = people_of(by).filter(pk=player_id).first()
        entries = list(Entry.objects.filter(player=player_id).select_related("player"))
        if player is None or {entry.tournament_id for entry in entries} != set(tournaments):
            raise NotYours
        if player.removed_at is not None:
            return
        names = _names_of(player, entries)
        for entry in entries:
            tournament = tournaments[entry.tournament_id]
            _forget_in_log(tournament, entry, names)
            _forget_beside_log(tournament, entry, names)
            entry.team = entry.note = ""
            entry.may_publish = False
            entry.link_nonce = new_nonce()
            entry.save(update_fields=["team", "note", "may_publish", "link_nonce"])
            log(tournament, "person.removed", by=by, number=entry.number)
        _forget_uploads(names)
        player.name = player.country = player.country_letters = player.club = ""
        player.ema_number = player.mail = player.phone = ""
        player.removed_at = timezone.now()
        player.save()


def _names_of(player: Player, entries: Iterable[Entry]) -> set[str]:
    """The name, and those that the person had here before."""
    names = {player.name}
    for entry in entries:
        for logged in LogEntry.objects.filter(tournament=entry.tournament_id).order_by("-number"):
            data = logged.data
            if logged.kind == "player.renamed" and data.get("after") in names:
                names.add(data["before"])
            elif logged.kind.startswith(("entry.", "player.", "players.")) and data.get("number") == entry.number:
                # In older tournaments a number went to the next player when somebody was taken out.
                if logged.kind == "player.removed":
                    break
                names |= {data[key] for key in ("name", "before", "after") if isinstance(data.get(key), str)}
    return {name for name in names if name}


class _Words:
    """Replaces a person's names, as whole words, by their number."""

    def __init__(self, names: set[str], entry: Entry) -> None:
        longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)
        self.instead = f"#{entry.number}"

    def without(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.pattern.sub(self.instead, value)
        if isinstance(value, dict):
            return {key: one if key in NO_NAMES else self.without(one) for key, one in value.items()}
        return [self.without(one) for one in value] if isinstance(value, list) else value


def _forget_in_log(tournament: Tournament, entry: Entry, names: set[str]) -> None:
    words = _Words(names, entry)
    changed = []
    for logged in tournament.log.all():
        before = (logged.data, logged.reason)
        if is_about(logged, entry.number, names):
            logged.reason = ""
            logged.data = _without_facts(logged.data)
        else:
            logged.reason = words.without(logged.reason)
        if logged.kind.split(".")[0] not in NAMELESS and not _is_of_a_namesake(logged, entry):
            logged.data = words.without(logged.data)
        if (logged.data, logged.reason) != before:
            changed.append(logged)
    LogEntry.objects.bulk_update(changed, ["data", "reason"], batch_size=200)


def _is_of_a_namesake(logged: LogEntry, entry: Entry) -> bool:
    """Whether it is about somebody else of that number, who may have the same name."""
    about_one = logged.kind.split(".")[0] in {"player", "entry", "penalty"}
    return about_one and logged.data.get("number", entry.number) != entry.number


def _without_facts(data: dict[str, Any]) -> dict[str, Any]:
    emptied: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            value = {name: "" if name in PERSONAL else one for name, one in value.items()}
        emptied[key] = "" if key in {"text", "appealed_by"} else value
    return emptied


def _forget_beside_log(tournament: Tournament, entry: Entry, names: set[str]) -> None:
    """What is written of them in other rows: signatures, calls and rulings, appeals, substitutes."""
    words = _Words(names, entry)
    hanchans = {"hanchan__round__tournament": tournament}
    Appeal.objects.filter(penalty__entry=entry).update(appealed_by=words.instead, text="", decision="")
    _rewrite(Appeal.objects.filter(tournament=tournament), words, "appealed_by", "text", "decision")
    _rewrite(Call.objects.filter(table__tournament=tournament), words, "word", "situation", "decision")
    _rewrite(Signature.objects.filter(**hanchans, seat__isnull=False), words, "signed_as")
    _rewrite(Substitution.objects.filter(**hanchans), words, "name")
    lines = SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).exclude(substitute="")
    _rewrite(lines, words, "substitute")


def _rewrite(rows: Any, words: _Words, *columns: str) -> None:
    changed = []
    for row in rows:
        before = [getattr(row, column) for column in columns]
        after = [words.without(value) for value in before]
        if after != before:
            for column, value in zip(columns, after, strict=True):
                setattr(row, column, value)
            changed.append(row)
    rows.model.objects.bulk_update(changed, columns, batch_size=200)


def _forget_uploads(names: set[str]) -> None:
    """Documents that somebody looks at before they import them: one with the name is uploaded again, or not."""
    for upload in Upload.objects.all():
        content = zlib.decompress(upload.content).decode(errors="replace").casefold()
        if any(name.casefold() in content for name in names):
            upload.delete()

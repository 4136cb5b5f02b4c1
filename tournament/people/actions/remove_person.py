"""Remove a person: their personal data is erased, and their results stay as those of "a player"."""

import re
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NotDone
from tournament.models import (
    Announcement,
    Appeal,
    Call,
    Entry,
    EntryStatus,
    LogEntry,
    Mail,
    Penalty,
    Player,
    PushSubscription,
    SamePerson,
    SheetLine,
    Substitution,
    Tournament,
    Upload,
    Visitor,
)
from tournament.models.links import LINK_COLUMNS
from tournament.people.actions.move_up import move_up
from tournament.people.queries.person import log_about, removable_by


class EnteredElsewhere(NotDone):
    """The person was first entered in a tournament of somebody else, perhaps only since the page was shown."""

    message = _(
        "This person was first entered in a tournament that you do not own. Its owner or the staff of the site "
        "can remove them; nothing was changed."
    )


def remove_person(*, player_id: int, by: Visitor) -> None:
    """Erase name, country, club, numbers, mail, phone, notes, push addresses and texts about a person, in every
    tournament, including archived ones and other organizers' copies: the person's wish has priority over them. It
    cannot be undone. For an owner of the tournament where the person was first entered, and for staff.

    Seats, hands, results, and penalties with their points stay; the log keeps only the player's number. In typed texts
    "#12" replaces the name. Removing somebody again changes nothing. Raises `EnteredElsewhere`, and
    `Tournament.DoesNotExist` if one of their tournaments was deleted meanwhile.
    """
    ids = Tournament.objects.filter(entries__player=player_id).values_list("pk", flat=True)
    with locked_tournaments(*ids) as tournaments:
        player = removable_by(by).filter(pk=player_id).first()
        entries = list(Entry.objects.filter(player=player_id).select_related("player"))
        if player is None or {entry.tournament_id for entry in entries} != set(tournaments):
            raise EnteredElsewhere
        if player.removed_at is not None:
            return
        about = {entry: log_about(entry) for entry in entries}
        former = (logged.data.get("before") for logs in about.values() for logged in logs if logged.kind in RENAMED)
        names = {player.name, *(name for name in former if isinstance(name, str) and name)}
        for entry in entries:
            tournament = tournaments[entry.tournament_id]
            _forget_reasons(about[entry])
            _forget_earlier_entries(tournament, names)
            _forget_in_texts(tournament, entry, names)
            entry.note = ""
            if not entry.seats.exists():
                entry.team = ""  # otherwise the results stay the team's
            entry.may_publish = False
            entry.renew_link()
            entry.save(update_fields=["team", "note", "may_publish", *LINK_COLUMNS])
            log(tournament, "person.removed", by=by, number=entry.number)
        _forget_uploads(names)
        PushSubscription.objects.filter(entry__in=entries).delete()
        player.clubs.clear()
        Mail.objects.filter(entry__in=entries).delete()
        SamePerson.objects.filter(Q(first=player) | Q(second=player)).delete()
        player.name = player.last_name = player.country = player.country_letters = player.club = ""
        player.ema_number = player.ara_number = player.riichi_canada_number = player.legal_name = ""
        player.mail = player.phone = ""
        player.removed_at = timezone.now()
        player.save()
        for entry in entries:
            move_up(tournaments[entry.tournament_id], by, freed=int(entry.status == EntryStatus.ACCEPTED))


RENAMED = ("player.renamed", "players.merged")
"""Kinds of log entries that hold a person's earlier name."""


def _forget_reasons(about: Iterable[LogEntry]) -> None:
    for logged in about:
        logged.reason = ""
        if "rule" in logged.data:
            logged.data["rule"] = ""
        if logged.kind in RENAMED:
            logged.data["before"] = f"#{logged.data['number']}"
    LogEntry.objects.bulk_update(about, ["data", "reason"], batch_size=200)


def _forget_earlier_entries(tournament: Tournament, names: set[str]) -> None:
    """Erase the name from the log of earlier entries: a player who was removed and entered again had another number."""
    taken_out = list(tournament.log.filter(kind="player.removed", data__name__in=names))
    for logged in taken_out:
        logged.data["name"] = f"#{logged.data.get('number')}"
    LogEntry.objects.bulk_update(taken_out, ["data"], batch_size=200)


def _forget_in_texts(tournament: Tournament, entry: Entry, names: set[str]) -> None:
    others = Player.objects.filter(entries__tournament=tournament).exclude(pk=entry.player_id)
    without = without_names(names, others.values_list("name", flat=True), entry.number)
    Appeal.objects.filter(penalty__entry=entry).update(appealed_by=f"#{entry.number}", text="", decision="")
    Penalty.objects.filter(entry=entry).update(rule="")
    lines = SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).exclude(substitute="")
    _rewrite(lines, without, "substitute")
    _rewrite(Mail.objects.filter(entry__tournament=tournament), without, "subject", "body")
    _rewrite(Substitution.objects.filter(hanchan__round__tournament=tournament), without, "name")
    _rewrite(Announcement.objects.filter(tournament=tournament), without, "text", "programme", "payment", "contact")
    _rewrite(Appeal.objects.filter(tournament=tournament), without, "appealed_by", "text", "decision")
    _rewrite(Call.objects.filter(table__tournament=tournament), without, "word", "situation", "decision", "rule")
    _rewrite(Penalty.objects.filter(entry__tournament=tournament).exclude(rule=""), without, "rule")
    _rewrite(tournament.entries.all(), without, "note", "team")
    _rewrite(tournament.log.exclude(reason=""), without, "reason")
    _rewrite_rules(tournament, without)


def _rewrite_rules(tournament: Tournament, without: Callable[[str], str]) -> None:
    """Replace the names in the rules that referees typed for penalties: the log's only typed text beside reasons."""
    named = [logged for logged in tournament.log.filter(data__has_key="rule") if isinstance(logged.data["rule"], str)]
    for logged in named:
        logged.data["rule"] = without(logged.data["rule"])
    LogEntry.objects.bulk_update(named, ["data"], batch_size=200)


def without_names(names: Iterable[str], others: Iterable[str], number: int) -> Callable[[str], str]:
    """Return a function that replaces these names in a text by the number, but not inside a name of the `others`.

    >>> without_names(["Anna"], ["Anna Nováková"], 4)("ANNA (4) and Joanna met Anna Nováková")
    '#4 and Joanna met Anna Nováková'
    """
    gone = {name.casefold(): name for name in names}
    stays = {name.casefold(): name for name in others if any(each in name.casefold() for each in gone)}
    stays = {name: written for name, written in stays.items() if name not in gone}
    longest_first = sorted((*gone.values(), *stays.values()), key=len, reverse=True)
    any_name = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<!\w)({any_name})(?!\w)(?: \({number}\))?", re.IGNORECASE)
    return lambda text: pattern.sub(lambda match: match[0] if match[1].casefold() in stays else f"#{number}", text)


def _rewrite(rows: Any, without: Callable[[str], str], *columns: str) -> None:
    changed = []
    for row in rows:
        before = [getattr(row, column) for column in columns]
        after = [without(value) for value in before]
        if after != before:
            for column, value in zip(columns, after, strict=True):
                setattr(row, column, value)
            changed.append(row)
    rows.model.objects.bulk_update(changed, columns, batch_size=200)


def _forget_uploads(names: set[str]) -> None:
    """Delete every uploaded document that contains one of these names and waits for its import; it can be uploaded
    again."""
    for upload in Upload.objects.all():
        content = zlib.decompress(upload.content).decode(errors="replace").casefold()
        if any(name.casefold() in content for name in names):
            upload.delete()

"""Forget a person: what is known of them goes, their results stay under "a player"."""

import re
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NotDone
from tournament.models import (
    Appeal,
    Call,
    Entry,
    LogEntry,
    Player,
    Seat,
    SheetLine,
    Signature,
    Substitution,
    Tournament,
    Upload,
    Visitor,
)
from tournament.models.round import new_nonce
from tournament.people.queries.person import is_about, people_of

PERSONAL = {"country", "country_letters", "club", "ema_number", "team", "mail", "phone", "note"}
"""What a log entry about the person keeps of them besides the name."""

NAMELESS = {"hand", "hands", "rules", "tournament", "team", "clock", "time", "paper", "sticks", "visibility"}
"""First words of the kinds of log entries whose data names no player: outcomes, rules, and accounts. In any other kind,
those to come too, the names are looked for."""

NO_NAMES = {
    "offence", "status", "kind", "points", "outcome", "against", "carried", "rule", "kinds", "hash", "shown_as",
    "signed_as",
}  # fmt: skip
"""Words of ours in a log entry's data, which somebody may be called like, and accounts."""

JUST_NAMES = {"name", "player", "players", "before", "after", "first", "second"}
"""What is a name as a whole in a log entry's data; whatever else is there is a text that may speak of somebody."""


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
            words = _Words(names, entry)
            _forget_in_log(tournament, entry, names, words)
            _forget_beside_log(tournament, entry, words)
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
            # In what an imported document remembers, anything may be missing, and anything else be there.
            data = {key: one for key, one in logged.data.items() if key == "number" or isinstance(one, str)}
            if logged.kind == "player.renamed" and data.get("after") in names:
                names.add(data.get("before", ""))
            elif logged.kind.startswith(("entry.", "player.", "players.")) and data.get("number") == entry.number:
                # In older tournaments a number went to the next player when somebody was taken out.
                if logged.kind == "player.removed":
                    break
                names |= {data.get(key, "") for key in ("name", "before", "after")}
    return {name for name in names if name}


class _Words:
    """Replaces a person's names by their number: where they are all that is said, or as words of a text."""

    def __init__(self, names: set[str], entry: Entry) -> None:
        self.instead = f"#{entry.number}"
        anything = _any_of(names)
        self.whole = re.compile(rf"{anything}(?: \({entry.number}\))?", re.IGNORECASE)
        words = re.compile(rf"(?<!\w){anything}(?!\w)", re.IGNORECASE)
        others = Player.objects.filter(entries__tournament=entry.tournament_id).exclude(pk=entry.player_id)
        self.longer = {
            name.casefold()
            for name in others.values_list("name", flat=True)
            if words.search(name) and not self.whole.fullmatch(name)
        }
        self.words = re.compile(rf"(?<!\w){_any_of(names | self.longer)}(?!\w)", re.IGNORECASE)

    def in_name(self, name: str) -> str:
        return self.instead if self.whole.fullmatch(name) else name

    def in_text(self, text: str) -> str:
        """Anna is no part of Anna Nováková, who plays here too."""
        return self.words.sub(lambda found: found[0] if found[0].casefold() in self.longer else self.instead, text)

    def in_data(self, value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            return self.in_name(value) if key in JUST_NAMES else self.in_text(value)
        if isinstance(value, dict):
            return {key: one if key in NO_NAMES else self.in_data(one, key) for key, one in value.items()}
        return [self.in_data(one, key) for one in value] if isinstance(value, list) else value


def _any_of(names: set[str]) -> str:
    longest_first = sorted(names, key=len, reverse=True)
    return f"(?:{'|'.join(re.escape(name) for name in longest_first)})"


def _forget_in_log(tournament: Tournament, entry: Entry, names: set[str], words: _Words) -> None:
    changed = []
    for logged in tournament.log.all():
        before = (logged.data, logged.reason)
        if is_about(logged, entry.number, names):
            logged.reason = ""
            logged.data = _without_facts(logged.data)
        else:
            logged.reason = words.in_text(logged.reason)
        if logged.kind.split(".")[0] not in NAMELESS and not _is_of_a_namesake(logged, entry):
            logged.data = words.in_data(logged.data)
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


def _forget_beside_log(tournament: Tournament, entry: Entry, words: _Words) -> None:
    """What is written of them in other rows: signatures, calls and rulings, appeals, substitutes."""
    hanchans = {"hanchan__round__tournament": tournament}
    Appeal.objects.filter(penalty__entry=entry).update(appealed_by=words.instead, text="", decision="")
    _rewrite(Appeal.objects.filter(tournament=tournament), words.in_text, "appealed_by", "text", "decision")
    _rewrite(Call.objects.filter(table__tournament=tournament), words.in_text, "word", "situation", "decision")
    _rewrite(_signatures(tournament, entry, words), words.in_name, "signed_as")
    _rewrite(Substitution.objects.filter(**hanchans), words.in_name, "name")
    lines = SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).exclude(substitute="")
    _rewrite(lines, words.in_name, "substitute")


def _signatures(tournament: Tournament, entry: Entry, words: _Words) -> "QuerySet[Signature]":
    """Those of seats, hers or where she was a substitute, but those of others who have the same name."""
    others = tournament.entries.exclude(pk=entry.pk).values_list("pk", "player__name")
    namesakes = [pk for pk, name in others if words.whole.fullmatch(name)]
    theirs = Seat.objects.filter(hanchan=OuterRef("hanchan"), seat=OuterRef("seat"), entry__in=namesakes)
    return Signature.objects.filter(~Exists(theirs), hanchan__round__tournament=tournament, seat__isnull=False)


def _rewrite(rows: Any, said: Callable[[str], str], *columns: str) -> None:
    changed = []
    for row in rows:
        before = [getattr(row, column) for column in columns]
        after = [said(value) for value in before]
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

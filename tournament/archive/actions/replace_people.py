"""Replace a tournament's people by the people in its laptop's document."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tournament.archive.actions.decided_here import Decided, keep_details, shows_less
from tournament.archive.tenbo.columns import batches, columns_of, row_of
from tournament.archive.tenbo.past.erased import DETAILS
from tournament.archive.tenbo.people import EntryRecord
from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.locking import lock_players
from tournament.core.queries.belonging import decided_by_clubs
from tournament.core.queries.contacts import PRIVATE
from tournament.models import Entry, EntryStatus, Mail, Player, PushSubscription, Tournament
from tournament.models.links import LINK_COLUMNS
from tournament.people.actions.remove_entry import keep_refusals

if TYPE_CHECKING:
    from django.db.models import Manager

AT_ONCE = 100
"""Rows that are updated in one statement; SQLite takes a limited number of values in it."""


def replace_people(
    tournament: Tournament, records: list[EntryRecord], decided: Decided | None, *, is_mirror: bool
) -> list[int]:
    """Update existing entries and players from the document, and delete entries and players that the document lacks.
    Return the entry numbers of players who were not updated. Without `decided` this site is the laptop.

    `is_mirror` as in `replace_facts`: of details only names change, and how they are shown (`_shown`). Consents are
    only withdrawn, nobody is removed, and missing entries are only cancelled.
    """
    entries = {entry.number: entry for entry in tournament.entries.select_related("player")}
    changes = _Changes(tournament)
    unchanged = []
    for record in records:
        entry = entries.pop(record["number"], None)
        if entry is None:
            continue
        fresh = columns_of(row_of(Entry, record))
        fresh["may_publish"] = fresh["may_publish"] and (entry.may_publish or not is_mirror)
        if changed := [name for name in fresh.keys() & record.keys() if getattr(entry, name) != fresh[name]]:
            for name in changed:
                setattr(entry, name, fresh[name])
            changes.entries.add(entry, changed)
        if not _replace_player(entry, _shown(record, entry, decided) if is_mirror else record, decided, changes):
            unchanged.append(entry.number)
    if is_mirror:
        tournament.entries.filter(number__in=entries).update(status=EntryStatus.CANCELLED)
    else:
        keep_refusals(tournament, tournament.entries.filter(number__in=entries))
        changes.left += [entry.player for entry in entries.values()]
        for batch in batches(entry.pk for entry in entries.values()):
            tournament.entries.filter(pk__in=batch).delete()
    changes.store()
    return unchanged


class _Rows:
    """Changed rows of a model, and the names of the columns that changed in any of them: an update of all columns would
    take several times as long."""

    def __init__(self) -> None:
        self._rows: dict[int, Any] = {}
        self._columns: set[str] = set()

    def add(self, row: Entry | Player, columns: Iterable[str]) -> None:
        self._rows[row.pk] = row
        self._columns.update(columns)

    @property
    def ids(self) -> list[int]:
        return list(self._rows)

    def store(self, rows: "Manager[Any]") -> None:
        if self._rows:
            rows.bulk_update(self._rows.values(), sorted(self._columns), batch_size=AT_ONCE)


class _Changes:
    """Changes of people that are stored together, because a query for each person would hold the lock for seconds."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        here = Player.objects.filter(entries__tournament=tournament).order_by()
        others = Entry.objects.filter(player__in=here.values("pk")).exclude(tournament=tournament)
        decided = here.filter(decided_by_clubs())
        self.elsewhere = {*others.values_list("player", flat=True), *decided.values_list("pk", flat=True)}
        """Ids of players whom other tournaments show, or about whom a club decides (`decided_by_clubs`)."""
        self.entries, self.players = _Rows(), _Rows()
        self.left: list[Player] = []
        """Players who are no longer in the tournament."""
        self._given: list[tuple[Entry, Player]] = []
        self._removed: list[Entry] = []

    def give(self, entry: Entry, person: Player) -> None:
        """Give an entry a new person."""
        self.left.append(entry.player)
        self._given.append((entry, person))
        self.entries.add(entry, ["player"])

    def remove(self, entry: Entry, person: Player) -> None:
        """Give an entry a new person, who has no details, without note and with a new link."""
        self.give(entry, person)
        entry.note = ""
        entry.renew_link()
        self.entries.add(entry, ["note", *LINK_COLUMNS])
        self._removed.append(entry)

    def store(self) -> None:
        lock_players([*self.players.ids, *(player.pk for player in self.left)])  # in the order of all who lock people
        Player.objects.bulk_create([person for _entry, person in self._given], batch_size=AT_ONCE)
        for entry, person in self._given:
            entry.player = person
        self.players.store(Player.objects)
        self.entries.store(Entry.objects)
        for batch in batches(entry.pk for entry in self._removed):
            Mail.objects.filter(entry__in=batch).delete()
            PushSubscription.objects.filter(entry__in=batch).delete()
        find_new_homes([player.pk for player in self.left], leaving=self._tournament)
        for batch in batches(player.pk for player in self.left):
            Player.objects.filter(pk__in=lock_players(batch), entries=None, clubs=None).delete()


def _shown(record: EntryRecord, entry: Entry, decided: Decided | None) -> Any:
    """Return what a mirror's record changes of a player: the name, if the log tells the name that the player has here,
    and how the name is shown, if this shows less. All other details, such as the last name, and removals are taken from
    the file when it comes back: an invented change could not be undone, as nothing would have the earlier value."""
    player, former = entry.player, decided.there.former if decided else {}
    if record.get("removed_at") is not None:
        return {}
    shown: set[str] = set()
    if player.name in former.get(entry.number, ()):
        shown.add("name")
    if shows_less(record.get("shown_as", player.shown_as), player.shown_as):
        shown.add("shown_as")
    return {key: value for key, value in record.items() if key in shown}


def _replace_player(entry: Entry, record: EntryRecord, decided: Decided | None, changes: _Changes) -> bool:
    """Update a player from the document; return False if nothing is changed because other tournaments show the player,
    or because a club decides about the player. On the laptop the entry gets a new person instead.

    If the document removed the player, the entry gets a new person without details: the laptop's file may not remove
    the person from other tournaments, or from the club.
    """
    player, fresh = entry.player, row_of(Player, record, home=entry.tournament)
    if player.removed_at is not None:
        return True
    if fresh.removed_at is not None:
        for detail in DETAILS:
            setattr(fresh, detail, "")
        changes.remove(entry, fresh)
        return True
    if decided is not None:
        keep_details(player, fresh, entry.number, decided)
    changed = [
        column
        for column in columns_of(fresh).keys() & record.keys()
        if getattr(player, column) != getattr(fresh, column)
    ]
    if changed and player.pk not in changes.elsewhere:
        for column in changed:
            setattr(player, column, getattr(fresh, column))
        changes.players.add(player, changed)
    elif changed and decided is None:
        changes.give(entry, fresh)
    elif changed:
        # A file lacks contacts that its downloader could not read; such contacts are not deleted on this site.
        return all(column in PRIVATE and not getattr(fresh, column) for column in changed)
    return True

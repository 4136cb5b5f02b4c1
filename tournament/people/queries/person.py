"""All stored data of a person, for export on the person's request, and the permission to export or remove the
person."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.queries.belonging import decided_by_clubs
from tournament.core.text import folded
from tournament.core.words.names import who
from tournament.games.queries.substitutes import PublicNames
from tournament.models import Club, Entry, LogEntry, Player, SheetLine, ShownAs, Tournament, Visitor, with_log_entries
from tournament.models.clubs.club import without_home
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.mentioned import ABOUT_A_PLAYER

MOST_RESULTS = 50

Json = dict[str, Any]


def people_of(visitor: Visitor) -> "QuerySet[Player]":
    """Return the people whose data the visitor may export and remove. The site's staff get everybody.

    An owner of tournaments gets the people who play only in tournaments of this owner, because another organizer's data
    must not be shown. People who belong to somebody else's club (`decided_by_other_clubs`) are left out. An organizer
    of a club gets the club's people without a home who play only in tournaments of this organizer, or in none.
    """
    if visitor.account is None:
        return Player.objects.none()
    if visitor.account.is_staff:
        unfinished = Tournament.objects.filter(imported__is_finished=False)
        return Player.objects.exclude(entries__tournament__in=unfinished)
    return Player.objects.filter(_decided_by(visitor))


def removable_by(visitor: Visitor) -> "QuerySet[Player]":
    """Return the people whom the visitor may remove, even if these people also play in other organizers' events:
    `people_of`, the people whose home (`Player.home`) is a tournament that the visitor owns, and people without a home
    who belong to a club that the visitor organizes (`Player.home_club`)."""
    if visitor.account is None or visitor.account.is_staff:
        return people_of(visitor)
    at_home = Q(home__in=Tournament.objects.owned_by(visitor).values("pk")) & ~without_home()
    return Player.objects.filter(_decided_by(visitor) | at_home | _of_own_club(visitor))


def _decided_by(visitor: Visitor) -> Q:
    owned = Tournament.objects.owned_by(visitor).values("pk")
    others = Tournament.objects.filter(deleted_at=None).exclude(pk__in=owned)
    entries = Entry.objects.filter(player=OuterRef("pk"))
    plays_in_own = Q(Exists(entries.filter(tournament__in=owned)))
    plays_elsewhere = Q(Exists(entries.filter(tournament__in=others.values("pk"))))
    return (plays_in_own | _of_own_club(visitor)) & ~plays_elsewhere & ~decided_by_other_clubs(visitor)


def decided_by_other_clubs(visitor: Visitor) -> Q:
    """Return the condition for people without a home about whom a club that the visitor does not organize decides
    (`decided_by_clubs`)."""
    return decided_by_clubs(Club.objects.exclude(pk__in=Club.objects.organized_by(visitor).values("pk")))


def is_decided_by_other_club(player_id: int, by: Visitor) -> bool:
    """Whether a club that `by` does not organize decides about this person, who has no home."""
    return Player.objects.filter(decided_by_other_clubs(by), pk=player_id).exists()


def _of_own_club(visitor: Visitor) -> Q:
    return without_home() & Q(Exists(Club.objects.organized_by(visitor).filter(pk=OuterRef("home_club"))))


def owned_among(tournaments: Collection[int], by: Visitor) -> set[int]:
    """Return the ids of those of these tournaments that the visitor owns. The site's staff, who remove people for
    whoever asks, count as owners of all."""
    if by.account is not None and by.account.is_staff:
        return set(tournaments)
    return set(Tournament.objects.owned_by(by).filter(pk__in=tournaments).values_list("pk", flat=True))


def hides_more(shown_as: str, *, than: str) -> bool:
    """Whether people outside the team see less of a name with the first choice (`ShownAs`) than with the other."""
    return ShownAs.values.index(shown_as) > ShownAs.values.index(than)


def tournaments_of(player_id: int) -> "QuerySet[Tournament]":
    """Return the tournaments that a change of this person concerns: all in which the person is entered. Tournaments
    that are being deleted are left out, because an interrupted deletion must not prevent the change."""
    return Tournament.objects.filter(entries__player=player_id, deleted_at=None)


def find_people(visitor: Visitor, name: str) -> list[Player]:
    """Search people by a part of the name, ignoring accents; an empty search finds nobody."""
    search_key = folded(name)
    if not search_key:
        return []
    people = people_of(visitor).filter(removed_at=None)
    return [player for player in people if search_key in folded(player.name)][:MOST_RESULTS]


def entries_shown_to(visitor: Visitor, player: Player) -> tuple["QuerySet[Entry]", int]:
    """Return the person's entries that the visitor may know of, and the number of the person's other entries."""
    entries = entries_of(player)
    if visitor.account is not None and visitor.account.is_staff:
        return entries, 0
    own = entries.filter(tournament__in=Tournament.objects.owned_by(visitor).values("pk"))
    return own, entries.count() - own.count()


def entries_of(player: Player) -> "QuerySet[Entry]":
    """Return a person's entries by tournament, without entries in tournaments that are being deleted."""
    return player.entries.filter(tournament__deleted_at=None).select_related("tournament").order_by("tournament_id")


def person_data(player: Player, reader: Visitor) -> Json:
    """Return all data of a person in plain values: their details, entries, results and decisions, and log entries about
    them. Other people's names are left out, unless everybody may read them. Clubs that the reader does not organize are
    only counted, because their lists are private; the site's staff read the names."""
    clubs = Club.objects.all()
    if reader.account is None or not reader.account.is_staff:
        clubs = clubs.organized_by(reader)
    named = player.clubs.filter(pk__in=clubs.values("pk"))
    return {
        "person": asdict(facts_of(player))
        | {"shown_as": player.shown_as, "kept_since": player.created_at, "removed_at": player.removed_at},
        "on_the_list_of_clubs": list(named.values_list("name", flat=True)),
        "on_the_lists_of_other_clubs": player.clubs.count() - named.count(),
        "entries": [_entry(entry, player) for entry in entries_of(player)],
    }


def _entry(entry: Entry, player: Player) -> Json:
    tournament = entry.tournament
    return {
        "tournament": tournament.name,
        "place": tournament.place,
        "first_day": tournament.starts_on,
        "number": entry.number,
        "status": entry.status,
        "team": entry.team,
        "note": entry.note,
        "language": entry.language,
        "paid": entry.paid,
        "reserved_table": entry.reserved_table,
        "name_may_be_published": entry.may_publish,
        "checked_in_at": entry.checked_in_at,
        "checked_in_by_own_link": entry.arrived_by_link,
        "results": [_result(line) for line in _lines(entry)],
        "seats": [
            {"round": seat.hanchan.round.number, "table": seat.hanchan.table.number, "seat": seat.seat}
            for seat in entry.seats.select_related("hanchan__round", "hanchan__table").order_by(
                "hanchan__round__number"
            )
        ],
        "substitutes": _substitutes(entry),
        "penalties": [
            {
                "offence": penalty.offence,
                "points": penalty.points,
                "round": penalty.round,
                "rule": penalty.rule,
                "why": penalty.given_by.reason,
                "taken_back": penalty.taken_back_by_id is not None,
                "appeals": [
                    {"by": appeal.appealed_by, "text": appeal.text, "outcome": appeal.outcome}
                    for appeal in penalty.appeals.all()
                ],
            }
            for penalty in with_log_entries(entry.penalties.all(), "given_by").prefetch_related("appeals")
        ],
        "departures": [
            {"kind": departure.kind, "from_round": departure.from_round, "why": departure.decided_by.reason}
            for departure in with_log_entries(entry.departures.all(), "decided_by").order_by("pk")
        ],
        "mails": _mails(entry),
        "log": [
            {
                "at": logged.at,
                "by": who(logged.actor, {entry.number: player.name}),
                "what": logged.kind,
                "why": logged.reason,
            }
            for logged in log_about(entry)
        ],
    }


def _substitutes(entry: Entry) -> list[str]:
    """Return the public names of the substitutes who played for the person."""
    rows = list(entry.substitutions.select_related("hanchan__round").order_by("pk"))
    public_name_of = PublicNames([entry.tournament_id], rows)
    return [public_name_of(row) for row in rows]


def _mails(entry: Entry) -> list[Json]:
    return [
        {"written_at": mail.created_at, "what": mail.kind, "subject": mail.subject, "text": mail.body, "to": mail.to}
        for mail in entry.mails.order_by("pk")
    ]


def _lines(entry: Entry) -> "QuerySet[SheetLine]":
    lines = entry.sheet_lines.filter(sheet__withdrawn_by=None, sheet__hanchan__cancelled_by=None)
    return lines.select_related("sheet__hanchan__round", "sheet__hanchan__table").order_by(
        "sheet__hanchan__round__number"
    )


def _result(line: SheetLine) -> Json:
    hanchan = line.sheet.hanchan
    return {
        "round": hanchan.round.number,
        "table": hanchan.table.number,
        "points": line.points,
        "place": line.place,
        "uma": line.uma,
        "score": line.score,
        "penalty": line.penalty,
        "signed_at": line.sheet.signed_at,
    }


def log_about(entry: Entry, kinds: Collection[str] | None = None) -> list[LogEntry]:
    """Return the log entries of these kinds that are about this entry; without `kinds`, of all kinds."""
    if kinds is None:
        kinds = [kind for kind in kinds_in_log(entry.tournament) if kind.split(".")[0] in ABOUT_A_PLAYER]
    about = log_of_kinds(entry.tournament, kinds).filter(data__number=entry.number)
    return sorted(about, key=lambda logged: logged.number)


def log_of_kinds(tournament: Tournament, kinds: Collection[str]) -> "QuerySet[LogEntry]":
    """Return the log entries of these kinds, found by the index of kinds.

    In the usual order SQLite would read the whole log instead. For a large event this takes long, and on SQLite no
    table of the site can record a hand while an action does it.
    """
    return tournament.log.filter(kind__in=kinds).order_by("kind", "number")


def kinds_in_log(tournament: Tournament) -> set[str]:
    """Return the kinds of the entries in a tournament's log, read from the index of kinds alone."""
    return set(tournament.log.order_by().values_list("kind", flat=True).distinct())

"""Erases a removed person from one tournament: the name, and all typed text about the person."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from tournament.core.actions.columns import save_changed, save_columns
from tournament.core.actions.journal import BEFORE_DIGESTS
from tournament.core.text import folded
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.games.substitutes import LONGEST_NAME, name_key
from tournament.models import (
    Announcement,
    AnnouncementPicture,
    Appeal,
    Call,
    Entry,
    HandOver,
    LogEntry,
    Mail,
    MailWording,
    Penalty,
    Player,
    PlayerTeam,
    SheetLine,
    Substitution,
    TeamPenalty,
    Tournament,
)
from tournament.models.links import LINK_COLUMNS
from tournament.models.log import HANDS
from tournament.people.erased_records import OF_SETTINGS, WITH_SETTINGS, logged_without, settings_without, team_without
from tournament.people.erased_texts import ErasedNames
from tournament.people.queries.person import kinds_in_log, log_about, log_of_kinds
from tournament.people.queries.typed_texts import TypedTexts

OF_ANNOUNCEMENT = ("text", "programme", "address", "fee", "payment", "contact")
"""The texts of an announcement that may name somebody."""

NAMES_TEAM = ("team_penalty.given", "team_penalty.taken_back")
"""Kinds of log entries that contain the name of a players' team. The team may be named after a player."""

RENAMED = ("player.renamed", "players.merged")
"""Kinds of log entries that hold a person's earlier name."""

ENTERED = ("entry.applied", "players.added")
"""Kinds of log entries whose form or list contained the details of the people who were entered."""

OF_FOLLOWED = {"name": "number", "left": "left_number"}
"""Keys of names in an older Tenbo's log entries of the kind "cut.followed", each with the key of the player's
number."""


def erase_person(
    tournament: Tournament,
    entry: Entry,
    names: Collection[str],
    texts: TypedTexts | None = None,
    copied: Collection[str] = (),
) -> None:
    """Erase these names of an entry's person, and typed texts about the person, from a locked tournament.

    Seats, hands, results, and penalties with their points stay. In other typed texts the entry's number, such as "#12",
    replaces the name (`ErasedNames`). The entry gets a new private link. `texts` has all tournaments from which the
    caller erases the person. The names `copied`, of the original, go only from the texts that a copy takes over.
    """
    texts = texts or TypedTexts([tournament.pk])
    save_changed(log_about(entry), _forget_reason, "data", "reason", "content")
    forget_entered(entry)
    _forget_earlier_entries(tournament, names)
    _forget_followed(tournament, entry.number)
    hide_substitutes(tournament, names)
    penalties = texts.of(Penalty, tournament).filter(entry=entry)
    if not penalties.query.is_empty():
        Appeal.objects.filter(penalty__in=penalties).update(appealed_by=f"#{entry.number}", text="", decision="")
        penalties.update(rule="")
    players = Player.objects.filter(entries__tournament=tournament).exclude(pk=entry.player_id)
    others = list(players.values_list("name", flat=True))
    if copied:  # first, because such a name may contain one of `names`
        _forget_in_copied_texts(tournament, ErasedNames({*names, *copied}, others, entry.number), texts)
    _forget_in_texts(tournament, ErasedNames(names, others, entry.number), texts)
    entry.refresh_from_db(fields=["team"])  # the team's name may have contained the person's name
    entry.note = ""
    if not entry.seats.exists():
        entry.team = ""  # with a seat, the results still count for the team
    entry.may_publish = entry.is_mail_from_elsewhere = False
    entry.renew_link()
    entry.save(update_fields=["team", "note", "may_publish", "is_mail_from_elsewhere", *LINK_COLUMNS])


def erase_mentions(
    tournament: Tournament, names: Collection[str], texts: TypedTexts, *, is_owned: bool, of_home: Collection[str] = ()
) -> bool:
    """Erase a removed person from the texts of a locked tournament in which the person has no entry. Return whether any
    text contained a name. `names` are those in the events to which this one is related (`events_that_may_name`),
    `of_home` those in the person's home; `texts` as for `erase_person`. Names that a player of this tournament has too
    are kept, because this player is another person.

    If whoever removes the person owns the tournament (`is_owned`), all these names go from all texts. Otherwise the
    names may be invented, to take words out of somebody else's log. Then `names` go only from the texts that a copy
    takes over, which its organizers may change anyway, and only fields for a name lose the names of substitutes.
    """
    players = set(Player.objects.filter(entries__tournament=tournament).values_list("name", flat=True))
    keys = set(map(name_key, players))
    everything = [name for name in {*names, *of_home} if name_key(name) not in keys]
    if is_owned:
        _forget_earlier_entries(tournament, everything)
        hide_substitutes(tournament, everything)
        return _forget_in_texts(tournament, ErasedNames(everything, players, None), texts)
    named = [name for name in everything if name in names]
    is_changed = _forget_in_copied_texts(tournament, ErasedNames(named, players, None), texts)
    return _forget_substitutes(tournament, everything, players, texts) or is_changed


def names_of(entry: Entry) -> set[str]:
    """Return all names of the entry's person in the tournament: the present name, and the earlier names in the log."""
    return {name for name in (entry.player.name, *map(former_name, log_about(entry, RENAMED))) if name}


def former_name(renamed: LogEntry) -> str:
    """Return the name that a renamed person had before; "" if the text in the log, which may be an imported one, is
    longer than any name (`LONGEST_NAME`). Each word of other texts would be compared with so long a text."""
    name = renamed.data.get("before")
    return name if isinstance(name, str) and len(name) <= LONGEST_NAME else ""


def forget_earlier_names(entry: Entry) -> None:
    """Erase the earlier names of an entry's person from the tournament's log."""
    save_changed(log_about(entry, RENAMED), _forget_former_name, "data")


def forget_entered(entry: Entry) -> None:
    """Empty the digests (`LogEntry.content`) of the forms and lists that may have entered the person: anybody who reads
    the database could check by them a guess of the person's details. A retry is recognised by its key alone."""
    entered = log_of_kinds(entry.tournament, ENTERED).exclude(content=BEFORE_DIGESTS)
    entered.filter(Q(kind="players.added") | Q(data__number=entry.number)).update(content=BEFORE_DIGESTS)


def _forget_former_name(renamed: LogEntry) -> None:
    renamed.data["before"] = f"#{renamed.data['number']}"


def _forget_reason(about: LogEntry) -> None:
    about.reason, about.content = "", BEFORE_DIGESTS
    if "rule" in about.data:
        about.data["rule"] = ""
    if about.kind in RENAMED:
        _forget_former_name(about)


def _forget_earlier_entries(tournament: Tournament, names: Collection[str]) -> None:
    """Erase the names from the log entries about entries of the person that were removed. The person may have been
    entered again, with another number."""

    def forget(removed: LogEntry) -> None:
        removed.data["name"] = f"#{removed.data.get('number')}"

    save_changed(tournament.log.filter(kind="player.removed", data__name__in=names), forget, "data")


def _forget_followed(tournament: Tournament, number: int) -> None:
    def forget(followed: LogEntry) -> None:
        for name, of in OF_FOLLOWED.items():
            if followed.data.get(of) == number:
                followed.data.pop(name, None)

    save_changed(tournament.log.filter(kind="cut.followed"), forget, "data")


def _forget_in_texts(tournament: Tournament, erased: ErasedNames, texts: TypedTexts) -> bool:
    """Erase the names from all typed texts, and return whether any text contained a name."""
    in_text, in_name = erased.in_text, erased.in_name
    kinds = kinds_in_log(tournament)

    def in_logged(logged: Sequence[Any]) -> Sequence[Any]:
        kind, data = logged
        return kind, data | logged_without(kind, data, erased.in_lines)

    with_rule = log_of_kinds(tournament, kinds.difference(HANDS)).filter(data__has_key="rule")
    changes = [
        _rewrite(texts.of(SheetLine, tournament), in_name, "substitute"),
        _rewrite(texts.of(Substitution, tournament), in_name, "name"),
        _rewrite(texts.of(Mail, tournament), in_text, "subject", "body"),
        _rewrite(texts.of(Appeal, tournament), in_name, "appealed_by"),
        _rewrite(texts.of(Appeal, tournament), in_text, "text", "decision"),
        _rewrite(texts.of(Call, tournament), in_text, "word", "situation", "decision", "rule"),
        _rewrite(texts.of(Penalty, tournament).exclude(rule=""), in_text, "rule"),
        _rewrite(tournament.entries.all(), in_text, "note"),
        _rewrite(texts.of(TeamPenalty, tournament).exclude(rule=""), in_text, "rule"),
        _rewrite(tournament.log.exclude(reason=""), in_text, "reason"),
        _rewrite_data(with_rule, "rule", in_text),
        _forget_in_settings(tournament, erased, "away_at"),
        _rewrite(texts.of(HandOver, tournament), in_text, "place"),
        _rewrite_rows(log_of_kinds(tournament, kinds & WITH_SETTINGS), in_logged, "kind", "data"),
        _forget_in_teams(tournament, erased, texts),
        _forget_in_copied_texts(tournament, erased, texts),
    ]
    return any(changes)


def _forget_in_copied_texts(tournament: Tournament, erased: ErasedNames, texts: TypedTexts) -> bool:
    """Erase the names from the texts that a copy of a tournament takes over."""
    changes = [
        _forget_in_settings(tournament, erased, *OF_SETTINGS),
        _rewrite(texts.of(Announcement, tournament), erased.in_text, *OF_ANNOUNCEMENT),
        _rewrite(texts.of(AnnouncementPicture, tournament), erased.in_text, "words"),
        _rewrite(texts.of(MailWording, tournament), erased.in_text, "subject", "body"),
    ]
    return any(changes)


def _forget_in_settings(tournament: Tournament, erased: ErasedNames, *fields: str) -> bool:
    changed = settings_without({field: getattr(tournament, field) for field in fields}, erased.in_lines)
    for field, text in changed.items():
        setattr(tournament, field, text)
    if changed:
        tournament.save(update_fields=changed.keys())
    return bool(changed)


def _forget_substitutes(
    tournament: Tournament, names: Iterable[str], players: Collection[str], texts: TypedTexts
) -> bool:
    """Erase those of these names that a substitute of the tournament has, from fields for a name alone."""
    lines, substitutions = texts.of(SheetLine, tournament), texts.of(Substitution, tournament)
    fields = ((lines, "substitute"), (substitutions, "name"))
    keys = {name_key(name) for rows, field in fields if not rows.query.is_empty() for name in _values(rows, field)}
    names = [name for name in names if name_key(name) in keys]
    if not names:
        return False
    _forget_earlier_entries(tournament, names)
    hide_substitutes(tournament, names)
    in_name = ErasedNames(names, players, None).in_name
    changes = [
        *(_rewrite(rows, in_name, field) for rows, field in fields),
        _rewrite(texts.of(Appeal, tournament), in_name, "appealed_by"),
    ]
    return any(changes)


def _values(rows: "QuerySet[Any]", field: str) -> Iterable[str]:
    return rows.order_by().values_list(field, flat=True)


def _forget_in_teams(tournament: Tournament, erased: ErasedNames, texts: TypedTexts) -> bool:
    teams = texts.of(PlayerTeam, tournament)
    names = set(tournament.entries.values_list("team", flat=True))
    if not teams.query.is_empty():
        names.update(teams.values_list("name", flat=True))
    renamed = erased.in_team_names(names)

    def new_name(team: str) -> str:
        return renamed.get(folded(team)) or team

    def details(team: Sequence[str]) -> Sequence[str]:
        return team_without(team[0], team[1], new_name, erased.in_name)

    changes = [
        _rewrite(tournament.entries.exclude(team=""), new_name, "team"),
        _rewrite_rows(teams, details, "name", "short_name"),
        # A team may have had the person's name earlier: then only the log contains it.
        _rewrite_data(log_of_kinds(tournament, NAMES_TEAM), "team", lambda team: erased.in_name(new_name(team))),
    ]
    return any(changes)


def _rewrite_data(entries: Iterable[LogEntry], name: str, without: Callable[[str], str]) -> bool:
    """Erase the names from the text under the key `name` in the data of these log entries. Such texts are the rules
    that referees typed for penalties, and names of teams. Return whether any text was changed."""
    texts = ((logged, logged.data.get(name)) for logged in entries)
    changed = [logged for logged, text in texts if isinstance(text, str) and without(text) != text]
    for logged in changed:
        logged.data[name] = without(logged.data[name])
    save_columns(changed, ["data"])
    return bool(changed)


def _rewrite(rows: "QuerySet[Any]", without: Callable[[str], str], *columns: str) -> bool:
    """Apply the function `without` to these text columns, and return whether any row changed."""
    return _rewrite_rows(rows, lambda texts: [without(text) if text else text for text in texts], *columns)


def _rewrite_rows(rows: "QuerySet[Any]", change: Callable[[Sequence[Any]], Sequence[Any]], *columns: str) -> bool:
    """Replace the values in these columns by what `change` returns for the values of a row, and return whether any row
    changed. Other columns are not read, because the rows, which may be thousands, are searched under the lock."""
    if rows.query.is_empty():  # otherwise Django would first build the whole SQL statement
        return False
    changed = []
    for pk, *before in rows.order_by().values_list("pk", *columns):
        after = [*change(before)]
        if after != before:
            changed.append(rows.model(pk=pk, **dict(zip(columns, after, strict=True))))
    save_columns(changed, columns)
    return bool(changed)

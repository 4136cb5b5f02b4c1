"""Erases a removed person from a document, as `people.actions.erase_person` does in the database."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, cast

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import Json, NewEntries
from tournament.archive.tenbo.past.former_names import LONGEST_NAME, names_on_laptop, with_erased_texts, with_own_words
from tournament.archive.tenbo.past.kinds import ERASED
from tournament.archive.tenbo.past.texts import Place, texts_of, with_texts
from tournament.core.text import folded
from tournament.people.actions.erase_person import NAMES_TEAM, OF_ANNOUNCEMENT, OF_FOLLOWED, RENAMED
from tournament.people.erased_records import OF_SETTINGS, logged_without, settings_without, team_without
from tournament.people.erased_texts import ErasedNames
from tournament.people.queries.mentioned import ABOUT_A_PLAYER

DETAILS = (
    "name", "last_name", "country", "country_letters", "club", "ema_number", "ara_number", "riichi_canada_number",
    "legal_name",
)  # fmt: skip

MOST_REMOVED = 50
"""The number of people whom one side may remove while the tournament is away, however many entries the log has."""

MOST_READINGS = 500_000
"""The most log entries that are read to erase more people than that: all texts are read again for each person."""

MOST_CHARACTERS = 50_000_000
"""The most characters of texts that are read to erase people, which takes 3 to 12 seconds. Fifty people can be erased
from texts of a million characters together."""

Texts = Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class Erased:
    """The documents of a site (`own`) and of its laptop (`document`), each without the people whom the other side
    removed. `before` is the site's document that still has the people whom the laptop removed."""

    own: Document
    document: Document
    before: Document

    def with_own_texts(self) -> Document:
        """Return the laptop's document with the site's own texts about the people whom the laptop removed."""
        return self._with_texts(lambda before, own, text: before if text == own else text)

    def with_later_texts(self) -> Document:
        """Return the laptop's document with the site's texts without the people whom the laptop removed, wherever it
        still has the text with the name: an older Tenbo on the laptop erases fewer texts, and the mirror may have sent
        texts that were typed after the removal."""
        return self._with_texts(lambda before, own, text: own if text == before else text)

    def _with_texts(self, change: Callable[[str, str, str], str]) -> Document:
        if self.own is self.before:
            return self.document
        before, own = texts_of(self.before), texts_of(self.own)

        def changed(place: Place, text: str) -> str:
            return change(before[place], own[place], text) if place in before and place in own else text

        return with_texts(self.document, changed)


def both_erased(own: Document, document: Document, new: NewEntries) -> Erased:
    """Return the two documents, each without the people whom the other side removed; these people's entries are marked
    as removed. How many people are erased on each side has a limit (`_removed`).

    A log entry alone removes nobody: the person must have an entry in both documents, and this entry must be marked as
    removed in the document whose log has the removal. The mirror may have told of a removal on the laptop before: it
    erases nobody on the site (`actions.replace_people`).
    """
    ours = {entry["number"]: entry for entry in own["entries"]}
    theirs = {entry["number"]: entry for entry in document["entries"]}
    removed_there = _removed(new.since_hand_over, theirs, own)
    there = [number for number in removed_there if _is_present(ours, number)]
    here = [number for number in _removed(new.here, ours, document, own) if not _is_removed(theirs, number)]
    for number in here:
        names = names_in(own, number) | names_in(document, number)  # the mirror may have sent texts with a new name
        about: Any = {"removed_at": ours[number]["removed_at"], "leaves_team": not ours[number]["team"]}
        own, document = (without_person(each, number, more_names=names, **about) for each in (own, document))
    before = own

    def of_laptop(number: int, names: Collection[str]) -> Document:
        # A removed person without a seat leaves the team too.
        leaves_team = not theirs[number]["team"] and not _is_seated(own, number)
        at = theirs[number]["removed_at"]
        return without_person(own, number, removed_at=at, leaves_team=leaves_team, more_names=names)

    for number in there:
        own = of_laptop(number, ())
    renamings = {number: sum(map(_is_renaming, new.about_player_since(number))) for number in there}
    for number, names in names_on_laptop(own, document, renamings).items():
        own = of_laptop(number, names)
    document = with_own_words(document, own, [number for number, times in renamings.items() if times])
    renamed_here = [number for number in there if any(map(_is_renaming, new.about_player_here(number)))]
    return Erased(own=own, document=with_erased_texts(document, own, [*here, *renamed_here]), before=before)


def _is_present(entries: dict[int, Any], number: int) -> bool:
    return number in entries and not _is_removed(entries, number)


def _is_removed(entries: dict[int, Any], number: int) -> bool:
    return number in entries and entries[number].get("removed_at") is not None


def _is_renaming(entry: Any) -> bool:
    return entry["kind"] in RENAMED


def _removed(log: list[Any], entries: dict[int, Any], searched: Document, *also: Document) -> list[int]:
    """Return the numbers of the people whom this log removes: at most as many as can be erased quickly from `searched`,
    and from the documents in `also`."""
    numbers = (entry["data"].get("number") for entry in log if entry["kind"] in ERASED)
    known = (number for number in numbers if type(number) is int and number in entries)
    removed = [number for number in dict.fromkeys(known) if entries[number].get("removed_at") is not None]
    if not removed:
        return []
    most = max(MOST_REMOVED, MOST_READINGS // max(len(searched["log"]), 1))
    return removed[: min(most, most_by_length(searched, *also))]


def most_by_length(*documents: Document) -> int:
    """Return the number of people who can be erased quickly from all texts of these documents, however long these are.
    It is at least 1, because a single person takes no longer than anything else that reads the documents."""
    length = sum(len(text) for document in documents for text in texts_of(document).values())
    return max(1, MOST_CHARACTERS // max(length, 1))


def _is_seated(document: Document, number: int) -> bool:
    return any(number in hanchan["seats"] for round_ in document["rounds"] for hanchan in round_["hanchans"])


def names_in(document: Document, number: int) -> set[str]:
    """Return all names of a person in a document: the present name, and the earlier names in the document's log. A text
    in the log that is longer than any name is left out: each word of all texts would be compared with it."""
    today = {entry["name"] for entry in document["entries"] if entry["number"] == number}
    former = [
        entry["data"].get("before")
        for entry in document["log"]
        if entry["kind"] in RENAMED and entry["data"].get("number") == number
    ]
    return {name for name in (*today, *former) if isinstance(name, str) and 0 < len(name) <= LONGEST_NAME}


def without_person(
    document: Document, number: int, *, leaves_team: bool, removed_at: str | None, more_names: Collection[str] = ()
) -> Document:
    """Return the document with the person's details and names erased, also from texts that mention the person. The
    entry is marked as removed at this time. `more_names` are names of the person that the document does not contain."""
    names = names_in(document, number).union(more_names)
    others = [entry["name"] for entry in document["entries"] if entry["number"] != number and entry["name"]]
    erased_names = ErasedNames(names, others, number)
    without, without_name = erased_names.in_text, erased_names.in_name
    in_team = _in_teams(document, erased_names)
    appealed = {place for place, row in enumerate(document["penalties"], start=1) if row["entry"] == number}
    announcement = document.get("announcement")
    settings: Any = document["tournament"]
    erased: Json = {
        **document,
        "tournament": settings
        | settings_without({name: settings.get(name) for name in OF_SETTINGS}, erased_names.in_lines),
        "announcement": announcement and _texts(announcement, without, *OF_ANNOUNCEMENT),
        "mail_wordings": [_texts(row, without, "subject", "body") for row in document.get("mail_wordings", [])],
        "teams": [_team(team, in_team, without_name) for team in document.get("teams", [])],
        "team_penalties": [_texts(row, without, "rule") for row in document.get("team_penalties", [])],
        "entries": [_entry(entry, number, in_team, removed_at, leaves_team) for entry in document["entries"]],
        "penalties": [
            row | {"rule": "" if row["entry"] == number else without(row["rule"])} for row in document["penalties"]
        ],
        "calls": [_texts(call, without, "word", "situation", "decision", "rule") for call in document["calls"]],
        "appeals": [
            appeal | {"appealed_by": f"#{number}", "text": "", "decision": ""}
            if appeal["penalty"] in appealed
            else _texts(_texts(appeal, without_name, "appealed_by"), without, "text", "decision")
            for appeal in document.get("appeals", [])
        ],
        "rounds": [_round(round_, number, without_name) for round_ in document["rounds"]],
        "log": [_logged(entry, number, names, erased_names, in_team) for entry in document["log"]],
    }
    return cast("Document", erased)


def _in_teams(document: Document, erased: ErasedNames) -> Texts:
    """Return a function that erases the person from a team's name. Different teams keep different names."""
    teams: list[Any] = [*document.get("teams", [])]
    names = {*(team["name"] for team in teams), *(entry["team"] for entry in document["entries"])}
    renamed = erased.in_team_names(names)
    return lambda team: renamed.get(folded(team)) or team


def _texts(record: Any, without: Texts, *names: str) -> Any:
    return record | {name: without(record[name]) for name in names if name in record}


def _team(team: Any, in_team: Texts, in_name: Texts) -> Any:
    name, short_name = team_without(team["name"], team["short_name"], in_team, in_name)
    return team | {"name": name, "short_name": short_name}


def _entry(entry: Any, number: int, in_team: Texts, removed_at: str | None, leaves_team: bool) -> Any:
    if entry["number"] != number:
        return _texts(entry, in_team, "team")
    erased = {name: "" for name in DETAILS if name in entry}
    team = "" if leaves_team else in_team(entry["team"])
    return entry | erased | {"may_publish": False, "team": team, "removed_at": removed_at}


def _round(round_: Any, number: int, without: Texts) -> Any:
    return round_ | {"hanchans": [_hanchan(hanchan, number, without) for hanchan in round_["hanchans"]]}


def _hanchan(hanchan: Any, number: int, without: Texts) -> Any:
    if hanchan["game"] and number in hanchan["seats"]:
        seated = zip(hanchan["seats"], hanchan["game"]["players"], strict=True)
        players = ["" if at == number else name for at, name in seated]
        hanchan = hanchan | {"game": hanchan["game"] | {"players": players}}
    if not (hanchan["substitutions"] or any(line["substitute"] for row in hanchan["sheets"] for line in row["lines"])):
        return hanchan
    return hanchan | {
        "substitutions": [_texts(row, without, "name") for row in hanchan["substitutions"]],
        "sheets": [
            sheet | {"lines": [_texts(line, without, "substitute") for line in sheet["lines"]]}
            for sheet in hanchan["sheets"]
        ],
    }


def _logged(entry: Any, number: int, names: set[str], erased: ErasedNames, in_team: Texts) -> Any:
    data = entry["data"] | logged_without(entry["kind"], entry["data"], erased.in_lines)
    is_about = data.get("number") == number and entry["kind"].split(".")[0] in ABOUT_A_PLAYER
    if isinstance(data.get("rule"), str):
        data["rule"] = "" if is_about else erased.in_text(data["rule"])
    if entry["kind"] in NAMES_TEAM and isinstance(data.get("team"), str):
        data["team"] = erased.in_name(in_team(data["team"]))
    if is_about and entry["kind"] in RENAMED:
        data["before"] = f"#{number}"
    if entry["kind"] == "cut.followed":
        data = {key: value for key, value in data.items() if data.get(OF_FOLLOWED.get(key, "")) != number}
    if entry["kind"] == "player.removed" and isinstance(data.get("name"), str) and data["name"] in names:
        data["name"] = f"#{data.get('number')}"
    return entry | {"data": data, "reason": "" if is_about or not entry["reason"] else erased.in_text(entry["reason"])}

"""What may happen to people on the site and on the laptop while a tournament is away. Each function does one thing,
chosen by chance, or nothing if it is not possible just now."""

from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from random import Random
from uuid import uuid4

from tests.archive.laptops import Network, file_for_laptop
from tests.archive.test_hand_over import hanchan_of
from tests.factories import ClubFactory, EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.people.test_substitutes_consent import substitute
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.clubs.actions.edit_people import add_guest, remove_from_club
from tournament.models import Club, Entry, EntryStatus, Offence, PlayerFacts, ShownAs, Tournament, Visitor
from tournament.people.actions.add_players import add_players
from tournament.people.actions.check_in import check_in_regular
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName

NAMES = [f"Person {letter}lpha" for letter in "ABCD"]


@dataclass
class Day:
    """A tournament at a laptop, the people who decide, and their other tournaments on the site.

    `owner` owns the tournament, and `other` owns tournaments of the same people. `crew` is at the laptop. `removed` are
    names of people who were removed on the site.
    """

    chance: Random
    owner: Visitor
    other: Visitor
    crew: Visitor
    club: Club
    home: Tournament
    laptop: Tournament
    network: Network
    removed: set[str] = field(default_factory=set)

    def entry(self, tournament: Tournament) -> Entry:
        """Return the entry of somebody who is not removed."""
        rows = tournament.entries.filter(player__removed_at=None).select_related("player", "tournament")
        return self.chance.choice(list(rows.order_by("pk")))

    def elsewhere(self, entry: Entry) -> Entry | None:
        """Return another entry of this person on the site; None if there is none."""
        rows = Entry.objects.filter(player=entry.player_id, tournament__deleted_at=None)
        rows = rows.exclude(tournament__in=[self.home.pk, self.laptop.pk]).select_related("player", "tournament")
        found = list(rows.order_by("pk"))
        return self.chance.choice(found) if found else None

    def somebody(self) -> Visitor:
        return self.chance.choice([self.owner, self.other])

    def facts(self, entry: Entry) -> PlayerFacts:
        """Return the person's details, one of them changed."""
        number = self.chance.randrange(10**6, 10**7)
        new = {"name": f"New {number}", "last_name": "New", "country": "FR", "club": f"Club {number}",
               "ema_number": f"0{number}", "ara_number": str(number), "legal_name": f"Legal {number}"}  # fmt: skip
        detail = self.chance.choice(list(new))
        return replace(facts_of(entry.player), **{detail: new[detail]})


def new_day(seed: int) -> Day:
    """A club night or a tournament of four players, and three on the waiting list. Half of them play elsewhere too, and
    some belong to the club."""
    chance = Random(seed)
    owner, other, crew = (visitor(UserFactory()) for _each in range(3))
    club = ClubFactory(organizers=[owner.account, other.account])
    of_club = {"club": club, "is_club_night": True}
    night = of_club | {"starts_on": date(2026, 11, 26)} if chance.random() < 0.5 else {}
    home, _entries, hanchans = tournament_with(NAMES, owner=owner.account, slug=f"day-{seed}", **night)
    others = [TournamentFactory(owner=by.account) for by in (owner, other)]
    others += [TournamentFactory(owner=by.account, **of_club, starts_on=date(2026, 11, 20)) for by in (owner, other)]
    for number in (11, 12, 13):
        EntryFactory(tournament=home, number=number, player__name=f"Reserve {number}x", status=EntryStatus.WAITING)
    for entry in home.entries.select_related("player"):
        player = entry.player
        player.mail, player.ara_number = f"p{player.pk}@mail.example", chance.choice(["", str(player.pk)])
        if chance.random() < 0.5:
            elsewhere = chance.choice(others)
            EntryFactory(tournament=elsewhere, player=player, number=100 + entry.number)
            player.home = chance.choice([player.home, elsewhere])
        if night and chance.random() < 0.3:
            player.home_club, player.home = club, home
            club.people.add(player)
        player.save()
    play(hanchans[0], ron(A, B))
    if chance.random() < 0.5:
        substitute(hanchans[0], 0, chance.choice(["Sub Alpha", "Reserve 11x", NAMES[1]]))
    take_to_laptop(tournament_id=home.pk, place="the hall", by=owner)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=crew)
    return Day(chance, owner, other, crew, club, home, laptop, Network())


# On the site


def edits_elsewhere(day: Day) -> None:
    if (entry := day.elsewhere(day.entry(day.home))) is not None:
        edit_entry(entry_id=entry.pk, player=day.facts(entry), entry=entry_facts_of(entry), by=day.somebody())


def shows_elsewhere(day: Day) -> None:
    player = day.entry(day.home).player_id
    show_person(player_id=player, shown_as=day.chance.choice(list(ShownAs)), by=day.somebody())


def removes_person(day: Day) -> None:
    entry = day.entry(day.home)
    renamed = day.home.log.filter(kind="player.renamed", data__number=entry.number)
    names = {entry.player.name, *(logged.data["before"] for logged in renamed)}
    remove_person(player_id=entry.player_id, by=day.somebody())
    day.removed |= {name for name in names if len(name.split()) > 1}


def deletes_other(day: Day) -> None:
    if (entry := day.elsewhere(day.entry(day.home))) is not None:
        delete_tournament(tournament_id=entry.tournament_id, name=entry.tournament.name, by=day.somebody())


def leaves_other(day: Day) -> None:
    if (entry := day.elsewhere(day.entry(day.home))) is not None:
        remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=day.somebody())


def merges(day: Day) -> None:
    by, entry = day.somebody(), day.entry(day.home)
    other = EntryFactory(tournament__owner=by.account, player__name=f"{entry.player.name}x", number=3).player
    pair = [entry.player_id, other.pk]
    day.chance.shuffle(pair)
    merge_players(player_id=pair[0], into_id=pair[1], by=by)


def copies(day: Day) -> None:
    copied = {"name": f"Copy {day.chance.random()}", "starts_on": None, "with_team": False, "with_entries": True}
    copy_tournament(origin_id=day.home.pk, key=uuid4(), by=day.owner, **copied)


def joins_club(day: Day) -> None:
    add_guest(club_id=day.club.pk, player_id=day.entry(day.home).player_id, by=day.other)


def leaves_club(day: Day) -> None:
    remove_from_club(club_id=day.club.pk, player_id=day.entry(day.home).player_id, by=day.other)


def checks_in_elsewhere(day: Day) -> None:
    night = day.chance.choice(list(day.club.tournaments.exclude(pk=day.home.pk).order_by("pk")))
    check_in_regular(tournament_id=night.pk, player_id=day.entry(day.home).player_id, by=day.owner)


# On the laptop


def edits(day: Day) -> None:
    entry = day.entry(day.laptop)
    edit_entry(entry_id=entry.pk, player=day.facts(entry), entry=entry_facts_of(entry), by=day.crew)


def changes_entry(day: Day) -> None:
    entry = day.entry(day.laptop)
    team = day.chance.choice(["", "Red", entry.player.name])
    facts = replace(entry_facts_of(entry), team=team, may_publish=day.chance.random() < 0.5)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=day.crew)


def shows(day: Day) -> None:
    shown_as = day.chance.choice(list(ShownAs))
    show_person(player_id=day.entry(day.laptop).player_id, shown_as=shown_as, by=day.crew)


def removes(day: Day) -> None:
    remove_person(player_id=day.entry(day.laptop).player_id, by=day.crew)


def leaves(day: Day) -> None:
    remove_entry(tournament_id=day.laptop.pk, entry_id=day.entry(day.laptop).pk, by=day.crew)


def adds(day: Day) -> None:
    facts = PlayerFacts(name=day.chance.choice([f"Added {day.chance.random()}", "Clpha Junior"]))
    names = [PastedName(player=facts, known=frozenset(), choice="new")]
    add_players(tournament_id=day.laptop.pk, key=uuid4(), names=names, by=day.crew)


def plays(day: Day) -> None:
    play(hanchan_of(day.laptop), tsumo(A))


def substitutes(day: Day) -> None:
    name = day.chance.choice(["Sub Beta", day.entry(day.laptop).player.name])
    substitute(hanchan_of(day.laptop), day.chance.randrange(4), name)


def penalizes(day: Day) -> None:
    entry, named = day.entry(day.laptop), day.entry(day.laptop).player.name
    rule, reason = f"as to {named}"[:60], f"{named} said that {entry.player.name} was late"
    given = {"offence": Offence.OTHER, "points": Fraction(5), "minutes": None, "round_number": None}
    give_penalty(
        tournament_id=day.laptop.pk, key=uuid4(), entry_id=entry.pk, rule=rule, reason=reason, by=day.crew, **given
    )


ON_SITE = [
    edits_elsewhere, edits_elsewhere, shows_elsewhere, removes_person, deletes_other, leaves_other, merges, copies,
    joins_club, leaves_club, checks_in_elsewhere,
]  # fmt: skip
ON_LAPTOP = [edits, edits, changes_entry, shows, removes, leaves, adds, plays, plays, substitutes, penalizes]

"""Add people to a club's list, and remove them from it."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.clubs.actions.edit_club import locked_club
from tournament.clubs.queries.club import guests
from tournament.core.actions.contacts import clear_contacts
from tournament.core.actions.locking import lock_players
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_IN_CLUB
from tournament.core.queries.belonging import club_may_have
from tournament.core.queries.disk import check_free_space
from tournament.core.text import folded
from tournament.core.words.limits import with_limit
from tournament.models import Club, Player, Visitor


class ClubListFull(NotDone):
    """The club's list would have more than `MOST_IN_CLUB` people."""

    message = with_limit(
        _("The list of a club has room for %(most)s people. Nobody was added; first remove people who left."),
        MOST_IN_CLUB,
    )


def add_people(*, club_id: int, names: Sequence[str], by: Visitor) -> int:
    """Add new people with these names, who belong to the club (`Player.home_club`), and return how many were added.
    Names that are already on the list are skipped. Raises `ClubListFull` and `DiskNearlyFull`."""
    check_free_space()
    with transaction.atomic():
        club = locked_club(club_id, by)
        present = {folded(name) for name in club.people.values_list("name", flat=True)}
        new: dict[str, str] = {}
        for name in names:
            if folded(name) not in present:
                new.setdefault(folded(name), name)
        _check_room(club, len(new))
        club.people.add(*Player.objects.bulk_create(Player(name=name, home_club=club) for name in new.values()))
        return len(new)


def add_guest(*, club_id: int, player_id: int, by: Visitor) -> None:
    """Add a person who played on a night of the club to the club's list. The person keeps the home (`Player.home`).
    A person without a home whom the club may have (`club_may_have`) belongs to it from now on (`Player.home_club`).
    Raises `Player.DoesNotExist` if the person played on none of its nights, and `ClubListFull`."""
    with transaction.atomic():
        club = locked_club(club_id, by)
        lock_players([player_id])
        if not club.people.filter(pk=player_id).exists():
            _check_room(club, 1)
            guest = guests(club).get(pk=player_id)
            club.people.add(guest)
            Player.objects.filter(club_may_have(club.pk), pk=player_id).update(home_club=club)


def remove_from_club(*, club_id: int, player_id: int, by: Visitor) -> None:
    """Remove a person from the club's list. The person's results stay. A person who belongs to the club
    (`Player.home_club`) loses the home and the contacts (`_leave_club`), and so does a person who has no home and is on
    no other club's list: nobody could read the contacts any more. Without entries, such a person is deleted."""
    with transaction.atomic():
        club = locked_club(club_id, by)
        lock_players([player_id])
        player = club.people.get(pk=player_id)
        club.people.remove(player)
        is_listed = player.clubs.exists()
        belongs_nowhere = player.home_id is None and player.home_club_id is None and not is_listed
        if not is_listed and not player.entries.exists():
            player.delete()
        elif player.home_club_id == club.pk or belongs_nowhere:
            _leave_club(player)


def _leave_club(player: Player) -> None:
    """Take a person out of the club: clear the club, the home (a night of the club) and the contacts. If the home
    stayed, its owner would keep the person."""
    Player.objects.filter(pk=player.pk).update(home=None, home_since=None, home_club=None)
    clear_contacts([player.pk])


def _check_room(club: Club, people: int) -> None:
    if club.people.count() + people > MOST_IN_CLUB:
        raise ClubListFull

"""Check a player in, or undo the check-in."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import actor_of, log
from tournament.core.actions.locking import lock_players, locked_tournament
from tournament.core.errors import NotDone
from tournament.core.queries.belonging import club_may_have
from tournament.core.queries.contacts import is_read_by_its_club
from tournament.models import Club, Entry, Player, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.check_in import OwnCheckIn, own_check_in, regulars
from tournament.people.queries.refusals import earlier_answer, unasked, unpublished_in_club


class CheckInClosed(NotDone):
    """Players cannot check in now: today is not the first day of the event, or the first round has started."""

    message = _("You can no longer check in on your own page. Tell the organizers at the desk that you are here.")


def check_in(*, tournament_id: int, entry_id: int, is_here: bool, by: Visitor) -> Entry:
    """Check a player in if `is_here`, else undo the check-in. A retry changes nothing.

    Raises `Entry.DoesNotExist` if the entry is unknown or not accepted.
    """
    with locked_tournament(tournament_id) as tournament:
        entry = tournament.entries.accepted().select_related("player").get(pk=entry_id)
        if (entry.checked_in_at is not None) == is_here:
            return entry
        entry.checked_in_at = timezone.now() if is_here else None
        entry.arrived_by_link = False
        entry.save(update_fields=["checked_in_at", "arrived_by_link"])
        kind = "entry.arrived" if is_here else "entry.arrival_undone"
        log(tournament, kind, by=by, number=entry.number)
        return entry


def check_in_regular(*, tournament_id: int, player_id: int, by: Visitor) -> Entry:
    """Enter a person of the club in the club's tournament, and check the person in. If the person already has an entry,
    it is returned unchanged.

    If the person has no home and the club may have the person (`club_may_have`), the night becomes the home
    (`Player.home`), and the person belongs to the club from now on (`Player.home_club`). But a night does not become a
    home while a member of its team may not read the contacts of the club's people.

    Raises `Player.DoesNotExist` if the person is not on the club's list, or if the visitor may not read the list. Also
    raises `TooManyPlayers` and `NumbersUsedUp`.
    """
    with locked_tournament(tournament_id) as tournament:
        lock_players([player_id])
        club = tournament.club_id
        player = regulars(tournament, by).get(pk=player_id)
        entry = tournament.entries.filter(player=player).first()
        if entry is not None:
            return entry
        may_have = club is not None and Player.objects.filter(club_may_have(club), pk=player.pk).exists()
        if may_have and is_read_by_its_club(tournament):
            player.home, player.home_club_id = tournament, club
            player.save(update_fields=["home", "home_club"])
        number = next_entry_number(tournament)
        of_night = Club.objects.of_night(tournament)
        answer = earlier_answer(
            player.pk,
            refused=unpublished_in_club([player.pk], of_night),
            unasked=unasked([player.pk], Tournament.objects.filter(club__in=of_night.values("pk"))),
        )
        entry = tournament.entries.create(player=player, number=number, checked_in_at=timezone.now(), **answer)
        log(tournament, "players.added", by=by, numbers=[number])
        log(tournament, "entry.arrived", by=by, number=number)
        return entry


def confirm_arrival(*, entry_id: int, by: Visitor) -> None:
    """Check a player in by the player's own private link. A retry changes nothing; only the team can undo the check-in.

    The caller has verified the link. Raises `CheckInClosed` and `Entry.DoesNotExist`.
    """
    owner = Entry.objects.values("tournament_id").get(pk=entry_id)
    with locked_tournament(owner["tournament_id"]) as tournament:
        entry = Entry.objects.select_related("player", "tournament").get(pk=entry_id)
        state = own_check_in(entry)
        if state is OwnCheckIn.HERE:
            return
        if state is not OwnCheckIn.OPEN:
            raise CheckInClosed
        entry.checked_in_at = timezone.now()
        entry.arrived_by_link = True
        entry.save(update_fields=["checked_in_at", "arrived_by_link"])
        actor = actor_of(by, player=entry.number)
        log(tournament, "entry.arrived_by_link", by=by, actor=actor, number=entry.number)

"""Hand a tournament to a laptop, return it, or call it back: only one side may write at any time."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.archive.actions.erase_leavers import check_nobody_to_erase, erase_leavers
from tournament.archive.tenbo.whole import check_file_fits
from tournament.core.actions.journal import account_name, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_owner
from tournament.core.errors import Away, NotDone
from tournament.core.limits import MOST_HAND_OVERS
from tournament.core.words.limits import with_limit
from tournament.models import HandOver, Tournament, Visitor


class NotAway(NotDone):
    """The tournament was not handed over."""

    message = _("This tournament is not on a laptop. Nothing was changed.")


class IsGuest(NotDone):
    """This is a laptop, and it borrowed the tournament from another site."""

    message = _(
        "This tournament has already been taken to this laptop. First bring the tournament back to the site; then it"
        " can be taken to another laptop."
    )


class OnlyRehearsed(NotDone):
    """The tournament is a rehearsal of another tournament."""

    message = _("A rehearsal cannot be taken to a laptop. Take the tournament that you rehearsed.")


class TooManyHandOvers(NotDone):
    """The tournament was handed over `limits.MOST_HAND_OVERS` times; the file for a laptop has no room for more
    hand-overs."""

    message = with_limit(
        _("An event can be taken to a laptop at most %(most)s times. Nothing was changed."), MOST_HAND_OVERS
    )


def take_to_laptop(*, tournament_id: int, place: str, by: Visitor) -> HandOver:
    """Hand a tournament over to a laptop: on this site it is read-only until it is brought back or called back. `place`
    is the name by which people know the laptop. A repeated submission returns the same hand-over. People who left on an
    earlier laptop are erased first, because this is not possible while the tournament is away. For owners.

    Raises `NoOwnerAnyMore`, `Archived`, `IsGuest`, `OnlyRehearsed`, `TooManyHandOvers`, `TooLongForFile`, `Busy` if
    that erasure fails, and `Away` if this is a laptop that has returned the tournament.
    """
    erase_leavers(tournament_id, by)
    check_file_fits(Tournament.objects.get(pk=tournament_id))
    with locked_tournament(tournament_id, even_away=True) as tournament:
        check_owner(tournament, by)
        lent = tournament.hand_overs.filter(is_lent=True, ended_at=None).first()
        if lent is not None:
            return lent
        if tournament.hand_overs.filter(ended_at=None).exists():
            raise IsGuest
        if tournament.away_since is not None:
            raise Away(tournament.name, tournament.away_at, tournament.away_since)
        if tournament.rehearsal_of_id is not None:
            raise OnlyRehearsed
        if tournament.hand_overs.count() >= MOST_HAND_OVERS:
            raise TooManyHandOvers
        check_nobody_to_erase(tournament)
        log(tournament, "tournament.taken_to_laptop", by=by, place=place)
        hand_over = HandOver.objects.create(
            tournament=tournament,
            is_lent=True,
            place=place,
            actor=account_name(by),
            log_until=tournament.version,
            began_at=timezone.now(),
        )
        set_away(tournament, hand_over)
        return hand_over


def return_from_laptop(*, tournament_id: int, by: Visitor) -> HandOver:
    """End this laptop's right to write to the tournament. A repeated submission changes nothing. For owners.

    Raises `NoOwnerAnyMore`, and `NotAway` if the tournament was not brought here by a hand-over.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        check_owner(tournament, by)
        borrowed = tournament.hand_overs.filter(is_lent=False).first()
        if borrowed is None:
            raise NotAway
        if borrowed.ended_at is None:
            log(tournament, "tournament.returned", by=by, place=borrowed.place)
            end(borrowed, HandOver.Outcome.RETURNED)
            set_away(tournament, borrowed)
        return borrowed


def call_back(*, tournament_id: int, by: Visitor) -> None:
    """End a hand-over without the laptop's file. Play continues on this site from the state at the hand-over or, with a
    live mirror, from the state that the site received last.

    If the laptop's file is uploaded later, it becomes a separate tournament (`bring_back`). For owners. Raises
    `NoOwnerAnyMore` and `NotAway`.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        check_owner(tournament, by)
        lent = tournament.hand_overs.filter(is_lent=True, ended_at=None).first()
        if lent is None:
            raise NotAway
        end(lent, HandOver.Outcome.CALLED_BACK)
        set_here(tournament)
        log(tournament, "tournament.called_back", by=by, place=lent.place)


def replace_mirror_key(tournament: Tournament) -> None:
    """Replace the key with which the laptop of a locked tournament sends its changes. This is needed when a person is
    no longer an owner, because the person may have the laptop's file with the old key. Owners who download the file
    again get the new key."""
    tournament.hand_overs.filter(is_lent=True, ended_at=None).update(mirror_key_at=timezone.now())


def set_away(tournament: Tournament, hand_over: HandOver) -> None:
    """Make a locked tournament read-only, because this hand-over has moved it to another site."""
    tournament.away_since, tournament.away_at, tournament.mirrored_at = timezone.now(), hand_over.place, None
    tournament.save(update_fields=["away_since", "away_at", "mirrored_at"])


def set_here(tournament: Tournament) -> None:
    """Allow writes to a locked tournament again."""
    tournament.away_since, tournament.away_at, tournament.mirrored_at = None, "", None
    tournament.save(update_fields=["away_since", "away_at", "mirrored_at"])


def end(hand_over: HandOver, outcome: HandOver.Outcome) -> None:
    hand_over.ended_at, hand_over.outcome = timezone.now(), outcome
    hand_over.save(update_fields=["ended_at", "outcome"])

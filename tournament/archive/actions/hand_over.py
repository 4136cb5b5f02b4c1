"""Hand a tournament to a laptop, end that, or call it off: only one side may write at any time."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import account_name, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import Away, NotDone
from tournament.models import HandOver, Tournament, Visitor


class NotAway(NotDone):
    """The tournament is here."""

    message = _("This tournament is not away. Nothing was changed.")


class IsGuest(NotDone):
    """The tournament is here on a laptop, and belongs to another site."""

    message = _(
        "This tournament is here until it is brought back. Bring it back first, then take it to another laptop."
    )


class OnlyRehearsed(NotDone):
    """The tournament is the rehearsal of another."""

    message = _("A rehearsal cannot be taken to a laptop. Take the tournament itself.")


def take_to_laptop(*, tournament_id: int, place: str, by: Visitor) -> HandOver:
    """Hand the right to write over: from now on the tournament is only read here, until it is brought back or called
    back. `place` is what people call the laptop. A repeated submission changes nothing. For owners.

    Raises `Archived`, `Away` if this is a laptop that returned it, `IsGuest`, and `OnlyRehearsed`.
    """
    with locked_tournament(tournament_id, even_away=True) as tournament:
        lent = tournament.hand_overs.filter(is_lent=True, ended_at=None).first()
        if lent is not None:
            return lent
        if tournament.hand_overs.filter(ended_at=None).exists():
            raise IsGuest
        if tournament.away_since is not None:
            raise Away(tournament.name, tournament.away_at, tournament.away_since)
        if tournament.rehearsal_of_id is not None:
            raise OnlyRehearsed
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
    """End this laptop's right to write. A repeated submission changes nothing. For owners.

    Raises `NotAway` if the tournament was not brought here by a hand-over.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        borrowed = tournament.hand_overs.filter(is_lent=False).first()
        if borrowed is None:
            raise NotAway
        if borrowed.ended_at is None:
            log(tournament, "tournament.returned", by=by, place=borrowed.place)
            end(borrowed, HandOver.Outcome.RETURNED)
            set_away(tournament, borrowed)
        return borrowed


def call_back(*, tournament_id: int, by: Visitor) -> None:
    """Go on here without the laptop, from the state in which the tournament left. What the laptop has is kept beside
    if its file comes later (`bring_back`). For owners. Raises `NotAway`."""
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        lent = tournament.hand_overs.filter(is_lent=True, ended_at=None).first()
        if lent is None:
            raise NotAway
        end(lent, HandOver.Outcome.CALLED_BACK)
        set_here(tournament)
        log(tournament, "tournament.called_back", by=by, place=lent.place)


def set_away(tournament: Tournament, hand_over: HandOver) -> None:
    """Forbid every write to a locked tournament from now on."""
    tournament.away_since, tournament.away_at = timezone.now(), hand_over.place
    tournament.save(update_fields=["away_since", "away_at"])


def set_here(tournament: Tournament) -> None:
    """Allow writes to a locked tournament again."""
    tournament.away_since, tournament.away_at = None, ""
    tournament.save(update_fields=["away_since", "away_at"])


def end(hand_over: HandOver, outcome: HandOver.Outcome) -> None:
    hand_over.ended_at, hand_over.outcome = timezone.now(), outcome
    hand_over.save(update_fields=["ended_at", "outcome"])

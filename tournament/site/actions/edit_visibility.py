"""Change the visibility of a tournament or of one round: when players, the hall and everyone see its results."""

from collections.abc import Mapping

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.limits import MOST_ROUNDS
from tournament.core.merge import merged
from tournament.models import SHOWN_TO, RoundVisibility, Visitor
from tournament.rounds.actions.start_round import RoundBeyond


def edit_visibility(
    *,
    tournament_id: int,
    number: int | None,
    shown_to_players: str,
    shown_in_hall: str,
    shown_to_everyone: str,
    by: Visitor,
    base: Mapping[str, str] | None = None,
) -> None:
    """Set the visibility of the round with this `number`, started or not; None sets the tournament's visibility, which
    applies to every round that has no visibility of its own. Each value is a `Shown`. `base` has the values that the
    form was filled in with (see `merged`). For organizers. Raises `RoundBeyond`."""
    values = (shown_to_players, shown_in_hall, shown_to_everyone)
    new = dict(zip(SHOWN_TO, values, strict=True))
    with locked_tournament(tournament_id) as tournament:
        current = tournament if number is None else tournament.round_visibilities.filter(number=number).first()
        old = (current or tournament).shown_to
        new = merged(new, base, old)
        if current is not None and new == old:
            return
        if number is None:
            for field, value in new.items():
                setattr(tournament, field, value)
            tournament.save(update_fields=SHOWN_TO)
            log(tournament, "visibility.edited", by=by, before=old, after=new)
        else:
            if current is None and tournament.round_visibilities.count() >= MOST_ROUNDS:
                raise RoundBeyond
            RoundVisibility.objects.update_or_create(tournament=tournament, number=number, defaults=new)
            log(tournament, "visibility.round_edited", by=by, number=number, before=old, after=new)


def drop_round_visibility(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Drop a round's own visibility, so that the tournament's visibility applies to the round. For organizers."""
    with locked_tournament(tournament_id) as tournament:
        current = tournament.round_visibilities.filter(number=number).first()
        if current is None:
            return
        current.delete()
        before, after = current.shown_to, tournament.shown_to
        log(tournament, "visibility.round_dropped", by=by, number=number, before=before, after=after)

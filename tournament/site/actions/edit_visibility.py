"""From when on players, the hall and everyone see what was played: of a tournament, or of one of its rounds."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import SHOWN_TO, RoundVisibility, Visitor


def edit_visibility(
    *,
    tournament_id: int,
    number: int | None,
    shown_to_players: str,
    shown_in_hall: str,
    shown_to_everyone: str,
    by: Visitor,
) -> None:
    """Of the round with this number, started or not; without one, of all rounds of which nothing else is said.

    Each is a `Shown`. For organizers.
    """
    values = (shown_to_players, shown_in_hall, shown_to_everyone)
    new = dict(zip(SHOWN_TO, values, strict=True))
    with locked_tournament(tournament_id) as tournament:
        said = tournament if number is None else tournament.round_visibilities.filter(number=number).first()
        old = (said or tournament).shown_to
        if said is not None and new == old:
            return
        if number is None:
            for field, value in new.items():
                setattr(tournament, field, value)
            tournament.save(update_fields=SHOWN_TO)
            log(tournament, "visibility.edited", by=by, before=old, after=new)
        else:
            RoundVisibility.objects.update_or_create(tournament=tournament, number=number, defaults=new)
            log(tournament, "visibility.round_edited", by=by, number=number, before=old, after=new)


def drop_round_visibility(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Show a round when the tournament's others are. For organizers."""
    with locked_tournament(tournament_id) as tournament:
        said = tournament.round_visibilities.filter(number=number).first()
        if said is None:
            return
        said.delete()
        before, after = said.shown_to, tournament.shown_to
        log(tournament, "visibility.round_dropped", by=by, number=number, before=before, after=after)

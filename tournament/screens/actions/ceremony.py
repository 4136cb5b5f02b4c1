"""Lead the ceremony: organizers reveal the final standings in the hall, place by place, and can hide the last place
again."""

from typing import Literal
from uuid import UUID, uuid5

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament, locked_with
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.games.queries.ceremony import ceremony_of
from tournament.models import Ceremony, Tournament, Visitor
from tournament.rounds.actions.release_round import release_round
from tournament.rounds.queries.visibility_page import held_rounds
from tournament.screens.queries.ceremony import Course, course, final_steps


class CeremonyIsOn(NotDone):
    """The ceremony was started already."""

    message = _("The ceremony has already started.")


class NoCeremony(NotDone):
    """The ceremony was ended, or never started."""

    message = _("The ceremony is over.")


class NothingToReveal(NotDone):
    """Nobody has a place, or no place is left to reveal or to hide."""

    message = _("There are no places to reveal yet: no sheet is signed.")


class RevealedMeanwhile(NotDone):
    """Conflict: another organizer revealed a place, or somebody pressed the button twice."""

    message = _("Someone else has already revealed a place. Nothing was changed; check what is on the screen.")


@once_per_key
def start_ceremony(*, tournament_id: int, from_place: int | None, key: UUID, by: Visitor) -> None:
    """Start the ceremony. Places after `from_place` are shown at once; `from_place` and better places are revealed one
    by one. With None all places are revealed one by one. For organizers: the view checks the permission.

    A repeated submission changes nothing. Raises `CeremonyIsOn`, `NothingToReveal` and `KeyTaken`.
    """
    with locked_with(tournament_id, final_steps) as (tournament, steps):
        if logged_before(key, "ceremony.started", tournament=tournament):
            return
        if ceremony_of(tournament):
            raise CeremonyIsOn
        if not steps:
            raise NothingToReveal
        last = steps[0].place
        place = min(from_place or last, last)
        Ceremony.objects.create(tournament=tournament, from_place=place)
        log(tournament, "ceremony.started", by=by, key=key, place=place)


@once_per_key
def reveal_next(*, tournament_id: int, revealed: int, key: UUID, by: Visitor) -> None:
    """Reveal the next place to the hall, if exactly `revealed` places are revealed so far. For organizers: the view
    checks the permission.

    Raises `NoCeremony`, `RevealedMeanwhile`, `NothingToReveal` and `KeyTaken`.
    """
    _turn(tournament_id, revealed, 1, "ceremony.revealed", key=key, by=by)


@once_per_key
def take_back_reveal(*, tournament_id: int, revealed: int, key: UUID, by: Visitor) -> None:
    """Hide the place that was revealed last. For organizers.

    Raises `NoCeremony`, `RevealedMeanwhile`, `NothingToReveal` and `KeyTaken`.
    """
    _turn(tournament_id, revealed, -1, "ceremony.reveal_taken_back", key=key, by=by)


def _turn(tournament_id: int, revealed: int, change: Literal[1, -1], kind: str, *, key: UUID, by: Visitor) -> None:
    with locked_with(tournament_id, _course_of) as (tournament, current):
        if logged_before(key, kind, tournament=tournament):
            return
        ceremony = ceremony_of(tournament)
        if ceremony is None or current is None:
            raise NoCeremony
        if current.done != revealed:
            raise RevealedMeanwhile
        step = current.next if change == 1 else current.newest
        if step is None:
            raise NothingToReveal
        newest = step if change == 1 else current.before_newest
        ceremony.revealed_place = newest.place if newest else None
        ceremony.save(update_fields=["revealed_place"])
        log(tournament, kind, by=by, key=key, place=step.place)


def _course_of(tournament: Tournament) -> Course | None:
    ceremony = ceremony_of(tournament)
    return course(ceremony) if ceremony else None


@once_per_key
def end_ceremony(*, tournament_id: int, release: bool, key: UUID, by: Visitor) -> None:
    """End the ceremony, so that the hall screen chooses its content automatically again; with `release`, every round
    that was held back is released too.

    For organizers. A repeated submission changes nothing. Raises `NoCeremony` and `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "ceremony.ended", tournament=tournament):
            return
        ceremony = ceremony_of(tournament)
        if ceremony is None:
            raise NoCeremony
        ceremony.delete()
        log(tournament, "ceremony.ended", by=by, key=key)
        for number in held_rounds(tournament) if release else ():
            release_round(tournament_id=tournament_id, number=number, key=uuid5(key, f"round {number}"), by=by)

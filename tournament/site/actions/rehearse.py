"""Rehearse a tournament: robots play in a copy of it, which is deleted afterwards."""

import os
import subprocess
import sys
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.queries.disk import check_free_space
from tournament.models import STRANGER, Membership, Tournament, Visitor
from tournament.models.log import ROBOTS
from tournament.rounds.actions.start_round import HasNoRounds
from tournament.site.queries.rehearsal import MOST_AT_ONCE, MOST_OF_ACCOUNT, rehearsals_being_played, started_by

LOW_PRIORITY = 10
"""The niceness of the robots: their start gives way to hands, but a robot that holds the lock of an SQLite file is not
stopped by other programs."""

_robots: "list[tuple[subprocess.Popen[bytes], str, int | None]]" = []
"""The robots' processes that this process started, with the rehearsal's slug and the account that started it. The
references keep the pipes to the robots open."""


class RehearsedAlready(NotDone):
    """The tournament has a rehearsal already, and people would confuse two rehearsals."""

    message = gettext_lazy("A rehearsal already exists. Delete it before you start another one.")


class NoTimeLimit(NotDone):
    """The tournament's rules have no time limit, but the robots play until time is up."""

    message = gettext_lazy("Robots need a time limit, and these rules have none. First set the minutes in the rules.")


class TooManyRehearsals(NotDone):
    """Too many rehearsals are running for this account, or on this site."""

    message = gettext_lazy(
        "The robots are busy with other rehearsals. Wait until one of these rehearsals ends, or delete one."
    )


@once_per_key
def open_rehearsal(*, tournament_id: int, key: UUID, players: int, rounds: int, pace: float, by: Visitor) -> Tournament:
    """Create a private copy of the tournament, in which robots begin to play after the transaction is committed.

    `pace` is the number of seconds that a table takes for a hand, 0 for full speed. `key` is the idempotency key: a
    retry returns the same copy. For organizers. Raises `MayNotCreate`, `Archived`, `NoTimeLimit`, `RehearsedAlready`,
    `TooManyRehearsals`, `NoOrganizerAnyMore`, `DiskNearlyFull`, `KeyTaken`, and `HasNoRounds` for a club night.
    """
    with locked_tournament(tournament_id) as tournament:
        if not tournament.kind.has_rounds:
            raise HasNoRounds
        if tournament.ruleset.time_policy == "none":
            raise NoTimeLimit
        begun = Tournament.objects.filter(rehearsal_of=tournament).first()
        if begun is not None:
            if logged_before(key, "tournament.copied", tournament=begun):
                return begun
            raise RehearsedAlready
        check_free_space()
        _check_turn(by)
        copy = copy_tournament(
            origin_id=tournament.pk,
            key=key,
            name=(_("Rehearsal: %(name)s") % {"name": tournament.name})[:100],
            starts_on=None,
            with_team=False,
            with_entries=False,
            by=by,
            is_private=True,
        )
        _share_team(tournament, copy, by)
        copy.rehearsal_of = tournament
        copy.save(update_fields=["rehearsal_of"])
        account = by.account.pk if by.account else None
        robots = partial(start_robots, copy.slug, players=players, rounds=rounds, pace=pace, account=account)
        transaction.on_commit(robots)
        return copy


def _check_turn(by: Visitor) -> None:
    """Raise `TooManyRehearsals` if too many rehearsals are being played.

    A rehearsal that was deleted counts until its robots have ended, which takes seconds if they are still starting.
    Otherwise an account that starts and deletes rehearsals again and again would have any number of processes. Only
    the process that started the robots knows that they still run.
    """
    account = by.account.pk if by.account else None
    living = _living()
    playing = rehearsals_being_played()
    of_account = set(playing.filter(started_by(by)).values_list("slug", flat=True))
    of_account.update(slug for slug, starter in living if starter == account)
    of_site = set(playing.values_list("slug", flat=True)).union(slug for slug, _starter in living)
    if len(of_site) >= MOST_AT_ONCE or len(of_account) >= MOST_OF_ACCOUNT:
        raise TooManyRehearsals


def _living() -> list[tuple[str, int | None]]:
    """Return the slug and the account of each of this process's rehearsals whose robots still run."""
    return [(slug, account) for process, slug, account in list(_robots) if process.poll() is None]


def _share_team(tournament: Tournament, rehearsal: Tournament, by: Visitor) -> None:
    """Give the whole team its roles in the rehearsal too. A rehearsal's team is also updated when the tournament's team
    changes (`site.actions.team`), so a person who leaves the team loses the role in the rehearsal too.

    Each member keeps the inviter from the tournament, by whose rights the member reads contacts. Only `by` has agreed
    to organize the rehearsal.
    """
    Membership.objects.bulk_create(
        Membership(
            tournament=rehearsal,
            user_id=member.user_id,
            role=member.role,
            invited_by_id=member.invited_by_id,
            has_agreed=False,
        )
        for member in tournament.memberships.exclude(user=by.account)
    )


def start_robots(slug: str, *, players: int, rounds: int, pace: float, account: int | None) -> None:
    """Start the robots in another process, because they take up to an hour and no request may wait for them.

    The process has a low priority, because its start takes seconds of processor time, for which hands would wait.
    The robots end with this process, even if it is killed: their standard input is a pipe that only this process holds
    open.
    """
    _robots[:] = [robots for robots in _robots if robots[0].poll() is None]
    arguments = ["--within", slug, "--players", str(players), "--rounds", str(rounds), "--pace", str(pace)]
    arguments.append("--until-stdin-ends")
    process = subprocess.Popen(  # noqa: S603 (numbers, and an address that was made here)
        [sys.executable, "-m", "django", "rehearse", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C must reach only the server; the robots then end by themselves
    )
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
    _robots.append((process, slug, account))


def end_rehearsal(*, tournament_id: int, hands: int, sheets: int, mishaps: int) -> None:
    """Log that the robots finished and found the results they expected, with the numbers of hands, sheets and mishaps.
    Raises `Tournament.DoesNotExist` if the rehearsal was deleted."""
    with locked_tournament(tournament_id) as tournament:
        log(tournament, "rehearsal.played", by=STRANGER, actor=ROBOTS, hands=hands, sheets=sheets, mishaps=mishaps)


def break_off_rehearsal(*, tournament_id: int, said: str) -> None:
    """Log that the robots could not continue, with their error message. Raises `Tournament.DoesNotExist` if the
    rehearsal was deleted."""
    with locked_tournament(tournament_id) as tournament:
        log(tournament, "rehearsal.stuck", by=STRANGER, actor=ROBOTS, said=said[:500])

"""Copy a tournament, for example to begin this year's event with the settings of last year's event."""

import datetime
from collections.abc import Mapping
from functools import partial
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.rules import ruleset_to_json
from tournament.archive.actions.archive_tournament import IsLateCopy
from tournament.archive.queries.hand_over import is_late_copy
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import lock_players, locked_tournament
from tournament.core.actions.mark_namesakes import mark_namesakes
from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import MayNotCreate, NoOrganizerAnyMore, NotDone
from tournament.core.queries.disk import check_free_space
from tournament.core.rules import changed_fields
from tournament.models import (
    SHOWN_TO,
    Announcement,
    Entry,
    MailWording,
    Membership,
    PlayerTeam,
    Role,
    RoundVisibility,
    Table,
    Tournament,
    User,
    Visitor,
)
from tournament.models.tournament import ORGANIZING
from tournament.people.actions.edit_player_teams import check_new_teams
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.known_players import agreed_to_organize
from tournament.people.queries.refusals import earlier_answer, unasked, unpublished

COPIED = (
    "place", "kept_apart", "is_club_night", "is_on_paper", "announced_cuts", "colour", "tie_breaks",
    "time_zone",
    "final_seats", "own_penalties", "languages", "team_best", "team_best_of", "team_chombo",
    "sit_out", "sit_out_points", *SHOWN_TO,
)  # fmt: skip


class RehearsalNotCopied(NotDone):
    """The tournament is the rehearsal of another. The organizer who starts a rehearsal owns it, and the whole team
    belongs to it. So an organizer could copy the owners too by copying the rehearsal, and the copy would not follow
    later changes of the team."""

    message = _("A rehearsal cannot be copied. Copy the tournament that you rehearsed.")


@once_per_key
def copy_tournament(
    *,
    origin_id: int,
    key: UUID,
    name: str,
    starts_on: datetime.date | None,
    with_team: bool,
    with_entries: bool,
    by: Visitor,
    is_private: bool = False,
) -> Tournament:
    """Create a tournament with the place, rules, visibility, tables, mail wording and (unpublished) announcement of
    another tournament. On request the copy also gets the team (`_team`) and the players, and `is_private` whatever the
    original is.

    No rounds or results are copied, and the rules can be changed again. The visitor owns the copy. A repeated
    submission returns the first copy. For organizers. Raises `MayNotCreate`, `DiskNearlyFull`, `KeyTaken`,
    `TooManyPlayers` and `TooManyTeams` if the origin has more than a tournament can have, `RehearsalNotCopied`,
    `NoOrganizerAnyMore`, and `IsLateCopy` for a late copy, because the removal of a person does not reach copies of it.
    """
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    try:
        # Read under the lock: a removal of a person that is not committed yet would not reach the copy.
        with locked_tournament(origin_id, even_archived=True, even_away=True) as origin:
            repeated = logged_before(key, "tournament.copied", user=by.account)
            if repeated is not None:
                return repeated.tournament
            check_free_space()
            if is_late_copy(origin):
                raise IsLateCopy
            if origin.rehearsal_of_id is not None:
                raise RehearsalNotCopied
            is_owner = _role(origin, by) == Role.OWNER
            copy = _empty_copy(origin, name, starts_on, is_public=origin.is_public and not is_private)
            RoundVisibility.objects.bulk_create(
                RoundVisibility(tournament=copy, number=visibility.number, **visibility.shown_to)
                for visibility in origin.round_visibilities.all()
            )
            numbers = origin.tables.values_list("number", flat=True)
            Table.objects.bulk_create(Table(tournament=copy, number=number) for number in numbers)
            _copy_texts(origin, copy)
            if with_entries:
                _copy_entries(origin, copy, is_consent_kept=is_owner, by=by)
            _give_roles(copy, _team(origin, by_owner=is_owner) if with_team else {}, owner=by.account)
            log(
                copy,
                "tournament.copied",
                by=by,
                key=key,
                name=name,
                origin=origin.name,
                origin_id=origin.pk,
                ruleset=copy.ruleset_key,
            )
            return copy
    except IntegrityError:
        raise SameMoment from None


def _role(origin: Tournament, by: Visitor) -> str:
    """Return the organizing role of the visitor in the locked `origin`, so that no former organizer copies the team and
    the players. Raises `NoOrganizerAnyMore`."""
    member = origin.memberships.filter(user=by.account, role__in=ORGANIZING).first()
    if member is None:
        raise NoOrganizerAnyMore
    return member.role


def _give_roles(copy: Tournament, team: Mapping[int, str], *, owner: User) -> None:
    """Give the copy its team. `owner` becomes an owner, whatever the role in `team` is; the others are not asked."""
    Membership.objects.bulk_create(
        Membership(
            tournament=copy,
            user_id=user,
            role=role,
            invited_by=None if user == owner.pk else owner,
            has_agreed=user == owner.pk,
        )
        for user, role in {**team, owner.pk: Role.OWNER}.items()
    )


def _copy_texts(origin: Tournament, copy: Tournament) -> None:
    """Copy the mail wording and the announcement. The copied announcement is not published."""
    announcement = Announcement.objects.filter(tournament=origin).first()
    if announcement is not None:
        announcement.tournament, announcement.is_published, announcement.pay_until = copy, False, None
        announcement.save(force_insert=True)
    MailWording.objects.bulk_create(
        MailWording(tournament=copy, kind=own.kind, language=own.language, subject=own.subject, body=own.body)
        for own in origin.mail_wordings.all()
    )


def _team(origin: Tournament, *, by_owner: bool) -> dict[int, str]:
    """Return the role of each account that becomes a member of the copy's team without being asked.

    If an owner of `origin` makes the copy, the whole team is copied. If an organizer makes the copy, only the referees
    are copied. Otherwise owners and organizers of `origin` could be in a copy's team without knowing it.
    """
    members = origin.memberships.all() if by_owner else origin.memberships.filter(role=Role.REFEREE)
    return dict(members.values_list("user_id", "role"))


def _copy_entries(origin: Tournament, copy: Tournament, *, is_consent_kept: bool, by: Visitor) -> None:
    """Enter the accepted players of `origin` in its copy. With `is_consent_kept` their consent to a public name is
    copied, unless they refused in a later event of the visitor. The players gave it to the owners of `origin`, so if
    somebody else makes the copy, each player has to be asked again."""
    lock_players(list(origin.entries.accepted().values_list("player", flat=True)))
    accepted = list(origin.entries.accepted().filter(player__removed_at=None))
    agreed = Tournament.objects.filter(Q(pk__in=agreed_to_organize(by).values("pk")) | Q(pk=origin.pk))
    organized = Tournament.objects.organized_by(by)
    people = [entry.player_id for entry in accepted]
    seen = Tournament.objects.filter(Q(pk__in=organized.values("pk")) | Q(pk=origin.pk))
    refused = unpublished(people, organized, agreed=agreed)
    answer = partial(earlier_answer, refused=refused, unasked=unasked(people, seen))
    first = next_entry_number(copy, people=len(accepted))
    check_new_teams(copy, origin.player_teams.count())
    PlayerTeam.objects.bulk_create(
        PlayerTeam(tournament=copy, name=team.name, short_name=team.short_name, colour=team.colour)
        for team in origin.player_teams.all()
    )
    Entry.objects.bulk_create(
        Entry(
            tournament=copy,
            player_id=entry.player_id,
            number=number,
            team=entry.team,
            is_mail_from_elsewhere=entry.is_mail_from_elsewhere,
            **answer(entry.player_id, agrees=is_consent_kept and entry.may_publish),
        )
        for number, entry in enumerate(accepted, start=first)
    )
    mark_namesakes(copy)


def _empty_copy(origin: Tournament, name: str, starts_on: datetime.date | None, *, is_public: bool) -> Tournament:
    rules = origin.ruleset
    data = ruleset_to_json(rules)
    wanted = slug_of(name, otherwise="tournament")
    return Tournament.objects.create(
        name=name,
        slug=free_slug(wanted, Tournament.objects.all(), is_public=is_public),
        is_public=is_public,
        starts_on=starts_on,
        **{field: getattr(origin, field) for field in COPIED},
        ruleset_key=rules.key,
        rule_changes={field: data[field] for field in changed_fields(rules)},
    )

"""Uploaded documents, imports of tournaments from them, and the hand-over of a tournament to a laptop, with the live
mirror that the site shows meanwhile."""

import secrets
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Q

from tournament.models.accounts.user import User
from tournament.models.keys import is_link_token, link_token
from tournament.models.tournament import Tournament


class Upload(models.Model):
    """An uploaded document that is previewed before its import. Only the last upload of each account is stored.

    `content` is compressed. Old uploads are deleted each hour, and all together take
    a limited room (`archive.actions.import_upload`). They are found by an index, because SQLite reads the
    whole content before it comes to `at`.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="upload")
    key = models.UUIDField(default=uuid4, unique=True)
    content = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["at"], name="uploads_by_time")]

    def __str__(self) -> str:
        return f"{self.user}: {self.key}"


class Import(models.Model):
    """The import of a tournament from a document. The tournament's log up to the version `log_until` was written on
    another site.

    * `key`: the upload's idempotency key, so that a repeated import creates no second tournament.
    * `is_finished`: until it is set, the tournament is private and without a team, so that nobody sees it
      (`TournamentQuerySet.complete`).
    * `late_of`: the hand-over, if a laptop returned the file after the site had called the tournament back. The
      imported tournament is then a read-only copy beside the real one, for the same team (`late_copies`). Each late
      file has its own import.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="imported")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.CharField(max_length=160)
    key = models.UUIDField(unique=True)
    log_until = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    is_finished = models.BooleanField(default=True)
    late_of = models.ForeignKey("HandOver", null=True, on_delete=models.SET_NULL, related_name="late_imports")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.actor}"


def new_key() -> str:
    return secrets.token_urlsafe(24)


class HandOver(models.Model):
    """A hand-over of a tournament from its site to a laptop. The site and the laptop each have a row with the same
    `key`.

    One of the two copies is always read-only (`Tournament.away_since`): the site's (`is_lent`) until `ended_at`, the
    laptop's after `ended_at`. `place` is the name of the laptop in the site's row, and of the site in the laptop's row.
    `log_until` is the tournament's version at the hand-over: later log entries were written on the laptop.

    The site may call the tournament back before the laptop has returned it. A file that the laptop returns later
    becomes a separate, read-only tournament of the same team (`Import.late_of`); `late_copy` is the tournament made
    from the last such file.

    The file for the laptop contains the key of the live mirror. An owner who leaves may still have this file, so the
    mirror then gets a new key, at `mirror_key_at`.

    `mirrored_bytes` is the length of the largest document that the live mirror has received.

    `to_erase` has the people whom the laptop removed, with their names, until they are erased from what only this site
    has (`archive.actions.erase_leavers`).
    """

    class Outcome(models.TextChoices):
        """How the hand-over ended; empty while the laptop has the tournament."""

        RETURNED = "returned"
        CALLED_BACK = "called_back"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="hand_overs")
    key = models.CharField(max_length=64, default=new_key)
    is_lent = models.BooleanField()
    place = models.CharField(max_length=100)
    actor = models.CharField(max_length=160)
    log_until = models.PositiveBigIntegerField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=20, choices=Outcome.choices, blank=True)
    mirror_key_at = models.DateTimeField(null=True)
    late_copy = models.ForeignKey(Tournament, null=True, on_delete=models.SET_NULL, related_name="+")
    to_erase = models.JSONField(default=list, db_default=[])
    mirrored_bytes = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["-began_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["key", "is_lent"], name="a_hand_over_has_two_sides"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="a_tournament_is_at_one_laptop"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, outcome="")
                | Q(ended_at__isnull=False, outcome__in=["returned", "called_back"]),
                name="an_ended_hand_over_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.place}"

    @property
    def mirror_key(self) -> str:
        """Return the key with which the laptop may send its changes to this site (`Mirror.key`), computed with this
        site's secret key."""
        return link_token(*self._mirror_key_parts())

    def accepts_mirror(self, key: str) -> bool:
        """Whether this is the mirror's key for this hand-over, computed with the site's current or a former secret
        key."""
        return self.is_lent and is_link_token(key, *self._mirror_key_parts())

    def _mirror_key_parts(self) -> tuple[str, str, int]:
        replaced = f":{self.mirror_key_at.timestamp()}" if self.mirror_key_at else ""
        return "tenbo.mirror", f"{self.pk}:{self.key}{replaced}", 48


def late_copies(tournaments: Iterable[int]) -> "models.QuerySet[Import, Any]":
    """Return a query for the ids of the late copies of these tournaments: separate tournaments made from files that
    their laptops returned too late."""
    rows = Import.objects.filter(late_of__tournament__in=tournaments, tournament__deleted_at=None)
    return rows.values_list("tournament", flat=True)


class Mirror(models.Model):
    """The live mirror of a tournament that was handed over to this laptop: the site to which the laptop sends changes,
    and the last version that it sent.

    Only the laptop has this row; the site has `Tournament.mirrored_at` instead. `address` and `key` come from the
    hand-over file. At `sent_at` the site confirmed that it shows `sent_version`. `failures` counts the failed attempts
    since `sent_at`, and `problem` is the reason why the last attempt failed. `next_try_at` is also the end of a
    sender's lease: until then no other sender sends this mirror.
    """

    class Problem(models.TextChoices):
        """The reason why the laptop's last attempt to send its changes to the site failed; empty if it succeeded. After
        ENDED and OTHER the laptop does not try again automatically."""

        ENDED = "ended"  # the site no longer waits for this laptop
        OTHER = "other"  # the site has changes that this laptop lacks
        NO_ANSWER = "no_answer"
        BUSY = "busy"
        REFUSED = "refused"
        TOO_LARGE = "too_large"

    STOPPED = (Problem.ENDED, Problem.OTHER)
    """Problems after which sending is not tried again, because a further attempt would fail too."""

    hand_over = models.OneToOneField(HandOver, on_delete=models.CASCADE, related_name="mirror")
    address = models.CharField(max_length=300)
    key = models.CharField(max_length=64)
    is_on = models.BooleanField(default=True)
    sent_version = models.PositiveBigIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=20, choices=Problem.choices, blank=True)

    def __str__(self) -> str:
        return f"{self.hand_over}: {self.address}"

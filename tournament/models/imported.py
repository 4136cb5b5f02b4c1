"""Uploaded documents, and imports of tournaments from them."""

from uuid import uuid4

from django.db import models

from tournament.models.accounts.user import User
from tournament.models.tournament import Tournament


class Upload(models.Model):
    """A document previewed before its import: the last upload of each account.

    `content` is compressed. Old uploads are deleted when somebody uploads the next.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="upload")
    key = models.UUIDField(default=uuid4, unique=True)
    content = models.BinaryField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}: {self.key}"


class Import(models.Model):
    """The import of a tournament from a document. Its log up to `log_until` was written on another site.

    `key` is the upload's idempotency key: a repeated one makes no second tournament.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="imported")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.CharField(max_length=160)
    key = models.UUIDField(unique=True)
    log_until = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.actor}"

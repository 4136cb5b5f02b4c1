"""The base model of messages that wait to be sent by `core.actions.queue`."""

from django.db import models


class Queued(models.Model):
    """A message in a queue of the database (an outbox). It is sent, and retried, until `done_at` is set.

    `next_try_at` is also the end of a sender's lease: until then no other sender takes the message. `result` says for
    operators, in words, whether the message was sent or why not.
    """

    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    result = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True

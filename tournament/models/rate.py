"""The stored state of rate limits that all processes share."""

from django.db import models


class RateUse(models.Model):
    """The uses of one rate limit by one subject: an account, an address, a tournament. See `core.rates`.

    `key` is a hash of the rate's name and the subject, so that the table contains no names and addresses. `used_until`
    is the only stored value about the uses: each use moves it forward by the rate's interval. When it is past, all uses
    are free again; such a row is deleted after a while. `changed_at` is when it was last stored.
    """

    key = models.CharField(max_length=64, primary_key=True)
    used_until = models.DateTimeField(db_index=True)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key[:8]} until {self.used_until}"

"""How often something was done lately, for limits that all processes share."""

from django.db import models


class RateUse(models.Model):
    """The uses of one rate by one subject: an account, an address, a tournament. See `core.rates`.

    `key` is a hash of rate and subject, so that the table holds no names and no addresses. `used_until` is the only
    state: each use moves it forward by the rate's interval, and time catches up with it. A row whose time has passed
    says nothing and is deleted after a while.
    """

    key = models.CharField(max_length=64, primary_key=True)
    used_until = models.DateTimeField(db_index=True)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key[:8]} until {self.used_until}"

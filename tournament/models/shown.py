"""Visibility of results for people outside the team."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Shown(models.TextChoices):
    """The time from which a round's hands, points and results are shown. Its seats are always shown."""

    LIVE = "live", _("at once, hand by hand")
    SIGNED = "signed", _("once all tables have signed")
    HELD = "held", _("once the organizers release the results")


class ShownTo(models.Model):
    """When each of three audiences sees the results of a round. The team always sees everything, and the phone of a
    table always sees that table.

    Players and the hall screen see a round at the same time as everyone, or sooner.
    """

    shown_to_players = models.CharField(_("players"), max_length=6, choices=Shown.choices, default=Shown.LIVE)
    shown_in_hall = models.CharField(_("hall"), max_length=6, choices=Shown.choices, default=Shown.LIVE)
    shown_to_everyone = models.CharField(_("everyone"), max_length=6, choices=Shown.choices, default=Shown.LIVE)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    shown_to_players__in=Shown.values,
                    shown_in_hall__in=Shown.values,
                    shown_to_everyone__in=Shown.values,
                ),
                name="%(class)s_shown_is_known",
            )
        ]

    @property
    def shown_to(self) -> dict[str, str]:
        """The three settings (`Shown`), by the names of their fields."""
        return {field: getattr(self, field) for field in SHOWN_TO}


SHOWN_TO = ("shown_to_players", "shown_in_hall", "shown_to_everyone")
"""The fields of `ShownTo`."""

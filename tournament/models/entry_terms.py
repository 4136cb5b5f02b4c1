"""The terms by which people may enter a tournament themselves."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class FreedPlaces(models.TextChoices):
    """How a place that becomes free before the event is given to somebody on the waiting list."""

    AS_ENTRIES = (
        "",
        _("same rule as for new entries"),
    )
    MOVE_UP = "move_up", _("the first person on the waiting list moves up automatically")
    ASK = "ask", _("an organizer decides who moves up")


class EntryTerms(models.Model):
    """The days on which people may enter a tournament themselves, including the last, and how many people can play.

    `limit` is the number of places; later entries go to the waiting list. With `is_moderated` an entry has the status
    "applied" until an organizer accepts it. `sends_mail` says whether people get a mail when their entry is received,
    accepted, moved up from the waiting list, paid or cancelled. `freed_places` says how the waiting list gets places
    that become free.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="terms")
    is_on = models.BooleanField(_("people may enter themselves"), default=True)
    opens_on = models.DateField(_("opens on"), null=True, blank=True)
    closes_on = models.DateField(_("closes on"), null=True, blank=True)
    limit = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    is_moderated = models.BooleanField(_("an organizer accepts each entry"), default=True)
    sends_mail = models.BooleanField(default=True)
    freed_places = models.CharField(
        max_length=7, choices=FreedPlaces.choices, default=FreedPlaces.AS_ENTRIES, blank=True
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_on=None) | Q(closes_on=None) | Q(opens_on__lte=F("closes_on")),
                name="entries_open_before_they_close",
            ),
            models.CheckConstraint(condition=Q(freed_places__in=FreedPlaces.values), name="freed_places_are_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.opens_on} – {self.closes_on}"

    @property
    def moves_up(self) -> bool:
        """Whether the first person on the waiting list gets a place automatically when one becomes free."""
        if self.freed_places == FreedPlaces.AS_ENTRIES:
            return self.is_on and not self.is_moderated
        return self.freed_places == FreedPlaces.MOVE_UP

"""The public announcement of an event, and its picture."""

from django.core.exceptions import ValidationError
from django.db import models

from tournament.mail_addresses import check_mail_address
from tournament.models.tournament import Tournament


class Announcement(models.Model):
    """An event's public page for people who may come. Until `is_published` is set, only its organizers see it.

    `text`, `programme` and `payment` (how to pay) are Markdown; `fee` is text, such as "20 €". `map_link` is a whole
    http or https address. The last day of entry is in `EntryTerms`. `reply_to` is the address for answers to the
    event's mails; only the recipients of the mails see it.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="announcement"
    )
    text = models.TextField(blank=True)
    programme = models.TextField(blank=True)
    address = models.CharField(max_length=200, blank=True)
    map_link = models.CharField(max_length=500, blank=True)
    fee = models.CharField(max_length=100, blank=True)
    payment = models.TextField(blank=True)
    pay_until = models.DateField(null=True, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    reply_to = models.EmailField(blank=True)
    is_published = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.text[:40]}"

    @property
    def reply_address(self) -> str:
        """Return the reply address of the event's mails: `reply_to` or, if it is empty, the published contact, provided
        that mails can be written to it."""
        address = self.reply_to or (self.contact if self.is_published else "")
        try:
            check_mail_address(address)
        except ValidationError:
            return ""
        return address


class AnnouncementPicture(models.Model):
    """The picture of an event's announcement: a JPEG, converted from the organizer's file (`core.pictures`).

    The picture is stored in the database, so that every backup has it. `words` is the alternative text.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="picture")
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    words = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.width} × {self.height}"

"""The organizers' form for an announcement."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField, MailField
from tournament.core.pictures import MOST_BYTES, NoPicture, Picture, TooManyPixels, read_picture
from tournament.models import Announcement, AnnouncementPicture

FACTS = (
    "text",
    "programme",
    "address",
    "map_link",
    "fee",
    "payment",
    "pay_until",
    "contact",
    "reply_to",
    "is_published",
)
"""The form's fields that have the names of columns of `Announcement`."""

MARKDOWN = _("You can write Markdown: **bold**, - lists, [text](https://…) and # headings; no HTML.")


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows})


class AnnouncementForm(OnlyEdited, forms.Form):
    """An event's announcement, and a new picture for it. All fields are optional; an empty field is not shown on the
    page."""

    text = forms.CharField(
        label=_("Description"), required=False, max_length=10_000, widget=_area(10), help_text=MARKDOWN
    )
    programme = forms.CharField(
        label=_("Programme"), required=False, max_length=5_000, widget=_area(6), help_text=MARKDOWN
    )
    address = LineField(label=_("Address of the hall"), max_length=200)
    map_link = forms.URLField(
        label=_("Link to a map"), required=False, max_length=500, assume_scheme="https",
        help_text=_("The link that your map app gives for sharing: https://…"),
    )  # fmt: skip
    fee = LineField(
        label=_("Fee"),
        max_length=100,
        help_text=_("The fee exactly as readers should see it, for example 20 € or 500 Kč."),
    )
    payment = forms.CharField(
        label=_("How to pay"), required=False, max_length=1_000, widget=_area(3),
        help_text=_("Bank account and payment reference, or “at the desk”. You can write Markdown. The confirmation"
                " mail shows this text too."),
    )  # fmt: skip
    pay_until = DayField(label=_("Last day to pay"), required=False)
    contact = LineField(
        label=_("Contact"), max_length=200, help_text=_("A mail address or phone number that everybody may see.")
    )
    reply_to = MailField(
        label=_("Answers to mails go to"), required=False,
        help_text=_(
            "Replies to this event’s mails go to this address. If the field is empty, replies go to the"
            " contact above. This works only if the contact is a mail address."
        ),
    )  # fmt: skip
    picture = forms.FileField(
        label=_("Picture"), required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("JPEG, PNG or WebP up to 2.5 MB. Tenbo makes the picture smaller and removes location data from"
                " it."),
    )  # fmt: skip
    words = LineField(
        label=_("What the picture shows"),
        max_length=200,
        help_text=_("A text for people who cannot see the picture."),
    )
    remove_picture = forms.BooleanField(label=_("Remove the picture"), required=False)
    is_published = forms.BooleanField(
        label=pgettext_lazy("announcement", "Published"), required=False,
        help_text=_("If not ticked, only organizers see the announcement."),
    )  # fmt: skip

    @classmethod
    def of(
        cls,
        announcement: Announcement | None,
        picture: AnnouncementPicture | None,
        data: Any = None,
        files: Any = None,
    ) -> "AnnouncementForm":
        """Return the form with the current announcement and picture, if there are any."""
        known = announcement or Announcement()
        initial = {name: getattr(known, name) for name in FACTS} | {"words": picture.words if picture else ""}
        form = cls(data, files, initial=initial)
        if picture is None:
            del form.fields["remove_picture"]
        return form

    def clean_map_link(self) -> str:
        link: str = self.cleaned_data["map_link"]
        if link and not link.lower().startswith(("https://", "http://")):
            raise forms.ValidationError(_("The link to a map must begin with https://."))
        return link

    def clean_picture(self) -> Picture | None:
        file: UploadedFile[Any] | None = self.cleaned_data["picture"]
        if file is None:
            return None
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The picture’s file is larger than 2.5 MB. Choose a smaller picture."))
        try:
            return read_picture(file.read())
        except TooManyPixels:
            problem = _(
                "The picture is too large: it may have 25 million pixels, or 12 million if it is a WebP, and 20,000 on "
                "its longer side. Choose a smaller picture."
            )
            raise forms.ValidationError(problem) from None
        except NoPicture:
            raise forms.ValidationError(_("Tenbo cannot read this file as a picture. Use JPEG, PNG or WebP.")) from None

    @property
    def facts(self) -> dict[str, Any]:
        """The announcement's fields."""
        return {name: self.cleaned_data[name] for name in FACTS}

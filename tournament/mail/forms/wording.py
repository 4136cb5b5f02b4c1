"""The organizers' form for the wording of an automatic mail in one language, and the check of placeholders."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField
from tournament.mail.placeholders import IN_BODY, IN_SUBJECT, LINK, Letter, unknown_placeholders

UNKNOWN = _("The placeholder “%(placeholder)s” does not exist. Use only: %(known)s.")


def check_placeholders(form: forms.Form, name: str, known: Collection[str]) -> None:
    """Check the text in the field `name` of a form that is being validated: add an error if it has an unknown
    placeholder."""
    unknown = unknown_placeholders(form.cleaned_data.get(name) or "", known)
    if unknown:
        form.add_error(name, UNKNOWN % {"placeholder": unknown[0], "known": ", ".join(known)})


class WordingForm(OnlyEdited, forms.Form):
    """Subject and text of one kind of mail. With `needs_link` a text without the reader's private link is refused."""

    subject = LineField(label=_("Subject"), max_length=150)
    body = forms.CharField(label=_("Text"), max_length=5_000, widget=forms.Textarea(attrs={"rows": 16}))

    def __init__(self, *args: Any, needs_link: bool, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.needs_link = needs_link
        self.fields["subject"].required = True
        for field in self.fields.values():
            field.widget.attrs["lang"] = language

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        check_placeholders(self, "subject", IN_SUBJECT)
        check_placeholders(self, "body", IN_BODY)
        if self.needs_link and "body" in cleaned and LINK not in cleaned["body"]:
            self.add_error(
                "body",
                _("This mail needs {link}: without the private link the reader cannot open or cancel the entry."),
            )
        return cleaned

    @property
    def words(self) -> Letter:
        return Letter(self.cleaned_data["subject"], self.cleaned_data["body"].replace("\r\n", "\n").strip() + "\n")

"""The organizers' form for a message, with a subject and a text in each language of the event."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.submissions import content_digest
from tournament.core.forms.facts import LineField
from tournament.core.languages import NAMES
from tournament.mail.forms.wording import check_placeholders
from tournament.mail.placeholders import IN_MESSAGE, NAME, Letter
from tournament.mail.queries.mails import MailGroup
from tournament.mail.words.letters import languages_of, letter
from tournament.models import Announcement, Entry, MailKind, Tournament

GROUPS = [
    (MailGroup.PLAYING, _("Everyone who plays")),
    (MailGroup.UNPAID, _("Players who have not paid")),
    (MailGroup.WAITING, _("The waiting list")),
    (MailGroup.APPLIED, _("People who applied")),
    (MailGroup.EVERYBODY, _("Everyone who plays, waits or applied")),
    (MailGroup.CHOSEN, _("Only the people ticked below")),
]


class ComposeForm(forms.Form):
    """A message to some of an event's people. A language without a text gets the text of the first language.

    `previewed` is the digest of the content that the preview showed; content with another digest is not sent. `key` is
    the idempotency key.
    """

    to = forms.ChoiceField(label=_("To"), choices=GROUPS, widget=forms.RadioSelect, initial=MailGroup.PLAYING)
    chosen = forms.TypedMultipleChoiceField(
        label=_("People"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    kind = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in (MailKind.MESSAGE, MailKind.REMINDER)], widget=forms.HiddenInput
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages_of(tournament)
        chosen = self.fields["chosen"]
        assert isinstance(chosen, forms.TypedMultipleChoiceField)  # noqa: S101 (for the type check)
        chosen.choices = [(entry.number, f"{entry.number} {entry.player.name}") for entry in entries]
        for number, code in enumerate(self.languages):
            is_first, about = number == 0, {"language": NAMES[code]}
            self.fields[f"subject_{code}"] = LineField(label=_("Subject (%(language)s)") % about, max_length=150)
            self.fields[f"subject_{code}"].required = is_first
            self.fields[f"text_{code}"] = forms.CharField(
                label=_("Text (%(language)s)") % about,
                max_length=5_000,
                required=is_first,
                widget=forms.Textarea(attrs={"rows": 8, "lang": code}),
                help_text=_("{name} becomes the reader's name, {link} their private link.")
                if is_first
                else _("If you leave this text empty, readers get the text of the first language."),
            )

    @classmethod
    def initial_of(
        cls,
        tournament: Tournament,
        announcement: Announcement | None,
        kind: MailKind,
        key: Any,
        wordings: Mapping[tuple[str, str], Letter],
    ) -> dict[str, Any]:
        """Return the initial values of the form. A reminder has its whole text in each language, any other message only
        the greeting. `wordings` are the event's own wordings, by kind and language."""
        group = MailGroup.UNPAID if kind is MailKind.REMINDER else MailGroup.PLAYING
        initial: dict[str, Any] = {"kind": kind.value, "key": key, "to": group}
        for code in languages_of(tournament):
            with translation.override(code):
                written = letter(
                    kind, Entry(status="accepted"), tournament, announcement, words=wordings.get((kind, code))
                )
            initial[f"subject_{code}"] = written.subject
            initial[f"text_{code}"] = written.body
        return initial

    @property
    def group(self) -> MailGroup:
        return MailGroup(self.cleaned_data["to"])

    @property
    def texts(self) -> dict[str, Letter]:
        """Return the subject and the text for each language of the event."""
        cleaned, first = self.cleaned_data, self.languages[0]
        return {
            code: Letter(
                cleaned[f"subject_{code}"] or cleaned[f"subject_{first}"],
                cleaned[f"text_{code}"] or cleaned[f"text_{first}"],
            )
            for code in self.languages
        }

    @property
    def digest(self) -> str:
        """Return a digest of the form's content, to detect that the content has changed since the preview."""
        content = {name: value for name, value in self.cleaned_data.items() if name not in {"key", "previewed"}}
        return content_digest("mail", content)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for code in self.languages:
            check_placeholders(self, f"subject_{code}", [NAME])
            check_placeholders(self, f"text_{code}", IN_MESSAGE)
        if cleaned.get("to") == MailGroup.CHOSEN and not cleaned.get("chosen"):
            self.add_error("chosen", _("Tick at least one person."))
        return cleaned

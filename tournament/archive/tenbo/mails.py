"""An event's own wording of automatic mails. The mails that were sent are not part of a document."""

from typing import Annotated

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.about import Language
from tournament.archive.tenbo.columns import ImportedRows, create_in_batches, record_of, row_of
from tournament.archive.tenbo.scope import placed
from tournament.archive.tenbo.values import BadDocument, Filled, word
from tournament.mail.placeholders import IN_BODY, IN_SUBJECT, LINK, unknown_placeholders
from tournament.mail.words.letters import WORDED, needs_link
from tournament.models import MailKind, MailWording


class MailWordingRecord(TypedDict):
    """The event's own text for one kind of mail in one language, with placeholders."""

    kind: Annotated[str, word(*[kind.value for kind in WORDED])]
    language: Language
    subject: Annotated[str, Field(max_length=200), Filled]
    body: Annotated[str, Field(max_length=5_001), Filled]


def mail_wording_record(wording: MailWording) -> MailWordingRecord:
    return record_of(MailWordingRecord, wording)


def check_mail_wordings(records: list[MailWordingRecord]) -> None:
    """Check that each kind of mail has at most one wording in each language. A wording may have only known
    placeholders, and must contain the private link if its kind of mail needs the link."""
    seen: set[tuple[str, str]] = set()
    for place, record in placed("mail_wordings", records):
        if (record["kind"], record["language"]) in seen:
            raise BadDocument(
                place, gettext_lazy("The file has two texts for the same kind of mail in the same language.")
            )
        seen.add((record["kind"], record["language"]))
        unknown = unknown_placeholders(record["subject"], IN_SUBJECT) + unknown_placeholders(record["body"], IN_BODY)
        if unknown:
            problem = gettext_lazy("Tenbo does not know the placeholder “%(placeholder)s”.")
            raise BadDocument(place, problem % {"placeholder": unknown[0]})
        if needs_link(MailKind(record["kind"])) and LINK not in record["body"]:
            raise BadDocument(f"{place}.body", gettext_lazy("The placeholder {link} for the private link is missing."))


def make_mail_wordings(records: list[MailWordingRecord], imported: ImportedRows) -> None:
    create_in_batches(row_of(MailWording, record, tournament=imported.tournament) for record in records)

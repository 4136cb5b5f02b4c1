"""The file that hands a tournament over to another site: the whole document, and the hashes of its private links."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ConfigDict, FailFast, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from tournament.archive.delivery import KEY, can_be_asked
from tournament.archive.tenbo.document import Document, checked_document
from tournament.archive.tenbo.reading import parsed, shaped
from tournament.archive.tenbo.values import (
    BadDocument,
    Checked,
    Entries,
    Filled,
    Json,
    LargeCount,
    Number,
    Tables,
    word,
)
from tournament.core.limits import MOST_HAND_OVERS

FORMAT = "tenbo-hand-over/1"

TO_LAPTOP, BACK = "to_laptop", "back"

OTHER_WAY = {
    TO_LAPTOP: gettext_lazy(
        "This file brings a tournament back from a laptop. Open the tournament that was taken to the"
        " laptop, and upload the file on its page “Take to a laptop”. If that page refuses the file"
        " because this site was restored from an older backup, take a safety copy on the laptop and"
        " import it here."
    ),
    BACK: gettext_lazy(
        "This file was made for the laptop. On the laptop press “Bring the tournament back”, then upload"
        " the file that you get there."
    ),
}
"""The error message for a file that goes in the wrong direction, by the file's direction."""

Key = Annotated[str, Field(max_length=64), Filled]


HASH = re.compile(r"[0-9a-f]{64}")


def _check_hash(text: str) -> str:
    # Other letters would take four times the room in memory, once for each entry of each cached list.
    if HASH.fullmatch(text) is None:
        raise ValueError(_("This value is not the hash of a link."))
    return text


Hashes = Annotated[
    list[Annotated[str, Checked(_check_hash, {"pattern": f"^{HASH.pattern}$"})]], FailFast(), Field(max_length=200)
]
"""SHA-256 of each token that opens one link, in hexadecimal digits."""


class LinkRecord(TypedDict):
    """Hashes of the tokens in the links of a table or player; `number` is the table's or player's number. `desk` are
    the hashes of the links that referees show to a player at the desk. The field is missing for tables, and in files of
    earlier versions."""

    number: Number
    links: Hashes
    desk: NotRequired[Hashes]


def _check_mirror_address(text: str) -> str:
    if not can_be_asked(text):
        raise ValueError(_("This value is not the address of a website."))
    return text


def _check_mirror_key(text: str) -> str:
    if KEY.fullmatch(text) is None:
        raise ValueError(_("This key may contain only the letters A to Z, digits, “-” and “_”."))
    return text


def _check_slug(text: str) -> str:
    try:
        validate_slug(text)
    except ValidationError as error:
        raise ValueError(error.messages[0]) from error
    return text


class MirrorRecord(TypedDict):
    """Address and key of the live mirror, to which the laptop sends its changes."""

    address: Annotated[str, Field(max_length=300), Checked(_check_mirror_address, {})]
    key: Annotated[Key, Checked(_check_mirror_key, {"pattern": f"^{KEY.pattern}$"})]


@with_config(ConfigDict(strict=True, extra="forbid"))
class Envelope(TypedDict):
    """The file before its `document` is checked.

    `way` is the direction. `key` is the key of this hand-over, `earlier` are the keys of the tournament's earlier
    hand-overs. `place` is the name of the site that wrote the file. `log_until` is the number of the last log entry
    before the hand-over. `mirror` is only in the file for the laptop.
    """

    format: str
    way: Annotated[str, word(TO_LAPTOP, BACK)]
    key: Key
    earlier: Annotated[list[Key], FailFast(), Field(max_length=MOST_HAND_OVERS)]
    place: Annotated[str, Field(max_length=100), Filled]
    slug: Annotated[str, Field(max_length=60), Checked(_check_slug, {"pattern": r"^[-a-zA-Z0-9_]+$"})]
    log_until: LargeCount
    hall: Hashes
    tables: Tables[LinkRecord]
    entries: Entries[LinkRecord]
    mirror: NotRequired[MirrorRecord]
    document: Json


class HandOverFile(Envelope):
    """A hand-over file whose document has been checked."""

    document: Document  # type: ignore[misc]


SHAPE: TypeAdapter[Envelope] = TypeAdapter(Envelope)


@dataclass(frozen=True)
class UploadedCopy:
    """The document in an uploaded file. `hand_over` is the whole file if it hands the tournament over, None for a
    safety copy."""

    document: Document
    hand_over: HandOverFile | None


def read_copy(content: bytes) -> UploadedCopy:
    """Read a safety copy, or a file that hands a tournament over to this laptop. Raises `BadDocument`."""
    data = parsed(content)
    if not is_hand_over(data):
        return UploadedCopy(checked_document(data), None)
    file = checked_hand_over(data, TO_LAPTOP)
    return UploadedCopy(file["document"], file)


def is_hand_over(data: Any) -> bool:
    """Whether the data claims to be a hand-over file, by its `format`."""
    return isinstance(data, dict) and str(data.get("format")).startswith("tenbo-hand-over/")


def checked_hand_over(data: Any, way: str) -> HandOverFile:
    """Check the data of a hand-over file of this direction (`TO_LAPTOP` or `BACK`). Raises `BadDocument`."""
    if not is_hand_over(data):
        problem = gettext_lazy(
            "This file cannot take a tournament to a laptop. Get the right file on the tournament’s page"
            " “Take to a laptop”."
        )
        raise BadDocument("", problem)
    if data["format"] != FORMAT:
        raise BadDocument(
            "format", gettext_lazy("This file comes from a later version of Tenbo. Update this Tenbo first.")
        )
    envelope = shaped(data, SHAPE)
    if envelope["way"] != way:
        raise BadDocument("", OTHER_WAY[way])
    document = checked_document(envelope["document"])
    return {**envelope, "document": document}

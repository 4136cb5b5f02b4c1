"""Messages about tables entered from paper: saved, signed, different, or refused."""

from collections.abc import Iterator, Mapping, Sequence

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.refusal import Refused
from tournament.core.errors import FormOutdated, NotDone
from tournament.core.words.names import who
from tournament.core.words.refusals import refusal_words
from tournament.rounds.queries.paper_round import PaperTable
from tournament.table.second_keying import Check


def refusal_of(error: NotDone | Refused, table: PaperTable | None) -> str:
    """Return why a table was not saved. If somebody else entered points meanwhile, the two entries are compared when
    the table is saved again."""
    if isinstance(error, Refused):
        return refusal_words(error)
    if isinstance(error, FormOutdated) and table and table.check is Check.OPEN and table.game.paper:
        text = _(
            "%(name)s has entered this table meanwhile. Your entry is not saved: save again to compare the two entries."
        )
        return text % {"name": who(table.game.paper.recorded_by)}
    return str(error.message)


def notices_of(tables: Mapping[int, PaperTable], saved: Sequence[int]) -> list[tuple[int, str]]:
    """Return sentences about the saved hanchans (ids), each with its level in `django.contrib.messages`."""
    return list(_notices([tables[pk].check for pk in saved if pk in tables]))


def _notices(checks: Sequence[Check]) -> Iterator[tuple[int, str]]:
    signed, differ = checks.count(Check.SIGNED), checks.count(Check.DISPUTED)
    if once := len(checks) - signed - differ:
        text = ngettext("%(count)s table is saved.", "%(count)s tables are saved.", once)
        yield messages.SUCCESS, text % {"count": once}
    if signed:
        text = ngettext(
            "%(count)s table: both entries agree, the sheet is signed.",
            "%(count)s tables: both entries agree, the sheets are signed.",
            signed,
        )
        yield messages.SUCCESS, text % {"count": signed}
    if differ:
        text = ngettext(
            "%(count)s table: the two entries differ. See below.",
            "%(count)s tables: the two entries differ. See below.",
            differ,
        )
        yield messages.WARNING, text % {"count": differ}

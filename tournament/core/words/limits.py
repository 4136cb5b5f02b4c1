"""Refusals that tell a limit, in the reader's language."""

from typing import cast

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy


def _with_limit(sentence: Promise, most: int) -> str:
    return str(sentence) % {"most": number_format(most, force_grouping=True)}


def with_limit(sentence: Promise, most: int) -> Promise:
    """Fill in the limit `%(most)s` of a translated sentence. The sentence is translated when it is shown, as by
    `gettext_lazy`."""
    return cast(Promise, lazy(_with_limit, str)(sentence, most))

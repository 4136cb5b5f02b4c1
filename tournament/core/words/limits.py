"""Refusals that tell a limit, in the language of whoever reads them."""

from typing import cast

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy


def _with_limit(sentence: Promise, most: int) -> str:
    return str(sentence) % {"most": number_format(most, force_grouping=True)}


def with_limit(sentence: Promise, most: int) -> Promise:
    """Fill in the limit `%(most)s` of a translated sentence; when and in which language is decided as for
    `gettext_lazy`."""
    return cast(Promise, lazy(_with_limit, str)(sentence, most))

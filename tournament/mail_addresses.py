"""Validates and compares mail addresses. An address is valid only if the header of a mail may contain it."""

import re
from contextlib import suppress
from string import ascii_lowercase, ascii_uppercase

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db.models import Q
from django.utils.encoding import punycode

LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


class MailAddressValidator(EmailValidator):
    """Django's validator, but without addresses whose part before the @ is quoted. Such a part may contain line breaks,
    which no mail header allows.

    Raises `ValidationError`.
    """

    user_regex = re.compile(
        r"[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*\Z", re.ASCII | re.IGNORECASE
    )

    def __call__(self, value: str | None) -> None:
        super().__call__(value)
        try:
            punycode(str(value).rpartition("@")[2])
        except UnicodeError:
            raise ValidationError(self.message, self.code, {"value": value}) from None


check_mail_address = MailAddressValidator()
"""Mail addresses that people type, and that a mail can be written to."""


def mail_spelling(address: str) -> str:
    """Return an address with its domain as mail servers read it. The part before the @ is as typed: only its mail
    server knows whether capitals matter there.

    >>> mail_spelling("Ada@Příklad.CZ")
    'Ada@xn--pklad-zsa96e.cz'
    """
    name, at, domain = address.rpartition("@")
    with suppress(UnicodeError):  # raised for older addresses alone, stored before such domains were refused
        domain = punycode(domain)
    return f"{name}{at}{domain.translate(LOWER)}"


def mail_key(address: str) -> str:
    """Return the text by which mail addresses are compared and counted. Capitals do not matter.

    Only ASCII letters are folded before the @. `str.casefold` would make "ſ" an s and the Kelvin sign a k, and so count
    the uses of one address as those of another.

    >>> mail_key("Ada@Example.org") == mail_key("ada@example.org"), mail_key("aſka@example.org")
    (True, 'aſka@example.org')
    """
    return mail_spelling(address).translate(LOWER)


def may_be_at(field: str, address: str) -> Q:
    """Select the rows whose mail address in `field` may have the same `mail_key`. The caller compares the keys: no
    database compares letters as `mail_key` does, and SQLite and PostgreSQL differ."""
    return Q(**{f"{field}__istartswith": f"{address.rpartition('@')[0]}@"})

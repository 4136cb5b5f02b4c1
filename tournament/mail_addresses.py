"""Validates and compares mail addresses. An address is valid only if the header of a mail may contain it, and if it
belongs to one mailbox, whichever program reads it."""

import re
import unicodedata
from string import ascii_lowercase, ascii_uppercase

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db.models import Q
from django.utils.encoding import punycode
from django.utils.translation import gettext_lazy as _

LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
UNCLEAR = _(
    "Mail programs do not agree which domain “%(domain)s” means. Write the part after the @ in the form that begins"
    " with xn--, or use another address."
)


def has_clear_domain(address: str) -> bool:
    """Whether mail can be sent to the domain of an address, and programs agree which domain this is.

    Python and Django write domains as in IDNA 2003, where "straße.de" means strasse.de, "ς" is "σ", and invisible
    joiners are left out. In IDNA 2008 these are different domains, which may belong to somebody else: the mail would go
    to a stranger.
    """
    domain = address.rpartition("@")[2]
    try:
        punycode(domain)
        return all(label.isascii() or _is_read_as_typed(label) for label in domain.split("."))
    except UnicodeError:
        return False


def _is_read_as_typed(label: str) -> bool:
    return label.encode("idna").decode("idna") == unicodedata.normalize("NFC", label.lower())


class MailAddressValidator(EmailValidator):
    """Django's validator, but without addresses whose part before the @ is quoted. Such a part may contain line breaks,
    which no mail header allows. The domain must be clear (`has_clear_domain`). It is neither an IP address nor
    localhost, because such mails would stay in the site's own network.

    Raises `ValidationError`.
    """

    user_regex = re.compile(
        r"[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*\Z", re.ASCII | re.IGNORECASE
    )

    def __call__(self, value: str | None) -> None:
        super().__call__(value)
        if not has_clear_domain(str(value)):
            raise ValidationError(UNCLEAR, "unclear_domain", {"domain": str(value).rpartition("@")[2]})

    def validate_domain_part(self, domain_part: str) -> bool:
        return not domain_part.startswith("[") and super().validate_domain_part(domain_part)


check_mail_address = MailAddressValidator(allowlist=[])
"""Mail addresses that people type, and that a mail can be written to."""


def mail_spelling(address: str) -> str:
    """Return an address with its domain as mail servers read it, or as typed if it is not clear (an older address,
    stored before such domains were refused). The part before the @ is as typed: only its mail server knows whether
    capitals matter there.

    >>> mail_spelling("Ada@Příklad.CZ")
    'Ada@xn--pklad-zsa96e.cz'
    """
    name, at, domain = address.rpartition("@")
    if has_clear_domain(address):
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


def mailbox_key(address: str) -> str:
    """Return the `mail_key` of the mailbox to which many mail services deliver an address: without a sub-address, which
    follows a "+". It only counts mails. It finds no accounts, because other services have separate mailboxes there.

    >>> mailbox_key("Ada+Mahjong@example.org"), mailbox_key("+ada@example.org")
    ('ada@example.org', '+ada@example.org')
    """
    name, at, domain = mail_key(address).rpartition("@")
    return f"{name.partition('+')[0] or name}{at}{domain}"


def may_be_at(field: str, address: str) -> Q:
    """Select the rows whose mail address in `field` may have the same `mail_key`. The caller compares the keys: no
    database compares letters as `mail_key` does, and SQLite and PostgreSQL differ."""
    return Q(**{f"{field}__istartswith": f"{address.rpartition('@')[0]}@"})

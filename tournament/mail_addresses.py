"""Validates mail addresses. An address is valid only if the header of a mail may contain it."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.encoding import punycode


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

"""Data for tests of accounts: what somebody enters who signs up, and a mail address."""

from tests.factories import PASSWORD

ADA = {"username": "ada", "email": "", "password1": PASSWORD, "password2": PASSWORD}

SOMEBODY = "Somebody@example.org"

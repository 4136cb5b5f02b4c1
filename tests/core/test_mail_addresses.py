"""Mail addresses that people type, and that a mail can be written to."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage

from tournament.announcement.forms import AnnouncementForm
from tournament.core.forms.facts import MailField
from tournament.mail_addresses import check_mail_address, mail_key
from tournament.people.forms.enter import EnterForm, OwnEntryForm
from tournament.people.forms.player_rows import RowForm
from tournament.site.forms.accounts import AccountForm, ForgottenPasswordForm, SignUpForm

BREAKS_A_LINE = ['"a\x0cX:b"@example.org', '"a\x0b\x0bText"@example.org', '"a\x1cX:b"@example.org', '"a b"@example.org']

UNCLEAR = [
    "straße.de", "STRAẞE.de", "βόλος.gr", "a\u200db.de", "nic\u200cname.ir", "ſeznam.cz", "sez\u00adnam.cz",
    "mail.seznam。cz",
]  # fmt: skip


@pytest.mark.parametrize("address", [*BREAKS_A_LINE, f"a@{'é' * 60}.org", "ſam@example.org"])
def test_an_address_that_breaks_the_head_of_a_mail_is_refused(address):
    with pytest.raises(ValidationError):
        check_mail_address(address)


@pytest.mark.parametrize(
    "address", ["ada@example.org", "ada+mj.o'hara@mahjong.example", "ada@PŘÍKLAD.cz", "ada@xn--strae-oqa.příklad.de"]
)
def test_a_usual_address_is_taken_and_a_mail_to_it_is_written(address):
    check_mail_address(address)

    assert b"To: ada" in EmailMessage("Hello", "Text", "tenbo@example.org", [address]).message().as_bytes()


@pytest.mark.parametrize("domain", UNCLEAR)
def test_a_domain_that_programs_read_differently_is_refused(domain):
    """Django would send the mail to strasse.de, which may belong to a stranger."""
    with pytest.raises(ValidationError, match="begins with xn--"):
        check_mail_address(f"ada@{domain}")


@pytest.mark.parametrize("domain", ["[10.0.0.1]", "[IPv6:::1]", "localhost", "intern"])
def test_an_address_in_the_sites_own_network_is_refused(domain):
    with pytest.raises(ValidationError):
        check_mail_address(f"ada@{domain}")


@pytest.mark.parametrize("domain", UNCLEAR)
def test_such_an_address_of_before_is_another_mailbox_than_that_of_the_other_domain(domain):
    assert mail_key(f"ada@{domain}") != mail_key(f"ada@{domain.encode('idna').decode()}")


@pytest.mark.parametrize(
    ("form", "name"),
    [
        (AccountForm, "email"),
        (AnnouncementForm, "reply_to"),
        (EnterForm, "mail"),
        (ForgottenPasswordForm, "email"),
        (OwnEntryForm, "mail"),
        (RowForm, "mail"),
        (SignUpForm, "email"),
    ],
)
def test_every_form_checks_its_addresses_so(form, name):
    assert isinstance(form.base_fields[name], MailField)
    with pytest.raises(forms.ValidationError):
        form.base_fields[name].clean(BREAKS_A_LINE[0])


@pytest.mark.parametrize(
    "same",
    [
        ("aska@example.org", "Aska@EXAMPLE.org"),
        ("ada@příklad.cz", "ADA@PŘÍKLAD.cz", "ada@xn--pklad-zsa96e.cz"),
    ],
)
def test_addresses_of_one_mailbox_have_one_key(same):
    assert len(set(map(mail_key, same))) == 1


@pytest.mark.parametrize("other", ["aſka@example.org", "as\u212aa@example.org", "áska@example.org"])
def test_a_letter_that_only_looks_the_same_is_another_mailbox(other):
    assert mail_key(other) != mail_key("aska@example.org")


def test_an_old_address_with_a_domain_that_cannot_be_written_has_a_key():
    assert mail_key(f"Ada@{'é' * 60}.org") == f"ada@{'é' * 60}.org"

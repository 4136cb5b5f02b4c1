"""A passkey in Chromium, by its virtual authenticator: made on the page of security, then used to log in."""

import pytest
from django.urls import reverse

from tests.factories import UserFactory
from tournament.models import Passkey

pytestmark = pytest.mark.django_db(transaction=True)

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.mark.slow
def test_a_passkey_is_made_and_logs_in(laptop, log_in, live_server):
    authenticator = laptop.context.new_cdp_session(laptop)
    authenticator.send("WebAuthn.enable")
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    log_in(laptop, UserFactory(username="ada"))

    laptop.goto(reverse("passkey-new"))
    laptop.get_by_label("Name of the passkey").fill("Laptop")
    laptop.get_by_role("button", name="Make the passkey").click()
    laptop.wait_for_selector("h1:text('Your recovery codes')")
    laptop.get_by_role("link", name="I have written them down").click()
    laptop.wait_for_selector("strong:text('Laptop')")
    laptop.get_by_role("button", name="Log out", exact=True).first.click()

    laptop.goto(reverse("login"))
    laptop.get_by_role("button", name="Log in with a passkey").click()
    laptop.wait_for_selector("nav a:text('ada')")
    passkey = Passkey.objects.get()
    assert (passkey.user.username, passkey.name) == ("ada", "Laptop")

    authenticator.send("WebAuthn.disable")

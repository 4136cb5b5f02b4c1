"""The form with which a browser subscribes, unsubscribes, or asks whether it is subscribed."""

import binascii
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.utils.translation import gettext_lazy as _
from py_vapid.utils import b64urldecode

from tournament.push.endpoints import BrowserKeys, is_push_endpoint

AUTH_BYTES = 16


class PushForm(forms.Form):
    """The browser's request (`wish`: "on", "off" or "ask"), the URL of its push subscription, and for "on" its two
    keys."""

    wish = forms.ChoiceField(choices=[("ask", "ask"), ("on", "on"), ("off", "off")])
    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100, required=False)
    auth = forms.CharField(max_length=40, required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("wish") != "on" or "endpoint" not in data:
            return data
        if not is_push_endpoint(data["endpoint"]):
            self.add_error(
                "endpoint",
                _("This site cannot send notifications to this browser. Use another browser."),
            )
        elif not are_keys(data.get("p256dh", ""), data.get("auth", "")):
            self.add_error(None, _("This form was incomplete, so nothing was changed. Reload the page and try again."))
        return data

    @property
    def browser(self) -> BrowserKeys:
        data = self.cleaned_data
        return BrowserKeys(endpoint=data["endpoint"], p256dh=data["p256dh"], auth=data["auth"])

    @property
    def problem(self) -> str:
        """Return the form's first error as a sentence; "" if there is none."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's P-256 public key and its secret of 16 bytes, in base64url."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(p256dh.encode("ascii")))
        return len(b64urldecode(auth.encode("ascii"))) == AUTH_BYTES
    except (ValueError, binascii.Error):
        return False

"""Passkeys, with which people log in without their password, and codes for when they have lost them."""

from django.db import models

from tournament.models.accounts.user import User


class Passkey(models.Model):
    """A passkey of an account, as its owner's device made it: the public key, never a secret.

    `credential_id` is base64url; `credential` is id, key and kind of device in the bytes of WebAuthn's "attested
    credential data".
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.BinaryField()
    added_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A code that logs in once beside the password, kept as a hash. It is deleted when it is used."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.code_hash[:8]

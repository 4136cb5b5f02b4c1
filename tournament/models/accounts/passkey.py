"""Passkeys, for logging in without a password, and recovery codes for people who lost their passkeys."""

from django.db import models

from tournament.models.accounts.user import User


class Passkey(models.Model):
    """A passkey of an account. Only its public key is stored; its private key stays on the person's device.

    `credential_id` is base64url; `credential` are the bytes of WebAuthn's "attested credential data" (id, public key
    and kind of device).
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
    """A code with which, together with the password, a person can log in once. Only its hash is stored; a used code is
    deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.code_hash[:8]

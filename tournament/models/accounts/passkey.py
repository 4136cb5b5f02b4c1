"""Passkeys, for logging in without a password, and recovery codes for people who lost theirs."""

from django.db import models

from tournament.models.accounts.user import User


class Passkey(models.Model):
    """A passkey of an account: only its public key is stored, never a secret.

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
    """A code that, together with the password, logs in once. Only its hash is stored; a used code is deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return self.code_hash[:8]

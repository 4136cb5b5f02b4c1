"""A passkey in software: the responses of a browser and its device to the options of a page (WebAuthn)."""

import json
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

F = AuthenticatorData.FLAG


class SoftPasskey:
    """A passkey for one host. `verifies` says whether the user is verified by a fingerprint or a PIN."""

    def __init__(self, credential_id=b"soft", origin="http://localhost", verifies=True):
        self.id, self.origin, self.verifies = credential_id, origin, verifies
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def credential(self):
        """Return the bytes that a site stores of the passkey."""
        return AttestedCredentialData.create(Aaguid.NONE, self.id, ES256.from_cryptography_key(self.key.public_key()))

    def make(self, options):
        """Return the response to the options for a new passkey, as JSON text."""
        data = self._data(options["rp"]["id"], F.AT, self.credential)
        made = AttestationObject.create("none", data, {})
        return self._answer({"attestationObject": websafe_encode(made)}, "webauthn.create", options["challenge"])

    def use(self, options):
        """Return the response to the options for a login, as JSON text."""
        data = self._data(options["rpId"], F(0), None)
        client = self._client_data("webauthn.get", options["challenge"])
        signature = self.key.sign(bytes(data) + sha256(client).digest(), ec.ECDSA(SHA256()))
        parts = {"authenticatorData": websafe_encode(data), "signature": websafe_encode(signature)}
        return self._answer(parts, "webauthn.get", options["challenge"])

    def _data(self, host, flags, known):
        flags |= F.UP | (F.UV if self.verifies else F(0))
        return AuthenticatorData.create(sha256(host.encode()).digest(), flags, 0, known or b"")

    def _client_data(self, kind, challenge):
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, parts, kind, challenge):
        response = parts | {"clientDataJSON": websafe_encode(self._client_data(kind, challenge))}
        name = websafe_encode(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})

"""Encrypts files with a passphrase: backups of a site, and safety copies of a tournament.

A file begins with a head: MAGIC, 16 bytes of salt for scrypt and 7 bytes of nonce. Pieces of 1 MiB follow, each
encrypted by AES-256-GCM. The nonce of a piece is made of the head's 7 bytes, the piece's number (4 bytes) and whether
it is the last piece (1 byte).
"""

import hashlib
import os
from io import BytesIO
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MAGIC = b"tenbo-encrypted/1\n"
SALT, NONCE, PIECE, TAG = 16, 7, 2**20, 16
COST = 2**15
"""The cost parameter of scrypt, with blocks of 8: each passphrase that is tried takes 32 MB and a tenth of a second."""


class NotDecrypted(Exception):
    """The passphrase is wrong, or the file is damaged. If `began` is true, a part was decrypted: the passphrase is
    right, so the file is damaged."""

    def __init__(self, *, began: bool) -> None:
        super().__init__()
        self.began = began


def is_encrypted(content: bytes) -> bool:
    """Whether these bytes begin as an encrypted file does."""
    return content.startswith(MAGIC)


def encrypted(content: bytes, passphrase: str) -> bytes:
    target = BytesIO()
    encrypt(BytesIO(content), target, passphrase)
    return target.getvalue()


def decrypted(content: bytes, passphrase: str) -> bytes:
    """Return the decrypted bytes. Raises `NotDecrypted`."""
    target = BytesIO()
    decrypt(BytesIO(content), target, passphrase)
    return target.getvalue()


def encrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Encrypt everything in the source, and write it to the target."""
    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    cipher = _cipher(passphrase, salt)
    target.write(MAGIC + salt + nonce)
    piece, number, is_last = source.read(PIECE), 0, False
    while not is_last:
        following = source.read(PIECE)
        is_last = not following
        target.write(cipher.encrypt(_nonce(nonce, number, is_last), piece, MAGIC))
        piece, number = following, number + 1


def decrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Decrypt the source into the target. Raises `NotDecrypted`; the target may then be incomplete."""
    head = source.read(len(MAGIC) + SALT + NONCE)
    if not is_encrypted(head) or len(head) < len(MAGIC) + SALT + NONCE:
        raise NotDecrypted(began=False)
    cipher, nonce = _cipher(passphrase, head[len(MAGIC) : -NONCE]), head[-NONCE:]
    piece, number, is_last = source.read(PIECE + TAG), 0, False
    while not is_last:
        following = source.read(PIECE + TAG)
        is_last = not following
        try:
            target.write(cipher.decrypt(_nonce(nonce, number, is_last), piece, MAGIC))
        except InvalidTag:
            raise NotDecrypted(began=number > 0) from None
        piece, number = following, number + 1


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(hashlib.scrypt(passphrase.encode(), salt=salt, n=COST, r=8, p=1, maxmem=2**26, dklen=32))


def _nonce(nonce: bytes, number: int, is_last: bool) -> bytes:
    return nonce + number.to_bytes(4, "big") + bytes([is_last])

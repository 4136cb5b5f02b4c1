"""An S3-compatible object store, the second place for backups. The package boto3 is imported only if a store is
configured.

A backup is sent in one request, so an interrupted upload leaves nothing in the store.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tournament.operation.generations import moment_of, order_of

PACKAGE = "boto3>=1.44,<2"
MOST_LISTED = 10_000

NOT_PERMITTED = "does not permit this with this key"
NO_STORE = "does not answer like an S3-compatible store: it is down, or TENBO_BACKUP_STORE is wrong"

CODES = {
    "InvalidAccessKeyId": "does not know the key: check AWS_ACCESS_KEY_ID",
    "SignatureDoesNotMatch": "refuses the key: check AWS_SECRET_ACCESS_KEY, and AWS_REGION",
    "ExpiredToken": "says that the key has expired: set another AWS_SESSION_TOKEN",
    "InvalidToken": "refuses the key: check AWS_SESSION_TOKEN",
    "AuthorizationHeaderMalformed": "expects another region: set AWS_REGION to that of the bucket",
    "PermanentRedirect": "says that the bucket is in another place: correct TENBO_BACKUP_STORE and AWS_REGION",
    "RequestTimeTooSkewed": "has another time than this computer: set the clock",
    "NoSuchBucket": "has no such bucket: make it, or correct TENBO_BACKUP_STORE",
    "NoSuchKey": "has no such backup",
    "AccessDenied": NOT_PERMITTED,
    "EntityTooLarge": "takes no file as large as this backup",
    "QuotaExceeded": "is full",
    "XMinioStorageFull": "is full",
    "InsufficientStorage": "is full",
}
"""The meaning of a store's error codes, in words."""

STATUSES = {403: NOT_PERMITTED, 507: "is full"}
"""The meaning of an HTTP status, if the error code is not in `CODES`."""


class StoreProblem(Exception):
    """A request to the store failed; the error's text says why, and contains no key."""


class NotPermitted(StoreProblem):
    """The store accepts the key, but the key does not permit this request."""


class BackupStore:
    """The backups at one address, https://endpoint/bucket/prefix. Every method may raise `StoreProblem`."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host = parts.netloc
        self._bucket, _slash, folder = parts.path.strip("/").partition("/")
        self._prefix = f"{folder}/" if folder else ""
        with self._clear_errors():
            self._client = _client(f"{parts.scheme}://{parts.netloc}")

    def close(self) -> None:
        self._client.close()

    def upload(self, path: Path) -> None:
        with path.open("rb") as file, self._clear_errors():
            self._client.put_object(Bucket=self._bucket, Key=self._prefix + path.name, Body=file)

    def sizes(self) -> dict[str, int]:
        """Return the name and the size in bytes of each backup in the store, the newest first."""
        with self._clear_errors():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket,
                Prefix=f"{self._prefix}tenbo-",
                Delimiter="/",
                PaginationConfig={"MaxItems": MOST_LISTED},
            )
            objects = [entry for page in pages for entry in page.get("Contents", [])]
        sizes = {entry["Key"].removeprefix(self._prefix): entry["Size"] for entry in objects}
        return {name: sizes[name] for name in sorted(sizes, key=order_of, reverse=True) if moment_of(name)}

    def fetch(self, name: str, target: Path) -> None:
        """Write a backup from the store into a new file. Also raises `OSError` for errors of the disk."""
        with target.open("xb") as file, self._clear_errors():
            answer = self._client.get_object(Bucket=self._bucket, Key=self._prefix + name)
            with closing(answer["Body"]) as body:
                for piece in body.iter_chunks(1024 * 1024):
                    file.write(piece)

    def remove(self, name: str) -> None:
        with self._clear_errors():
            self._client.delete_object(Bucket=self._bucket, Key=self._prefix + name)

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Raise `StoreProblem` for every error of the package boto3 during the block."""
        try:
            from botocore.exceptions import BotoCoreError, ClientError
            from botocore.parsers import ResponseParserError
            from urllib3.exceptions import HTTPError
        except ImportError:
            raise StoreProblem(
                f"TENBO_BACKUP_STORE needs the package boto3: pip install '{PACKAGE}', or requirements/store.txt."
            ) from None
        try:
            yield
        except ClientError as error:
            reason = _of_answer(error.response)
            problem = NotPermitted if reason.startswith(NOT_PERMITTED) else StoreProblem
            raise problem(f"{self._host} {reason}.") from error
        except ResponseParserError as error:
            raise StoreProblem(f"{self._host} {NO_STORE}.") from error
        except (BotoCoreError, HTTPError, ValueError) as error:
            raise StoreProblem(_of_connection(error, self._host)) from error


@contextmanager
def opened_store(address: str) -> Iterator[BackupStore]:
    with closing(BackupStore(address)) as store:
        yield store


def _client(endpoint: str) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(
        signature_version="s3v4",
        connect_timeout=10,
        read_timeout=60,
        retries={"mode": "standard", "total_max_attempts": 3},
        # The signature covers the SHA-256 of the body, which every store checks. boto3's additional checksums are
        # refused by some stores that are not Amazon's.
        s3={"addressing_style": "path", "payload_signing_enabled": True},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    return boto3.session.Session().client("s3", endpoint_url=endpoint, region_name=region, config=config)


def _of_answer(answer: dict[str, Any]) -> str:
    error = answer.get("Error", {})
    code = str(error.get("Code", ""))
    status = answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    reason = CODES.get(code) or STATUSES.get(status)
    if reason == NOT_PERMITTED:
        return f"{reason} ({_one_line(code, error.get('Message', ''))})"  # the reason may be a limit of the account
    if reason:
        return reason
    if code == str(status):  # the answer contains no error code
        return NO_STORE
    return f"answers with {status}: {_one_line(code, error.get('Message', ''))}"


def _of_connection(error: Exception, host: str) -> str:
    from botocore import exceptions

    no_key = (exceptions.NoCredentialsError, exceptions.PartialCredentialsError, exceptions.CredentialRetrievalError)
    not_reached = (
        exceptions.EndpointConnectionError,
        exceptions.ConnectTimeoutError,
        exceptions.ProxyConnectionError,
    )
    broken_off = (
        exceptions.ConnectionClosedError,
        exceptions.ReadTimeoutError,
        exceptions.ResponseStreamingError,
        exceptions.IncompleteReadError,
    )
    if isinstance(error, no_key):
        return "There is no key for the store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    if isinstance(error, exceptions.SSLError):
        return f"The certificate of {host} is not trusted; AWS_CA_BUNDLE may name a file of your own authorities."
    if isinstance(error, not_reached):
        return f"{host} cannot be reached."
    if isinstance(error, broken_off):
        return f"The connection to {host} broke off."
    return f"{host} cannot be used: {_one_line(type(error).__name__, error)}."


def _one_line(*parts: Any) -> str:
    """Join the parts to one short line without control characters, because the parts may come from somebody else's
    server."""
    text = " ".join(" ".join(str(part) for part in parts).split())
    return "".join(character for character in text if character.isprintable())[:200].rstrip(" .")

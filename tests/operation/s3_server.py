"""An S3-compatible store on this computer with a few methods. It checks that requests are signed with the right key."""

import hashlib
import hmac
import ssl
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.sax.saxutils import escape

KEY, SECRET = "KEYOFTHIRTEENORPHANS", "secret/of+thirteen/orphans"
PAGE = 2  # so few objects in a page of a list that tests need several pages


class Store(ThreadingHTTPServer):
    """The store's content and faults. `objects` are the bytes by bucket and key. `faults` are what goes wrong: a method
    that is not permitted, "full", "broken upload", "broken download" or "no store"."""

    daemon_threads = True

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        if context:
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.scheme = "https" if context else "http"
        self.bucket = "backups"
        self.objects: dict[str, bytes] = {}
        self.faults: set[str] = set()

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}/{self.bucket}/club"

    def names(self) -> list[str]:
        return sorted(key.removeprefix(f"{self.bucket}/club/") for key in self.objects)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 20
    server: Store

    def log_message(self, *_arguments):
        pass

    def handle_expect_100(self):
        return self.refusal(b"") is None and super().handle_expect_100()

    def answer(self, status, content=b"", **headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def refuse(self, status, code):
        self.close_connection = True
        self.answer(status, f"<Error><Code>{code}</Code><Message>said by {code}</Message></Error>".encode())
        return False

    def refusal(self, content):
        """Send an error response and return False if the request is not permitted; return None if the request is
        valid."""
        if "no store" in self.server.faults:
            self.answer(200, b"<html>Welcome", ETag='"1"')
            return False
        fields = dict(part.strip().split("=", 1) for part in self.headers["Authorization"].split(" ", 1)[1].split(","))
        key, *scope = fields["Credential"].split("/")
        if key != KEY:
            return self.refuse(403, "InvalidAccessKeyId")
        if not hmac.compare_digest(self.signature(fields["SignedHeaders"].split(";"), scope), fields["Signature"]):
            return self.refuse(403, "SignatureDoesNotMatch")
        if content and self.headers["x-amz-content-sha256"] != hashlib.sha256(content).hexdigest():
            return self.refuse(400, "XAmzContentSHA256Mismatch")
        if self.command in self.server.faults:
            return self.refuse(403, "AccessDenied")
        if not unquote(urlsplit(self.path).path).startswith(f"/{self.server.bucket}"):
            return self.refuse(404, "NoSuchBucket")
        return None

    def signature(self, names, scope):
        """Compute the request's Signature Version 4."""
        parts = urlsplit(self.path)
        pairs = sorted((quote(name, "~"), quote(value, "~")) for name, value in parse_qsl(parts.query, True))
        headers = [f"{name}:{' '.join(self.headers[name].split())}\n" for name in names]
        request = [
            self.command, parts.path, "&".join(map("=".join, pairs)), "".join(headers), ";".join(names),
            self.headers["x-amz-content-sha256"],
        ]  # fmt: skip
        digest = hashlib.sha256("\n".join(request).encode()).hexdigest()
        text = "\n".join(["AWS4-HMAC-SHA256", self.headers["x-amz-date"], "/".join(scope), digest])
        key = f"AWS4{SECRET}".encode()
        for part in [*scope, text]:
            key = hmac.digest(key, part.encode(), "sha256")
        return key.hex()

    @property
    def key(self):
        return unquote(urlsplit(self.path).path).strip("/")

    def do_PUT(self):
        if "broken upload" in self.server.faults:
            self.rfile.read(int(self.headers["Content-Length"]) // 2)
            self.close_connection = True
            return
        content = self.rfile.read(int(self.headers["Content-Length"]))
        if self.refusal(content) is not None:
            return
        if "full" in self.server.faults:
            self.refuse(507, "XMinioStorageFull")
            return
        self.server.objects[self.key] = content
        self.answer(200, ETag=f'"{hashlib.md5(content).hexdigest()}"')  # noqa: S324 (S3 does so)

    def do_DELETE(self):
        if self.refusal(b"") is None:
            self.server.objects.pop(self.key, None)
            self.answer(204)

    def do_GET(self):
        if self.refusal(b"") is not None:
            return
        if self.key == self.server.bucket:
            self.list()
        elif self.key not in self.server.objects:
            self.refuse(404, "NoSuchKey")
        elif "broken download" in self.server.faults:
            content = self.server.objects[self.key]
            self.close_connection = True
            self.answer(200, content[: len(content) // 2], **{"Content-Length": str(len(content))})
        else:
            self.answer(200, self.server.objects[self.key])

    def list(self):
        query = dict(parse_qsl(urlsplit(self.path).query))
        prefix, after = f"{self.server.bucket}/{query['prefix']}", query.get("continuation-token", "")
        keys = sorted(key for key in self.server.objects if key.startswith(prefix) and "/" not in key[len(prefix) :])
        rest = [key.removeprefix(f"{self.server.bucket}/") for key in keys if key > after]
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>{len(self.server.objects[f'{self.server.bucket}/{key}'])}</Size>"
            "</Contents>"
            for key in rest[:PAGE]
        )
        end = "<IsTruncated>false</IsTruncated>"
        if len(rest) > PAGE:
            last = f"{self.server.bucket}/{rest[PAGE - 1]}"
            end = f"<IsTruncated>true</IsTruncated><NextContinuationToken>{last}</NextContinuationToken>"
        self.answer(200, f"<ListBucketResult>{entries}{end}</ListBucketResult>".encode())


@contextmanager
def running_store(context: ssl.SSLContext | None = None):
    """Run a store during the block, by https if a TLS context is given."""
    server = Store(context)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def variables(store: Store) -> dict[str, str]:
    """Return the environment of a process that uses the store, without other variables that a developer may have
    set."""
    return {
        "TENBO_BACKUP_STORE": store.address,
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_REGION": "eu-central-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "AWS_SESSION_TOKEN": "",
        "AWS_MAX_ATTEMPTS": "",
        "NO_PROXY": "127.0.0.1",
    }

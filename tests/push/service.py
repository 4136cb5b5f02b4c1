"""A push service on this computer, and browsers that subscribe to it and can decrypt their messages."""

import json
import os
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid.utils import b64urlencode

from tournament.push.endpoints import BrowserKeys


class PushService:
    """A server that answers each POST with `status`, and stores its headers and body by path."""

    def __init__(self) -> None:
        self.status = 201
        self.retry_after = ""
        self.got: list[tuple[str, Any, bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.path, self.headers, body))
                self.send_response(service.status)
                if service.retry_after:
                    self.send_header("Retry-After", service.retry_after)
                if 300 <= service.status < 400:
                    self.send_header("Location", f"{service.origin}/elsewhere")
                self.end_headers()

            def log_message(self, *_about: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@dataclass
class SleepingPhone:
    """A browser with a subscription at this push service."""

    service: PushService
    name: str = "phone"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def browser(self) -> BrowserKeys:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return BrowserKeys(
            endpoint=f"{self.service.origin}/{self.name}", p256dh=b64urlencode(public), auth=b64urlencode(self.secret)
        )

    @property
    def fields(self) -> dict[str, str]:
        """Return the fields that the page sends to subscribe."""
        browser = self.browser
        return {"wish": "on", "endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth}

    @property
    def messages(self) -> list[dict[str, str]]:
        """Return the decrypted messages for this browser, as its service worker gets them."""
        mine = [body for path, _headers, body in self.service.got if path == f"/{self.name}"]
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))
            for body in mine
        ]

    @property
    def titles(self) -> list[str]:
        return [message["title"] for message in self.messages]

"""A mail server for the tests: real SMTP on a free port, with faults on demand."""

import socketserver
import threading
import time
from collections import Counter
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage


class Session(socketserver.StreamRequestHandler):
    """One SMTP connection (RFC 5321), without encryption and login."""

    server: "SmtpServer"

    def handle(self):
        if self.server.is_down:
            return
        self.answer("220 test")
        sender_ok = False
        for line in self.rfile:
            word = line[:4].decode("latin-1").upper()
            if word in ("HELO", "EHLO", "RSET", "NOOP"):
                self.answer("250 ok")
            elif word == "MAIL":
                sender_ok = self.server.begins()
                if not sender_ok:
                    return
                self.answer("250 ok")
            elif word == "RCPT":
                address = line.decode().partition("<")[2].partition(">")[0]
                if address in self.server.slow:
                    self.answer_slowly()
                self.answer(self.server.refusals.get(address, "250 ok"))
            elif word == "DATA":
                self.answer("354 go on")
                if not self.server.take(self.text()):
                    return  # without a response
                time.sleep(self.server.thinks)
                self.answer("250 taken")
            elif word == "QUIT":
                self.answer("221 bye")
                return

    def answer(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def answer_slowly(self):
        with suppress(OSError):  # the client gives up
            for _second in range(10):
                self.wfile.write(b"250-")
                for _tenth in range(10):
                    self.wfile.write(b".")
                    time.sleep(0.1)
                self.answer("")

    def text(self):
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)


class SmtpServer(socketserver.ThreadingTCPServer):
    """A mail server. `mails` are the mails that it has accepted, `refusals` the refusing responses by recipient.
    `slow` are recipients whose response comes byte by byte, for ten seconds.
    `silent` is how many further mails it takes without a response, `thinks` how many seconds it takes to respond to a
    mail that it has stored; `lives` is after how many further mails the server
    goes down, None for never."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Session)
        self.mails: list[EmailMessage] = []
        self.refusals: dict[str, str] = {}
        self.slow: set[str] = set()
        self.silent = 0
        self.thinks = 0
        self.lives = None
        self.is_down = False
        self.changing = threading.Condition()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def begins(self):
        """Whether the server takes another mail. If it is down, the caller drops the connection."""
        with self.changing:
            if self.lives == 0:
                self.is_down = True
            return not self.is_down

    def take(self, content):
        """Store a mail; return whether the client gets a response."""
        with self.changing:
            self.mails.append(message_from_bytes(content, policy=policy.default))
            if self.lives:
                self.lives -= 1
            self.changing.notify_all()
            if self.silent:
                self.silent -= 1
                return False
            return True

    def wait_for(self, mails, timeout=60):
        with self.changing:
            assert self.changing.wait_for(lambda: len(self.mails) >= mails, timeout), f"{len(self.mails)} mails came"

    def received(self):
        """Return how many mails each address has received."""
        return Counter(mail["To"] for mail in self.mails)

    def close(self):
        self.shutdown()
        self.server_close()

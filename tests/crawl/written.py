"""Saves a response as a file: its status, its headers and its body, without values that change from run to run."""

import hashlib
import io
import re
import zipfile
from pathlib import Path
from typing import Any
from zlib import crc32

from tests.pdf import pages_of

LEFT_OUT = {"Content-Length"}
"""Headers that are not saved, because they follow from the body."""

LONGEST = 180
"""The most characters of a file's name."""

STATIC = re.compile(rb"(/static/)(?:[\w.-]+/)+([\w.-]+\.(?:css|js))")
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken&quot;: ?&quot;|"X-CSRFToken": ?")\w+')
NONCE = re.compile(r"'nonce-[^']+'")


def write(folder: Path, address: str, response: Any, *, ending: str = "", unless: bytes | None = None) -> bytes:
    """Save the response in this folder, unless its text equals `unless`. Return the text."""
    text = head_of(response) + body_of(response)
    if text != unless:
        path = folder / name_of(address, ending)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:  # fails if two addresses have the same name
            file.write(text)
    return text


def name_of(address: str, ending: str = "") -> str:
    """Return the name of the file in which the response to this address is saved.

    >>> name_of("/t/spring-open/tables/7/"), name_of("/t/spring-open/log.csv?q=1", ".htmx"), name_of("/")
    ('t-spring-open-tables-7.html', 't-spring-open-log.csv,q=1.htmx.txt', 'index.html')
    """
    path, _, query = address.partition("?")
    name = path.strip("/").replace("/", "-") or "index"
    kind = ".html"
    if "." in path.rpartition("/")[2]:
        name, kind = path.strip("/").replace("/", "-"), ".txt"
    name += f",{query}" if query else ""
    name = re.sub(r"[^\w.,=&+-]", "_", name)
    if len(name) > LONGEST:
        name = f"{name[:LONGEST]}~{crc32(address.encode()):08x}"
    return name + ending + kind


def head_of(response: Any) -> bytes:
    lines = [str(response.status_code)]
    for header, value in sorted(response.items()):
        if header not in LEFT_OUT:
            lines.append(f"{header}: {NONCE.sub('nonce', value)}")
    lines += [f"Set-Cookie: {name}" for name in sorted(response.cookies)]
    return ("\n".join(lines) + "\n\n").encode()


def body_of(response: Any) -> bytes:
    """Return a response's body: without tokens, and without the folders of stylesheets and scripts. Of a workbook and a
    PDF return the text."""
    content: bytes = response.content
    kind = response.get("Content-Type", "")
    if kind == "application/pdf":
        pages = "\n\n".join(pages_of(content))
        return f"{pages}\n\nsha256 {hashlib.sha256(content).hexdigest()}\n".encode()
    if "spreadsheetml" in kind:
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            names = [name for name in book.namelist() if name != "docProps/core.xml"]  # has its time of creation
            return b"".join(f"== {name}\n".encode() + book.read(name) + b"\n" for name in names)
    return TOKEN.sub(rb"\1token", STATIC.sub(rb"\1\2", content))

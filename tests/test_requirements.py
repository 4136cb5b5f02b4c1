"""What is installed is what was locked, wherever it comes from."""

import pytest

from tests.conftest import ROOT

FILES = sorted((ROOT / "requirements").glob("*.txt"))
# Whatever tool someone may try next: these too would be lock files.
LOCKS = [path for name in ("*.lock", "pylock*.toml", "package-lock.json") for path in ROOT.glob(name)]


def test_the_requirement_files_are_there():
    assert [path.name for path in FILES] == [
        *("audit.txt", "dev.txt", "install.txt", "run.txt", "store.txt", "test.txt")
    ]


@pytest.mark.parametrize("path", FILES + LOCKS, ids=lambda path: path.name)
def test_no_lock_file_names_an_address(path):
    assert "://" not in path.read_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_requirement_is_pinned_and_hashed(path):
    entries = path.read_text().replace("\\\n", " ").splitlines()
    requirements = [entry for entry in entries if entry.strip() and not entry.lstrip().startswith("#")]

    assert [entry for entry in requirements if "==" not in entry or "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [("run.txt", "test.txt"), ("store.txt", "test.txt"), ("test.txt", "dev.txt"), ("install.txt", "dev.txt")],
)
def test_the_larger_file_holds_the_smaller(smaller, larger):
    def pins(name):
        text = (ROOT / "requirements" / name).read_text()
        return {line.split()[0] for line in text.splitlines() if "==" in line and not line.lstrip().startswith("#")}

    assert pins(smaller) < pins(larger)

"""How Chromium is started, and which devices it pretends to be."""

import shutil
from typing import Any

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 1,  # a real phone has 3, which without a GPU takes nine times as long
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
}
PATIENCE = 60_000
"""Milliseconds that a test waits for something on a page, even on a busy machine."""


def chromium_path() -> str | None:
    """Return the path of this machine's Chromium; None if there is none."""
    # The headless shell is the same engine without windows, and takes half of the CPU time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)

"""How Chromium is started, and what it is taken for."""

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
        "device_scale_factor": 1,  # a real phone has 3; without a GPU that is nine times the drawing
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
}
PATIENCE = 60_000
"""Milliseconds that a page has for what a test waits for, on a machine that is busy with something else."""


def chromium_path() -> str | None:
    """The Chromium of this machine."""
    # The shell is the same engine without the windows that nobody sees, and takes half of the processor's time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)

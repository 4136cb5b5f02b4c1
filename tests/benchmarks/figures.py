"""A measured figure with the anchor that it is compared with, and its line of JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

Bound = Literal["at most", "at least"]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A measured value, compared with an anchor: a value of the same unit that was measured in the same run.

    `anchor` describes the anchor. `goal` is a bound for the value or for the ratio of both (`goal_of`); None if there
    is no goal. `details` are further values of the same measurement, by name.
    """

    part: str
    figure: str
    value: float
    unit: str
    anchor: str
    anchor_value: float
    goal: float | None = None
    goal_of: Literal["value", "ratio"] = "value"
    bound: Bound = "at most"
    details: dict[str, Any] | None = None

    @property
    def ratio(self) -> float:
        return self.value / self.anchor_value if self.anchor_value else 0.0

    @property
    def held(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        reached = self.value if self.goal_of == "value" else self.ratio
        return reached <= self.goal if self.bound == "at most" else reached >= self.goal

    def line(self) -> dict[str, Any]:
        """Return the figure as data for a line of JSON, with numbers of four significant digits."""
        fields = asdict(self) | {"ratio": self.ratio, "held": self.held}
        return {
            name: _rounded(value) for name, value in fields.items() if value is not None or name in {"goal", "held"}
        }


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


class Collector:
    """Prints the line of each figure as soon as it is measured. In the end `write` writes all lines to the file, if
    there is one."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.lines: list[dict[str, Any]] = []

    def add(self, figures: Iterator[Figure]) -> None:
        for figure in figures:
            self.lines.append(figure.line())
            print(json.dumps(self.lines[-1], ensure_ascii=False), flush=True)

    def write(self, **about: Any) -> None:
        if self.file is not None:
            self.file.write_text(
                json.dumps(about | {"figures": self.lines}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )

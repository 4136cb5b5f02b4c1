"""One measured figure, with what it is compared with in the same run, and its line of JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

Bound = Literal["at most", "at least"]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """`anchor` says what `anchor_value` is, in the unit of `value`. The goal is of the value or of the ratio of both;
    None if nobody set one. `details` are more figures of the same measurement, by name."""

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
        """Whether the goal holds; None without one."""
        if self.goal is None:
            return None
        reached = self.value if self.goal_of == "value" else self.ratio
        return reached <= self.goal if self.bound == "at most" else reached >= self.goal

    def line(self) -> dict[str, Any]:
        """The figure as a line of JSON has it, with numbers of four digits."""
        fields = asdict(self) | {"ratio": self.ratio, "held": self.held}
        return {
            name: _rounded(value) for name, value in fields.items() if value is not None or name in {"goal", "held"}
        }


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


class Collector:
    """Prints each line as soon as it is measured, and writes all of them to the file, if there is one, at the end."""

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

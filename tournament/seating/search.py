"""Steps, not seconds: how far a search has come, and whether somebody has had enough of it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`cost` is of the best so far, in the stage's own units; 0 cannot be bettered."""

    stage: str
    step: int
    steps: int
    cost: int


Watch = Callable[[Progress], bool]
"""Told every few thousand steps; False stops all searching, and the best so far is taken."""


class Search:
    """One watch over all stages of a plan: stopped once, none goes on. The same steps always give the same plan."""

    def __init__(self, watch: Watch | None = None, *, effort: float = 1.0) -> None:
        self.watch = watch
        self.effort = effort
        self.stopped = False

    def steps(self, usual: int) -> int:
        """How many steps a stage may take."""
        return round(usual * self.effort)

    def goes_on(self, stage: str, *, step: int, steps: int, cost: int) -> bool:
        """Whether to take more steps; asks the watch."""
        if not self.stopped and self.watch is not None:
            self.stopped = not self.watch(Progress(stage=stage, step=step, steps=steps, cost=cost))
        return not self.stopped and step < steps

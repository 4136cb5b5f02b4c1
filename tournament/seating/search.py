"""Step counts, progress reports and stopping of searches. Searches are limited by steps, not by time."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress:
    """Progress of a search. `cost` is that of the best result so far, in the stage's own units; 0 is optimal."""

    stage: str
    step: int
    steps: int
    cost: int


Watch = Callable[[SearchProgress], bool]
"""Callback, called every few thousand steps; False stops all searches with the best result so far."""


class Search:
    """The watch over all stages of a plan; once it stops one, the others stop too."""

    def __init__(self, watch: Watch | None = None, *, effort: float = 1.0) -> None:
        self.watch = watch
        self.effort = effort
        self.stopped = False

    def steps(self, usual: int) -> int:
        """Number of steps that a stage may take: the usual number times the effort."""
        return round(usual * self.effort)

    def goes_on(self, stage: str, *, step: int, steps: int, cost: int) -> bool:
        """Report progress to the watch; whether to take more steps."""
        if not self.stopped and self.watch is not None:
            self.stopped = not self.watch(SearchProgress(stage=stage, step=step, steps=steps, cost=cost))
        return not self.stopped and step < steps

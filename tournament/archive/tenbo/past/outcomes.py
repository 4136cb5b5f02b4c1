"""Replays the new log entries about a hanchan's hands, because the hands in a document must follow from its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.game_format import outcome_from_json
from scoring.outcome import Outcome
from scoring.refusal import Refused
from tournament.archive.tenbo.past.kinds import CORRECTED, RECORDED, RESETTLED, UNDONE


def are_logged(before: Sequence[Any], after: Sequence[Any], entries: Iterable[Any]) -> bool:
    """Whether these log entries about a hanchan lead from its hands `before` to its hands `after`. Both are the
    outcomes of the hands."""
    replay = _Replay(hands=_parsed_all(before))
    return all(replay.apply(entry) for entry in entries) and replay.ends_with(_parsed_all(after))


@dataclass(kw_only=True)
class _Replay:
    """The hands of a hanchan after the log entries that were applied. `is_exact` is False after a log entry that
    recalculated the hanchan by other rules: some of the `hands` may be gone, but the entry does not say which."""

    hands: list[Outcome | None]
    is_exact: bool = True

    def apply(self, entry: Any) -> bool:
        """Apply a log entry to the hands; return whether the entry was possible with these hands."""
        kind, data = entry["kind"], entry["data"]
        if kind in RECORDED:
            is_next = data.get("number") == len(self.hands) + 1 or not self.is_exact
            self.hands.append(_parsed(data.get("outcome")))
            return is_next and self.hands[-1] is not None
        if kind in UNDONE:
            undone = _parsed(data.get("outcome"))
            while not self.is_exact and self.hands and self.hands[-1] != undone:
                self.hands.pop()  # the other rules had removed it
            return bool(self.hands) and self.hands.pop() == undone
        if kind in RESETTLED:
            self.is_exact = False
        elif kind in CORRECTED:
            fits = self.ends_with(_parsed_all(data.get("before")))
            self.hands, self.is_exact = _parsed_all(data.get("after")), True
            return fits and None not in self.hands
        return True

    def ends_with(self, hands: list[Outcome | None]) -> bool:
        if self.is_exact:
            return self.hands == hands
        left = iter(self.hands)
        return all(hand in left for hand in hands)


def _parsed_all(outcomes: Any) -> list[Outcome | None]:
    return [_parsed(outcome) for outcome in outcomes] if isinstance(outcomes, list) else [None]


def _parsed(outcome: Any) -> Outcome | None:
    """Return an outcome as the rules parse it; None if the value is no outcome. Parsed outcomes are compared, because
    an older Tenbo may have written an equal outcome differently."""
    try:
        return outcome_from_json(outcome)
    except Refused:
        return None

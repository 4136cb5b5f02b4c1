"""A correction in progress. The query string carries the correction from page to page; nothing is stored before a POST
accepts it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.outcome import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Win,
)
from tournament.core.forms.facts import LineField
from tournament.core.text import whole_number
from tournament.models import Hanchan
from tournament.table.claim import Claim
from tournament.table.correction import CorrectionPlan
from tournament.table.edits import (
    Edits,
    Insert,
    Remove,
    Replace,
    Seen,
    UnreadableEdits,
    add_edit,
    edits_from_text,
    edits_to_text,
)
from tournament.table.entry import HandEntry
from tournament.table.touched import TOUCHED, touched_in

Pairs = list[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Move:
    """Hand `number` moves to the hanchan with the id `to`, whose revision was `revision` when the form was rendered."""

    number: int
    to: int
    revision: int


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A correction in progress.

    `revision` is the hanchan's revision when the correction was begun. If `move` is set, one hand goes to another
    table. `touched` is the partly entered hand of the table's screen, as a query string (see `table.touched`).
    """

    revision: int
    edits: Edits = ()
    move: Move | None = None
    touched: str = ""

    @classmethod
    def read(cls, query: QueryDict, hanchan: Hanchan) -> "Draft":
        """Return the correction in the query string of a page; a new correction if the query string has none. Raises
        `UnreadableEdits`."""
        if "revision" not in query:
            return cls(revision=hanchan.revision, touched=touched_in(query))
        move = Move(number=_number(query, "hand"), to=_number(query, "to"), revision=_number(query, "to_revision"))
        return cls(
            revision=_number(query, "revision"),
            edits=edits_from_text(query.get("edits", "")),
            move=move if "to" in query else None,
            touched=touched_in(query),
        )

    @property
    def fields(self) -> Pairs:
        """Return the correction as hidden fields."""
        pairs = [("revision", str(self.revision)), ("edits", edits_to_text(self.edits) if self.edits else "")]
        if self.move:
            move = self.move
            pairs += [("hand", str(move.number)), ("to", str(move.to)), ("to_revision", str(move.revision))]
        if self.touched:
            pairs.append((TOUCHED, self.touched))
        return pairs

    def decided(self, plan: CorrectionPlan, query: QueryDict) -> Edits:
        """Return the edits after the pressed button, which keeps, removes or restores one hand of the plan. Raises
        `UnreadableEdits`."""
        if query.get("keep") == "all":
            return plan.keep_all()
        if "keep" in query:
            return plan.keep(_number(query, "keep"))
        if "remove" in query:
            return plan.remove(_number(query, "remove"))
        if "restore" in query:
            return plan.restore(_number(query, "restore"))
        return self.edits


@dataclass(frozen=True, kw_only=True)
class Target:
    """The hand that is to be entered, given by `number`. `name` says what the number means: a recorded hand to replace,
    a hand before which to insert a forgotten hand, or the position of an edit to change."""

    name: str  # "replace", "insert" or "edit"
    number: int

    @classmethod
    def read(cls, query: QueryDict) -> "Target":
        """Return the hand that the query names. Raises `UnreadableEdits` if it names no hand."""
        for name in ("replace", "insert", "edit"):
            if name in query:
                return cls(name=name, number=_number(query, name))
        raise UnreadableEdits("no hand")

    @property
    def at(self) -> dict[str, int]:
        """Return the keyword arguments by which `CorrectionPlan.until` finds this hand: its edit or its number."""
        return {"edit": self.number} if self.name == "edit" else {"number": self.number}

    def outcome(self, edits: Edits, outcomes: Sequence[Outcome]) -> Outcome | None:
        """Return the present outcome of the hand; None for a hand that is to be inserted."""
        if self.name == "edit" and self.number < len(edits):
            edit = edits[self.number]
            return edit.outcome if isinstance(edit, Insert | Replace) else None
        return outcomes[self.number - 1] if self.name == "replace" and 1 <= self.number <= len(outcomes) else None

    def edited(self, edits: Edits, outcome: Outcome, seen: Seen) -> Edits:
        """Return the edits that give the hand this outcome."""
        if self.name == "insert":
            return add_edit(edits, Insert(self.number, outcome, seen))
        if self.name == "replace":
            return add_edit(edits, Replace(self.number, outcome, seen))
        edit = edits[self.number]
        kind = Insert if isinstance(edit, Insert) else Replace
        return (*edits[: self.number], kind(edit.number, outcome, seen), *edits[self.number + 1 :])


def entry_of(outcome: Outcome | None) -> HandEntry:
    """Return the fields of the hand entry form that give this outcome; an empty entry for None."""
    match outcome:
        case None:
            return HandEntry()
        case Ron(discarder=discarder, wins=wins, riichi=riichi):
            return HandEntry(claims=tuple(map(_claim, wins)), discarder=discarder, declared=riichi)
        case Tsumo(win=win, riichi=riichi):
            return HandEntry(claims=(_claim(win),), self_draw=True, declared=riichi)
        case ExhaustiveDraw(tenpai=tenpai, dead_hands=dead, riichi=riichi):
            return HandEntry(mode="draw", tenpai=tenpai, dead=dead & riichi, declared=riichi)
        case NagashiMangan(winners=winners, tenpai=tenpai, riichi=riichi):
            return HandEntry(mode="nagashi-tenpai", nagashi=winners, tenpai=tenpai, declared=riichi)
        case AbortiveDraw(reason=reason, riichi=riichi):
            return HandEntry(mode="abort", reason=reason, declared=riichi)
        case Chombo(offenders=offenders, riichi=riichi):
            return HandEntry(mode="chombo", offenders=offenders, declared=riichi)
        case Redeal(riichi=riichi):
            return HandEntry(mode="redeal", declared=riichi)
        case _:
            assert_never(outcome)


def _claim(win: Win) -> Claim:
    return Claim(winner=win.winner, value=win.value, liable=win.liable, yaku=win.yaku)


def removal(number: int) -> Edits:
    """Return the edits that remove one hand."""
    return (Remove(number),)


def _number(query: QueryDict, name: str) -> int:
    number = whole_number(query.get(name, "0"))
    if number is None:
        raise UnreadableEdits(f"{name} is no number")
    return number


class AcceptForm(forms.Form):
    """The reason for a correction, with an idempotency key."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    reason = LineField(label=_("Reason"), max_length=300)

    @classmethod
    def new(cls, *, needs_reason: bool) -> "AcceptForm":
        return cls(initial={"key": uuid4()}, needs_reason=needs_reason)

    def __init__(self, *args: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reason = self.fields["reason"]
        reason.required = needs_reason
        reason.widget.attrs["list"] = "reasons"
        if not needs_reason:
            reason.label = _("Reason (optional)")

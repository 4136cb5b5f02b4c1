"""Call a referee to a table, and withdraw, take or answer the call."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import actor_of, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.models import Call, Table, Tournament, Visitor


class CallClosed(NotDone):
    """Another referee answered the call, or the table withdrew it."""

    message = _("Someone closed or cancelled this call for a referee meanwhile. Nothing was saved.")


def call_referee(*, table_id: int, word: str, by: Visitor) -> Call:
    """Call a referee to this table. If the table has an open call already, nothing changes."""
    table = Table.objects.get(pk=table_id)
    with locked_tournament(table.tournament_id) as tournament:
        open_call = table.calls.filter(closed_by=None).first()
        if open_call is not None:
            return open_call
        round_ = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
        actor = actor_of(by, table=table)
        entry = log(tournament, "call.made", by=by, actor=actor, table=table.number, round=round_)
        return table.calls.create(round=round_, word=word, called_by=entry)


def withdraw_call(*, table_id: int, by: Visitor) -> None:
    """Withdraw the table's open call. If there is none, nothing changes."""
    table = Table.objects.get(pk=table_id)
    with locked_tournament(table.tournament_id) as tournament:
        call = table.calls.filter(closed_by=None).first()
        if call is None:
            return
        actor = actor_of(by, table=table)
        call.closed_by = log(tournament, "call.withdrawn", by=by, actor=actor, table=table.number, round=call.round)
        call.save(update_fields=["closed_by"])


def take_call(*, call_id: int, by: Visitor) -> None:
    """Mark the call as taken, so that the table sees that a referee is on the way. If another referee has taken it
    already, nothing changes.

    For referees: the view checks the permission. Raises `CallClosed`.
    """
    with locked_tournament(_tournament(call_id)) as tournament:
        call = _open(call_id)
        if call.taken_by_id:
            return
        call.taken_by = log(tournament, "call.taken", by=by, table=call.table.number, round=call.round)
        call.save(update_fields=["taken_by"])


def answer_call(*, call_id: int, situation: str, decision: str, rule: str, by: Visitor) -> None:
    """Close a call with the referee's ruling: the situation, the decision and the rule. Each of these may be empty. For
    referees: the view checks the permission.

    If the call already has the same answer, nothing changes. Raises `CallClosed`.
    """
    with locked_tournament(_tournament(call_id)) as tournament:
        ruling: dict[str, Any] = {"situation": situation, "decision": decision, "rule": rule}
        if Call.objects.filter(pk=call_id, was_answered=True, **ruling).exists():
            return
        call = _open(call_id)
        call.closed_by = log(tournament, "call.answered", by=by, table=call.table.number, round=call.round)
        call.was_answered = True
        call.situation, call.decision, call.rule = situation, decision, rule
        call.save(update_fields=["closed_by", "was_answered", *ruling])


def _tournament(call_id: int) -> int:
    return Tournament.objects.get(tables__calls=call_id).pk


def _open(call_id: int) -> Call:
    call = Call.objects.select_related("table").get(pk=call_id)
    if call.closed_by_id:
        raise CallClosed
    return call

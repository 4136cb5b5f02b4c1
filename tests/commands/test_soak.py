"""Many small rehearsals: a sample of them, and what is reported of those that fail."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournament.management.commands import soak
from tournament.models import Tournament
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.rehearsal.wanted import Wanted


@pytest.mark.slow
@pytest.mark.django_db
def test_a_sample_of_small_events_ends_well_and_leaves_nothing():
    (line,) = soak.play_all(range(5, 6))

    assert (line["wrong"], line["message"]) == ("", "")
    assert line["counts"]["sheets"] >= 2
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_a_failed_event_is_reported_and_the_next_is_played(monkeypatch):
    wrong = iter([Stuck("no way on"), RuntimeError("a mistake"), CommandError("2 differences")])

    def play_event(*_):
        raise next(wrong)

    monkeypatch.setattr(soak, "play_event", play_event)

    lines = list(soak.play_all(range(3)))

    assert [line["wrong"] for line in lines] == ["stuck", "exception", "verify"]
    assert "no way on" in lines[0]["message"]
    assert "RuntimeError: a mistake" in lines[1]["message"]


def output_of(monkeypatch, *lines, times):
    monkeypatch.setattr(soak, "_in_processes", lambda seeds, jobs: iter(lines))
    output = StringIO()
    try:
        call_command("soak", times=times, seed=7, stdout=output)
    except CommandError as error:
        return f"{output.getvalue()}{error}"
    return output.getvalue()


def line(seed, wrong="", **counts):
    return {"seed": seed, "wrong": wrong, "message": "why", "counts": {"played": not wrong, "cpu": 3000} | counts}


def test_the_last_line_sums_up(monkeypatch):
    output = output_of(monkeypatch, line(7, hands=5, CHOMBO=1), line(8, hands=6, CHOMBO=2), times=2)

    assert f"3 × {Mishap.CHOMBO}" in output
    assert "2 events, 11 hands" in output
    assert "exceptions 0, stuck 0, verify clean, sums right; 3.0 s of CPU each" in output


def test_a_failed_seed_is_reported_with_how_to_repeat_it(monkeypatch):
    output = output_of(monkeypatch, line(7), line(8, "stuck"), times=2)

    assert "Seed 8: why" in output
    assert "manage.py soak --times 1 --seed 8" in output
    assert "stuck 1" in output


def test_a_dead_process_and_a_missing_mishap_are_reported(monkeypatch):
    assert "ended before its last event" in output_of(monkeypatch, line(7), times=2)
    assert "TIE_AT_LINE" in output_of(monkeypatch, *(line(seed) for seed in range(7, 107)), times=100)


def test_sizes_and_rules_follow_from_the_seed():
    wanted = [Wanted.drawn(seed) for seed in range(40)]

    assert wanted == [Wanted.drawn(seed) for seed in range(40)]
    assert {event.rounds for event in wanted} == {1, 2, 3, 4}
    assert len({event.ruleset for event in wanted}) > 4

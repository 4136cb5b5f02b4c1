"""A mirror that cannot be sent fails alone: the mirrors of other tournaments go on."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.utils import timezone

from tests.archive.laptops import away_at_the_hall, file_for_laptop, mirror_of, send_mirrors
from tests.factories import UserFactory, visitor
from tournament.archive.actions.take_over import take_over
from tournament.archive.delivery import MirrorAnswer, deliver
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over
from tournament.archive.tenbo.values import BadDocument
from tournament.models import Mirror

pytestmark = pytest.mark.django_db

PATH = "/t/x/laptop/mirror/"
BAD = [
    {"key": "a\nb"},
    {"key": "Жkey"},
    {"address": f"https://{'a' * 64}.org{PATH}"},
    {"address": f"https://a..org{PATH}"},
    {"address": f"https://[::1%25a]{PATH}"},
]


@pytest.fixture
def other(laptop):
    """The laptop's tournament of another account, whose mirror is due before that of `laptop`."""
    by = visitor(UserFactory())
    other = take_over(file=file_for_laptop(away_at_the_hall(by, "other")), key=uuid4(), by=by)
    for tournament, seconds in ((other, 2), (laptop, 1)):
        due = timezone.now() - timedelta(seconds=seconds)
        Mirror.objects.filter(hand_over__tournament=tournament).update(next_try_at=due)
    return other


def delivery(laptop, other):
    """What sends the mirror of `other`, and answers that of `laptop`."""
    key = mirror_of(laptop).key
    return lambda request: MirrorAnswer(200) if request.key == key else other(request)


@pytest.mark.parametrize("bad", BAD)
def test_a_stored_mirror_that_cannot_be_asked_stops_no_other(laptop, other, bad, caplog):
    Mirror.objects.filter(hand_over__tournament=other).update(**bad)

    assert send_mirrors(delivery(laptop, deliver)) == 2

    assert mirror_of(laptop).sent_at
    failed = mirror_of(other)
    assert (failed.problem, failed.failures) == (Mirror.Problem.REFUSED, 1)
    assert failed.next_try_at < timezone.now() + timedelta(seconds=11)
    assert not caplog.records  # not at every try


def test_an_unexpected_error_stops_no_other(laptop, other, caplog):
    def break_down(_request):
        raise RuntimeError("a bug")

    assert send_mirrors(delivery(laptop, break_down)) == 2

    assert mirror_of(laptop).sent_at
    assert mirror_of(other).problem == Mirror.Problem.REFUSED
    [record] = caplog.records
    assert isinstance(record.exc_info[1], RuntimeError)


def test_an_outage_of_the_database_leaves_the_others_due(laptop, other):
    def break_down(_request):
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        send_mirrors(delivery(laptop, break_down))

    assert mirror_of(laptop).next_try_at < timezone.now() < mirror_of(other).next_try_at
    assert send_mirrors(delivery(laptop, break_down)) == 1


def test_a_mirror_switched_off_while_another_is_sent_is_not_sent(laptop, other):
    def switch_off(_request):
        Mirror.objects.filter(hand_over__tournament=laptop).update(is_on=False)
        return MirrorAnswer(200)

    assert send_mirrors(switch_off) == 1


@pytest.mark.parametrize("bad", [*BAD, {"address": "nowhere"}, {"address": "https://x.org:99999/"}, {"key": ""}])
def test_a_file_with_such_a_mirror_is_refused(home, bad):
    file = json.loads(json.dumps(file_for_laptop(home)))
    file["mirror"] |= bad

    with pytest.raises(BadDocument) as refused:
        checked_hand_over(file, TO_LAPTOP)

    assert refused.value.where == f"mirror.{next(iter(bad))}"


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "[2001:db8::5]", "tenbo.exämple.org", "localhost:8000"])
def test_a_file_of_a_site_to_which_nothing_is_sent_is_read(home, host):
    file = json.loads(json.dumps(file_for_laptop(home)))
    file["mirror"]["address"] = f"http://{host}{PATH}"

    assert checked_hand_over(file, TO_LAPTOP)["mirror"]["address"].endswith(PATH)


@pytest.mark.parametrize("slug", ["a b", "jaro\n", "ž", ""])
def test_a_file_with_a_slug_that_no_address_has_is_refused(home, slug):
    file = json.loads(json.dumps(file_for_laptop(home))) | {"slug": slug}

    with pytest.raises(BadDocument) as refused:
        checked_hand_over(file, TO_LAPTOP)

    assert refused.value.where == "slug"

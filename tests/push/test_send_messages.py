"""A message is tried again until it is too late, and a phone whose subscription ended gets none."""

import pytest
from django.db.models import F

from tests.factories import UserFactory, visitor
from tests.push.conftest import look_and_send, start
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.models import Membership, PushMessage, PushSubscription, Role, Tournament
from tournament.models.round import new_nonce
from tournament.people.actions.remove_person import remove_person
from tournament.push import keys
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.write_messages import write_messages

pytestmark = pytest.mark.django_db


def test_what_became_private_or_untrue_after_it_was_written_is_not_sent(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    Tournament.objects.update(is_public=False, version=F("version") + 1)

    send_messages(lambda requests: pytest.fail(str(list(requests))) if list(requests) else [])

    assert phone.messages == []
    assert [message.result for message in PushMessage.objects.all()] == ["outdated"]


def test_a_phone_is_asked_no_more_once_its_push_service_has_forgotten_it(event, phone_of, clock, service):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    service.status = 410

    look_and_send()

    assert len(service.got) == 1
    assert PushSubscription.objects.count() == PushMessage.objects.count() == 0


@pytest.mark.slow
def test_a_busy_service_is_tried_again_until_it_is_too_late(event, phone_of, clock, service):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    service.status = 503
    look_and_send()
    look_and_send()
    assert len(service.got) == 1

    clock.go_on(seconds=5)
    service.status, service.retry_after = 429, "300"
    look_and_send()
    clock.go_on(seconds=299)
    look_and_send()
    assert len(service.got) == 2
    clock.go_on(seconds=1)
    service.status = 201
    look_and_send()

    assert phone.titles == ["Your table: 1, East"] * 3
    message = PushMessage.objects.get()
    assert (message.attempts, message.result) == (3, "sent 201")
    clock.go_on(hours=1)
    look_and_send()
    assert len(service.got) == 3


def test_a_message_that_comes_too_late_is_given_up(event, phone_of, clock, service):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    clock.go_on(minutes=31)

    look_and_send()

    assert service.got == []
    assert PushMessage.objects.get().done_at is not None


def test_a_changed_link_or_key_ends_a_subscription(event, phone_of, clock, service, monkeypatch):
    tournament, entries = event
    phone_of(entries[0])
    entries[0].link_nonce = new_nonce()
    entries[0].save()
    phone_of(entries[1], name="other")
    monkeypatch.setattr("tournament.push.actions.write_messages.server_key", lambda: "another")
    assert keys.server_key() != "another"
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])

    look_and_send()

    assert service.got == []


def test_a_removed_person_and_an_archived_tournament_leave_no_phone(event, phone_of):
    tournament, entries = event
    phone_of(entries[0])
    phone_of(entries[1], name="other")
    tournament.memberships.all().delete()

    remove_person(player_id=entries[0].player_id, by=visitor(UserFactory(is_staff=True)))
    assert [subscription.entry for subscription in PushSubscription.objects.all()] == [entries[1]]
    owner = UserFactory()
    Membership.objects.create(tournament=tournament, user=owner, role=Role.OWNER)
    archive_tournament(tournament_id=tournament.pk, by=visitor(owner))

    assert PushSubscription.objects.count() == 0

"""Two browsers of one account that change passkeys and recovery codes at the same moment."""

from functools import partial

import pytest
from django.utils import timezone

from tests.concurrency.conftest import both_at_once
from tests.factories import UserFactory
from tournament.models import Passkey, RecoveryCode
from tournament.site.actions.passkeys import CODES, need_passkey, new_recovery_codes, remove_passkey

pytestmark = pytest.mark.database


@pytest.fixture
def ada(transactional_db):
    """An account that needs a passkey to log in."""
    return UserFactory(needs_passkey=True)


def add(user, name):
    return Passkey.objects.create(user=user, name=name, credential_id=name, credential=b"", added_at=timezone.now())


def test_after_both_passkeys_are_removed_none_is_needed(ada):
    passkeys = [add(ada, "phone"), add(ada, "laptop")]

    both_at_once(*(partial(remove_passkey, user=ada, passkey_id=passkey.pk) for passkey in passkeys))

    ada.refresh_from_db()
    assert not Passkey.objects.exists()
    assert not ada.needs_passkey


def test_a_passkey_is_not_needed_once_the_last_one_is_removed(ada):
    remove = partial(remove_passkey, user=ada, passkey_id=add(ada, "phone").pk)

    both_at_once(remove, partial(need_passkey, user=ada, is_needed=True))

    ada.refresh_from_db()
    assert not ada.needs_passkey


def test_of_new_codes_made_twice_only_the_later_ones_are_valid(ada):
    new_recovery_codes(user=ada)

    both_at_once(partial(new_recovery_codes, user=ada), partial(new_recovery_codes, user=ada))

    assert RecoveryCode.objects.filter(user=ada).count() == CODES

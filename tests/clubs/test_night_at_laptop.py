"""A club night comes back from a laptop whose file lacks what its owner could not read."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.archive.laptops import SITE, Network, go_on, mirror_of
from tests.archive.test_hand_over import returned
from tests.clubs.nights import night_of
from tests.factories import PlayerFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over
from tournament.clubs.actions.edit_club import invitation_to, join_club
from tournament.core.queries.contacts import hidden_contacts
from tournament.models import Membership, Player, Role
from tournament.people.actions.check_in import check_in, check_in_regular
from tournament.site.actions.team import remove_member

pytestmark = pytest.mark.django_db

SECRETS = {"legal_name": "Dora Amtlich", "ara_number": "4711"}


@pytest.fixture
def file_of(organizer):
    """A function that downloads the laptop's file of a night."""

    def download(night):
        file = hand_over_file(
            night,
            hand_overs_of(night).in_file,
            place="tenbo.example.org",
            hidden=hidden_contacts(night, visitor(organizer)),
            mirror_address=f"{SITE}{reverse('mirror', args=[night.slug])}",
        )
        return checked_hand_over(json.loads(file), TO_LAPTOP)

    return download


@pytest.mark.parametrize("way", ["mirror", "return"])
@pytest.mark.parametrize("outsider", ["nobody", "stays", "leaves", "joins the club"])
def test_a_night_with_an_owner_from_outside_comes_back(club, organizer, way, outsider, file_of):
    """The home of the club's people counts as none while the night has such an owner, so their numbers are not in the
    laptop's file. Meanwhile the owner may have gone, or may belong to the club."""
    by, night = visitor(organizer), night_of(club, owner=organizer)
    dora = PlayerFactory(name="Dora Later", home_club=club, **SECRETS)
    club.people.add(dora)
    check_in_regular(tournament_id=night.pk, player_id=dora.pk, by=by)
    if outsider != "nobody":
        member = Membership.objects.create(tournament=night, user=UserFactory(), role=Role.OWNER)
    take_to_laptop(tournament_id=night.pk, place="the hall", by=by)
    night.refresh_from_db()
    laptop = take_over(file=file_of(night), key=uuid4(), by=by)
    assert (SECRETS["legal_name"] in str(laptop.entries.get().player.legal_name)) is (outsider == "nobody")
    if outsider == "leaves":
        remove_member(tournament_id=night.pk, member_id=member.pk, by=visitor(member.user))
        take_over(file=file_of(night), key=uuid4(), by=by)  # the laptop gets the new key
    elif outsider == "joins the club":
        join_club(token=invitation_to(club), by=visitor(member.user))
    check_in(tournament_id=laptop.pk, entry_id=laptop.entries.get().pk, is_here=False, by=by)

    if way == "mirror":
        assert go_on(Network()) == 1
        assert mirror_of(laptop).problem == ""
    else:
        brought = bring_back(tournament_id=night.pk, file=returned(laptop, by), by=by)
        assert (brought.rewritten, brought.separate_copy) == (None, None)

    assert night.entries.get().checked_in_at is None
    assert Player.objects.filter(pk=dora.pk).values(*SECRETS).get() == SECRETS

"""The part of an address that stands for a name."""

import pytest

from tests.factories import TournamentFactory
from tournament.core.actions.slugs import free_slug
from tournament.models import Tournament


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("taken", "free"),
    [([], "cup"), (["cup-2", "cup-final"], "cup"), (["cup"], "cup-2"), (["cup", "cup-2", "cup-4"], "cup-3")],
)
def test_the_first_free_number_takes_one_query(django_assert_num_queries, taken, free):
    for slug in taken:
        TournamentFactory(slug=slug)

    with django_assert_num_queries(1):
        assert free_slug("cup", Tournament.objects.all(), is_public=True) == free

"""Whatever happens to people on the site and on the laptop, a day's hands come back, and who was removed is gone."""

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from tests.archive.laptops import go_on, mirror_of
from tests.archive.test_hand_over import returned
from tests.archive.while_away.people import is_clean
from tests.archive.while_away.random_days import ON_LAPTOP, ON_SITE, new_day
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.tenbo.document import envelope
from tournament.core.errors import NotDone

pytestmark = [pytest.mark.django_db, pytest.mark.soak]

STEPS = 24
DAYS = 15
"""Days of one part."""


def happens(day, what):
    """Do this, unless somebody may not do it or it is not possible; return whether it was done."""
    try:
        with transaction.atomic():
            what(day)
    except (NotDone, ObjectDoesNotExist):
        return False
    return True


@pytest.mark.parametrize("part", range(10))
def test_every_day_comes_back(part):
    done = set()
    for seed in range(DAYS * part, DAYS * (part + 1)):
        day = new_day(seed)
        story = []
        for _step in range(STEPS):
            if day.chance.random() < 0.2:
                go_on(day.network)
                assert mirror_of(day.laptop).failures == 0, (seed, story)
                continue
            what = day.chance.choice(ON_SITE if day.chance.random() < 0.5 else ON_LAPTOP)
            if happens(day, what):
                story.append(what.__name__)

        back = bring_back(tournament_id=day.home.pk, file=returned(day.laptop, day.crew), by=day.owner)

        assert (back.separate_copy, back.rewritten) == (None, None), (seed, story)
        assert is_clean(day.home), (seed, story)
        text = str(envelope(day.home))
        assert [name for name in day.removed if name in text] == [], (seed, story)
        done.update(story)
    assert len(done) > 15, done

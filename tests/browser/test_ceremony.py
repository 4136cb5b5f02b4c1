"""The ceremony is led with the keys of slides."""

import pytest
from django.urls import reverse

from tests.factories import UserFactory, play, sign
from tests.standings.results import MANGAN, show, tournament_with

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NEXT = "#ceremony-next >> text="


def test_space_and_arrows_lead_it_and_no_key_ends_it(device, log_in):
    owner = UserFactory()
    tournament, _entries, hanchans = tournament_with(list("ABCDEFGH"), owner=owner)
    show(tournament, players="held", hall="held", everyone="held")
    for number, hanchan in enumerate(hanchans):
        play(hanchan, *[MANGAN] * (number + 1))
        sign(hanchan)
    laptop = device("laptop")
    log_in(laptop, owner)
    laptop.goto(reverse("ceremony", args=[tournament.slug]))
    laptop.wait_for_load_state()

    laptop.wait_for_selector(f"{NEXT}Begin: third, second, winner")
    laptop.keyboard.press("ArrowRight")
    laptop.wait_for_selector(f"{NEXT}Reveal place 3")
    laptop.keyboard.press(" ")
    laptop.wait_for_selector(f"{NEXT}Reveal place 2")
    laptop.keyboard.press("ArrowLeft")
    laptop.wait_for_selector(f"{NEXT}Reveal place 3")
    laptop.click("#ceremony-next")
    laptop.wait_for_selector(f"{NEXT}Reveal place 2")
    laptop.click("#ceremony-take-back")
    laptop.wait_for_selector(f"{NEXT}Reveal place 3")
    for following in ("Reveal place 2", "Reveal the winner"):
        laptop.keyboard.press(" ")
        laptop.wait_for_selector(f"{NEXT}{following}")
    laptop.keyboard.press("PageDown")
    laptop.wait_for_selector("text=Every place is revealed.")

    laptop.keyboard.press(" ")
    laptop.keyboard.press("ArrowLeft")  # answered after the press before it

    laptop.wait_for_selector(f"{NEXT}Reveal the winner")
    assert tournament.log.filter(kind="ceremony.ended").count() == 0

"""A hand of tiles laid by touch on a phone: how many touches it takes, and that every touch answers."""

import pytest

pytestmark = pytest.mark.slow

# A hand of a real game: riichi, self-draw, one dora indicator. The winning tile is laid last.
CONCEALED = ["2m", "3m", "4m", "5m", "6m", "7m", "7p", "8p", "9p", "1s", "1s", "6s", "7s", "8s"]
ALLOWED = 18


class Layer:
    """Fingers on the keyboard of tiles, counted."""

    def __init__(self, page, *, javascript=True):
        self.page, self.javascript, self.touches = page, javascript, 0

    def touch(self, *touches):
        for touch in touches:
            self.touches += 1
            button = f'button[value="{touch}"]'
            if self.javascript:
                self.page.eval_on_selector("#count-screen", "screen => screen.dataset.answered = 'not yet'")
                self.page.tap(button)
                self.page.wait_for_selector("#count-screen:not([data-answered])")
            else:
                with self.page.expect_navigation():
                    self.page.tap(button)


def test_a_real_hand_is_counted_in_few_touches(device):
    phone = device("phone")
    phone.goto("/count/")
    layer = Layer(phone)

    layer.touch(*[f"tile:{tile}" for tile in CONCEALED], "flag:riichi", "win:tsumo", "laying:dora", "tile:3s")

    assert layer.touches == ALLOWED
    assert phone.text_content("#worth-title").split() == ["3", "han", "20", "fu"]
    assert "East pays 1,300, the other two 700 each." in phone.text_content(".worth-points")


def test_without_javascript_every_touch_answers_too(device):
    phone = device("phone", javascript=False)
    phone.goto(f"/count/?tiles={''.join(CONCEALED[:12])}")
    layer = Layer(phone, javascript=False)

    layer.touch("tile:7s", "tile:8s", "flag:riichi", "win:tsumo", "laying:dora", "tile:3s")

    assert phone.text_content("#worth-title").split() == ["3", "han", "20", "fu"]


def test_an_open_hand_takes_fewer_and_the_keyboard_stays_under_the_finger(device):
    phone = device("phone", width=320)
    phone.goto("/count/")
    layer = Layer(phone)
    tops = set()
    for touch in ("tile:2z", "tile:2z", "tile:6s", "tile:7s", "tile:8s", "tile:3m"):
        layer.touch(touch)
        tops.add(phone.locator(".keys").bounding_box()["y"])

    assert len(tops) == 1
    layer.touch("laying:pon", "tile:5z", "laying:chi", "tile:3p", "tile:4m", "tile:5m")

    assert layer.touches == 12
    assert phone.text_content("#worth-title").split() == ["1", "han", "30", "fu"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320

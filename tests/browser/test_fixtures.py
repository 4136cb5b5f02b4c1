"""The fixtures of this folder do what they promise: a browser test that cannot fail proves nothing."""

import pytest
from django.contrib.sessions.models import Session


def test_a_phone_is_a_phone(phone):
    phone.goto("/healthz")

    assert phone.text_content("body").strip() == "ok"
    assert phone.evaluate("[screen.width, screen.height, navigator.maxTouchPoints > 0]") == [390, 844, True]


def test_a_device_can_be_another_width_without_javascript(device):
    page = device("phone", javascript=False, width=320)
    page.goto("/healthz")

    assert page.viewport_size == {"width": 320, "height": 844}


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('the tray is empty')", "console error: the tray is empty"),
        ("setTimeout(() => { throw new Error('no such seat') })", "script error: no such seat"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))", "Content Security"),
        ("document.body.setAttribute('style', 'color: red')", "Content Security"),
        ("document.body.append(Object.assign(new Image(), {src: '/static/none.png'}))", "answer 404"),
    ],
)
def test_what_a_page_complains_about_is_heard(laptop, complaints, script, complaint):
    laptop.goto("/no-such-page")  # HTML, and with our policy, whatever the other pages become

    laptop.evaluate(script)
    for _moment in range(100):
        if complaints.unexpected():
            break
        laptop.wait_for_timeout(100)

    assert any(complaint in line for line in complaints.unexpected())
    complaints.expect("")


def test_axe_finds_what_is_wrong_under_our_policy(laptop, assert_accessible):
    laptop.goto("/healthz")
    laptop.evaluate("document.body.append(document.createElement('button'))")

    with pytest.raises(AssertionError, match="button-name"):
        assert_accessible(laptop)


def test_a_user_can_be_logged_in(laptop, log_in, django_user_model):
    referee = django_user_model.objects.create_user("referee")

    log_in(laptop, referee)

    [cookie] = laptop.context.cookies()
    assert Session.objects.get(pk=cookie["value"]).get_decoded()["_auth_user_id"] == str(referee.pk)

"""The reader of forms sees what a browser without JavaScript would send."""

import pytest

from tournament.rehearsal.html_forms import Button, Stuck, read_forms

PAGE = """
<input name="outside">
<form action="new/" method="POST">
  <input type="hidden" name="key" value="1"><input name="name" value="Jan &amp; Eva">
  <input type="checkbox" name="days" value="sat" checked><input type="checkbox" name="days" value="sun">
  <input type="radio" name="seat" value="0">
  <select name="wind"><option value="E"> East </option><option value="S" selected>South</option></select>
  <select name="first"><option value="1">One</option><option value="2">Two</option></select>
  <textarea name="note">
two
lines</textarea>
  <button name="act" value="start">Start</button><button>Save</button>
</form>
<form><input type="checkbox" name="all" checked></form>
"""


def test_a_form_is_read_as_a_browser_would_send_it():
    form, search = read_forms(PAGE, "/players/?page=2")

    assert (form.action, form.method) == ("/players/new/", "post")
    assert form.fields == {
        "key": ["1"],
        "name": ["Jan & Eva"],
        "days": ["sat"],
        "seat": [],
        "wind": ["S"],
        "first": ["1"],
        "note": ["two\nlines"],
    }
    assert form.options == {"wind": {"E": "East", "S": "South"}, "first": {"1": "One", "2": "Two"}}
    assert form.buttons == [Button("act", "start"), Button("", "")]
    assert (search.action, search.method, search.fields) == ("/players/?page=2", "get", {"all": ["on"]})


def test_a_form_is_filled_and_pressed_with_what_it_has():
    form = read_forms(PAGE, "/")[0]

    filled = form.filled(name="Zoë", seat=0, days=["sat", "sun"]).button(act="start")

    assert filled.fields == form.fields | {"name": ["Zoë"], "seat": ["0"], "days": ["sat", "sun"], "act": ["start"]}
    assert "act" not in form.fields
    with pytest.raises(Stuck, match="no field"):
        form.filled(shoe_size="46")
    with pytest.raises(Stuck, match="no button act=stop"):
        form.button(act="stop")

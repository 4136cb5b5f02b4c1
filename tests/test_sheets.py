"""The page of `make sheets`: which pages a list names, and the pictures of two runs side by side."""

import re

import pytest

from tests.sheets import Shown, index, read_list


def test_a_list_says_who_opens_which_page():
    assert read_list("# a comment\n\nteam /t/a-b/desk/\nstranger /\n") == [
        Shown(True, "/t/a-b/desk/"),
        Shown(False, "/"),
    ]
    assert [page.name for page in read_list("team /t/a-b/desk/\nstranger /")] == ["team-t-a-b-desk", "stranger"]


@pytest.mark.parametrize("line", ["/t/a/", "team", "nobody /t/a/", "team http://example.org/"])
def test_a_line_that_names_no_page_is_refused(line):
    with pytest.raises(SystemExit, match="Line 2"):
        read_list(f"stranger /\n{line}")


def test_the_index_shows_runs_side_by_side_and_says_where_a_page_is_missing(tmp_path):
    for path in ("after/team-desk", "after/team-mail", "before/team-desk"):
        (tmp_path / path).mkdir(parents=True)
        (tmp_path / path / "1280-light.jpg").touch()

    page = index(tmp_path)

    assert re.findall("<th>(before|after)</th>", page) == ["before", "after"] * 2
    small = re.findall(r'<a href="(\S+)"><img src="(\S+?)"', page)
    assert small == [
        (f"{path}/1280-light.jpg", f"{path}/1280-light-small.jpg")
        for path in ("before/team-desk", "after/team-desk", "after/team-mail")
    ]
    assert page.count("no such page") == 2 * 2 * 8 - 3

"""Which backups are kept: the newest, then one a day, a week and a month."""

from datetime import UTC, datetime, timedelta

from tournament.operation.generations import backups_in, moment_of, name_of, newest_of, outdated

NEW_YEAR = datetime(2026, 1, 1, 3, tzinfo=UTC)


def names(moments):
    return [name_of(moment, is_encrypted=False) for moment in moments]


def test_a_name_says_when_it_was_made():
    assert name_of(NEW_YEAR, is_encrypted=True) == "tenbo-20260101T030000Z.tar.gz.encrypted"
    assert moment_of("tenbo-20260101T030000Z-2.tar.gz") == NEW_YEAR
    assert moment_of("tenbo.sqlite3") is None


def test_two_in_one_second_have_two_names():
    first = name_of(NEW_YEAR, is_encrypted=False)

    assert name_of(NEW_YEAR, is_encrypted=False, taken=[first]) == "tenbo-20260101T030000Z-1.tar.gz"


def test_a_year_of_hours_leaves_days_weeks_and_months():
    moments = [NEW_YEAR + timedelta(hours=hour) for hour in range(365 * 24)]
    files = names(moments)

    kept = sorted(set(files) - outdated(files, moments[-1]), reverse=True)

    assert kept[:5] == names(moments[:-6:-1])
    assert [name[6:14] for name in kept[5:]] == [
        "20261230", "20261229", "20261228", "20261227", "20261226",
        "20261220", "20261213", "20261206",
        "20261130", "20261031", "20260930", "20260831", "20260731", "20260630", "20260531", "20260430", "20260331",
        "20260228",
    ]  # fmt: skip


def test_what_is_no_backup_is_never_removed():
    assert outdated(["notes.txt", "tenbo-old.tar.gz", *names([NEW_YEAR])], NEW_YEAR) == set()


def test_a_backup_a_year_ago_is_kept_if_there_is_no_other():
    assert outdated(names([NEW_YEAR]), NEW_YEAR + timedelta(days=365)) == set()


def test_backups_from_the_future_take_no_place_and_stay():
    moments = [NEW_YEAR + timedelta(hours=hour) for hour in range(10)]
    future = names([NEW_YEAR + timedelta(days=day) for day in range(2, 40)])

    gone = outdated([*names(moments), *future], moments[-1])

    assert sorted(gone) == names(moments[:5])
    assert newest_of([*names(moments), *future], moments[-1]) == names(moments)[-1]
    assert newest_of(future, moments[-1]) == ""


def test_of_two_backups_of_one_second_the_numbered_one_is_newer(tmp_path):
    first = name_of(NEW_YEAR, is_encrypted=False)
    second = name_of(NEW_YEAR, is_encrypted=False, taken=[first])
    for name in [first, second]:
        (tmp_path / name).touch()

    assert newest_of([first, second], NEW_YEAR) == second
    assert [path.name for path in backups_in(tmp_path)] == [second, first]


def test_a_clock_of_another_server_may_be_a_little_ahead():
    [name] = names([NEW_YEAR + timedelta(minutes=4)])

    assert newest_of([name], NEW_YEAR) == name


def test_the_backups_of_a_folder_are_listed_newest_first(tmp_path):
    for name in [*names([NEW_YEAR, NEW_YEAR + timedelta(days=1)]), "notes.txt"]:
        (tmp_path / name).touch()

    assert [path.name[6:14] for path in backups_in(tmp_path)] == ["20260102", "20260101"]
    assert backups_in(tmp_path / "missing") == []

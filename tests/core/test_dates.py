"""Dates and times as pages write them."""

from datetime import UTC, datetime

from django.utils.formats import date_format


def test_dates_have_the_day_before_the_month_and_times_twenty_four_hours():
    evening = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)

    assert date_format(evening, "SHORT_DATETIME_FORMAT") == "21 Nov 2026, 20:05"
    assert date_format(evening, "DATE_FORMAT") == "21 November 2026"

"""The limit of open files: raised as far as the system lets us, and its lack is said."""

import resource

import pytest

from tournament.live import file_limit


@pytest.fixture
def limits(monkeypatch):
    """`limits(soft, hard)` are those of the system; the limit that was set is in its list."""

    def have(soft, hard, *, refuses=False):
        limits_set = []

        def setrlimit(_kind, pair):
            if refuses:
                raise ValueError("not allowed to raise maximum limit")
            limits_set.append(pair)

        monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
        monkeypatch.setattr(resource, "setrlimit", setrlimit)
        file_limit.raise_file_limit()
        return limits_set

    return have


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [
        (1_024, 1_048_576, [(65_536, 1_048_576)]),
        (256, resource.RLIM_INFINITY, [(65_536, resource.RLIM_INFINITY)]),  # macOS
        (1_024, 8_192, [(8_192, 8_192)]),
        (100_000, 1_048_576, []),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, []),
    ],
)
def test_the_limit_is_raised_as_far_as_needed(limits, caplog, soft, hard, raised):
    assert limits(soft, hard) == raised
    assert caplog.text == ""


@pytest.mark.parametrize(("hard", "refuses", "left"), [(1_024, False, 1_024), (1_048_576, True, 512)])
def test_a_lack_is_said(limits, caplog, hard, refuses, left):
    limits(512, hard, refuses=refuses)

    assert f"Only {left} files may be open at once" in caplog.text
    assert "LimitNOFILE=65536" in caplog.text

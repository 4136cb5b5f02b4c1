"""Names a browser and its system from the User-Agent header, for an account's list of logins."""

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Marks of browsers in a User-Agent header. The first mark that matches counts, because nearly all browsers also name
Safari."""

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Return browser and system, like "Firefox, Android"; empty if neither is known.

    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    names = [next((name for mark, name in marks.items() if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names if name)

"""Threads of the server: how many do heavy work at once, and how one that takes too long is stopped."""

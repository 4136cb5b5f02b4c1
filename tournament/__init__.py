"""The shell around `scoring`: who may enter what, what is remembered, and the pages that show it."""

__version__ = "0.1.0"

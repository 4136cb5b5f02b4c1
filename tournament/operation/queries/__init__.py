"""Queries about the whole site."""

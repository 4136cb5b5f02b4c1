"""Metrics for other programs."""

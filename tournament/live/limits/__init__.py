"""Limits for what one request may cost, checked in front of everything else."""

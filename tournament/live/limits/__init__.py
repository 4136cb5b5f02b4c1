"""Limits on the cost of one request, checked before everything else."""

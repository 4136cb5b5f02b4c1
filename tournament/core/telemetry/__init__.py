"""Monitoring of the running site for its operator: logs, metrics, slow queries, and errors sent to a service."""

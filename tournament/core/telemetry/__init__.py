"""What the operator can observe of the running site: logs, metrics, slow queries, and errors sent to a service."""

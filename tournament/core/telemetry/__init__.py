"""What the operator hears of the running site: log lines, measures, slow queries, errors sent to a service."""

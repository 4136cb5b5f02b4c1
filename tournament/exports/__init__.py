"""Files people take away, one format a file, fed by queries."""

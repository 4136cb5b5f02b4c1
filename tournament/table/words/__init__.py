"""Template tags of the table's own pages."""

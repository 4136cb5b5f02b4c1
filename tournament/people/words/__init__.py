"""Words of the pages about people."""

"""Pages for who runs the site."""

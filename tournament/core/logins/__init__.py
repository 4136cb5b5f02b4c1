"""How passwords are hashed, where sessions are stored, and what a browser is called for its owner."""

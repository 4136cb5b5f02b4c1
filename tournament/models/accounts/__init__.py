"""People who log in: their accounts, passkeys, password resets, and the browsers that get push messages."""

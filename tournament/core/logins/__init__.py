"""Password hashing, passkeys, session storage, and the names of browsers in an account's list of logins."""

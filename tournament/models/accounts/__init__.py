"""People who log in: their accounts, how they prove who they are, and which browsers are told of calls."""

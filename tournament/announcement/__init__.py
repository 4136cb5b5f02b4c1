"""What an event tells people who may come: one public page, which its organizers write and look at before.

Begin with `queries.py`. How people enter is in the room `people`.
"""

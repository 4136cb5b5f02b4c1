"""Mails of an event to its people: written with the change that they tell of, sent later by a thread of the server.

Begin with `models/mail.py` and `actions/send_mails.py`.
"""

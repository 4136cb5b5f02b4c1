"""Mails of an event to its people: written in the transaction of a change (an outbox), sent by a thread of the server.

Begin with `models/mail.py` and `actions/send_mails.py`.
"""

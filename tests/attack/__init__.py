"""Attacks on test servers: `make attack`. Each attack has a limited size, and prints one line of JSON.

During an attack, a phone at a table records five hands a second. An attack fails if a hand waited longer than a second,
if the server used more than a gigabyte, or if something succeeded that must not. Pytest does not collect the attacks,
because they would fail on a busy machine.
"""

"""`littlestone serve`: the two moves over HTTP, on one durable journal.

The journal is the truth, and a game in memory is the replay of its rows: `journal` says what a row is, `hosted` plays
rows through an ordinary `Game`, `writer` is the one thread that plays and commits, `app` the HTTP around it.
"""

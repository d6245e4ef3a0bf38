"""A self-contained copy of the leaderboard that opens from the file system, for mirrors and for the day of no server.

    python -m components.web.site OUT

Weights work in the browser with the scripts of the live board; everything else is plain HTML. The page asks for
nothing: no server, no module, no font.
"""

"""The live ranking, and what it shares with the trade-off: what follows a drag without asking the
server."""

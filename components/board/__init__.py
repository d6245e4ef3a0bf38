"""The live ranking, and what it shares with the trade-off: what follows a hand without asking the server."""

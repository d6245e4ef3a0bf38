"""What the agreement page says: its head, its heat maps, the open pair, and what agreement amounts to."""

"""What the clusters page says: its head, the figures, and how a partition is written."""

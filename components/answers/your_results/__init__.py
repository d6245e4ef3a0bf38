"""What a reader's own table shows."""

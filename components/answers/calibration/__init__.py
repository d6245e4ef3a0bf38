"""What metrics say where the right answer is known."""

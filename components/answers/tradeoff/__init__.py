"""Trade-off: two axes against each other, and who is best for which weights."""

"""What a ranking becomes under other weights, other data and other rules."""

"""How much of the ranking survives other weights, other data and other choices."""

"""Whether an attack still succeeds under an independent judge."""

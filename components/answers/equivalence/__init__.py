"""Whether an unlearned model answers as one that never saw the forgotten data."""

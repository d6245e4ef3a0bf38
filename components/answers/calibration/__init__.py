"""Whether a metric recognises a genuine retrain, where the right answer is known."""

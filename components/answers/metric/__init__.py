"""What one metric is in every suite, and what supports and contradicts trust in it."""

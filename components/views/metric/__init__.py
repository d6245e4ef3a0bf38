"""Metric: what one metric is in every suite, and what speaks for and against trust in it."""

"""Figures of the reliability page, one to a file."""

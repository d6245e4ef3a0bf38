"""The figures of the clusters page, and the marks they share."""

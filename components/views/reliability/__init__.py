"""Reliability: how far each metric follows closeness to a retrained model, and the weights that come from it."""

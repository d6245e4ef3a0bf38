"""Clusters of metrics as numbers: the result, and one module for each kind of evidence about the grouping."""

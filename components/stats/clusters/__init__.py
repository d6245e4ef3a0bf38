"""Clusters of metrics: tree, number of clusters, map, co-association."""

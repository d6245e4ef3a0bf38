"""Agreement of metrics: Kendall's τ under both protocols, its exact p, its intervals,
concordance."""

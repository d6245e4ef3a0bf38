"""The audit of model inversion: the standard evaluator against a judge."""

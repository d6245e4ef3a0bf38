"""The figures of the inversion page: attacks under both evaluators, and false positives as images."""

"""The figures of the page on distributional equivalence."""

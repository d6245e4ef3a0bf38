"""The tables behind the numbers, and queries on them."""

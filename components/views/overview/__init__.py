"""Trade-off: two axes against each other, who stands on the front, and for which weights each there is best."""

"""One folder per page, one file per question: compute, say, draw, table, and the record that binds
them."""

"""How much of a metric is noise: read by the pages of trust and of one metric."""

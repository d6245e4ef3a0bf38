"""Whether the metrics order the methods alike, under two ways of counting."""

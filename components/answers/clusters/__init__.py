"""Which metrics order the methods alike, and how firm the grouping is."""

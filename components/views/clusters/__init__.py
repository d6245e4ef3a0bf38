"""Which metrics order the methods alike, and how much the grouping can carry."""

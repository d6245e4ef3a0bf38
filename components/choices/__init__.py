"""What a reader can choose: one record a choice."""

"""Which metrics can be trusted, and why."""

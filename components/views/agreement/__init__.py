"""Agreement of metrics, under two ways of counting ties."""

"""What supports and what contradicts trust in a metric: findings, and what they say in words."""

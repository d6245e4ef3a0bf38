"""The leaderboard: which method wins under given weights, and how far it is from losing."""

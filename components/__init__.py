"""The leaderboard: statistics, figures, report and widgets."""

"""Scores, weights and ranks: utilities, presets, intervals, dominance, how far a ranking is from
changing."""

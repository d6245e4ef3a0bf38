"""Leaderboard: which method wins under these weights, and how firmly."""

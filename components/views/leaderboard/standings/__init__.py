"""The table of methods: a plain table that sorts, opens a method and works by keyboard."""

from components.views.leaderboard.standings.table import Cell, Column, Row, standings

__all__ = ["Cell", "Column", "Row", "standings"]

"""Checks against something known: printed claims, controls, retrained models, judges."""

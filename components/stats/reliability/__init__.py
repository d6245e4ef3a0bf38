"""How well each metric follows closeness to the retrained model, and what that is worth."""

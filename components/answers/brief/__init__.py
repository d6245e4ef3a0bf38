"""The page Brief: one page to take away."""

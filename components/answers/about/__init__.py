"""What the suite is made of, and for which statistics it is too small."""

"""What the suite is made of, and what its size cannot carry."""

"""About: what the suite is made of, what its size cannot carry, and how to cite it."""

"""What each data version of a suite brought, and what became of ranks and printed numbers."""

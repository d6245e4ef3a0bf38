"""What changed: what each data version brought, and what became of ranks and printed claims."""

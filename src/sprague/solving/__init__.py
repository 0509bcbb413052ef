"""Long work: the solver with its store."""

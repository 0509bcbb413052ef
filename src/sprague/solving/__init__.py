"""Long work: the solver with its store, and searches on a cluster."""

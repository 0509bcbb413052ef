"""A static copy of the page: plain files, with the engine running in the browser. ``build`` writes it; ``engine`` runs
there."""

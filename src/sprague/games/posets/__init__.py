"""Games on finite orders."""

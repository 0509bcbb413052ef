"""Games on a fixed number of heaps whose moves are families of vectors."""

"""Take-and-break games: codes, engines for long runs of heaps, periods and their theorems."""

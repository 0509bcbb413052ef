"""Laws of a user's rule about outcomes or values: finding them, proving them, keeping them and using them at any
size."""

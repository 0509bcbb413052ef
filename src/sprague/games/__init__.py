"""Games with a room or a file of their own."""

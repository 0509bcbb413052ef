"""What the machine gives: memory, folders, processes, locks, compiled code."""

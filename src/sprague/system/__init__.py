"""Services of the machine: memory, folders, processes, locks, compiled code."""

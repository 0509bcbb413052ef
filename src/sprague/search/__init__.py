"""The compiled search that boards and graphs share: its driver, threads and pool, and the plain definition."""

"""A user's own games: what they are derived from, and how a function or a file becomes one."""

"""The compiled search that boards and graphs share: words, tables, the machine, its driver."""

"""Games on graphs: Node Kayles, Arc Kayles, Hackenbush, geography."""

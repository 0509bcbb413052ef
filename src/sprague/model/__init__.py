"""What a game is: rulesets, engines, the notation, positions and their answers."""

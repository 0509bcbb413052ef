"""What a game is: rulesets, engines, sums and reasons."""

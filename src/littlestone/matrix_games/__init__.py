"""Zero-sum matrix games: two players who regret nothing for long find out what the game is worth."""

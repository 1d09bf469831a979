"""What the commands of the command line are made of: their arguments, the play with its bar, the printed report."""

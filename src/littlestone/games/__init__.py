"""The games that are played: of rows, of points, of shares."""

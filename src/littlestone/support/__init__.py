"""What everything rests on and nothing here is about: settings checked, words, files written whole, versions."""

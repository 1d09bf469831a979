"""What commands share: options, arguments, the loop that plays, printing, saved games, and how a command ends.

A command imports from here and from `reading`, and never from another command.
"""

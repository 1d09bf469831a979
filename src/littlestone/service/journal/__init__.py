"""The journal of a service: rows, where they are kept, and what is done with them offline."""

"""Who may use a service: keys, sessions, and the gate that asks for them."""

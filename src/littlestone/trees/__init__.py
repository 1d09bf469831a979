"""Decision trees that grow while they play, all their prunings mixed, forests of them, and their theorems."""

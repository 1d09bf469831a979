"""Binary files of examples: packed rows and arrays."""

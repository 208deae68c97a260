"""Seeded games between bots and outside programs, counted."""

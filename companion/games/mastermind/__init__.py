"""Mastermind, the travel unit with sliding indicator arms."""

"""Switching the machine off."""

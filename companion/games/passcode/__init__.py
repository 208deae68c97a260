"""Passcode, the card game of four codes that a die writes."""

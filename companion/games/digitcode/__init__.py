"""Digit Code: six seven-segment digits, found by questions about their segments."""

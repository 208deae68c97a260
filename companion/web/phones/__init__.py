"""Seats on phones: joining by a code, the phone's socket, and the codes on the page of the table."""

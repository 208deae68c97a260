"""Clients that load the table's page, each in a process of its own."""

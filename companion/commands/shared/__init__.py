"""What several commands share: argument types, exit status, which table is meant."""

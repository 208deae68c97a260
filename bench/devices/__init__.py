"""What panels and keys cost, beside stock libraries."""

"""Pictures of screens and pages for the documents."""

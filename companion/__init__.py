"""An electronic companion for code-breaking games at a physical table."""

__version__ = "0.3.0"

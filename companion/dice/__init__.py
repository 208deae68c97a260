"""A six-sided die without hardware: how it lies, whether it is fair, and the marked cube that a nest of sensors reads."""

"""What runs inside the guest, as root and beside the service: it presses keys, serves panels and pods, and reports."""

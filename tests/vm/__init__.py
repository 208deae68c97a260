"""Real character devices in virtual machines: `make vm-test`. The pytest run tests only what judges and keeps here."""

"""Real character devices in a virtual machine: `make vm-test`. Not a part of the pytest run."""

"""What `companion doctor` checks: the computer, its settings, the wires, the service, from the cause to what follows from it.

    examine.py   all checks in their order; the first thing to mend is the first that is BAD
    system.py    the host, config.txt, pins, groups        buses.py     I2C buses, panels, pods
    service.py   the service, its folder and journal       check.py     the result of one check
    club.py      the broker of the table's club

A check is a function of the host (`pi/host.py`) and the configuration, and returns its results with their remedies.

Invariant: no check changes anything, or takes a device from a table that runs.
"""

"""The way to one panel: luma's serial interface, over a bus that is checked before each transaction.

A `PanelWire` (`panel_wire.py`) is one of luma's interfaces, I2C or SPI (`luma_wires.py`). An I2C interface uses an `I2CAdapter`
(`i2c_bus.py`): the bus's device node, or one that adds to another adapter. From the panel to the node:

    LumaI2C → KernelChannel → LocatedBus → MuxReset → LinuxI2C        a channel that the kernel switches
    LumaI2C → DaemonChannel (MuxSwitches) → LocatedBus → …            a channel that the daemon switches
    LumaI2C → LocatedBus → …                                          a bus without a multiplexer

Everything here raises OSError, and nothing else, if a panel cannot be reached.
"""

"""How a picture gets onto a panel.

The daemon hands a picture of 128×64 to the `Display` of a seat (`bus.py`). It waits in the draw queue of its bus, where a newer
one takes its place. The bus's worker asks the queue after every step whose turn it is, and lets that panel do its next step
(`oled_panel.py`): the start-up commands, a contrast, or half a page of the picture at most.

What a step sends comes from a device of luma.oled (`luma_devices.py`): how it is started, lit, dimmed, hidden and, if its chip is
not addressed in pages, drawn. Ours is what luma lacks: runs of changed bytes, steps, the order of the panels, status checks and
the renewal after a failure.

    unopened → dark (one command, without luma) → started → drawn → lit ⇄ drawn in steps
    any of them, on OSError → unopened, tried again 0.1 to 5 s later
    closed: off, memory cleared, wire closed

What luma sends goes over one of luma's serial interfaces (`luma_wires.py`), I2C or SPI, on a wire (`wires.py`) that is opened and
checked here, behind a multiplexer or not (`multiplexer.py`). From the panel to the bus's device node:

    LumaI2C → KernelChannel → LocatedBus → MuxReset → LinuxI2C        a channel that the kernel switches
    LumaI2C → DaemonChannel (MuxSwitches) → LocatedBus → …            a channel that the daemon switches
    LumaI2C → LocatedBus → …                                          a bus without a multiplexer

Invariants: a panel is lit only while its whole memory is known; a wire raises OSError, and nothing else, if its panel cannot be
reached. `dimming.py` decides when panels are dimmed, shifted and checked.

A new panel is a name that luma.oled knows. A line in `luma_devices.PAGED` makes it faster if its chip is addressed in pages.
"""

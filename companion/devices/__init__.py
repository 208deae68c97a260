"""What stands on the table, and how the daemon reaches it.

    wiring.py       the records that a configuration becomes: what is at each seat, on which pins and buses
      → build.py    makes the devices of a table from it, real or simulated, screens first
      → protocols.py  what the daemon sees of them: `KeySource`, `Display`, `Buzzer`, `Die`

    keys/       edges on pins become presses and notches        panels/     pictures become bytes on a bus
    dice/       one file a source of rolls                      pods/       keys, panel and buzzer of a seat on a Pico
    buzzer.py   notes on a pin                                  pins.py     the library that drives the pins
    simulated/  the other end of the pins, buses and ports: chips, pods and hands

Input goes up: a callback of gpiozero or a pod's thread hands (time, level) to the event loop, and everything else happens on the
loop. Output goes down: a method of a protocol queues what is wanted and returns at once. A bus and a pod each have one thread,
which alone touches the wire, and hands its results to the loop.

A device that does not answer is a `DeviceError` in one sentence that names the place. It is passed on once and tried again until
it answers. Pins that cannot be used at all end the start. A seat's number is its index in the wiring.

Real and simulated tables run the same code: a simulated one has gpiozero's mock pins, buses and ports in memory, and chips that
are strict. `build.py` and the files of dice choose between them; `app/hardware.py` adds to a simulated one what presses its keys.

Invariants: nothing here knows a game, the journal or a page. Keys and a die at rest have no timer. Libraries of hardware
are imported when a device needs them, since a Raspberry Pi takes long to load them.
"""

"""The hardware of a simulated table, so that `companion play` and the tests run the real drivers.

    pins (`pins.py`)     gpiozero's mock pins: keys are pressed there, dice thrown (`dice.py`), the buzzer's tones kept
    wires                an I2C bus with multiplexers (`i2c.py`), an SPI port (`spi.py`); both count the traffic and have faults
    chips                a controller with its glass, byte by byte: `ssd1306.py`, `sh1106.py`, `sh1107.py`, `greyscale.py`
    pods (`pod.py`)      a pod's port; behind it runs the firmware itself

`table.py` builds all of it from a table's wiring. A chip is strict (`chip.py`): anything that its data sheet does not define, or
that a driver of this project must not send, raises `ChipError`. What a chip shows is read from it (`pixels`), never from what the
driver believes. A new one is a file here, with its `MODELS`, and its names in `table.CHIP_FILES`.
"""

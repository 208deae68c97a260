"""The pins of a Cytron Maker Pi Pico with an OLED panel at its socket Grove 4: a seat pod without soldering.

`companion pods flash --role seat --board makerpi` copies it to the pod as config.py; hardware/makerpi.md is its page.
"""

ROLE = "seat"
KEYS = (20, 21, 22, None)
"""◀ ● ▶: the board's three buttons, which connect to ground."""
I2C = 1
SDA, SCL = 6, 7
ADDRESS = 0x3C
FREQUENCY = 100000
"""The only resistors on these lines are those on the panel's board: 10 kΩ on many, which is too much for 400 kHz."""
BUZZER = 18
"""The board's piezo, which a switch beside it mutes."""
LED = "LED"
"""On the Pico itself, lit while there is a session."""

"""What a Pico starts by itself; `companion pods flash` puts it into the Pico's root, beside config.py."""

import config

from firmware.run import run

run(config)

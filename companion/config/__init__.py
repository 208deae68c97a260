"""From a table's TOML file to a `Configuration` that is ready to use, or a list of everything that is wrong with it.

    document.py       the file as data, and the line of each key
      → validation.py each key by itself: known, of its type, within bounds
      → layers.py     the table's own key, else its board's (boards.py finds that), else the default
      → wiring.py     seats, die, buzzer and buses as records of `devices/wiring.py`; pins (pi_header.py) and addresses once each
      → cross_checks.py    values that are valid alone and not together
      → configuration.py   the records, and `load` and `simulated`, which do all of it in this order

`key_table.py` describes every key once: type, bounds, default, help. The checks, the defaults, and the texts of `effective.py`
(`--effective`, `--reference`) are made from it. A new key is a line there.

Invariants: a finding names its file, line and key, the reason and the remedy. All findings come at once. An invalid value is
never replaced by a default. Nothing here touches a device.
"""

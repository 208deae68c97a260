"""How the table's die is rolled. One file a source of rolls, by its name in the configuration (die.source).

    machine    random numbers          page       a die in the page       button    a roll key, random numbers
    coded      a module reads a die    nest       a marked cube on sensors wired to the Pi
    serial     such a nest, or another reader, on a pod

Each file has a record of the source's keys below [die] (`die.DieWiring`), which says what pins it takes and builds the die. The
file is found by its name, so only the configured source is loaded. A new one is one file here, its name in die.source and its
keys in `config/key_table.py`; what the roller reads is in `app/roller.py` where the general words do not do.

A `Die` (`devices/protocols.py`) is asked for a roll and reports readings and sights. A real one under sensors has `sensors.py`
between its pins and the table: when it lies still, and what is a new throw. A reading is unchecked until `readings.py` has made
one of the 24 orientations (`core/die.py`) of it. On a simulated table `devices/simulated/dice.py` drives the same pins.

`marking.py` is the marking of the cube that a nest reads, and its printed sheet; `fairness.py` the test of a die's rolls
(`companion die`).
"""

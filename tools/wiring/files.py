"""What hardware/wiring holds, made from the boards' pin maps."""

from tools.wiring.centre import centre
from tools.wiring.dice import pictures
from tools.wiring.keys import keys
from tools.wiring.page import page
from tools.wiring.panels import panels
from tools.wiring.parts import (
    case_parts,
    die_parts,
    encoder_parts,
    large_panel_parts,
    listing,
    overview,
    parts,
    ready_made_parts,
    tools,
)
from tools.wiring.picture.drawing import Header, drawing
from tools.wiring.plugged import qt_page, spi_page
from tools.wiring.pods import PODS, pod
from tools.wiring.wires import BOARDS, DICE, board

_PARTS_HEAD = """<!-- Made by `make wiring`; a test fails when it is stale. -->
# Parts

Quantities are for a whole table. Part numbers are examples that many shops sell; whatever meets the same words will do. All
signals are 3.3 V: nothing that puts 5 V on a pin of the Pi may be connected.

Prices are estimates in euros for one piece, without shipping, and nobody has timed the hours: they are a maker's guess for a
first table. Whoever owns no tools needs those at the end, too.
"""


def files() -> dict[str, bytes]:
    """By file name, the bytes."""
    made: dict[str, bytes] = {}
    lists = [_PARTS_HEAD, f"{overview()}\n", f"## Ready-made pods, for two seats\n\n{listing(ready_made_parts(2))}\n"]
    for name in BOARDS:
        one = board(name)
        made[f"{name}.md"] = page(one, f"hardware/boards/{name}.toml").encode()
        if one.wires:
            made[f"{name}.svg"] = drawing(one, Header(round=False))
            made[f"details/{name}-centre.svg"] = centre(one)
            made[f"details/{name}-panels.svg"] = panels(one)
        lists.append(f"## {name}\n\n{listing(parts(one))}\n")
    lists.append(f"## In addition, for a case of the Pi, its multiplexer and the buzzer\n\n{listing(case_parts())}\n")
    lists.append(f"## In addition, for panels of 2.42 inches\n\n{listing(large_panel_parts())}\n")
    lists.append(f"## Instead of the three keys of a seat, an encoder\n\n{listing(encoder_parts())}\n")
    lists += [f"## In addition, for the die roller `{kind}`\n\n{listing(die_parts(kind))}\n" for kind in DICE]
    lists.append(f"## In addition, for the die roller `serial`, a nest on a pod\n\n{listing(die_parts('serial'))}\n")
    for name, source in PODS.items():
        one = pod(name)
        made[f"{name}.md"] = page(one, f"firmware/{source}").encode()
        made[f"{name}.svg"] = drawing(one, Header(round=True))
    made |= {f"details/die-{kind}.svg": svg for kind, svg in pictures().items()}
    made["details/keys.svg"] = keys()
    made |= {"stemma-qt.md": qt_page().encode(), "spi.md": spi_page().encode()}
    lists.append(f"## Tools, and what is used up\n\n{listing(tools())}\n")
    made["parts.md"] = "\n".join(lists).encode()
    return made

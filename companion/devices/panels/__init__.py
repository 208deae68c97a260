"""How a picture gets onto a panel.

The daemon hands a picture of 128×64 to the `Display` of a seat (`panel_bus.py`). It waits in the draw queue of its bus
(`draw_queue.py`), where a newer one takes its place. The bus's worker asks the queue after every step whose turn it is, and
lets that panel do its next step (`oled_panel.py`): the start-up commands, a contrast, or half a page of the picture at most.

What a step sends comes from a device of luma.oled (`luma_devices.py`): how it is started, lit, dimmed, hidden and, if its chip is
not addressed in pages, drawn. Ours is what luma lacks: runs of changed bytes (`picture_diff.py`), steps, the order of the
panels, status checks and the renewal after a failure. What luma sends goes over luma's serial interfaces on wires that
`panel_wires` opens and checks.

    unopened → dark (one command, without luma) → started → drawn → lit ⇄ drawn in steps
    any of them, on OSError → unopened, tried again 0.1 to 5 s later
    closed: off, memory cleared, wire closed

Invariant: a panel is lit only while its whole memory is known. `panel_dimming.py` decides when panels are dimmed, shifted
(`burn_in_shift.py`) and checked.
"""

"""How an edge on a pin becomes a press.

    a callback of gpiozero, on its own thread → (time, level) → the loop → gpio_keys.py: one `_Key` for each contact
      → debounce.py: when the level has settled, a change, dated at its first edge → KeyEdge
    the two contacts of a knob → rotary_encoder.py: a full cycle is a notch → KnobTurn

Both go to one sink, at a table the gestures (`seats/gestures.py`). The keys of a pod are debounced on the pod and come from
`pods/seat.py`, those of a phone from its page.

Invariants: an idle key has no timer. A press is never reported twice and a release never lost, however late the system delivers
their edges: only the times of edges count.
"""

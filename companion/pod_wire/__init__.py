"""What goes over the cable of a pod. CPython and the pods' MicroPython run the same three files.

    pod_messages.py  what the two say: kinds of messages, and how their bodies are packed
    pod_link.py      one end of a session: sequence, acknowledgements, resending, heartbeats; sans I/O
    pod_frames.py    frames: stuffing, length, CRC

A message goes down this list on one side and up on the other. firmware/PROTOCOL.md defines every byte. The table's other half is
`devices/pods/`, the pod's `firmware/`.

Invariant: no bytes that come in raise an error, and none that are damaged, late or of another session have an effect.
"""

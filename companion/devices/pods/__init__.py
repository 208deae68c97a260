"""Pods: the keys, the panel and the buzzer of a seat, or the sensors of a nest, on a Raspberry Pi Pico on a USB cable.

    `seat.py`, below   the pods of a table's seats as `Display`, `Buzzer` and `KeySource`
      → `thread.py`   one thread for each pod: finds its port, opens it, runs the session, and searches again when it is gone
      → `session.py`  greeting, session, end; sans I/O. What is said in it is the business of a side, one for each role:
                      `seat.py`, and for a nest `devices/dice/serial.py`
      → `pod_wire/`   frames, sequence numbers and messages, in files that the pod runs, too (firmware/PROTOCOL.md)
      → `ports.py`    the serial port, found by the pod's USB serial number

A pod keeps no picture and judges nothing: the table sends changed runs of a picture and gets levels and edges. Its thread alone
uses the port. Requests reach it under its lock (`PodThread.update`), results go to the loop.

`flash.py` lists pods and writes the firmware to one; `firmware.py` says which files that is; a simulated pod runs them.

Invariant: a pod receives only greetings until it has reported the right serial number, role and version of the protocol.
"""

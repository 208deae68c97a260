"""What an owner runs on a Raspberry Pi, beside the table: setup, doctor, hardware test, support bundle, hotspot.

    host.py             the computer: files below a root, tools, devices, the user. Checks and plans read through it
    resources_used.py   what the configured table needs of it: pins, buses, pods, groups
    setup               setup_plan.py: what is missing → the plan, shown, then carried out; boot_settings.py: lines of config.txt
    doctor              doctor/examine.py: all checks in the order in which to mend what they find
    hardware test       hardware_procedure.py: the steps, as a pure state machine; hardware_test.py: on the real devices
    support bundle      support_bundle.py: an allow-list of what is known to hold no secret
    hotspot             hotspot.py: a Wi-Fi of the Pi's own, on trial until somebody has joined
    beside them         root_files.py: system files that survive a power cut; service_sandbox.py, lgpio_pipe.py: what libraries
                        for pins need

A plan or a check is made from what the host says and changes nothing; carrying a plan out is a step of its own.

Invariants: setup writes only its own marked lines and files, and a second run has nothing to do. The doctor opens nothing that
the running table has open. Each finding has a remedy.
"""

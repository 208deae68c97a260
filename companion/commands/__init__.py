"""The commands of `companion`, one file each, which `cli.py` finds by its name in `COMMANDS`.

`add_command` adds the command's parser and names the function that runs it. That function reads its arguments, calls what does
the work, prints, and returns the exit status (`shared.py`). Modules that take long to load are imported in it, so that
`--version` and the engine start fast.

A new command is a file `<name>_command.py` here and its name in `cli.COMMANDS`.

Invariant: a person gets sentences and an exit status, never a traceback. What a command does can be called without it.
"""

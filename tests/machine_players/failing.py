"""A program that stands for a machine's process gone wrong: `python failing.py <how>`.

`at once`: ends at its start; `asked`: ends when it is asked for a move; `mute`: reads and never answers; `babble`: says something
else than a move.
"""

import sys


def main(how: str) -> None:
    if how == "at once":
        sys.exit(3)
    for line in sys.stdin:
        if '"choose"' not in line and '"hint"' not in line:
            continue
        if how == "asked":
            sys.exit(3)
        if how == "babble":
            sys.stdout.write("mate in two\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])

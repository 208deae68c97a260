"""A program that stands for a machine's process gone wrong: `python failing.py <how>`.

`at once`: ends at its start; `asked`: ends when it is asked for a move; `mute`: reads and never answers; `deaf`: does not even
read; `babble`: says something else than a move; `long`: answers with a hint of 200,000 letters; `endless`: with one of a million;
`late`: chooses for the question before, then for this one.
"""

import json
import signal
import sys


def main(how: str) -> None:
    if how == "at once":
        sys.exit(3)
    if how == "deaf":
        signal.pause()
    for line in sys.stdin:
        if not any(f'"{word}"' in line for word in ("choose", "hint", "promise")):
            continue
        if how == "asked":
            sys.exit(3)
        if how == "babble":
            sys.stdout.write("mate in two\n")
        if how in ("long", "endless"):
            sys.stdout.write(json.dumps({"say": "hint", "words": "x" * (200_000 if how == "long" else 1 << 20)}) + "\n")
        if how == "late":
            wanted = json.loads(line)["id"]
            for number in (wanted - 1, wanted):
                sys.stdout.write(json.dumps({"say": "choice", "id": number, "move": {"move": str(number)}}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])

"""A program that stands for a machine's process, most often one gone wrong: `python failing.py <how>`.

`at once`: ends at its start; `asked`: ends when it is asked for a move; `mute`: reads and never answers; `babble`: says something
else than a move; `long`: answers with a hint of 200,000 letters; `endless`: with one of a million; `late`: chooses for the
question before, then for this one; `page`: answers a page with how many lines have come; `echo`: answers with a hint that says
how many lines came before the question.
"""

import json
import sys


def main(how: str) -> None:
    if how == "at once":
        sys.exit(3)
    before = 0
    for line in sys.stdin:
        before += 1
        if not any(f'"{word}"' in line for word in ("choose", "hint", "promise", "puzzle", "page review")):
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
        if how == "page":
            sys.stdout.write(json.dumps({"say": "page", "answer": {"lines": before}}) + "\n")
        if how == "echo":
            sys.stdout.write(json.dumps({"say": "hint", "words": f"{before - 1} lines"}) + "\n")
            before = 0
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])

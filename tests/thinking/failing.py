"""A program that stands for the process that thinks, most often one gone wrong: `python failing.py <how>`.

`at once`: ends at its start; `asked`: ends when it is asked for something; `mute`: reads and never answers; `babble`: says
something else than an answer; `unasked`: answers twice; `long`: answers with a hint of 200,000 letters; `endless`: with one of a
million; `plain`: moves as its luck says, and has a hint for everybody; `page`: answers a page with how many lines have come;
`beside`, `stuck`: as both, but end, or answer nothing more, when they read questions of the table and of a page at once; `echo`:
answers with a hint that says how many lines came before the question.
"""

import json
import os
import sys
from collections.abc import Iterator

PAGES = ("puzzle", "puzzles", "page review")
BOTH = ("beside", "stuck")


def main(how: str) -> None:
    if how == "at once":
        sys.exit(3)
    before = 0
    for read in reads():
        is_paged = any(told["say"] in PAGES for told in read)
        if how in BOTH and is_paged and not all(told["say"] in PAGES for told in read):
            how = "asked" if how == "beside" else "mute"
        for told in read:
            before += 1
            if told["say"] in ("seat", "view"):
                continue
            if how == "asked":
                sys.exit(3)
            for answer in answers(how, told, before):
                sys.stdout.write(json.dumps(answer) + "\n")
            if how == "babble":
                sys.stdout.write("mate in two\n")
            if how == "echo":
                before = 0
            sys.stdout.flush()


def reads() -> Iterator[list[dict[str, str]]]:
    """The lines that are read at once."""
    rest = b""
    while chunk := os.read(sys.stdin.fileno(), 1 << 20):
        *lines, rest = (rest + chunk).split(b"\n")
        yield [json.loads(line) for line in lines]


def answers(how: str, told: dict[str, str], before: int) -> list[dict[str, object]]:
    match how:
        case "long" | "endless":
            return [{"say": "hint", "words": "x" * (200_000 if how == "long" else 1 << 20)}]
        case "unasked":
            return [{"say": "hint", "words": word} for word in ("Yes.", "No.")]
        case "echo":
            return [{"say": "hint", "words": f"{before - 1} lines"}]
        case "page" | "beside" | "stuck" if told["say"] in PAGES:
            return [{"say": "page", "answer": {"lines": before}}]
        case "plain" | "beside" | "stuck" if told["say"] == "choose":
            return [{"say": "choice", "move": {"move": told["luck"]}}]
        case "plain":
            return [{"say": "hint", "words": "Yes."}]
        case _:
            return []


if __name__ == "__main__":
    main(sys.argv[1])

"""What the guest reports, and whether that is enough.

The form is TAP's: `1..N`, then `ok 1 - name` or `not ok 1 - name` for each check in the plan's order, and `# ...` for
figures and reasons. Law: a report passes only when every planned check stands in it as ok, once and in its order, the
count is the plan's, and the guest came to its end by itself.
"""

import re
from collections.abc import Sequence

END = "# end"
"""The last line of a guest that came to its end."""

_CHECK = re.compile(r"(ok|not ok) (\d+) - (.*)")


def complaints(lines: Sequence[str], plan: Sequence[str], *, ended: bool) -> list[str]:
    """What is wrong with a report, in sentences; nothing when all was shown. `ended`: the guest powered off in time."""
    found = []
    if not ended:
        found.append("The guest did not end in time.")
    counts = [line for line in lines if re.fullmatch(r"1\.\.\d+", line)]
    if counts != [f"1..{len(plan)}"]:
        found.append(f"The guest planned {', '.join(counts) or 'nothing'}, not 1..{len(plan)}.")
    checks = [match for match in map(_CHECK.fullmatch, lines) if match is not None]
    for number, (name, match) in enumerate(zip(plan, checks, strict=False), start=1):
        if (int(match[2]), match[3]) != (number, name):
            found.append(f"Check {number} should be {name!r}, and is {match[0]!r}.")
            break
        if match[1] == "not ok":
            found.append(f"Check {number} failed: {name}.")
    found += [f"Check {number} is missing: {plan[number - 1]}." for number in range(len(checks) + 1, len(plan) + 1)]
    if len(checks) > len(plan):
        found.append(f"There are {len(checks) - len(plan)} checks too many.")
    if not lines or lines[-1] != END:
        found.append("The report breaks off.")
    return found

"""A folder for the pipe that lgpio makes while it is imported, in LG_WD or else where the command was given.

Law: whoever says LG_WD is heeded; otherwise nothing of it is left, neither the folder nor the variable.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pipe_folder() -> Iterator[None]:
    """While it lasts, pins can be opened, and no pipe lies about afterwards."""
    if "LG_WD" in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        os.environ["LG_WD"] = folder
        try:
            yield
        finally:
            del os.environ["LG_WD"]

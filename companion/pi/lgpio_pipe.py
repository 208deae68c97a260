"""A temporary folder for the pipe that lgpio creates on import, in LG_WD or else in the working directory.

Invariant: an LG_WD that is set is used as it is; otherwise the folder and the variable are removed at the end.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pipe_folder() -> Iterator[None]:
    """A context in which pins can be opened; afterwards no pipe is left."""
    if "LG_WD" in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        os.environ["LG_WD"] = folder
        try:
            yield
        finally:
            del os.environ["LG_WD"]

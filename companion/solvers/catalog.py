"""The one list of solvers: one for each game of the catalog, found by its name."""

from typing import Any, Final

from companion.solvers.davinci.worlds import SOLVER as DAVINCI
from companion.solvers.digitcode.worlds import SOLVER as DIGITCODE
from companion.solvers.mastermind.worlds import SOLVER as MASTERMIND
from companion.solvers.passcode.worlds import SOLVER as PASSCODE
from companion.solvers.solver import Solver

SOLVERS: Final[dict[str, Solver[Any, Any, Any, Any]]] = {
    solver.game: solver for solver in (MASTERMIND, DAVINCI, DIGITCODE, PASSCODE)
}

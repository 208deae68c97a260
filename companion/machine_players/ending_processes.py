"""The processes that were told to end, so that whoever closes the table can wait until nothing is left of them."""

from companion.machine_players.machine_process import MachineProcess


class EndingProcesses:
    """Begins empty, and holds a process no longer than it needs to end."""

    def __init__(self) -> None:
        self._ending: list[MachineProcess] = []

    def end(self, process: MachineProcess) -> None:
        """End a process, whatever it thinks about; or take note of one that has ended by itself."""
        process.kill()
        self._ending = [*(one for one in self._ending if not one.is_closed), process]

    async def closed(self) -> None:
        """Returns when nothing is left of any."""
        while self._ending:
            await self._ending.pop().closed()

"""Makes a table complete: its queue, hardware, journal and game, in the order in which they start."""

import asyncio
import logging
from contextlib import AsyncExitStack

from companion.app.hardware import Surroundings, assemble_hardware
from companion.app.inputs import AppInput
from companion.app.session import Session, empty_table
from companion.app.systemd import SystemdNotify
from companion.config.configuration import Configuration
from companion.journal.kept_phones import kept_phones_path, read_kept_phones
from companion.journal.known_names import known_names_path, undrawable_names
from companion.journal.worker import JournalWorker
from companion.web.hub import Hub

log = logging.getLogger("companion")


async def start_session(
    configuration: Configuration,
    hub: Hub,
    stack: AsyncExitStack,
    notify: SystemdNotify,
    surroundings: Surroundings,
    journal: JournalWorker | None = None,
) -> Session:
    """Start the screens, then the journal, then the game, then the keys. `stack` stops them in reverse. `journal`: None for the
    one that the configuration names.

    Raises ConfigError where no game is for so many seats, DeviceError where there are no pins, and JournalError where another
    process has the journal.
    """
    empty_table(configuration, switchable=False)  # before any device is touched
    loop = asyncio.get_running_loop()
    inputs: asyncio.Queue[AppInput] = asyncio.Queue()
    journal = journal or JournalWorker(configuration.journal)
    stack.push_async_callback(journal.close)
    kept_phones = read_kept_phones(kept_phones_path(configuration.journal))
    hardware = assemble_hardware(configuration, hub, loop, stack, inputs.put_nowait, surroundings, kept_phones)
    for sentence in undrawable_names(known_names_path(configuration.journal)):
        log.warning("%s", sentence)
    session = Session(configuration, inputs, hardware, hub, journal, notify, surroundings)
    stack.push_async_callback(session.close)
    await session.start()
    hardware.start_keys()
    return session

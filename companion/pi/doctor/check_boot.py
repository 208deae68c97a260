"""Check config.txt: whether the companion's block fits the table, and whether the owner's lines conflict with it."""

from collections.abc import Iterator

from companion.config.configuration import Configuration
from companion.core.errors import ConfigError, DeviceError
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.machine import Machine
from companion.pi.setup.boot_settings import boot_settings, conflicts
from companion.pi.setup.config_txt import ENCODING, block_settings, settings_outside
from companion.pi.setup.setup_plan import boot_file


def check_config_txt(machine: Machine, configuration: Configuration, *, quoted: bool) -> Iterator[DoctorCheck]:
    """One check for the block, and one for each conflicting line of the owner's. `quoted`: quote the owner's text."""
    what = "config.txt"
    if configuration.wiring.simulated:
        yield note(what, "not needed by a simulated table")
        return
    try:
        text = boot_file(machine.root).read_bytes().decode(ENCODING)
        has, needs = block_settings(text), boot_settings(configuration.wiring)
        against = [*conflicts(settings_outside(text), configuration.wiring, configuration.die)]
    except DeviceError as error:
        yield note(what, str(error).rstrip("."))
        return
    except ConfigError as error:
        yield bad(what, error.findings[0].rstrip("."), "then look again")
        return
    if has == needs:
        yield ok(what, "the companion's block is what this table needs" if needs else "nothing is needed in it")
    elif has:
        yield bad(what, "the companion's block is for another table", "run sudo companion setup, and reboot")
    else:
        # The owner may have written the settings by hand; the buses have checks of their own.
        yield note(what, "the companion's block is not in it", "sudo companion setup writes it")
    for conflict in against:
        says = conflict.sentence(quoted=quoted).removeprefix("config.txt:").rstrip(".")
        yield bad(what, says, "then reboot")

"""Every check that a guest has to report, by name and in its order: what guests and host agree on.

There are three, booted from the same disk at the same time: most of the table's work is the processor's, most of the others' is
waiting. The guest "raspberry" boots without memory groups and keeps its log in memory, as Raspberry Pi OS does.
"""

from typing import Final, Literal

Guest = Literal["table", "pod", "raspberry"]

SEATS: Final = 6
PRESSES: Final = 200
"""On the three keys of each seat together."""
REPLUGS: Final = 20
OTHER_CHIPS: Final = 2
"""GPIO chips of the guest "raspberry" before the one behind the 40 pins."""
LIMITED: Final = {"machine": "every move, lower priority, limited, oom 500, exit 0"}
"""What the process of the machine's seats says of itself."""

DENIED: Final[dict[str, str]] = {
    "a socket to the internet": "EAFNOSUPPORT",
    "a socket to the internet, version 6": "EAFNOSUPPORT",
    "a raw packet": "EAFNOSUPPORT",
    "a talk with the kernel's network": "EAFNOSUPPORT",
    "a file in /etc": "EROFS",
    "a file in /usr": "EROFS",
    "a line of /sys": "EROFS",
    "a file of the boot partition": "EACCES",
    "a stick in /media": "EACCES",
    "a diary in /home": "EACCES",
    "the memory, /dev/mem": "EPERM",
    "the disk, /dev/vda": "EPERM",
    "a tunnel, /dev/net/tun": "EPERM",
    "the first process, to kill": "EPERM",
    "the first process, to look at": "ENOENT",
    "a process, to trace": "EPERM",
    "a kernel module": "EPERM",
    "the clock": "EPERM",
    "a mount": "EPERM",
    "a namespace": "EPERM",
    "the name of the machine": "EPERM",
    "the kernel's log": "EPERM",
    "memory that is written and run": "EPERM",
    "a real-time schedule": "EPERM",
    "a set-user-id file": "EPERM",
}
"""What the service's sandbox has to deny, and with which error."""

SANDBOX: Final = (
    "the package is installed, its service and its socket enabled",
    *(f"denied inside the sandbox: {what} ({error})" for what, error in DENIED.items()),
    "outside the sandbox none of these is denied",
    "inside the sandbox the broker of a club is reached, by a service that starts when it is wanted",
    "inside the sandbox the machine plays every game, at a lower priority, with limited memory, and is the first to go",
)
START: Final = (
    "the service starts on /dev/gpiochip0 and /dev/i2c-11 to 16",
    "the page is there through companion.socket, and the service has no network",
    "the six panels show what those of the simulated table do",
)
LOBBY: Final = (*(f"seat {seat + 1}: {PRESSES} of {PRESSES} presses are seen" for seat in range(SEATS)),)
GAME: Final = (
    "a game: after every press all six panels are pixel-equal to the simulated table's",
    "a panel is pulled: the service names seat, bus and address",
    "put back it is started and drawn anew, and the game goes on pixel-equal",
)
KILLED: Final = (
    "killed: every panel goes dark before anything else",
    "killed: the same game stands again on all six panels",
    "killed: the game goes on pixel-equal",
)
HUNG: Final = (
    "hung: the watchdog ends it, and every panel goes dark before anything else",
    "hung: the same game stands again on all six panels",
    "hung: the game goes on pixel-equal to its end",
)
POD: Final = (
    "a table with a seat on a pod: both screens are those of the simulated table",
    f"the pod is pulled {REPLUGS} times in a game: each time the table says so, and its glass is dark",
    f"put back {REPLUGS} times: each time both screens are pixel-equal again, no press lost and none invented",
    "the game with the pod goes on pixel-equal to its end",
    "stopped: the pod is dark, and no chip was ever sent nonsense",
)
RASPBERRY: Final = (
    f"of three GPIO chips the service takes the one with the name of a Raspberry Pi 5's, /dev/gpiochip{OTHER_CHIPS}",
    "its keys are heard there: six sit down, and all panels are pixel-equal",
    "without memory groups the machine's process limits its own memory",
    "the doctor says that MemoryMax has no effect, and that the log is kept in memory",
    "after a fault, a kill and a lost log the support bundle has the fault",
    "setup --hotspot ends with the network as it was, and systemd switches the hotspot on later",
    "nobody joins the hotspot: it goes down and does not come back at a restart",
)
STOPPED: Final = (
    "stopped: every panel is dark, and nothing failed",
    "no chip was ever sent nonsense, and no address but a panel's was called",
)
PLANS: Final[dict[Guest, tuple[str, ...]]] = {
    "table": (*SANDBOX, *START, *LOBBY, *GAME, *KILLED, *HUNG, *STOPPED),
    "pod": POD,
    "raspberry": RASPBERRY,
}

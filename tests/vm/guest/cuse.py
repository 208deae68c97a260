"""An I2C bus behind a real device node: /dev/i2c-N as the kernel's own looks, served from here by way of /dev/cuse.

The protocol is FUSE's (Linux, include/uapi/linux/fuse.h), of which a bus needs open, release and ioctl. An ioctl's
arguments lie in the caller's memory. The kernel would fetch them in two more questions and answers for each message, which
is most of the time on an emulated processor; so they are read and written there directly, which root may.
The nodes have i2c-dev's own major number, so a rule that names that class of devices holds for them too.
"""

import errno
import os
import struct
import threading
from enum import IntEnum
from typing import Protocol

I2C_MAJOR = 89

_LONGEST = 4096
"""Bytes of a message to the node; a panel's whole picture is a quarter of that."""
_ROOM = 2 * 8192
"""Bytes for a message of the kernel's, which wants room for its longest one and its own words about it."""


class Bus(Protocol):
    """What hangs on a node. Either method raises OSError with the number that the caller shall get."""

    def write(self, address: int, payload: bytes) -> None:
        """The bytes of one message to `address`."""

    def read(self, address: int, count: int) -> bytes:
        """`count` bytes from it."""


class _Operation(IntEnum):
    OPEN = 14
    RELEASE = 18
    FLUSH = 25
    INTERRUPT = 36
    IOCTL = 39
    INIT = 4096


class _Command(IntEnum):
    """include/uapi/linux/i2c-dev.h"""

    SLAVE = 0x0703
    FUNCS = 0x0705
    SLAVE_FORCE = 0x0706
    RDWR = 0x0707


_UNRESTRICTED = 1 << 0
_HEADER = struct.Struct("<IIQ16xI4x")
"""Length, operation, the number that the answer carries, and the thread that asks."""
_ASKED = struct.Struct("<12xIQ8x")
"""An ioctl: command and argument."""

_LIST = struct.Struct("<QI4x")
"""Where the messages of a transaction stand, and how many."""
_MESSAGE = struct.Struct("<HHH2xQ")
"""Address, flags, length, and where its bytes stand."""
_FUNCTIONS = 0x00000001
"""I2C_FUNC_I2C: whole messages, and nothing of SMBus."""
_READ = 0x0001


class Node:
    """The node /dev/`name`, number `minor` of I2C's. `bus` is called on a thread of the node's own."""

    def __init__(self, name: str, minor: int, bus: Bus) -> None:
        self._name = name
        self._minor = minor
        self._bus = bus
        self._memories: dict[int, int] = {}
        self._ready = threading.Event()
        self._kernel = os.open("/dev/cuse", os.O_RDWR | os.O_CLOEXEC)
        threading.Thread(target=self._serve, name=name, daemon=True).start()
        if not self._ready.wait(10):
            raise OSError(errno.ETIMEDOUT, f"the kernel made no /dev/{name}")

    def _serve(self) -> None:
        # One buffer for all: a new one for each message costs more than the message.
        room = bytearray(_ROOM)
        while True:
            os.readv(self._kernel, [room])
            _, operation, number, thread = _HEADER.unpack_from(room)
            match operation:
                case _Operation.INIT:
                    self._answer(number, self._introduced())
                    self._ready.set()
                case _Operation.OPEN:
                    self._answer(number, struct.pack("<QII", 0, 0, 0))
                case _Operation.IOCTL:
                    self._ioctl(number, thread, *_ASKED.unpack_from(room, _HEADER.size))
                case _Operation.RELEASE | _Operation.FLUSH:
                    self._forget()
                    self._answer(number)
                case _Operation.INTERRUPT:
                    pass  # whoever is interrupted waits for the answer, which is on its way
                case _:
                    self._refuse(number, errno.ENOSYS)

    def _introduced(self) -> bytes:
        """What the kernel is to make: version 7.31, ioctls with pointers, how long a message may be, major and minor."""
        numbers = (7, 31, 0, _UNRESTRICTED, _LONGEST, _LONGEST, I2C_MAJOR, self._minor)
        return struct.pack("<8I40x", *numbers) + f"DEVNAME={self._name}\0".encode()

    def _ioctl(self, number: int, thread: int, command: int, argument: int) -> None:
        try:
            match command:
                case _Command.SLAVE | _Command.SLAVE_FORCE:
                    result = 0
                case _Command.FUNCS:
                    os.pwrite(self._memory_of(thread), struct.pack("<Q", _FUNCTIONS), argument)
                    result = 0
                case _Command.RDWR:
                    result = self._transfer(self._memory_of(thread), argument)
                case _:
                    raise OSError(errno.ENOTTY, "no such ioctl")
        except OSError as error:
            self._refuse(number, error.errno or errno.EIO)
        else:
            self._answer(number, struct.pack("<iIII", result, 0, 0, 0))

    def _transfer(self, memory: int, argument: int) -> int:
        """A combined transaction; how many messages it had."""
        where, count = _LIST.unpack(os.pread(memory, _LIST.size, argument))
        for address, flags, length, place in _MESSAGE.iter_unpack(os.pread(memory, _MESSAGE.size * count, where)):
            if flags & _READ:
                os.pwrite(memory, self._bus.read(address, length), place)
            else:
                self._bus.write(address, os.pread(memory, length, place))
        return int(count)

    def _memory_of(self, thread: int) -> int:
        """The memory of the process that the thread is of."""
        if thread not in self._memories:
            self._memories[thread] = os.open(f"/proc/{thread}/mem", os.O_RDWR | os.O_CLOEXEC)
        return self._memories[thread]

    def _forget(self) -> None:
        """Whoever had the node open may be gone, and its number another's."""
        for memory in self._memories.values():
            os.close(memory)
        self._memories.clear()

    def _answer(self, number: int, data: bytes = b"") -> None:
        self._write(struct.pack("<IiQ", 16 + len(data), 0, number) + data)

    def _refuse(self, number: int, reason: int) -> None:
        self._write(struct.pack("<IiQ", 16, -reason, number))

    def _write(self, message: bytes) -> None:
        try:
            os.write(self._kernel, message)
        except OSError as error:
            # The caller is gone, killed in the middle of its call.
            if error.errno != errno.ENOENT:
                raise

"""An I2C bus behind a real device node: /dev/i2c-N as the kernel's own looks, served from here by way of /dev/cuse.

The protocol is FUSE's (Linux, include/uapi/linux/fuse.h), of which a bus needs open, release and ioctl. An ioctl's
arguments lie in the caller's memory: the kernel is told which parts to fetch and asks again (`RETRY`).
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


_RETRY = 1 << 2
_UNRESTRICTED = 1 << 0
_HEADER = struct.Struct("<IIQ")
"""Length, operation, and the number that the answer carries; 24 more bytes follow that a bus does not look at."""
_HEADER_SIZE = 40
_ASKED = struct.Struct("<QIIQII")
"""An ioctl: file handle, flags, command, argument, and how much was fetched and may be given back."""

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
        self._handles = 0
        self._ready = threading.Event()
        self._kernel = os.open("/dev/cuse", os.O_RDWR | os.O_CLOEXEC)
        threading.Thread(target=self._serve, name=name, daemon=True).start()
        if not self._ready.wait(10):
            raise OSError(errno.ETIMEDOUT, f"the kernel made no /dev/{name}")

    def _serve(self) -> None:
        # One buffer for all: a new one for each message costs more than the message.
        room = bytearray(_ROOM)
        while True:
            length = os.readv(self._kernel, [room])
            _, operation, number = _HEADER.unpack_from(room)
            body = bytes(room[_HEADER_SIZE:length])
            match operation:
                case _Operation.INIT:
                    self._answer(number, self._introduced())
                    self._ready.set()
                case _Operation.OPEN:
                    self._handles += 1
                    self._answer(number, struct.pack("<QII", self._handles, 0, 0))
                case _Operation.IOCTL:
                    self._ioctl(number, body)
                case _Operation.RELEASE | _Operation.FLUSH:
                    self._answer(number)
                case _Operation.INTERRUPT:
                    pass  # whoever is interrupted waits for the answer, which is on its way
                case _:
                    self._refuse(number, errno.ENOSYS)

    def _introduced(self) -> bytes:
        """What the kernel is to make: version 7.31, ioctls with pointers, how long a message may be, major and minor."""
        numbers = (7, 31, 0, _UNRESTRICTED, _LONGEST, _LONGEST, I2C_MAJOR, self._minor)
        return struct.pack("<8I40x", *numbers) + f"DEVNAME={self._name}\0".encode()

    def _ioctl(self, number: int, body: bytes) -> None:
        _, _, command, argument, fetched, room = _ASKED.unpack_from(body)
        data = body[_ASKED.size : _ASKED.size + fetched]
        match command:
            case _Command.SLAVE | _Command.SLAVE_FORCE:
                self._done(number)
            case _Command.FUNCS if room < 8:
                self._fetch(number, [], [(argument, 8)])
            case _Command.FUNCS:
                self._done(number, 0, struct.pack("<Q", _FUNCTIONS))
            case _Command.RDWR:
                self._transfer(number, argument, data, room)
            case _:
                self._refuse(number, errno.ENOTTY)

    def _transfer(self, number: int, argument: int, data: bytes, room: int) -> None:
        """A combined transaction: the list of messages is fetched first, then what they write; there what they read goes."""
        wanted = [(argument, _LIST.size)]
        if len(data) < _LIST.size:
            return self._fetch(number, wanted, [])
        where, count = _LIST.unpack_from(data)
        wanted.append((where, _MESSAGE.size * count))
        start = _LIST.size + _MESSAGE.size * count
        if len(data) < start:
            return self._fetch(number, wanted, [])
        messages = [_MESSAGE.unpack_from(data, _LIST.size + _MESSAGE.size * index) for index in range(count)]
        wanted += [(place, length) for _, flags, length, place in messages if not flags & _READ]
        answers = [(place, length) for _, flags, length, place in messages if flags & _READ]
        if len(data) < sum(length for _, length in wanted) or room < sum(length for _, length in answers):
            return self._fetch(number, wanted, answers)
        read = b""
        try:
            for address, flags, length, _ in messages:
                if flags & _READ:
                    read += self._bus.read(address, length)
                else:
                    self._bus.write(address, data[start : start + length])
                    start += length
        except OSError as error:
            return self._refuse(number, error.errno or errno.EIO)
        return self._done(number, count, read)

    def _fetch(self, number: int, wanted: list[tuple[int, int]], answers: list[tuple[int, int]]) -> None:
        """Ask again with these (address, length) of the caller's memory, and with room for the answers."""
        listed = b"".join(struct.pack("<QQ", *part) for part in (*wanted, *answers))
        self._answer(number, struct.pack("<iIII", 0, _RETRY, len(wanted), len(answers)) + listed)

    def _done(self, number: int, result: int = 0, data: bytes = b"") -> None:
        self._answer(number, struct.pack("<iIII", result, 0, 0, 0) + data)

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

"""An I2C bus behind a real device node: /dev/i2c-N as the kernel's own looks, served from here by way of /dev/cuse.

The protocol is FUSE's (Linux, include/uapi/linux/fuse.h), of which a bus needs open, release and ioctl. An ioctl's
arguments lie in the caller's memory: the kernel is told which parts to fetch and asks again (`RETRY`).
The nodes have i2c-dev's own major number, so a rule that names that class of devices holds for them too.
"""

import errno
import os
import struct
import threading
from collections.abc import Callable

I2C_MAJOR = 89

Transact = Callable[[int, bytes], None]
"""Takes (address, payload) of one write transaction. Raises OSError with the number that the caller shall get."""

_INIT, _OPEN, _RELEASE, _FLUSH, _INTERRUPT, _IOCTL = 4096, 14, 18, 25, 36, 39
_RETRY = 1 << 2
_UNRESTRICTED = 1 << 0
_HEADER = struct.Struct("<IIQ")
"""Length, operation, and the number that the answer carries; 24 more bytes follow that a bus does not look at."""
_HEADER_SIZE = 40
_ASKED = struct.Struct("<QIIQII")
"""An ioctl: file handle, flags, command, argument, and how much was fetched and may be given back."""

_SLAVE, _SLAVE_FORCE, _FUNCS, _RDWR = 0x0703, 0x0706, 0x0705, 0x0707
_FUNCTIONS = 0x00000001
"""I2C_FUNC_I2C: whole messages, and nothing of SMBus."""
_READ = 0x0001


class Node:
    """The node /dev/`name`, number `minor` of I2C's; `transact` is called on a thread of the node's own."""

    def __init__(self, name: str, minor: int, transact: Transact) -> None:
        self._name = name
        self._minor = minor
        self._transact = transact
        self._handles = 0
        self._ready = threading.Event()
        self._kernel = os.open("/dev/cuse", os.O_RDWR | os.O_CLOEXEC)
        threading.Thread(target=self._serve, name=name, daemon=True).start()
        if not self._ready.wait(10):
            raise OSError(errno.ETIMEDOUT, f"the kernel made no /dev/{name}")

    def _serve(self) -> None:
        while True:
            try:
                message = os.read(self._kernel, 1 << 18)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                raise
            _, operation, number = _HEADER.unpack_from(message)
            body = message[_HEADER_SIZE:]
            match operation:
                case 4096:
                    self._answer(number, self._introduced())
                    self._ready.set()
                case 14:
                    self._handles += 1
                    self._answer(number, struct.pack("<QII", self._handles, 0, 0))
                case 39:
                    self._ioctl(number, body)
                case 18 | 25:
                    self._answer(number)
                case 36:
                    pass  # whoever is interrupted waits for the answer, which is on its way
                case _:
                    self._refuse(number, errno.ENOSYS)

    def _introduced(self) -> bytes:
        """What the kernel is to make: version 7.31, ioctls with pointers, at most 64 KiB, major and minor."""
        numbers = (7, 31, 0, _UNRESTRICTED, 1 << 16, 1 << 16, I2C_MAJOR, self._minor)
        return struct.pack("<8I40x", *numbers) + f"DEVNAME={self._name}\0".encode()

    def _ioctl(self, number: int, body: bytes) -> None:
        _, _, command, argument, fetched, room = _ASKED.unpack_from(body)
        data = body[_ASKED.size : _ASKED.size + fetched]
        match command:
            case 0x0703 | 0x0706:
                self._done(number)
            case 0x0705 if room < 8:
                self._fetch(number, (), ((argument, 8),))
            case 0x0705:
                self._done(number, 0, struct.pack("<Q", _FUNCTIONS))
            case 0x0707:
                self._transfer(number, argument, data)
            case _:
                self._refuse(number, errno.ENOTTY)

    def _transfer(self, number: int, argument: int, data: bytes) -> None:
        """A combined transaction: the list of messages is fetched first, then what each writes."""
        parts = [(argument, 16)]
        if len(data) < 16:
            return self._fetch(number, parts)
        where, count = struct.unpack_from("<QI", data)
        parts.append((where, 16 * count))
        if len(data) < 16 + 16 * count:
            return self._fetch(number, parts)
        messages = [struct.unpack_from("<HHH2xQ", data, 16 + 16 * index) for index in range(count)]
        parts += [(place, length) for _, _, length, place in messages]
        if len(data) < sum(length for _, length in parts):
            return self._fetch(number, parts)
        position = 16 + 16 * count
        for address, flags, length, _ in messages:
            if flags & _READ:
                return self._refuse(number, errno.EOPNOTSUPP)
            try:
                self._transact(address, data[position : position + length])
            except OSError as error:
                return self._refuse(number, error.errno or errno.EIO)
            position += length
        return self._done(number, count)

    def _fetch(
        self, number: int, parts: list[tuple[int, int]] | tuple[()], results: tuple[tuple[int, int], ...] = ()
    ) -> None:
        """Ask again with these (address, length) of the caller's memory, and with room for `results`."""
        listed = b"".join(struct.pack("<QQ", *part) for part in (*parts, *results))
        self._answer(number, struct.pack("<iIII", 0, _RETRY, len(parts), len(results)) + listed)

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

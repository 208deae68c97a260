"""The package for armhf: what is compiled for it, with which headers, and what Debian has to bring. The real one runs on an
emulated processor by `python -m tools.deb.emulated`."""

import zipfile
from pathlib import Path

import pytest

from tools.deb import cross_compile
from tools.deb.contents import depends
from tools.deb.cross_compile import compiled, compiler, plain
from tools.deb.programs import BuildError
from tools.deb.wheels import SYSTEMS

STANZAS = """Types: deb
URIs: http://mirror.invalid/debian
Suites: trixie trixie-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.invalid/debian-security
Suites: trixie-security
Components: main
"""


def test_only_the_suite_itself_is_asked_for_headers() -> None:
    assert plain(STANZAS, "trixie") == ["deb http://mirror.invalid/debian trixie main"]
    line = "deb [signed-by=/key.gpg] http://mirror.invalid/debian trixie main contrib"
    assert plain(
        f"{line}\n# deb http://other.invalid trixie main\ndeb http://mirror.invalid trixie-updates main\n", "trixie"
    ) == [line]


def test_armhf_takes_from_debian_what_no_index_has() -> None:
    needed, _ = depends("armhf", ("3.11", "3.13"))
    assert set(SYSTEMS.values()) <= set(needed.split(", "))
    assert not set(SYSTEMS.values()) & set(depends("arm64", ("3.11", "3.13"))[0].split(", "))


@pytest.mark.parametrize(("size", "wide"), [(4, False), (8, True)])
def test_seconds_are_as_wide_as_the_headers_say(tmp_path: Path, size: int, wide: bool) -> None:
    own = tmp_path / cross_compile.TRIPLET / "python3.13"
    own.mkdir(parents=True)
    (own / "pyconfig.h").write_text(f"#define SIZEOF_TIME_T {size}\n")
    words = compiler(Path("_core.c"), Path("_core.so"), tmp_path, "3.13")
    assert ("-D_TIME_BITS=64" in words) == wide
    assert words[0] == "arm-linux-gnueabihf-gcc"


def test_another_library_makes_another_wheel(tmp_path: Path) -> None:
    model = tmp_path / "msgspec-1.0-cp311-cp311-manylinux_2_28_aarch64.whl"
    with zipfile.ZipFile(model, "w") as archive:
        archive.writestr("msgspec/__init__.py", "x = 1\n")
        archive.writestr("msgspec/_core.cpython-311-aarch64-linux-gnu.so", b"arm64")
        archive.writestr(
            "msgspec-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: cp311-cp311-manylinux_2_28_aarch64\nTag: b-c-d\n"
        )
        archive.writestr("msgspec-1.0.dist-info/RECORD", "old\n")
    library = tmp_path / "_core.cpython-311-arm-linux-gnueabihf.so"
    library.write_bytes(b"armhf")
    wheel = tmp_path / "msgspec-1.0-cp311-cp311-linux_armv7l.whl"
    cross_compile._repack(model, wheel, library)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert f"msgspec/{library.name}" in names
        assert not any("aarch64" in name for name in names)
        assert archive.read(f"msgspec/{library.name}") == b"armhf"
        assert archive.read("msgspec-1.0.dist-info/WHEEL") == b"Wheel-Version: 1.0\nTag: cp311-cp311-linux_armv7l\n"
        record = archive.read("msgspec-1.0.dist-info/RECORD").decode()
    assert {line.partition(",")[0] for line in record.splitlines()} == set(names)


def test_without_a_compiler_it_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match="sudo apt install gcc-arm-linux-gnueabihf libc6-dev-armhf-cross mmdebstrap"):
        compiled(tmp_path / "model.whl", tmp_path / "source.tar.gz", "3.11", tmp_path)

"""Puts a function in front of calls to the C library, whoever makes them: Python, DuckDB, any other library.

Every library keeps the addresses of the functions it calls in a table; here the entries for some names are replaced.
So the n-th write of a database can fail as on a full disk, without a disk, rights or a compiler. Linux, 64 bits.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable

Call = ctypes.CFUNCTYPE(ctypes.c_long, *[ctypes.c_long] * 4, use_errno=True)
"""A call with up to four integers or pointers, as they lie in registers."""
Before = Callable[[str, tuple[int, int, int, int]], int]
"""Given the name and the arguments: the error number with which the call fails, 0 to let it happen."""
PAGE = os.sysconf("SC_PAGE_SIZE")
_DYNAMIC, _JUMP, _DATA = 2, (7, 1026), (6, 1025)  # segment; kinds of entries on x86-64 and ARM
_TABLES = {5: "strings", 6: "symbols", 23: "jumps", 2: "jump_bytes", 7: "others", 8: "other_bytes"}


class _Segment(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        *((n, ctypes.c_uint64) for n in ("offset", "address", "physical", "stored", "size", "alignment")),
    )


class _Object(ctypes.Structure):
    _fields_ = (
        ("base", ctypes.c_uint64),
        ("name", ctypes.c_char_p),
        ("segments", ctypes.POINTER(_Segment)),
        ("count", ctypes.c_uint16),
    )


class _Symbol(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_uint32),
        ("info", ctypes.c_uint8),
        ("other", ctypes.c_uint8),
        ("section", ctypes.c_uint16),
        ("value", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
    )


_Visit = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Object), ctypes.c_size_t, ctypes.c_void_p)
_kept: list[object] = []


def intercept(names: tuple[str, ...], before: Before) -> int:
    """Put `before` in front of these functions in every library that is loaded now; how many entries were replaced."""
    # by its name: the program itself may stand in for a call with an entry of its own, which is replaced below
    libc = ctypes.CDLL("libc.so.6", use_errno=True)
    doors = {name.encode(): _door(libc, name, before) for name in names}
    replaced = 0

    def visit(found: ctypes._Pointer[_Object], _size: int, _data: object) -> int:
        nonlocal replaced
        loaded = found.contents
        for at in range(loaded.count):
            if loaded.segments[at].type == _DYNAMIC:
                replaced += _replace(libc, loaded.base, loaded.base + loaded.segments[at].address, doors)
        return 0

    libc.dl_iterate_phdr(_Visit(visit), None)
    return replaced


def _door(libc: ctypes.CDLL, name: str, before: Before) -> int:
    real = Call(ctypes.cast(getattr(libc, name), ctypes.c_void_p).value or 0)

    def door(*arguments: int) -> int:
        error = before(name, (arguments[0], arguments[1], arguments[2], arguments[3]))
        if error:
            ctypes.set_errno(error)
            return -1
        return int(real(*arguments))

    kept = Call(door)
    _kept.extend((real, kept))
    return ctypes.cast(kept, ctypes.c_void_p).value or 0


def _replace(libc: ctypes.CDLL, base: int, dynamic: int, doors: dict[bytes, int]) -> int:
    table: dict[str, int] = {}
    entries = (ctypes.c_uint64 * 512).from_address(dynamic)
    for at in range(0, 512, 2):
        if not entries[at]:
            break
        if entries[at] in _TABLES:
            table[_TABLES[entries[at]]] = entries[at + 1]
    replaced = 0
    for kinds, start, size in ((_JUMP, "jumps", "jump_bytes"), (_DATA, "others", "other_bytes")):
        for at in range(table.get(start, 0), table.get(start, 0) + table.get(size, 0), 24):
            place, info = (ctypes.c_uint64 * 2).from_address(at)
            if info & 0xFFFFFFFF not in kinds:
                continue
            symbol = _Symbol.from_address(table["symbols"] + 24 * (info >> 32))
            door = doors.get(ctypes.string_at(table["strings"] + symbol.name))
            if door:
                slot = base + place
                libc.mprotect(ctypes.c_void_p(slot - slot % PAGE), ctypes.c_size_t(PAGE), 3)  # to be read and written
                ctypes.c_uint64.from_address(slot).value = door
                replaced += 1
    return replaced

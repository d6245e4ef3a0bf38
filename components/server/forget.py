"""What a session held leaves the memory of the server soon after it has ended, also when nobody else comes.

Streamlit keeps an ended session for a while, so that a broken connection can take it up again
(server.disconnectedSessionTTL), but looks for those that are due only when the next session ends, and its loop goes
on naming the last session of all. Memory that was given back keeps its contents until somebody needs it: it is
overwritten, by the C library as it is freed and here where Python keeps it for itself.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import inspect
import logging
import os
from pathlib import Path

from streamlit import runtime
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.state import SessionState
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

EVERY = 2.0
"""Seconds between two looks for sessions that are due."""
log = logging.getLogger("leaderboard.server")
_LIBC = ctypes.CDLL(None)
_LIBC.malloc.restype = ctypes.c_void_p
_LIBC.malloc.argtypes = [ctypes.c_size_t]
_LIBC.free.argtypes = [ctypes.c_void_p]
_STATM = Path("/proc/self/statm")
_PERTURB = -6
"""glibc's M_PERTURB: what is freed is filled with this byte."""
_SMALL, _STEP, _BATCH = 512, 16, 2**18
"""Python keeps blocks up to 512 bytes for itself, in classes of 16; bytes that are asked for at once."""
_AT_HAND, _PER_SIZE = 1040, 8
"""The C library keeps up to seven blocks of each size up to about 1 KiB for each thread, as they were."""


async def forget_ended() -> None:
    """Let go of every ended session that is due, for as long as the server runs."""
    if hasattr(_LIBC, "mallopt"):
        _LIBC.mallopt(_PERTURB, 0xFF)
    while True:
        await asyncio.sleep(EVERY)
        try:
            if runtime.exists() and _expire():
                gc.collect()
                _wipe_at_hand()
                if _STATM.exists():  # elsewhere nothing tells when all of Python's free blocks are taken
                    await asyncio.to_thread(_wipe)
        except Exception:
            log.exception("the memory of an ended session could not be cleared")


def nobody_came() -> bool:
    """Whether no session has begun, or all are over."""
    return not (runtime.exists() and runtime.get_instance()._session_mgr.list_sessions())


def _expire() -> int:
    """End the sessions that can no longer be taken up again; their number."""
    server = runtime.get_instance()
    manager = server._session_mgr
    assert isinstance(manager, WebsocketSessionManager)
    storage = manager._session_storage
    assert isinstance(storage, MemorySessionStorage)
    cache = storage._cache
    assert isinstance(cache, TTLCache)
    ended = [info.session for _, info in cache.expire()]
    for session in ended:
        _empty(session)
    if ended and manager.list_active_sessions():
        server._enqueued_some_message()  # the loop turns once and takes up others
    elif ended:
        _drop_last_messages()
    return len(ended)


def _empty(session: AppSession) -> None:
    session.shutdown()
    session._session_state = SessionState()
    session._client_state = ClientState()
    session._fragment_storage = MemoryFragmentStorage()
    session._browser_queue = ForwardMsgQueue()


def _drop_last_messages() -> None:
    """Empty the messages that the waiting loop sent last; nobody is there whose they could be."""
    for task in asyncio.all_tasks():
        coroutine = task.get_coro()
        if task.get_name() == "Runtime.loop_coroutine" and inspect.iscoroutine(coroutine) and coroutine.cr_frame:
            for value in list(coroutine.cr_frame.f_locals.values()):
                if isinstance(value, ForwardMsg):
                    value.Clear()
                elif isinstance(value, list):
                    value.clear()


def _wipe() -> None:
    """Overwrite the free blocks that Python keeps: take them all, filled with zeros, and give them back."""
    taken = []
    for size in range(_STEP, _SMALL + 1, _STEP):
        before = _mapped()
        while _mapped() < before + 5 * _BATCH:
            taken.append([bytearray(size - 1) for _ in range(_BATCH // size)])
    del taken
    _wipe_at_hand()
    if hasattr(_LIBC, "malloc_trim"):
        _LIBC.malloc_trim(0)


def _wipe_at_hand() -> None:
    """Overwrite the blocks that the C library keeps at hand for this thread."""
    for size in range(24, _AT_HAND, 16):
        blocks = [_LIBC.malloc(size) for _ in range(_PER_SIZE)]
        for block in blocks:
            ctypes.memset(block, 0, size)
        for block in blocks:
            _LIBC.free(block)


def _mapped() -> int:
    """Bytes of address space: it grows when Python has no free block left."""
    return int(_STATM.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")

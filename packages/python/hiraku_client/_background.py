"""An event loop in a thread of its own. The thread ends with the program, so that a client left open holds up no end."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="hiraku-client", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        return not self._loop.is_closed()

    def call(self, function: Callable[..., Awaitable[T]], *args: Any) -> T:
        if not self.is_open:
            raise RuntimeError("The client is closed.")

        async def run() -> T:
            return await function(*args)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def close(self) -> None:
        self.call(self._loop.shutdown_asyncgens)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

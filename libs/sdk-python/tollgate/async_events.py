"""The buffer of events for programs with asyncio."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable

from .answers import Answer
from .entries import UsageEvent
from .errors import TollgateError
from .queue import Delivery, EventQueue, EventSettings, Send

AsyncSendBatch = Callable[[str], Awaitable[Answer]]


class AsyncEventBuffer:
    """Collects events, and sends them in batches from tasks of its own (metering, section 2.2).

    It belongs to one event loop, so close it before the loop ends.
    """

    def __init__(self, send: AsyncSendBatch, settings: EventSettings | None = None) -> None:
        self._send = send
        self._settings = settings or EventSettings()
        self._queue = EventQueue(self._settings)
        self._settled = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        # Without a loop nothing can be sent, but what is left is reported.
        weakref.finalize(self, self._queue.drop_all)

    def __len__(self) -> int:
        return len(self._queue.unsettled)

    def add(self, event: UsageEvent) -> bool:
        """Adds an event, and returns at once: False if ``on_drop`` has it, because the buffer is full or closed.

        Raises ValueError for a time without a zone, and TypeError for properties that JSON cannot express.
        """
        is_taken = self._queue.add(event)
        self._start()
        return is_taken

    async def flush(self) -> None:
        """Sends all events that were added before, and waits until each is settled."""
        up_to = self._queue.places
        self._queue.due_place = up_to
        self._start()
        async with self._settled:
            await self._settled.wait_for(lambda: self._queue.first_unsettled() > up_to)

    async def close(self, timeout: float | None = None) -> None:
        """Takes no more events, sends those that are there, and drops what is not settled in time (``end`` seconds)."""
        self._queue.is_closed = True
        try:
            await asyncio.wait_for(self.flush(), self._settings.end if timeout is None else timeout)
        except asyncio.TimeoutError:
            pass
        self._queue.drop_all()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._settled:
            self._settled.notify_all()

    def _start(self) -> None:
        """Starts due batches, and a timer for the next one."""
        loop = asyncio.get_running_loop()
        while len(self._tasks) < self._settings.parallel and self._queue.due_in() == 0:
            task = loop.create_task(self._run(self._queue.start()))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
        due_in = self._queue.due_in()
        if due_in and self._timer is None:
            self._timer = loop.call_later(due_in, self._fire)

    def _fire(self) -> None:
        self._timer = None
        self._start()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not self._queue.is_closed or self._queue.waiting:
            self._start()

    async def _run(self, delivery: Delivery) -> None:
        answer: Answer | TollgateError | None = None
        while True:
            try:
                step = delivery.send(answer)
            except StopIteration:
                break
            answer = None
            if isinstance(step, Send):
                try:
                    answer = await self._send(step.body)
                except TollgateError as error:
                    answer = error
                except Exception as cause:
                    answer = TollgateError(0, "no_answer", str(cause))
            else:
                await asyncio.sleep(step.seconds)
        async with self._settled:
            self._settled.notify_all()

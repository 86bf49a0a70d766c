"""The buffer of events for programs with threads."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from types import FrameType

from .answers import Answer
from .entries import UsageEvent
from .errors import TollgateError
from .queue import Delivery, EventQueue, EventSettings, Send

SendBatch = Callable[[str], Answer]
"""Sends the body of a batch once. Raises TollgateError without an answer."""


class EventBuffer:
    """Collects events, and sends them in batches from threads of its own (metering, section 2.2)."""

    def __init__(self, send: SendBatch, settings: EventSettings | None = None) -> None:
        self._send = send
        self._settings = settings or EventSettings()
        self._reset()
        _buffers.add(self)
        if self._settings.send_at_end:
            _end_by_signal()

    def _reset(self) -> None:
        """Begins anew, as in a forked process: threads stay with the parent, which sends its events itself."""
        self._queue = EventQueue(self._settings)
        # Handlers may add events, so one thread may take it twice.
        self._changed = threading.Condition(threading.RLock())
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def __len__(self) -> int:
        return len(self._queue.unsettled)

    def add(self, event: UsageEvent) -> bool:
        """Adds an event, and returns at once: False if ``on_drop`` has it, because the buffer is full or closed.

        Raises ValueError for a time without a zone, and TypeError for properties that JSON cannot express.
        """
        with self._changed:
            is_taken = self._queue.add(event)
            if is_taken and not self._threads:
                self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._settings.parallel)]
                for thread in self._threads:
                    thread.start()
            # Threads that wait for a later moment need not know of each event.
            if len(self._queue.waiting) == 1 or self._queue.due_in() == 0:
                self._changed.notify_all()
        return is_taken

    def flush(self, timeout: float | None = None) -> bool:
        """Sends all events that were added before. Returns whether each is settled within the time, in seconds."""
        with self._changed:
            up_to = self._queue.places
            self._queue.due_place = up_to
            self._changed.notify_all()
            return self._changed.wait_for(lambda: self._queue.first_unsettled() > up_to, timeout)

    def close(self, timeout: float | None = None) -> None:
        """Takes no more events, sends those that are there, and drops what is not settled in time (``end`` seconds)."""
        with self._changed:
            self._queue.is_closed = True
        self.flush(self._settings.end if timeout is None else timeout)
        with self._changed:
            self._queue.drop_all()
            self._over.set()
            self._changed.notify_all()

    def _work(self) -> None:
        while not self._over.is_set():
            with self._changed:
                due_in = self._queue.due_in()
                if due_in != 0:
                    self._changed.wait(due_in)
                    continue
                delivery = self._queue.start()
            self._run(delivery)

    def _run(self, delivery: Delivery) -> None:
        answer: Answer | TollgateError | None = None
        while True:
            with self._changed:
                try:
                    step = delivery.send(answer)
                except StopIteration:
                    return self._changed.notify_all()
            answer = None
            if isinstance(step, Send):
                try:
                    answer = self._send(step.body)
                except TollgateError as error:
                    answer = error
                except Exception as cause:
                    answer = TollgateError(0, "no_answer", str(cause))
            else:
                self._over.wait(step.seconds)


_buffers: weakref.WeakSet[EventBuffer] = weakref.WeakSet()


@atexit.register
def _end() -> None:
    for buffer in list(_buffers):
        # Whoever ends the buffer without sending has its events reported at least.
        buffer.close(None if buffer._settings.send_at_end else 0)


def _begin_anew() -> None:
    for buffer in list(_buffers):
        buffer._reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def _end_by_signal() -> None:
    """Has SIGTERM end the process in the orderly way, unless the program has a handler of its own."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _exit)


def _exit(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)

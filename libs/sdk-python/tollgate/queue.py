"""The events of a buffer and what becomes of them, without threads, tasks and connections.

A delivery is a generator: it yields a ``Send`` or a ``Sleep``, and receives the answer to the first. So threads and tasks
share every decision, and tests need no clock.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Literal

from .answers import Answer, Verdict, verdict_of
from .entries import BatchBounds, Entry, UsageEvent, entry_of, take_batch
from .errors import TollgateError
from .waits import backoff

log = logging.getLogger("tollgate")

DropReason = Literal["full", "closed", "gave_up", "call_refused"]
"""``full``: no room. ``closed``: the end came before an answer. ``gave_up``: repeated for long enough without one; the
event may be stored. ``call_refused``: the service refused the call as such, for instance its key."""


def log_refused(event: dict[str, Any], reason: Any) -> None:
    """Logs an event that the service refused."""
    log.error("Event %s was refused: %s", event["transaction_id"], reason)


def log_dropped(event: dict[str, Any], reason: DropReason, error: TollgateError | None) -> None:
    """Logs an event that was not sent, or is not known to be stored."""
    log.error("Event %s was dropped: %s %s", event["transaction_id"], reason, error or "")


@dataclass(frozen=True)
class EventSettings:
    """Settings of a buffer. Times are in seconds."""

    batch_events: int = 100
    wait: float = 1
    capacity: int = 10_000
    capacity_bytes: int = 32 * 1024 * 1024
    parallel: int = 4
    give_up: float = 600
    end: float = 5
    send_at_end: bool = True
    on_refused: Callable[[dict[str, Any], Any], None] = log_refused
    on_drop: Callable[[dict[str, Any], DropReason, TollgateError | None], None] = log_dropped

    def __post_init__(self) -> None:
        if min(self.batch_events, self.capacity, self.capacity_bytes, self.parallel) < 1:
            raise ValueError("A bound of the event buffer is less than one")


@dataclass(frozen=True)
class Send:
    """The body of a batch is to be sent once."""

    body: str


@dataclass(frozen=True)
class Sleep:
    """A wait, in seconds."""

    seconds: float


Delivery = Generator[Send | Sleep, Answer | TollgateError | None, None]


class EventQueue:
    """Waiting and unsettled events. Each one ends in one of three ways: stored, refused or dropped."""

    def __init__(self, settings: EventSettings, now: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.now = now
        self.waiting: list[Entry] = []
        # In order of their places, which dictionaries preserve.
        self.unsettled: dict[Entry, None] = {}
        self.size = 0
        self.places = 0
        self.due_place = 0
        self.first_added = 0.0
        self.is_closed = False

    def add(self, event: UsageEvent) -> bool:
        """Adds an event. Returns False if ``on_drop`` has it."""
        entry = entry_of(event, self.places + 1)
        if self.is_closed:
            return self._refuse(entry, "closed")
        if len(self.unsettled) >= self.settings.capacity or self.size + entry.size > self.settings.capacity_bytes:
            return self._refuse(entry, "full")
        if not self.waiting:
            self.first_added = self.now()
        self.places = entry.place
        self.unsettled[entry] = None
        self.size += entry.size
        self.waiting.append(entry)
        return True

    def due_in(self) -> float | None:
        """Seconds until a batch is due; None if nothing waits."""
        if not self.waiting:
            return None
        if len(self.waiting) >= self.settings.batch_events or self.waiting[0].place <= self.due_place:
            return 0
        return max(self.first_added + self.settings.wait - self.now(), 0)

    def start(self) -> Delivery:
        """The delivery of the next batch."""
        batch = take_batch(self.waiting, BatchBounds(events=min(self.settings.batch_events, BatchBounds.events)))
        return self._deliver(batch, self.now() + self.settings.give_up)

    def first_unsettled(self) -> float:
        """The place of the oldest event that is not settled; infinity without one."""
        return next((entry.place for entry in self.unsettled), float("inf"))

    def drop_all(self) -> None:
        """Gives up what is left, and reports it."""
        self.waiting.clear()
        self._drop(list(self.unsettled), "closed")

    def _deliver(self, batch: list[Entry], deadline: float) -> Delivery:
        left = batch
        attempt = 0
        while left:
            answer = yield Send(f'{{"events":[{",".join(entry.text for entry in left)}]}}')
            verdict = verdict_of(answer, len(left)) if isinstance(answer, Answer) else Verdict("later", error=answer)
            if verdict.kind == "later":
                wait = max(backoff(attempt, 0.1, 10), verdict.wait)
                attempt += 1
                if self.now() + wait >= deadline:
                    self._drop(left, "gave_up", verdict.error)
                else:
                    yield Sleep(wait)
            elif verdict.kind == "too_large" and len(left) > 1:
                half = (len(left) + 1) // 2
                yield from self._deliver(left[:half], deadline)
                yield from self._deliver(left[half:], deadline)
            elif verdict.kind == "hopeless":
                self._drop(left, "call_refused", verdict.error)
            else:
                self._settle_by(verdict, left)
            left = [entry for entry in left if entry in self.unsettled]

    def _settle_by(self, verdict: Verdict, batch: list[Entry]) -> None:
        for place, entry in enumerate(batch):
            if verdict.kind == "named" and place not in verdict.places:
                continue
            reason = verdict.places.get(place)
            if verdict.kind == "refused":
                reason = verdict.details or {"base": ["refused"]}
            elif verdict.kind == "too_large":
                reason = {"base": ["body_too_large"]}
            if self._settle(entry) and reason is not None:
                self._report(self.settings.on_refused, entry, reason)

    def _drop(self, entries: list[Entry], reason: DropReason, error: TollgateError | None = None) -> None:
        for entry in entries:
            if self._settle(entry):
                self._refuse(entry, reason, error)

    def _refuse(self, entry: Entry, reason: DropReason, error: TollgateError | None = None) -> bool:
        self._report(self.settings.on_drop, entry, reason, error)
        return False

    def _settle(self, entry: Entry) -> bool:
        """Takes an event out of the buffer. Returns False if it was settled before."""
        if entry not in self.unsettled:
            return False
        del self.unsettled[entry]
        self.size -= entry.size
        return True

    def _report(self, handle: Callable[..., None], entry: Entry, *reasons: Any) -> None:
        """Calls a handler. If it fails, the other events go on."""
        try:
            handle(entry.event, *reasons)
        except Exception:
            log.exception("A handler of events failed")

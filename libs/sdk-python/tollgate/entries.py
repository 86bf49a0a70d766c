"""Events in a buffer, and their batches."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, TypedDict


class _Named(TypedDict):
    external_subscription_id: str
    code: str


class UsageEvent(_Named, total=False):
    """A usage event.

    It counts once under its ``transaction_id``. Derive it from what caused the event, such as the id of a request; the
    buffer makes a random one if it is absent. ``timestamp`` is a ``datetime`` with a time zone, or Unix seconds; absent,
    the moment of ``add`` counts.
    """

    transaction_id: str
    timestamp: datetime | float | str
    properties: dict[str, Any]
    precise_total_amount_cents: str | Decimal | None


@dataclass(frozen=True, eq=False)
class Entry:
    """An event in the buffer, as it was when it was added: every attempt sends the same text."""

    place: int
    transaction_id: str
    text: str
    size: int

    @property
    def event(self) -> dict[str, Any]:
        """The event with its transaction id and its time, for reports."""
        event: dict[str, Any] = json.loads(self.text)
        return event


@dataclass(frozen=True)
class BatchBounds:
    """Bounds of one batch: those of the service, with room for the surrounding body (metering, sections 2.1 and 2.2)."""

    events: int = 100
    size: int = 1024 * 1024


def entry_of(event: UsageEvent, place: int) -> Entry:
    """Completes an event and copies it.

    Raises ValueError for a time without a zone, and TypeError for properties that JSON cannot express.
    """
    transaction_id = event.get("transaction_id")
    if transaction_id is None:
        transaction_id = str(uuid.uuid4())
    timestamp = _seconds(event.get("timestamp", time.time()))
    whole = {**event, "transaction_id": transaction_id, "timestamp": timestamp}
    text = json.dumps(whole, default=_exact, allow_nan=False, separators=(",", ":"))
    return Entry(place, transaction_id, text, len(text.encode()))


def _seconds(moment: datetime | float | str) -> float | str:
    if not isinstance(moment, datetime):
        return moment
    if moment.tzinfo is None:
        raise ValueError("The timestamp of an event has no time zone")
    return moment.timestamp()


def _exact(value: Any) -> str:
    """Decimals as text, which loses no digits."""
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"JSON cannot express a {type(value).__name__}")


def take_batch(waiting: list[Entry], bounds: BatchBounds) -> list[Entry]:
    """Takes the next batch out of the waiting events.

    Events with one transaction id go into different batches: within a batch, the service refuses the second one even if
    their subscriptions differ.
    """
    batch: list[Entry] = []
    left: list[Entry] = []
    ids: set[str] = set()
    size = 0
    is_full = False
    for entry in waiting:
        is_full = is_full or len(batch) >= bounds.events or (bool(batch) and size + entry.size > bounds.size)
        if is_full or entry.transaction_id in ids:
            left.append(entry)
            continue
        batch.append(entry)
        ids.add(entry.transaction_id)
        size += entry.size + 1
    waiting[:] = left
    return batch

"""Waits between repetitions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

# These statuses mean "not now": the same call may succeed later.
TEMPORARY = frozenset({429, 502, 503, 504})

LONGEST_RETRY_AFTER = 300.0


def retry_after(headers: Mapping[str, str]) -> float:
    """The wait that an answer requests, in seconds: five minutes at most, and 0 without a request."""
    text = headers.get("retry-after")
    if text is None:
        return 0
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(text) - datetime.now(timezone.utc)).total_seconds()
        except (TypeError, ValueError):
            return 0
    return min(max(seconds, 0), LONGEST_RETRY_AFTER)


def backoff(attempt: int, first: float, longest: float) -> float:
    """A wait that doubles with each attempt, less a random half, so that callers do not return together."""
    doubled: float = first * 2 ** min(attempt, 30)
    return min(doubled, longest) * (1 - random.random() / 2)

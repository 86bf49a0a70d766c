"""The meaning of an answer for a batch of events (metering, section 2.2)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .errors import TollgateError, error_of
from .waits import TEMPORARY, retry_after

_PLACE = re.compile(r"^(?:events\.)?(\d+)(?:\.(.+))?$")


@dataclass(frozen=True)
class Answer:
    """An answer, read to its end. The names of ``headers`` are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        """The body; None unless it is JSON."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None


@dataclass(frozen=True)
class Verdict:
    """What becomes of a batch. ``places`` has the events that are out of it: None if stored before, else the reason."""

    kind: Literal["stored", "named", "refused", "too_large", "later", "hopeless"]
    places: dict[int, Any] = field(default_factory=dict)
    details: Any = None
    wait: float = 0
    error: TollgateError | None = None


def verdict_of(answer: Answer, count: int) -> Verdict:
    """Reads the answer to a batch of so many events."""
    if 200 <= answer.status < 300:
        return Verdict("stored")
    if answer.status == 413:
        return Verdict("too_large")
    error = error_of(answer.status, answer.json(), answer.headers.get("x-request-id"))
    if answer.status == 422:
        return _refusal(error.details, count)
    if answer.status in TEMPORARY or answer.status >= 500:
        return Verdict("later", wait=retry_after(answer.headers), error=error)
    return Verdict("hopeless", error=error)


def _refusal(details: Any, count: int) -> Verdict:
    places: dict[int, Any] = {}
    for name, reason in details.items() if isinstance(details, dict) else ():
        # Unknown fields are named by their whole path, such as ``events.3.propertis``.
        found = _PLACE.match(name)
        if found is None or int(found[1]) >= count:
            continue
        place = int(found[1])
        if found[2] is None:
            places[place] = None if _is_stored_before(reason) else reason
        else:
            places[place] = {**(places.get(place) or {}), found[2]: reason}
    return Verdict("named", places=places) if places else Verdict("refused", details=details)


def _is_stored_before(reason: Any) -> bool:
    """Whether the only fault of an event is that it is there already, as after a lost answer."""
    return bool(reason == {"transaction_id": ["value_already_exist"]})

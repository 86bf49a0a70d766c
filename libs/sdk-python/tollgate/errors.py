"""Errors of calls."""

from __future__ import annotations

import json
from typing import Any

LONGEST_DETAILS = 500


class TollgateError(Exception):
    """A call that was refused, or that nothing answered.

    ``status`` is that of the answer, 0 without one. ``code`` names the error, such as ``validation_errors``, or
    ``no_answer``. ``fields`` has lists of codes by field, ``details`` the same as it came, ``hints`` advice by field,
    and ``request_id`` the identifier under which the service logs the call.
    """

    def __init__(
        self,
        status: int,
        code: str,
        details: Any = None,
        hints: dict[str, str] | None = None,
        request_id: str | None = None,
    ) -> None:
        named = "" if details is None else f" {json.dumps(details)[:LONGEST_DETAILS]}"
        super().__init__(f"{status or ''} {code}{named}".strip())
        self.status = status
        self.code = code
        self.details = details
        self.fields = _fields_of(details)
        self.hints = hints or {}
        self.request_id = request_id


def _fields_of(details: Any) -> dict[str, list[str]]:
    """Lists of codes by field; deeper details, such as those of a batch, stay in ``details``."""
    if not isinstance(details, dict):
        return {}
    lists = {field: [codes] if isinstance(codes, str) else codes for field, codes in details.items()}
    return {field: [str(code) for code in codes] for field, codes in lists.items() if isinstance(codes, list)}


def error_of(status: int, body: Any, request_id: str | None) -> TollgateError:
    """The error of an answer. ``body`` is None unless it is JSON."""
    parts = body if isinstance(body, dict) else {}
    code = parts.get("code") or parts.get("error") or "unexpected_answer"
    return TollgateError(status, str(code), parts.get("error_details"), parts.get("hints"), request_id)

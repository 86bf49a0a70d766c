"""Requests and their repetitions, without connections."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote

import httpx

from .answers import Answer
from .errors import TollgateError, error_of
from .waits import TEMPORARY, backoff, retry_after

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Settings:
    """Settings of a client. Times are in seconds.

    ``deadline`` bounds a whole call with its repetitions, ``attempt_timeout`` each wait of one attempt for the service, and
    ``attempts`` how often a call is sent at most. With ``strict``, a field or parameter without effect is an error.
    """

    api_key: str
    base_url: str
    strict: bool = True
    deadline: float = 60
    attempt_timeout: float = 20
    attempts: int = 5

    @property
    def root(self) -> str:
        """The address below which all paths are."""
        return f"{self.base_url.rstrip('/')}/api/v1"

    @property
    def headers(self) -> dict[str, str]:
        """Headers of every call."""
        prefer = "handling=strict" if self.strict else "handling=lenient"
        return {"authorization": f"Bearer {self.api_key}", "prefer": prefer}


@dataclass(frozen=True)
class Call:
    """A call: ``path`` as in the interface document, with ``{names}`` that ``places`` fills."""

    method: Method
    path: str
    places: Values = field(default_factory=dict)
    query: Values = field(default_factory=dict)
    body: Any = None
    idempotency_key: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The path with its places filled. Raises KeyError for one that is missing."""
        return re.sub(r"\{(\w+)\}", lambda name: quote(str(self.places[name[1]]), safe=""), self.path)

    @property
    def parameters(self) -> httpx.QueryParams:
        """The query: lists repeat their name, mappings are ``name[key]``, and None is left out."""
        return httpx.QueryParams(tuple(pair for name, value in self.query.items() for pair in _pairs(name, value)))

    @property
    def all_headers(self) -> dict[str, str]:
        """Headers beside those of every call."""
        key = {} if self.idempotency_key is None else {"idempotency-key": self.idempotency_key}
        return {**self.headers, **key}

    @property
    def is_repeatable(self) -> bool:
        """Whether it may be sent again: a lost answer of any other call may hide that it had an effect."""
        return self.method == "GET" or self.idempotency_key is not None


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    if isinstance(value, (list, tuple)):
        return [(name, str(one)) for one in value]
    if isinstance(value, Mapping):
        return [(f"{name}[{key}]", str(one)) for key, one in value.items()]
    return [(name, str(value))]


class Attempts:
    """The attempts of one call."""

    def __init__(self, call: Call, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self._left = settings.attempts if call.is_repeatable else 1
        self._deadline = now() + settings.deadline
        self._now = now
        self._made = 0

    def wait_after(self, answer: Answer | TollgateError) -> float | None:
        """Seconds until the next attempt; None if the answer stands."""
        if isinstance(answer, Answer) and answer.status not in TEMPORARY:
            return None
        self._left -= 1
        wait = max(backoff(self._made, 0.25, 8), retry_after(answer.headers) if isinstance(answer, Answer) else 0)
        self._made += 1
        if self._left > 0 and self._now() + wait < self._deadline:
            return wait
        if isinstance(answer, Answer):
            return None
        raise answer


def answer_of(response: httpx.Response) -> Answer:
    """An answer whose body was read."""
    return Answer(response.status_code, {name.lower(): value for name, value in response.headers.items()}, response.text)


def body_of(answer: Answer) -> Any:
    """The body of a successful answer; None without one. Raises TollgateError for any other answer."""
    if not 200 <= answer.status < 300:
        raise error_of(answer.status, answer.json(), answer.headers.get("x-request-id"))
    return answer.json()


def no_answer(error: httpx.HTTPError) -> TollgateError:
    """The error of a call that nothing answered."""
    code = "deadline_exceeded" if isinstance(error, httpx.TimeoutException) else "no_answer"
    return TollgateError(0, code, str(error) or type(error).__name__)


class Pages:
    """The pages of a list.

    They follow cursors, so rows that come or go meanwhile shift nothing, and numbers in lists that have no cursors
    (docs/concepts/lists.md). A list without cursors names the parameter among those that it ignored.
    """

    def __init__(self, path: str, places: Values, query: Values, is_strict: bool) -> None:
        self._call = (path, places, query)
        self._is_strict = is_strict
        self._position: dict[str, Any] | None = {"cursor": ""}

    def next_call(self) -> Call | None:
        """The call of the next page; None after the last one."""
        if self._position is None:
            return None
        path, places, query = self._call
        return Call("GET", path, places, {**query, **self._position}, headers={"prefer": "handling=lenient"})

    def elements(self, answer: Answer) -> Iterator[dict[str, Any]]:
        """The elements of a page. Raises TollgateError for a parameter without effect."""
        body = body_of(answer)
        ignored = [name.strip() for name in answer.headers.get("x-ignored-parameters", "").split(",")]
        unknown = [name for name in ignored if name not in ("", "cursor")]
        if self._is_strict and unknown:
            raise TollgateError(422, "validation_errors", {name: ["unknown_parameter"] for name in unknown})
        meta = body.get("meta") or {}
        if "cursor" in (self._position or {}) and "next_cursor" in meta:
            self._position = None if meta["next_cursor"] is None else {"cursor": meta["next_cursor"]}
        else:
            self._position = None if meta.get("next_page") is None else {"page": meta["next_page"]}
        return iter(next((value for value in body.values() if isinstance(value, list)), []))

"""The client for programs with threads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import httpx

from .answers import Answer
from .calls import Attempts, Call, Method, Pages, Settings, Values, answer_of, body_of, no_answer
from .errors import TollgateError
from .events import EventBuffer
from .queue import EventSettings


class Tollgate:
    """Calls of one organization. Threads may share it."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        strict: bool = True,
        deadline: float = 60,
        attempt_timeout: float = 20,
        attempts: int = 5,
        events: EventSettings | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = Settings(api_key, base_url, strict, deadline, attempt_timeout, attempts)
        self._http = httpx.Client(headers=self._settings.headers, timeout=attempt_timeout, transport=transport)
        self.events = EventBuffer(self._send_batch, events)

    def get(self, path: str, *, path_values: Values | None = None, query: Values | None = None) -> Any:
        """Reads. Raises TollgateError."""
        return self._call("GET", path, path_values, query)

    def post(
        self,
        path: str,
        body: Any = None,
        *,
        path_values: Values | None = None,
        query: Values | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Creates or acts. With an ``idempotency_key``, a lost answer leads to a repetition. Raises TollgateError."""
        return self._call("POST", path, path_values, query, body, idempotency_key)

    def put(self, path: str, body: Any = None, *, path_values: Values | None = None, query: Values | None = None) -> Any:
        """Changes. Raises TollgateError."""
        return self._call("PUT", path, path_values, query, body)

    def patch(self, path: str, body: Any = None, *, path_values: Values | None = None, query: Values | None = None) -> Any:
        """Changes a part. Raises TollgateError."""
        return self._call("PATCH", path, path_values, query, body)

    def delete(self, path: str, *, path_values: Values | None = None, query: Values | None = None) -> Any:
        """Deletes or ends. Raises TollgateError."""
        return self._call("DELETE", path, path_values, query)

    def list(
        self, path: str, *, path_values: Values | None = None, query: Values | None = None
    ) -> Iterator[dict[str, Any]]:
        """All elements of a list, read page by page as they are needed. Raises TollgateError."""
        pages = Pages(path, path_values or {}, query or {}, self._settings.strict)
        while (call := pages.next_call()) is not None:
            yield from pages.elements(self._send(call))

    def close(self, timeout: float | None = None) -> None:
        """Sends the events that wait, for at most so many seconds, and ends the client."""
        self.events.close(timeout)
        self._http.close()

    def __enter__(self) -> Tollgate:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(
        self,
        method: Method,
        path: str,
        path_values: Values | None,
        query: Values | None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        return body_of(self._send(Call(method, path, path_values or {}, query or {}, body, idempotency_key)))

    def _send(self, call: Call) -> Answer:
        attempts = Attempts(call, self._settings)
        while True:
            answer = self._attempt(call)
            wait = attempts.wait_after(answer)
            if wait is None:
                assert isinstance(answer, Answer)
                return answer
            time.sleep(wait)

    def _attempt(self, call: Call) -> Answer | TollgateError:
        try:
            return answer_of(
                self._http.request(
                    call.method,
                    self._settings.root + call.address,
                    params=call.parameters,
                    json=call.body,
                    headers=call.all_headers,
                )
            )
        except httpx.HTTPError as error:
            return no_answer(error)

    def _send_batch(self, body: str) -> Answer:
        try:
            headers = {"content-type": "application/json"}
            return answer_of(self._http.post(f"{self._settings.root}/events/batch", content=body, headers=headers))
        except httpx.HTTPError as error:
            raise no_answer(error) from error

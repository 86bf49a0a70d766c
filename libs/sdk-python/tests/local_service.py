"""A service on this machine, which answers as a test says, and stores what it receives."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[list[dict[str, Any]], int], tuple[int, Any]]
"""Answers the events of a request by its number, from 0: a status and a body. The status 0 cuts the connection."""


class LocalService:
    """Batches that came, in order."""

    def __init__(self, script: Script) -> None:
        self.batches: list[list[dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        self.base_url = ""
        self._script = script
        self._lock = threading.Lock()

    @property
    def ids(self) -> list[list[str]]:
        return [[event["transaction_id"] for event in batch] for batch in self.batches]

    def take(self, events: list[dict[str, Any]], headers: dict[str, str]) -> tuple[int, Any]:
        with self._lock:
            self.batches.append(events)
            self.headers.append(headers)
            place = len(self.batches) - 1
        return self._script(events, place)


@contextmanager
def local_service(script: Script = lambda _events, _place: (200, {})) -> Iterator[LocalService]:
    service = LocalService(script)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, answer = service.take(json.loads(body)["events"], headers)
            if status == 0:
                self.close_connection = True
                return
            text = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


def refusal(details: Any) -> tuple[int, Any]:
    return 422, {"status": 422, "code": "validation_errors", "error_details": details}

"""Calls, their repetitions and lists, with answers that a test writes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tollgate import AsyncTollgate, Tollgate, TollgateError

Script = Callable[[httpx.Request, int], httpx.Response]


class Calls:
    """The requests of a client, and their answers."""

    def __init__(self, script: Script) -> None:
        self.requests: list[httpx.Request] = []
        self._script = script

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return self._script(request, len(self.requests) - 1)


def client_of(script: Script, **settings: Any) -> tuple[Tollgate, Calls]:
    calls = Calls(script)
    return Tollgate("key", "http://service/", transport=httpx.MockTransport(calls), **settings), calls


def ok(body: Any, **headers: str) -> httpx.Response:
    return httpx.Response(200, json=body, headers=headers)


def test_a_call_has_its_path_query_body_and_key() -> None:
    tollgate, calls = client_of(lambda _request, _place: ok({"invoice": {}}))
    tollgate.get("/customers/{external_id}", path_values={"external_id": "a/b"}, query={"x": True, "ids[]": ["1", "2"]})
    assert tollgate.post("/invoices", {"invoice": {}}, idempotency_key="once") == {"invoice": {}}
    first, second = calls.requests
    assert first.url.raw_path == b"/api/v1/customers/a%2Fb?x=true&ids%5B%5D=1&ids%5B%5D=2"
    assert (first.headers["authorization"], first.headers["prefer"]) == ("Bearer key", "handling=strict")
    assert (second.headers["idempotency-key"], json.loads(second.content)) == ("once", {"invoice": {}})


def test_an_error_has_its_fields() -> None:
    body = {"code": "validation_errors", "error_details": {"email": ["invalid_format"], "base": "x", "0": {"a": ["b"]}}}
    tollgate, _ = client_of(lambda _request, _place: httpx.Response(422, json=body, headers={"x-request-id": "r"}))
    with pytest.raises(TollgateError) as raised:
        tollgate.post("/customers", {})
    error = raised.value
    assert (error.status, error.code, error.request_id) == (422, "validation_errors", "r")
    assert error.fields == {"email": ["invalid_format"], "base": ["x"]}
    assert error.details == body["error_details"]


def lost(_request: httpx.Request, place: int) -> httpx.Response:
    if place == 0:
        raise httpx.ReadError("cut")
    return httpx.Response(503) if place == 1 else ok({"invoices": []})


def test_repeats_what_it_may() -> None:
    tollgate, calls = client_of(lost)
    assert tollgate.get("/invoices") == {"invoices": []}
    assert len(calls.requests) == 3
    tollgate, calls = client_of(lost)
    assert tollgate.post("/invoices", {}, idempotency_key="once") == {"invoices": []}
    assert len(calls.requests) == 3
    tollgate, calls = client_of(lost)
    with pytest.raises(TollgateError, match="no_answer"):
        tollgate.post("/invoices", {})
    assert len(calls.requests) == 1


def test_obeys_its_bounds() -> None:
    tollgate, calls = client_of(lambda _request, _place: httpx.Response(503), attempts=2)
    with pytest.raises(TollgateError, match="503"):
        tollgate.get("/invoices")
    assert len(calls.requests) == 2
    tollgate, calls = client_of(lambda _request, _place: httpx.Response(429, headers={"retry-after": "60"}), deadline=1)
    with pytest.raises(TollgateError, match="429"):
        tollgate.get("/invoices")
    assert len(calls.requests) == 1


def pages(request: httpx.Request, _place: int) -> httpx.Response:
    page = int(request.url.params.get("page", "1"))
    ignored = "cursor" if page == 1 else ""
    body = {"events": [{"id": page}], "meta": {"next_page": page + 1 if page < 3 else None}}
    return ok(body, **{"x-ignored-parameters": ignored})


def cursors(request: httpx.Request, _place: int) -> httpx.Response:
    cursor = request.url.params["cursor"]
    return ok({"meta": {"next_cursor": "c" if cursor == "" else None, "next_page": 9}, "events": [{"id": cursor}]})


def test_lists_follow_cursors_or_pages() -> None:
    assert list(client_of(cursors)[0].list("/invoices")) == [{"id": ""}, {"id": "c"}]
    assert list(client_of(pages)[0].list("/events")) == [{"id": 1}, {"id": 2}, {"id": 3}]

    async def play() -> list[Any]:
        async with AsyncTollgate("key", "http://service", transport=httpx.MockTransport(Calls(pages))) as tollgate:
            return [event async for event in tollgate.list("/events")]

    assert asyncio.run(play()) == [{"id": 1}, {"id": 2}, {"id": 3}]


def test_lists_refuse_parameters_without_effect() -> None:
    def script(_request: httpx.Request, _place: int) -> httpx.Response:
        return ok({"events": []}, **{"x-ignored-parameters": "cursor, x"})

    with pytest.raises(TollgateError) as raised:
        list(client_of(script)[0].list("/events", query={"x": 1}))
    assert raised.value.fields == {"x": ["unknown_parameter"]}
    assert list(client_of(script, strict=False)[0].list("/events")) == []


def test_async_calls_are_repeated() -> None:
    async def play() -> Any:
        async with AsyncTollgate("key", "http://service", transport=httpx.MockTransport(Calls(lost))) as tollgate:
            return await tollgate.get("/invoices")

    assert asyncio.run(play()) == {"invoices": []}

"""Calls of the package at a service: calls.py ADDRESS KEY. Prints a line for each part that works, and fails at the first one
that does not."""

import asyncio
import sys
import uuid

from fastapi.testclient import TestClient
from fastapi_app import metered_app

from tollgate import AsyncTollgate, Tollgate, TollgateError

base_url, api_key = sys.argv[1:]


def failure_of(tollgate: Tollgate, body: object, path: str) -> TollgateError:
    try:
        tollgate.post(path, body)
    except TollgateError as error:
        return error
    raise AssertionError(f"{path} succeeded")


def calls(tollgate: Tollgate) -> None:
    error = failure_of(tollgate, {"customer": {"external_id": "sdk", "email": "x"}}, "/customers")
    assert (error.status, error.fields) == (422, {"email": ["invalid_email_format"]}), error
    assert error.request_id
    for place in range(5):
        tollgate.post("/customers", {"customer": {"external_id": f"c{place}", "currency": "EUR"}})
    path_values = {"external_id": "c0"}
    assert tollgate.get("/customers/{external_id}", path_values=path_values)["customer"]["currency"] == "EUR"
    assert sorted(customer["external_id"] for customer in tollgate.list("/customers", query={"per_page": 2})) == [
        f"c{place}" for place in range(5)
    ]
    add_on = {"name": "Set-up", "code": "setup", "amount_cents": 100, "amount_currency": "EUR"}
    error = failure_of(tollgate, {"add_on": {**add_on, "nmae": "x"}}, "/add_ons")
    assert error.fields == {"add_on.nmae": ["unknown_parameter"]}, error
    tollgate.post("/add_ons", {"add_on": add_on})
    invoice = {"external_customer_id": "c0", "currency": "EUR", "fees": [{"add_on_code": "setup"}]}
    key = str(uuid.uuid4())
    made = [tollgate.post("/invoices", {"invoice": invoice}, idempotency_key=key) for _ in range(2)]
    assert made[0]["invoice"]["svc_id"] == made[1]["invoice"]["svc_id"]
    print("calls")


def events(tollgate: Tollgate) -> None:
    for place in range(5):
        name = f"p{place}"
        tollgate.events.add({"code": "calls", "external_subscription_id": "none", "transaction_id": name})
    assert tollgate.events.flush(30)
    found = list(tollgate.list("/events", query={"per_page": 2}))
    assert sorted(event["transaction_id"] for event in found) == [f"p{place}" for place in range(5)]
    print("events")


async def async_calls() -> None:
    async with AsyncTollgate(api_key, base_url) as tollgate:
        tollgate.events.add({"code": "async", "external_subscription_id": "none"})
        await tollgate.events.flush()
        codes = [event["code"] async for event in tollgate.list("/events", query={"code": "async"})]
        assert codes == ["async"]
    print("asyncio")


def fastapi(tollgate: Tollgate) -> None:
    with TestClient(metered_app(api_key, base_url, "key")) as client:
        headers = {"x-subscription": "fastapi"}
        assert client.get("/reports/7", headers=headers).json() == {"id": 7}
        assert client.get("/none", headers=headers).status_code == 404
        assert client.post("/hooks", json={}).status_code == 401
    [event] = tollgate.list("/events", query={"code": "requests"})
    assert event["properties"] == {"method": "GET", "path": "/reports/7"}, event
    print("fastapi")


with Tollgate(api_key, base_url) as shared:
    calls(shared)
    events(shared)
    asyncio.run(async_calls())
    fastapi(shared)

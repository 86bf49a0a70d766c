"""The buffers, against a service on this machine."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest
from local_service import local_service, refusal

from tollgate import AsyncTollgate, EventSettings, Tollgate, UsageEvent


def event(name: str) -> UsageEvent:
    return {"transaction_id": name, "external_subscription_id": "s", "code": "tokens"}


def test_sends_a_hundred_at_once_and_the_others_after_a_wait() -> None:
    with local_service() as service, Tollgate("key", service.base_url, events=EventSettings(wait=0.1)) as tollgate:
        for place in range(101):
            assert tollgate.events.add(event(f"e{place}"))
        deadline = time.monotonic() + 10
        while len(tollgate.events) > 0 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert sorted(len(batch) for batch in service.batches) == [1, 100]
        assert service.headers[0]["authorization"] == "Bearer key"
        assert service.headers[0]["prefer"] == "handling=strict"


def test_completes_an_event() -> None:
    with local_service() as service, Tollgate("key", service.base_url) as tollgate:
        own: UsageEvent = {"external_subscription_id": "s", "code": "tokens", "properties": {"tokens": Decimal("1.10")}}
        tollgate.events.add(own)
        own["properties"]["tokens"] = 2
        tollgate.events.add({**own, "timestamp": datetime(2026, 11, 30, 12, 0, 0, 250_000, timezone.utc)})
        assert tollgate.events.flush(10)
        [[first, second]] = service.batches
        assert len(first["transaction_id"]) == 36
        assert first["properties"] == {"tokens": "1.10"}
        assert abs(first["timestamp"] - time.time()) < 60
        assert second["timestamp"] == 1_796_040_000.25
        with pytest.raises(ValueError, match="time zone"):
            tollgate.events.add({**own, "timestamp": datetime(2026, 11, 30)})
        with pytest.raises(TypeError):
            tollgate.events.add({**own, "properties": {"tokens": object()}})


def test_repeats_and_takes_out_what_the_service_refuses() -> None:
    refused: dict[str, Any] = {}
    settings = EventSettings(on_refused=lambda event, reason: refused.update({event["transaction_id"]: reason}))
    details = {"1": {"code": ["value_is_mandatory"]}, "2": {"transaction_id": ["value_already_exist"]}}
    answers = [(0, None), (503, {}), refusal({**details, "events.3.x": ["unknown_parameter"]})]

    def script(_events: list[dict[str, Any]], place: int) -> tuple[int, Any]:
        return answers[place] if place < 3 else (200, {})

    with local_service(script) as service, Tollgate("key", service.base_url, events=settings) as tollgate:
        for place in range(5):
            tollgate.events.add(event(f"e{place}"))
        assert tollgate.events.flush(10)
        assert service.batches[0] == service.batches[1] == service.batches[2]
        assert service.ids[3:] == [["e0", "e4"]]
        assert refused == {"e1": {"code": ["value_is_mandatory"]}, "e3": {"x": ["unknown_parameter"]}}


def test_drops_what_it_cannot_send() -> None:
    dropped: dict[str, str] = {}
    settings = EventSettings(
        capacity=2, on_drop=lambda event, reason, _error: dropped.update({event["transaction_id"]: reason})
    )
    with local_service(lambda _events, _place: (503, {})) as service:
        tollgate = Tollgate("key", service.base_url, events=settings)
        assert [tollgate.events.add(event(name)) for name in ("a", "b", "c")] == [True, True, False]
        tollgate.close(0.2)
        assert tollgate.events.add(event("d")) is False
    assert dropped == {"a": "closed", "b": "closed", "c": "full", "d": "closed"}
    with pytest.raises(ValueError, match="less than one"):
        EventSettings(capacity=0)


def test_async_buffer_sends_repeats_and_drops() -> None:
    dropped: dict[str, str] = {}

    def on_drop(event: dict[str, Any], reason: str, _error: object) -> None:
        dropped[event["transaction_id"]] = reason

    async def play(base_url: str) -> None:
        async with AsyncTollgate("key", base_url, events=EventSettings(wait=0.05, on_drop=on_drop)) as tollgate:
            for place in range(150):
                tollgate.events.add(event(f"e{place}"))
            await tollgate.events.flush()
            assert len(tollgate.events) == 0
            tollgate.events.add(event("late"))
            await asyncio.sleep(1)
            assert len(tollgate.events) == 0
        stuck = AsyncTollgate("key", "http://127.0.0.1:1", events=EventSettings(on_drop=on_drop))
        stuck.events.add(event("stuck"))
        await stuck.close(0.2)

    def script(_events: list[dict[str, Any]], place: int) -> tuple[int, Any]:
        return (503 if place == 0 else 200), {}

    with local_service(script) as service:
        asyncio.run(play(service.base_url))
        sent = [name for batch in service.ids[1:] for name in batch]
        assert sorted(sent) == sorted([f"e{place}" for place in range(150)] + ["late"])
    assert dropped == {"stuck": "closed"}


PROGRAM = """
import logging, os, signal, sys, time
from tollgate import EventSettings, Tollgate
logging.basicConfig()
base_url, way = sys.argv[1:]
tollgate = Tollgate("key", base_url, events=EventSettings(wait=30, end=2))
add = lambda name: tollgate.events.add({"transaction_id": name, "external_subscription_id": "s", "code": "tokens"})
add("e0")
if way == "fork":
    child = os.fork()
    if child == 0:
        add("e1")
        sys.exit(0)
    os.waitpid(child, 0)
if way == "signal":
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(30)
"""


@pytest.mark.parametrize(("way", "code", "sent"), [("end", 0, {"e0"}), ("signal", 143, {"e0"}), ("fork", 0, {"e0", "e1"})])
def test_sends_before_the_process_ends(way: str, code: int, sent: set[str]) -> None:
    with local_service() as service:
        ended = subprocess.run([sys.executable, "-c", PROGRAM, service.base_url, way], timeout=60, env=os.environ)
        assert ended.returncode == code
        names = [name for batch in service.ids for name in batch]
        assert set(names) == sent
        assert len(names) == len(sent)


def test_reports_what_is_left_when_the_process_ends() -> None:
    with local_service(lambda _events, _place: (503, {})) as service:
        run = [sys.executable, "-c", PROGRAM, service.base_url, "end"]
        ended = subprocess.run(run, timeout=60, env=os.environ, capture_output=True, text=True)
    assert "Event e0 was dropped: closed" in ended.stderr

"""Each event is stored or reported, once and under one id, whatever fails on the way."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tollgate.answers import Answer
from tollgate.entries import UsageEvent
from tollgate.errors import TollgateError
from tollgate.queue import EventQueue, EventSettings, Send

FAULTS = ["none", "lost before", "lost after", "unavailable", "hopeless", "too large", "broken"]


class Store:
    """The events of a service (metering, sections 2.1 and 2.2), behind a way that loses calls."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = list(faults)
        self.stored: dict[tuple[str, str], str] = {}
        self.ids_by_mark: dict[str, set[str]] = defaultdict(set)

    def send(self, body: str) -> Answer | TollgateError:
        events = json.loads(body)["events"]
        for event in events:
            self.ids_by_mark[event["properties"]["mark"]].add(event["transaction_id"])
        fault = self.faults.pop(0) if self.faults else "none"
        early = {"unavailable": 503, "hopeless": 401, "too large": 413, "broken": 500}
        if fault in early:
            return Answer(early[fault], {}, "<html>" if fault == "broken" else "{}")
        if fault == "lost before":
            return TollgateError(0, "no_answer")
        answer = self._take(events)
        return TollgateError(0, "no_answer") if fault == "lost after" else answer

    def _take(self, events: list[dict[str, Any]]) -> Answer:
        bad = {str(place): {"code": ["value_is_mandatory"]} for place, event in enumerate(events) if event["properties"]["bad"]}
        if bad:
            return _refusal(bad)
        keys = [(event["external_subscription_id"], event["transaction_id"]) for event in events]
        ids = [event["transaction_id"] for event in events]
        there = {
            str(place): {"transaction_id": ["value_already_exist"]}
            for place, key in enumerate(keys)
            if key in self.stored or ids.index(ids[place]) < place
        }
        if there:
            return _refusal(there)
        self.stored.update({key: event["properties"]["mark"] for key, event in zip(keys, events)})
        return Answer(200, {}, "{}")


def _refusal(details: dict[str, Any]) -> Answer:
    return Answer(422, {}, json.dumps({"code": "validation_errors", "error_details": details}))


events = st.lists(st.tuples(st.none() | st.integers(0, 5), st.integers(0, 1), st.booleans()), max_size=40)


@settings(max_examples=500, deadline=None)
@given(
    events,
    st.lists(st.sampled_from(FAULTS), max_size=30),
    st.integers(1, 10),
    st.integers(1, 40),
    st.sampled_from([0, 0.5, 600]),
)
def test_every_event_is_stored_or_reported(
    added: list[tuple[int | None, int, bool]], faults: list[str], batch: int, capacity: int, give_up: float
) -> None:
    store = Store(faults)
    reports: dict[str, list[str]] = defaultdict(list)
    passed = 0.0
    queue = EventQueue(
        EventSettings(
            batch_events=batch,
            capacity=capacity,
            give_up=give_up,
            on_refused=lambda event, _reason: reports[event["properties"]["mark"]].append("refused"),
            on_drop=lambda event, _reason, _error: reports[event["properties"]["mark"]].append("dropped"),
        ),
        now=lambda: passed,
    )
    for place, (number, subscription, is_bad) in enumerate(added):
        event: UsageEvent = {
            "external_subscription_id": f"s{subscription}",
            "code": "tokens",
            "properties": {"mark": f"m{place}", "bad": is_bad},
        }
        if number is not None:
            event["transaction_id"] = f"t{number}"
        queue.add(event)
    queue.due_place = queue.places
    while queue.due_in() == 0:
        delivery = queue.start()
        step = next(delivery, None)
        while step is not None:
            answer = store.send(step.body) if isinstance(step, Send) else None
            passed += 0 if isinstance(step, Send) else step.seconds
            try:
                step = delivery.send(answer)
            except StopIteration:
                step = None
    assert not queue.unsettled
    assert queue.size == 0
    for place, (number, subscription, is_bad) in enumerate(added):
        kinds = reports[f"m{place}"]
        ids = store.ids_by_mark[f"m{place}"]
        assert len(kinds) <= 1
        assert len(ids) <= 1
        if not kinds:
            key = f"t{number}" if number is not None else next(iter(ids))
            # An event is silent only if it is there, itself or an earlier one with its id. A bad one is never there.
            assert (f"s{subscription}", key) in store.stored
            assert not is_bad
        if kinds == ["refused"]:
            assert is_bad or "too large" in faults

"""Sends usage while its service is killed: usage.py ADDRESS KEY SUBSCRIPTION. Each line of the input is a number of events, which
it adds within a second. At the end of the input it closes the buffer, and prints what became of the events."""

import json
import sys
import time
from typing import Any

from tollgate import EventSettings, Tollgate, UsageEvent

base_url, api_key, subscription = sys.argv[1:]
TOKENS = 3
STEPS = 50
report = {"added": 0, "refused": 0, "dropped": 0, "left": 0}


def count(kind: str) -> None:
    report[kind] += 1


def on_refused(_event: dict[str, Any], _reason: Any) -> None:
    count("refused")


def on_drop(_event: dict[str, Any], _reason: str, _error: Exception | None) -> None:
    count("dropped")


settings = EventSettings(wait=0.05, on_refused=on_refused, on_drop=on_drop)
tollgate = Tollgate(api_key, base_url, attempt_timeout=10, events=settings)
for line in sys.stdin:
    number = int(line)
    for step in range(STEPS):
        for _ in range(number * (step + 1) // STEPS - number * step // STEPS):
            properties = {"tokens": TOKENS}
            event: UsageEvent = {"code": "tokens", "external_subscription_id": subscription, "properties": properties}
            if tollgate.events.add(event):
                count("added")
        time.sleep(1 / STEPS)
    print("added", flush=True)
tollgate.events.close(120)
report["left"] = len(tollgate.events)
print(json.dumps(report), flush=True)

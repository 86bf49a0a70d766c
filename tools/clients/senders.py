"""Drives packages that send usage, unmodified: python senders.py < ORDERS > REPORT (see event-senders.ts)."""
import asyncio
import json
import os
import sys

orders = json.load(sys.stdin)
base, key = orders["baseUrl"], orders["apiKey"]

os.environ.update(
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    OPENMETER_API_ENDPOINT=base,
    OPENMETER_API_KEY=key,
    OPENMETER_EVENT_TYPE="tokens",
    LAGO_API_BASE=base,
    LAGO_API_KEY=key,
    LAGO_API_EVENT_CODE="tokens",
)

import cloudevents.conversion
import cloudevents.http
import httpx
import litellm
import openmeter
import openmeter.aio
import openmeter.models
import stripe
from litellm.integrations.lago import LagoLogger
from litellm.integrations.openmeter import OpenMeterLogger

data = orders["data"]


def sent_as(encode):
    def send(name):
        attributes = {"id": name, "type": "tokens", "subject": orders["subject"], "source": "gateway"}
        headers, body = encode(cloudevents.http.CloudEvent(attributes, data))
        answer = httpx.post(
            f"{base}/api/v1/events", content=body, headers={**headers, "authorization": f"Bearer {key}"}
        )
        if answer.status_code != 204:
            raise RuntimeError(f"it answers {answer.status_code}: {answer.text}")

    return send


def metered(name):
    return openmeter.models.Event(
        id=name, source="gateway", specversion="1.0", type="tokens", subject=orders["subject"], data=data
    )


def meter(name):
    with openmeter.Client(endpoint=base, token=key) as client:
        client.events.ingest_event(metered(name))


def meter_many(name):
    with openmeter.Client(endpoint=base, token=key) as client:
        client.events.ingest_events([metered(name), metered(f"{name} too")])


def meter_concurrently(name):
    async def ingest():
        async with openmeter.aio.Client(endpoint=base, token=key) as client:
            await client.events.ingest_event(metered(name))

    asyncio.run(ingest())


def bill(name):
    client = stripe.StripeClient(key, base_addresses={"api": base}, max_network_retries=0)
    payload = {"stripe_customer_id": orders["customer"], **{field: str(value) for field, value in data.items()}}
    client.v1.billing.meter_events.create(
        params={"event_name": "tokens", "identifier": name, "payload": payload}
    )


def call_of(name, user):
    """What a proxy for models reports of a call."""
    usage = litellm.Usage(prompt_tokens=5, completion_tokens=2, total_tokens=7)
    response = litellm.ModelResponse(id=name, model="small", usage=usage)
    parameters = {"metadata": {}, "proxy_server_request": {"body": {"user": user}}}
    return {"model": "small", "user": user, "response_cost": 0.5, "litellm_params": parameters}, response


def log(logger, name, user):
    logger.log_success_event(*call_of(name, user), None, None)


def log_concurrently(name):
    asyncio.run(OpenMeterLogger().async_log_success_event(*call_of(name, orders["subject"]), None, None))


tokens = {"model": "small", "prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
logged = {**tokens, "cost": 0.5}
texts = {field: str(value) for field, value in data.items()}
# The name of each sender is the id of its events. It sends each event twice.
senders = {
    "cloudevents (Python), structured": (sent_as(cloudevents.conversion.to_structured), data),
    "cloudevents (Python), binary": (sent_as(cloudevents.conversion.to_binary), data),
    "openmeter (Python), one": (meter, data),
    "openmeter (Python), many": (meter_many, data),
    "openmeter (Python), asynchronous": (meter_concurrently, data),
    "stripe (Python)": (bill, texts),
    "litellm's OpenMeter logger": (lambda name: log(OpenMeterLogger(), name, orders["subject"]), logged),
    "litellm's OpenMeter logger, asynchronous": (log_concurrently, logged),
}

report = {"sent": {}, "failed": {}}
for name, (send, properties) in senders.items():
    try:
        for _ in range(2):
            send(name)
        report["sent"][name] = properties
    except Exception as error:  # Each package has errors of its own.
        report["failed"][name] = f"{type(error).__name__}: {error}"
try:
    # It makes a new id for each call, so nobody can recognize a repeated one: it sends once.
    log(LagoLogger(), "", orders["ownSubject"])
    report["own"] = {**tokens, "response_cost": 0.5}
except Exception as error:
    report["failed"]["litellm's Lago logger"] = f"{type(error).__name__}: {error}"
print(json.dumps(report))

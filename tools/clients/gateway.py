"""Drives LiteLLM's callback `generic_api`, unmodified: python gateway.py < ORDERS > REPORT (see model-senders.ts)."""
import asyncio
import json
import os
import sys

orders = json.load(sys.stdin)

os.environ.update(
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    GENERIC_LOGGER_ENDPOINT=orders["url"],
    GENERIC_LOGGER_HEADERS=f"Authorization=Bearer {orders['secret']}",
)

import litellm
from litellm.integrations.custom_logger import CustomLogger
from litellm.integrations.generic_api.generic_api_callback import GenericAPILogger

calls_of_batch = 5
# So that the sender is at work while the service is killed.
pause = 0.2


class Recorder(CustomLogger):
    """Keeps what LiteLLM gives its callbacks, so that the callback under test gets each call twice."""

    def __init__(self):
        super().__init__()
        self.calls = []

    async def async_log_success_event(self, kwargs, response_obj, start_time, end_time):
        self.calls.append((kwargs, response_obj, start_time, end_time))


async def calls():
    """Calls a model that answers without a network, as the proxy does for the user of a key."""
    recorder = Recorder()
    litellm.callbacks = [recorder]
    for _ in range(orders["calls"]):
        await litellm.acompletion(
            model="gpt-4o-mini",
            messages=[{"role": "user", "content": "Hello"}],
            mock_response="Hello",
            metadata={"user_api_key_end_user_id": orders["subscription"]},
        )
    for _ in range(600):
        if len(recorder.calls) == orders["calls"]:
            return recorder.calls
        await asyncio.sleep(0.1)
    raise RuntimeError(f"LiteLLM reported {len(recorder.calls)} of {orders['calls']} calls")


async def main():
    made = await calls()
    loggers = [
        GenericAPILogger(max_retries=20, retry_delay=0.25, batch_size=calls_of_batch, log_format=log_format)
        for log_format in ("json_array", "ndjson", "single")
    ]
    for first in range(0, len(made), calls_of_batch):
        logger = loggers[first // calls_of_batch % len(loggers)]
        for _ in range(2):
            for call in made[first : first + calls_of_batch]:
                await logger.async_log_success_event(*call)
            await logger.flush_queue()
            await asyncio.sleep(pause)
    payloads = [kwargs["standard_logging_object"] for kwargs, *_ in made]
    report = {
        "input": sum(payload["prompt_tokens"] for payload in payloads),
        "output": sum(payload["completion_tokens"] for payload in payloads),
    }
    print(json.dumps(report))


asyncio.run(main())

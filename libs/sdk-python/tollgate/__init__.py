"""Calls of Tollgate, and a buffer that sends usage events once."""

from .async_client import AsyncTollgate
from .async_events import AsyncEventBuffer
from .client import Tollgate
from .entries import UsageEvent
from .errors import TollgateError
from .events import EventBuffer
from .queue import DropReason, EventSettings
from .webhooks import VerifiedWebhook, WebhookError, verify_webhook

__all__ = [
    "AsyncEventBuffer",
    "AsyncTollgate",
    "DropReason",
    "EventBuffer",
    "EventSettings",
    "Tollgate",
    "TollgateError",
    "UsageEvent",
    "VerifiedWebhook",
    "WebhookError",
    "verify_webhook",
]

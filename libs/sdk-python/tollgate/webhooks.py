"""Signatures of webhooks (webhooks, section 2)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class WebhookError(Exception):
    """A webhook without a genuine signature."""


@dataclass(frozen=True)
class VerifiedWebhook:
    """A webhook whose signature is genuine.

    ``unique_key`` is the same at every attempt: ignore a webhook whose key you know. ``sequence`` is its place among the
    webhooks about the object: drop one below the highest that you have seen.
    """

    webhook: dict[str, Any]
    unique_key: str
    sequence: int | None


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    *,
    hmac_key: str | None = None,
    public_key: str | None = None,
    prefix: str = "svc",
) -> VerifiedWebhook:
    """Checks the signature over the bytes as they came. The algorithm follows from the key, never from the request.

    ``hmac_key`` is that of your organization. ``public_key`` is the answer of ``GET /webhooks/json_public_key``, or its PEM,
    and needs ``tollgate[jwt]``. ``prefix`` follows ``IDENTIFIER_PREFIX`` of the installation.

    Raises WebhookError unless the signature is genuine, and ValueError unless there is one key.
    """
    names = {name.lower(): value for name, value in headers.items()}
    signature = names.get(f"x-{prefix.lower()}-signature", "")
    if (hmac_key is None) == (public_key is None):
        raise ValueError("A webhook is checked by one key")
    is_genuine = (
        _is_signed_by_hmac(body, signature, hmac_key)
        if hmac_key is not None
        else _is_signed_by_jwt(body, signature, public_key or "")
    )
    if not is_genuine:
        raise WebhookError("The signature of the webhook is not genuine")
    sequence = names.get(f"x-{prefix.lower()}-sequence")
    return VerifiedWebhook(
        webhook=json.loads(body),
        unique_key=names.get(f"x-{prefix.lower()}-unique-key", ""),
        sequence=None if sequence is None else int(sequence),
    )


def _is_signed_by_hmac(body: bytes, signature: str, key: str) -> bool:
    expected = base64.b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest())
    # In constant time. Headers may have any characters, which this comparison takes as bytes alone.
    return hmac.compare_digest(expected, signature.encode("utf-8", "surrogateescape"))


def _is_signed_by_jwt(body: bytes, token: str, public_key: str) -> bool:
    import jwt

    try:
        pem = public_key.encode() if "-----BEGIN" in public_key else base64.b64decode(public_key)
        claims = jwt.decode(token, pem, algorithms=["RS256"])
    except (jwt.InvalidTokenError, binascii.Error, ValueError):
        return False
    return bool(claims.get("data") == body.decode())

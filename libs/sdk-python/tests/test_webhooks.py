"""Genuine and forged webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tollgate import WebhookError, verify_webhook

BODY = json.dumps({"webhook_type": "customer.created", "customer": {"name": "Zoë"}}, ensure_ascii=False).encode()
KEY = "a key of the organization"
PAIR = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = PAIR.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
)
# As ``GET /webhooks/json_public_key`` answers: lines of 60 characters.
_TEXT = base64.b64encode(PEM).decode()
PUBLIC = "".join(f"{_TEXT[place : place + 60]}\n" for place in range(0, len(_TEXT), 60))


def hmac_of(body: bytes, key: str = KEY) -> str:
    return base64.b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()


def jwt_of(body: bytes, key: rsa.RSAPrivateKey = PAIR) -> str:
    return jwt.encode({"data": body.decode(), "iss": "https://billing.example.com"}, key, algorithm="RS256")


def headers(signature: str) -> dict[str, str]:
    return {"X-Svc-Signature": signature, "X-Svc-Unique-Key": "k", "X-Svc-Sequence": "3"}


def test_genuine_ones() -> None:
    for verified in (
        verify_webhook(BODY, headers(hmac_of(BODY)), hmac_key=KEY),
        verify_webhook(BODY, headers(jwt_of(BODY)), public_key=PUBLIC),
        verify_webhook(BODY, headers(jwt_of(BODY)), public_key=PEM.decode()),
    ):
        assert (verified.webhook, verified.unique_key, verified.sequence) == (json.loads(BODY), "k", 3)
    renamed = verify_webhook(BODY, {"x-lago-signature": hmac_of(BODY)}, hmac_key=KEY, prefix="Lago")
    assert renamed.sequence is None


@pytest.mark.parametrize("signature", [hmac_of(BODY, "other"), hmac_of(BODY + b" "), hmac_of(BODY)[:-8], "", "é", jwt_of(BODY)])
def test_forged_by_hmac(signature: str) -> None:
    with pytest.raises(WebhookError):
        verify_webhook(BODY, headers(signature), hmac_key=KEY)


@pytest.mark.parametrize(
    "signature",
    [
        jwt_of(BODY, OTHER),
        jwt_of(BODY + b" "),
        jwt.encode({"data": BODY.decode()}, "x" * 32, algorithm="HS256"),
        jwt.encode({"data": BODY.decode()}, "", algorithm="none"),
        hmac_of(BODY, PUBLIC),
        "",
    ],
)
def test_forged_by_jwt(signature: str) -> None:
    with pytest.raises(WebhookError):
        verify_webhook(BODY, headers(signature), public_key=PUBLIC)


def test_needs_one_key() -> None:
    with pytest.raises(ValueError, match="one key"):
        verify_webhook(BODY, {})

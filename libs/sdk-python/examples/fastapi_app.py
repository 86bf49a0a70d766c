"""FastAPI: counts the requests of each customer, and receives webhooks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, HTTPException, Request, Response
from tollgate import AsyncTollgate, WebhookError, verify_webhook


def metered_app(api_key: str, base_url: str, hmac_key: str) -> FastAPI:
    """An application whose ``hmac_key`` is that of your organization."""
    tollgate = AsyncTollgate(api_key, base_url)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await tollgate.close()

    app = FastAPI(lifespan=lifespan)

    @app.middleware("http")
    async def count(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        subscription = request.headers.get("x-subscription")
        # Only answered requests cost.
        if subscription is not None and response.status_code < 400:
            properties = {"method": request.method, "path": request.url.path}
            tollgate.events.add({"code": "requests", "external_subscription_id": subscription, "properties": properties})
        return response

    @app.get("/reports/{number}")
    async def report(number: int) -> dict[str, int]:
        return {"id": number}

    @app.post("/hooks", status_code=204)
    async def receive(request: Request) -> None:
        try:
            verify_webhook(await request.body(), request.headers, hmac_key=hmac_key)
        except WebhookError as error:
            raise HTTPException(401) from error

    return app

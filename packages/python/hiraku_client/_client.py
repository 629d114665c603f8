"""
A client of any service of the interface. A call returns an answer or raises a problem. A paid call needs `max_credits`,
and is not sent where it may cost more. `Client` runs `AsyncClient` in a thread of its own, so that both follow the same
rules and a deadline holds for both; it works within a notebook too.
"""

import json
import random
import re
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta, timezone
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlencode

import anyio
import httpx

from ._answer import Answer, DeliveredFile, Endpoint, Limit, Limits, Price
from ._background import Background
from ._price import content_price
from ._problem import OutcomeUnknown, OverMaxCredits, Problem, parse_json, whole_number
from ._read import read
from ._transport import Sent, Transport
from ._verdict import Circumstances, is_ambiguous, judge
from .models import ENDPOINTS, PROBLEM_CODES, AsyncCalls, Calls

_ATTEMPTS_MAX = 4
_SETTLE_SECONDS = 60
_JAPAN = timezone(timedelta(hours=9))


def new_intent() -> str:
    """A name for a purchase, to be stored before the call by a program that may have to ask again after a crash."""
    return f"intent_{uuid.uuid4()}"


class AsyncClient(AsyncCalls):
    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 50,
        deadline: float = 120,
        answer_bytes_max: int = 256 * 1024 * 1024,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`timeout` is of one request to the last byte of its answer, `deadline` of a call with its repeats."""
        self._transport = Transport(base_url, f"Bearer {api_key}", timeout, answer_bytes_max, transport)
        self._deadline = deadline
        self._promise: bool | None = None
        """Whether the service recognises a repeated request; None before its first answer."""

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._transport.close()

    async def price(self, name: str, **values: Any) -> Price:
        """The price of a call before it is made: exact for text, whose table of contents is asked for (free)."""
        price = ENDPOINTS[name].price
        if price.min == price.max:
            return price
        toc = await self.get_toc(document_id=values["document_id"])
        return content_price(values.get("sections") or [], toc.value, price)

    async def _call(
        self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None
    ) -> Answer[Any]:
        endpoint = ENDPOINTS[name]
        if endpoint.price.max == 0:
            return await self._send(endpoint, values, None)
        if type(max_credits) is not int or max_credits < 0:
            raise TypeError(f"{name} costs credits and needs max_credits, a whole number")
        if intent is not None and not re.fullmatch(r"[\x21-\x7e]{1,255}", intent):
            raise TypeError("intent must be 1 to 255 visible ASCII characters")
        price = endpoint.price
        if price.min <= max_credits < price.max:
            price = await self.price(name, **values)
        if price.max > max_credits:
            raise OverMaxCredits(price, max_credits)
        return await self._send(endpoint, values, intent or new_intent())

    async def _pages(
        self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None
    ) -> AsyncIterator[Answer[Any]]:
        seen: set[str] = set()
        number, left = 1, max_credits
        while True:
            page = await self._call(name, values, left, None if intent is None else f"{intent}.{number}")
            yield page
            cursor = page.value.next_cursor
            if cursor is None:
                return
            if cursor in seen:
                detail = "The list's cursors go round in a circle."
                raise Problem("unreadable_answer", detail, request_id=page.request_id)
            seen.add(cursor)
            # A service that does not say what it charged has charged the price.
            left = None if left is None else left - (left if page.charged is None else page.charged)
            values, number = {**values, "cursor": cursor}, number + 1

    async def _send(self, endpoint: Endpoint, values: dict[str, Any], intent: str | None) -> Answer[Any]:
        target, body = _wire(endpoint, values)
        is_file = endpoint.response is DeliveredFile
        headers = {"accept": "*/*" if is_file else "application/json"}
        if intent is not None:
            headers["idempotency-key"] = intent
        sent = await self._repeat(endpoint.method, target, body, headers, intent)
        return _answer(endpoint, sent, intent)

    async def _repeat(
        self, method: str, target: str, body: bytes | None, headers: dict[str, str], intent: str | None
    ) -> Sent:
        started = anyio.current_time()
        number = timeouts = 0
        ambiguous_at: float | None = None
        while True:
            number += 1
            sent = await self._transport.send(method, target, body, headers)
            self._note(sent)
            if sent.attempt is None or sent.problem is None:
                return sent
            problem, attempt = sent.problem, sent.attempt
            # A body beyond the limit would be as long the next time, and this one was paid for.
            if problem.code == "unreadable_answer":
                problem.charged = 0 if intent is None else whole_number((sent.headers or {}).get("x-credits-charged"))
                raise problem
            timeouts += problem.code == "search_backend_timeout"
            ambiguous = is_ambiguous(attempt)
            if intent is not None and self._promise is None and ambiguous:
                await self._learn()
            now = anyio.current_time()
            verdict = judge(
                attempt,
                Circumstances(
                    idempotent=intent is None or self._promise is True,
                    ambiguous_before=intent is not None and ambiguous_at is not None,
                    settled=ambiguous_at is not None and now - ambiguous_at >= _SETTLE_SECONDS,
                    out_of_credits=problem.code == "quota_exceeded" and "credits_required" in problem.fields,
                    attempt=number,
                    attempts_max=_ATTEMPTS_MAX,
                    timeouts=timeouts,
                ),
                PROBLEM_CODES,
            )
            if ambiguous:
                ambiguous_at = now
            if verdict in ("again", "wait"):
                number -= verdict == "wait"
                pause = sent.pause
                if pause is None:
                    pause = min(8.0, 0.4 * 2**number) * random.random() + 0.05
                pause = max(pause, 0.2 if verdict == "wait" else 0)
                if pause < self._deadline - (anyio.current_time() - started):
                    await anyio.sleep(pause)
                    continue
            may_be_charged = verdict == "unknown" or (verdict in ("again", "wait") and ambiguous_at is not None)
            if intent is not None and may_be_charged:
                raise OutcomeUnknown(intent, problem) from problem
            raise problem

    async def _learn(self) -> None:
        """The cheapest free call, for its headers: whether the paid call that was lost may be sent again."""
        values = {"timeline_since": datetime.now(_JAPAN).date().isoformat(), "limit": 1}
        target, _ = _wire(ENDPOINTS["list_documents"], values)
        self._note(await self._transport.send("GET", target, None, {"accept": "application/json"}))

    def _note(self, sent: Sent) -> None:
        """Only an answer with limits is the service's own: a proxy's page on the way takes no promise back."""
        if sent.body is not None and sent.headers is not None and "x-ratelimit-limit" in sent.headers:
            self._promise = bool(re.fullmatch(r"[1-9][0-9]{0,14}", sent.headers.get("x-idempotency-retention", "")))


class Client(Calls):
    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 50,
        deadline: float = 120,
        answer_bytes_max: int = 256 * 1024 * 1024,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`timeout` is of one request to the last byte of its answer, `deadline` of a call with its repeats."""
        self._inner = AsyncClient(
            base_url,
            api_key,
            timeout=timeout,
            deadline=deadline,
            answer_bytes_max=answer_bytes_max,
            transport=transport,
        )
        self._background = Background()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._background.is_open:
            self._background.call(self._inner.close)
            self._background.close()

    def price(self, name: str, **values: Any) -> Price:
        """The price of a call before it is made: exact for text, whose table of contents is asked for (free)."""

        async def ask() -> Price:
            return await self._inner.price(name, **values)

        return self._background.call(ask)

    def _call(
        self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None
    ) -> Answer[Any]:
        return self._background.call(self._inner._call, name, values, max_credits, intent)

    def _pages(
        self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None
    ) -> Iterator[Answer[Any]]:
        pages = self._inner._pages(name, values, max_credits, intent)

        async def following() -> Answer[Any] | None:
            return await anext(pages, None)

        while (page := self._background.call(following)) is not None:
            yield page


def _wire(endpoint: Endpoint, values: dict[str, Any]) -> tuple[str, bytes | None]:
    """Equal values give equal bytes, by which a repeated request is recognised."""
    path = endpoint.path
    for name in endpoint.path_params:
        value = str(values[name])
        # Dots can't be encoded, and these would be another address.
        if value in ("", ".", ".."):
            raise Problem("stopped", "An id in this call can't be part of an address.")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    given = {name: value for name, value in values.items() if value is not None}
    pairs = [
        (name, str(item).lower() if isinstance(item, bool) else str(item))
        for name, default in endpoint.query.items()
        if name in given and given[name] != default
        for item in _items(given[name])
    ]
    target = f"{path}?{urlencode(pairs)}" if pairs else path
    if endpoint.body is None:
        return target, None
    body = {name: given[name] for name, default in endpoint.body.items() if name in given and given[name] != default}
    return target, json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=list).encode()


def _items(value: Any) -> list[Any]:
    return [value] if isinstance(value, (str, int, float)) else list(value)


def _answer(endpoint: Endpoint, sent: Sent, intent: str | None) -> Answer[Any]:
    headers, body = sent.headers or {}, sent.body or b""
    charged = 0 if intent is None else whole_number(headers.get("x-credits-charged"))
    request_id = headers.get("x-request-id")
    value: Any
    if endpoint.response is DeliveredFile:
        media_type = headers.get("content-type", "").split(";")[0].strip().lower()
        value = DeliveredFile(body, media_type or "application/octet-stream")
    else:
        try:
            value = read(endpoint.response, parse_json(body), endpoint.main_list)
        except (ValueError, RecursionError):
            raise Problem(
                "unreadable_answer", "The answer can't be read.", request_id=request_id, charged=charged
            ) from None

    def limit(prefix: str) -> Limit:
        return Limit(whole_number(headers.get(f"{prefix}-limit")), whole_number(headers.get(f"{prefix}-remaining")))

    limits = Limits(limit("x-ratelimit"), limit("x-quota-catalog"), limit("x-quota-compute"))
    return Answer(value, charged, headers.get("idempotency-replayed") == "true", intent, limits, request_id)
